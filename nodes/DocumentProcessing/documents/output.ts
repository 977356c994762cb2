import type { JsonObject } from '../common/shape';

/** A file that came as base64 inside the answer. */
export interface OutputFile {
  /** The binary field it goes to, e.g. `crop_photo`. */
  field: string;
  /** Its name without the ending, where it is not that of the field. */
  name?: string | undefined;
  base64: string;
  /** The declared type, used where the bytes do not show one. */
  mimeType?: string | undefined;
}

/** One item people get, before n8n's part is added. */
export interface Output {
  json: JsonObject;
  files?: OutputFile[];
  /** The input items it answers for, where they are not only the one it is listed under. */
  answersFor?: number[];
  /** Said once in the editor, with how many items it is true of. */
  hint?: Hint | undefined;
}

export type Hint = 'unidentified' | 'brokenFile' | 'noConsumption';
