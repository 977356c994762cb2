import type { Static, TSchema } from '@sinclair/typebox';
import type { DocumentReader } from 'document-processing-reader';
import type { Answer } from '../content.ts';
import type { ErrorsShape, Success } from '../envelope.ts';
import type { ServiceCode } from '../errors.ts';
import type { Processes, StartRequest } from '../processes/processes.ts';
import type { Settings } from '../settings.ts';
import type { Usage } from '../store.ts';
import type { UploadFolder } from '../upload/upload.ts';

/** What operations work with. */
export type Services = {
  settings: Settings;
  reader: DocumentReader;
  usage: Usage;
  processes: Processes;
  now(): number;
};

/** One request to one operation. */
export type OperationContext = StartRequest & { services: Services; startedAt: number; folder: UploadFolder };

/** What the service sends to the webhook; `result` and the rest of an envelope, or a payload of its own. */
export type Callback = { description: string; sandbox: string[]; result?: TSchema; payload?: TSchema };

/** One operation of the service: its parameters and how it answers. It knows nothing of HTTP. */
export type Operation = {
  /** Number and name in the service interface. */
  number: number;
  name: string;
  /** For the published interface: what the operation does, and the sandbox's choices where the service shows nothing. */
  description: string;
  sandbox?: string[];
  /** The error codes that the service interface lists for this operation. */
  errorCodes: ServiceCode[];
  /** Its name in the billing summary; null when the call itself is not billed. */
  service: string | null;
  success: Success;
  errorsAs: ErrorsShape;
  parameters: TSchema;
  /** The shape of `result`, for the published interface. */
  result: TSchema;
  callback?: Callback;
  answer(parameters: never, context: OperationContext): Promise<Answer>;
};

/** Ties the type of the parameters to their schema. */
export function operation<S extends TSchema>(
  described: Omit<Operation, 'parameters' | 'answer'> & {
    parameters: S;
    answer(parameters: Static<S>, context: OperationContext): Promise<Answer>;
  },
): Operation {
  return described;
}
