import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorsShape, Success } from '../envelope.ts';
import type { Processes } from '../processes/processes.ts';
import type { CallbackFault } from '../processes/callbackFault.ts';
import type { Reader } from '../../../reader/src/reader.ts';
import type { Settings } from '../settings.ts';
import type { Usage } from '../store/usage.ts';
import type { UploadFolder } from '../upload/upload.ts';

/** What operations work with. */
export type Services = { settings: Settings; reader: Reader; usage: Usage; processes: Processes; now(): number };

/** One request to one operation. */
export type Call = {
  services: Services;
  requestId: string;
  startedAt: number;
  folder: UploadFolder;
  /** Resolves when the answer has been sent. */
  answered: Promise<void>;
  callbackFault: CallbackFault;
};

/** What was done; `counted` goes into the consumption history. */
export type Answer = { result: unknown; counted?: Counted };
export type Counted = { typified: number; nonTypified: number; billed: number };

/** One operation of the service: which parameters it takes and how it answers. It knows nothing of HTTP. */
export type Operation = {
  /** Its name in the billing summary; null when the call itself is not billed. */
  service: string | null;
  success: Success;
  errorsAs: ErrorsShape;
  parameters: TSchema;
  answer(parameters: never, call: Call): Promise<Answer>;
};

/** Ties the type of the parameters to their schema. */
export function operation<S extends TSchema>(
  described: Omit<Operation, 'parameters' | 'answer'> & {
    parameters: S;
    answer(parameters: Static<S>, call: Call): Promise<Answer>;
  },
): Operation {
  return described;
}

export const countDocuments = (kinds: unknown[]): Counted => {
  const typified = kinds.filter((kind) => kind !== null).length;
  return { typified, nonTypified: kinds.length - typified, billed: kinds.length };
};
