import { readFile } from 'node:fs/promises';
import { Type, type TSchema } from '@sinclair/typebox';
import { ServiceError, tooLarge } from '../errors.ts';
import { checkStructure } from '../json.ts';
import { armedText, MOST_ARMED, type ArmedFault } from '../faults.ts';
import type { LoggedRequest } from '../plugins/requestLog.ts';
import type { Payload, StoredProcess } from '../processes/processStore.ts';
import { instant, quantity, serviceName, type Consumption } from '../store.ts';
import type { Upload } from '../upload/upload.ts';

/** Everything but documents and answers, as it is exported and imported. */
export type StateFile = {
  format: typeof FORMAT;
  version: 1;
  exportedAt: string;
  requests: LoggedRequest[];
  processes: (StoredProcess & { payload: Payload | null })[];
  faults: ArmedFault[];
  usage: (Consumption & { at: number })[];
};

export const FORMAT = 'document-processing-sandbox-state';

/* The schemas below are all that the rest of the sandbox relies on. A file is looked at before anything is forgotten for it. */

const text = Type.String();
const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const oneOf = <T extends string>(...texts: T[]) => Type.Union(texts.map((one) => Type.Literal(one)));
const namesAndValues = Type.Array(Type.Object({ name: text, value: text }));

const request = Type.Object(
  {
    requestId: text,
    at: text,
    // It is a word of the command that the console copies.
    method: Type.String({ pattern: '^[A-Z-]+$' }),
    path: text,
    query: Type.Optional(text),
    headers: Type.Object({ 'content-type': Type.Optional(text) }),
    traceparent: Type.Optional(orNull(text)),
    sent: Type.Optional(Type.Array(text)),
    parts: orNull(
      Type.Array(
        Type.Object({
          name: text,
          filename: orNull(text),
          contentType: text,
          size: Type.Number(),
          sha256: text,
          value: Type.Optional(text),
        }),
      ),
    ),
    json: Type.Unknown(),
    fault: orNull(text),
    callback: orNull(text),
    recording: orNull(
      Type.Object({ mode: oneOf('upstream', 'replayed'), file: orNull(text), requestId: orNull(text) }),
    ),
    httpStatus: orNull(Type.Integer()),
    code: orNull(text),
    elapsedMilliseconds: orNull(Type.Number()),
    aborted: Type.Boolean(),
  },
  // Another member could stand in the place of what a request in the log can do.
  { additionalProperties: false },
);

const webhook = Type.Object({
  url: text,
  fallbackUrl: orNull(text),
  headers: namesAndValues,
  queryStrings: namesAndValues,
  mtls: Type.Boolean(),
  traceparent: Type.Optional(orNull(text)),
  tracestate: Type.Optional(orNull(text)),
});

const delivery = Type.Object({
  at: instant,
  target: oneOf('url', 'fallbackUrl'),
  url: text,
  milliseconds: quantity,
  httpStatus: orNull(quantity),
  answer: orNull(text),
  error: orNull(text),
  certificate: orNull(text),
});

const process = Type.Object({
  id: text,
  kind: oneOf('contentExtraction', 'enrichment'),
  state: oneOf('waiting', 'running', 'held', 'sending', 'finished', 'failed'),
  createdAt: instant,
  finishedAt: orNull(instant),
  requestId: text,
  webhook,
  job: Type.Unknown(),
  outcome: orNull(text),
  deliveries: Type.Array(delivery),
  steps: Type.Array(Type.Object({ at: instant, what: text, detail: orNull(text) })),
  payload: orNull(Type.Object({ text, failed: Type.Boolean() })),
});

const fault = Type.Object({
  path: orNull(armedText),
  fault: orNull(armedText),
  callback: orNull(armedText),
  times: Type.Integer({ minimum: 1 }),
});

const consumption = Type.Object({
  at: instant,
  service: serviceName,
  requests: quantity,
  typified: quantity,
  nonTypified: quantity,
  billed: quantity,
});

const stateFile = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(1),
  exportedAt: text,
  requests: Type.Array(request),
  processes: Type.Array(process),
  faults: Type.Array(fault, { maxItems: MOST_ARMED }),
  usage: Type.Array(consumption),
});

/** Nothing is answered while it is parsed. Each member takes memory, however short it is. */
const MOST_BYTES = 256 * 1024 * 1024;
const MOST_MEMBERS = 4_000_000;

/** Reads the file of a state; fails with the place of what is wrong. */
export async function readState({ path, size }: Upload): Promise<StateFile> {
  if (size > MOST_BYTES) throw tooLarge('file', `a state has at most ${MOST_BYTES} bytes`);
  // Nothing else needs it.
  const { TypeCompiler } = await import('@sinclair/typebox/compiler');
  let state: unknown = null;
  try {
    const json = await readFile(path, 'utf8');
    checkStructure(json, MOST_MEMBERS);
    state = JSON.parse(json);
  } catch (error) {
    throw error instanceof SyntaxError ? noState('it is no JSON') : error;
  }
  const compiled = TypeCompiler.Compile(stateFile);
  if (compiled.Check(state)) return state as StateFile;
  const wrong = compiled.Errors(state).First();
  throw noState(`${wrong?.path || '/'}: ${wrong?.message}`);
}

const noState = (reason: string) =>
  new ServiceError('400', 400, `This file is not the state of a sandbox (GET /_sandbox/state writes one): ${reason}`);
