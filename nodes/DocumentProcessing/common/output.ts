import type { JsonObject } from './shape';

/** A file that came as base64 inside the answer. */
export interface OutputFile {
  /** The binary field it goes to, e.g. `crop_photo`. */
  field: string;
  /** Its name without the extension; the name of the field if absent. */
  name?: string | undefined;
  base64: string;
  /** The declared type, used if the bytes do not show one. */
  mimeType?: string | undefined;
}

/** One output item, before n8n's part is added. */
export interface Output {
  json: JsonObject;
  files?: OutputFile[];
  /** The input items it is linked to, if they are not only the one it is listed under. */
  pairedItems?: number[];
  /** Shown once in the editor, with the number of items it applies to. */
  hint?: Hint | undefined;
}

export type Hint = 'unidentified' | 'brokenFile' | 'noConsumption';
