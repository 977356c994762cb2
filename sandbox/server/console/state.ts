import { setImmediate as pause } from 'node:timers/promises';
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { checkCallbackFault, checkFault } from '../directives.ts';
import type { Faults } from '../faults.ts';
import { NOT_KEPT, type LogEntry, type LoggedRequest, type RequestLog } from '../plugins/requestLog.ts';
import type { Stats } from '../plugins/requestLifecycle.ts';
import { maskProcess, maskResult } from '../processes/listing.ts';
import { HIDDEN, IMPORTED, isResultMasked, MASKED, maskUrl } from '../processes/webhook.ts';
import type { ProcessStore } from '../processes/processStore.ts';
import type { SandboxDatabase, Usage } from '../store.ts';
import { routes } from '../operations/index.ts';
import { isForm, type ReceivedPart } from '../upload/form.ts';
import type { Upload } from '../upload/upload.ts';
import { isObject } from '../json.ts';
import { decoded } from '../secrets.ts';
import type { Events } from './events.ts';
import type { KeptDocuments } from './keptDocuments.ts';
import type { DocumentPages } from './pages.ts';
import { FORMAT, readState, type CheckState } from './stateFile.ts';

export type Parts = {
  database: SandboxDatabase;
  requestLog: RequestLog;
  keptDocuments: KeptDocuments;
  pages: DocumentPages;
  store: ProcessStore;
  faults: Faults;
  usage: Usage;
  stats: Stats;
  events: Events;
  /** Begins to replay from the first recordings again. */
  rewind(): void;
};

/** How to forget each part of the state. */
const RESETS = {
  requests: ({ requestLog, keptDocuments, pages, rewind }: Parts) => {
    rewind();
    requestLog.clear();
    keptDocuments.clear();
    pages.clear();
  },
  processes: ({ store }: Parts) => store.clear(),
  faults: ({ faults }: Parts) => faults.disarm(),
  usage: ({ usage }: Parts) => usage.clear(),
  stats: ({ stats }: Parts) => stats.reset(),
};

const PARTS = Object.keys(RESETS) as (keyof typeof RESETS)[];

export const resetBody = Type.Object({
  parts: Type.Optional(Type.Array(Type.Union(PARTS.map((part) => Type.Literal(part))))),
});

/** Forgets the named parts, or everything. Processes that are at work send no callback then. */
export function reset(parts: Parts, { parts: named = PARTS }: Static<typeof resetBody>) {
  // A result without its process would stay on the disk, where nobody sees it.
  parts.database.transaction(() => {
    for (const part of named) RESETS[part as keyof typeof RESETS](parts);
  });
  parts.database.overwriteDeleted();
  parts.events.tell('everything');
  return { reset: named };
}

/**
 * Everything but documents and answers, as the text of one file, piece by piece: others are answered meanwhile. Secrets are
 * hidden unless they are asked for.
 */
export async function* exportState(
  { requestLog, store, faults, usage }: Parts,
  withSecrets: boolean,
  at: string,
): AsyncGenerator<string> {
  yield `{"format":"${FORMAT}","version":1,"exportedAt":"${at}"`;
  const withoutFileNames = fileNamesHidden();
  yield* list(',"requests":', requestLog.list(), '', (request) =>
    withSecrets ? request : withoutFileNames(maskRequest(request)),
  );
  yield* list(',"processes":', store.ids(), '', async (id) => {
    const process = store.find(id);
    if (!process) return undefined;
    const payload = store.payloadOf(id);
    // The job needs the document, which is not in the file.
    const job = isResultMasked(process.job) ? MASKED : {};
    if (withSecrets) return { ...process, job, payload };
    const masked = payload && { ...payload, text: await maskResult(process, payload.text) };
    return { ...maskProcess(process), job: masked?.text === payload?.text ? job : MASKED, payload: masked };
  });
  yield* list(',"faults":', faults.list().slice());
  yield* list(',"usage":', usage.rows(), '}');
}

const PIECE = 65_536;

/** The text of a list between two others, piece by piece; a row that is there no more is left out. */
export async function* list<Row>(
  before: string,
  rows: Iterable<Row>,
  behind = '',
  shown: (row: Row) => unknown = (row) => row,
): AsyncGenerator<string> {
  let text = `${before}[`;
  let separator = '';
  for (const row of rows) {
    const json = JSON.stringify(await shown(row));
    if (json === undefined) continue;
    text += separator + json;
    separator = ',';
    if (text.length < PIECE) continue;
    yield text;
    text = '';
    await pause();
  }
  yield `${text}]${behind}`;
}

/** Replaces the state by that of a file. A process that had not ended is failed: its document is not in the file. */
export async function importState(parts: Parts, file: Upload, check: CheckState) {
  const { requests, processes, faults, usage } = await readState(file, check);
  for (const { fault, callback } of faults) {
    checkFault(fault ?? undefined, 'faults');
    checkCallbackFault(callback ?? undefined, 'faults');
  }
  // What a full disk has no room for takes the place of nothing.
  parts.database.transaction(() => {
    parts.store.clear();
    for (const process of processes.toReversed()) {
      const job = isResultMasked(process.job) ? { ...MASKED, ...IMPORTED } : IMPORTED;
      parts.store.restore({ ...process, job });
    }
    parts.store.prune();
    parts.usage.clear();
    for (const { at, ...consumption } of usage) parts.usage.record(at, consumption);
  });
  reset(parts, { parts: ['requests', 'faults'] });
  parts.requestLog.restore(requests);
  for (const { path, fault, callback, times } of faults) parts.faults.arm({ path, fault, callback, times });
  parts.events.tell('everything');
  const count = { requests: requests.length, processes: processes.length, faults: faults.length, usage: usage.length };
  return { imported: count };
}

/**
 * Where the interface says what a parameter is, it is shown, but for passwords and what is sent with a callback. Of all else
 * only the names are.
 */
export function maskRequest(entry: LogEntry): LoggedRequest {
  const request = entry.toJSON();
  return {
    ...request,
    query: request.query && maskUrl(`?${request.query}`).slice(1),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, SHOWN_HEADER.test(name) ? value : HIDDEN]),
    ),
    json: request.json === NOT_KEPT ? NOT_KEPT : maskParameters(request.json, request),
    parts: request.parts?.map((part) => maskPart(part, parametersOf(request))) ?? null,
  };
}

/** A file is often named after the one whom it is about. The same name is replaced alike in all requests. */
function fileNamesHidden() {
  const names = new Map<string, string>();
  const hide = (name: string): string => {
    const hidden = names.get(name) ?? `${HIDDEN}${names.size + 1}${ENDING.exec(name)?.[0] ?? ''}`;
    names.set(name, hidden);
    return hidden;
  };
  const hideIn = (url: string) =>
    url.replace(/^([a-z][a-z\d+.-]*:\/\/[^/?#]*\/?)?([^?#]+)/i, (_, origin: string = '', path: string) => {
      return origin + hide(decoded(path.split(/[\\/]/).findLast(Boolean) ?? ''));
    });
  return ({ json, parts, ...request }: LoggedRequest): LoggedRequest => ({
    ...request,
    sent: [],
    json: isObject(json) && typeof json['fileUrl'] === 'string' ? { ...json, fileUrl: hideIn(json['fileUrl']) } : json,
    parts:
      parts &&
      parts.map((part) => ({
        ...part,
        filename: part.filename && hide(part.filename),
        ...(part.name === 'fileUrl' && part.value && { value: hideIn(part.value), sha256: HIDDEN }),
      })),
  });
}

const ENDING = /\.(pdf|jpe?g|png|tiff?|webp|gif|bmp|heic|xml|json|txt|html?|zip|bin)$/i;

/** How it was sent. The log has hidden tokens already. */
const SHOWN_HEADER =
  /^(?:host|connection|content-(?:type|length|encoding)|accept.*|user-agent|traceparent|tracestate|authorization|x-sandbox-.*)$/;

/** Parameters as they are shown of this request. */
export const maskParameters = (given: unknown, request: LoggedRequest) => maskValue(given, '', parametersOf(request));

function parametersOf({ path: requested, headers }: LoggedRequest): TSchema | undefined {
  const route = routes.find(({ path }) => path === requested);
  return (isForm(headers) ? route?.form : route?.json)?.parameters;
}

function maskPart(part: ReceivedPart, parameters: TSchema | undefined): ReceivedPart {
  const { name, value } = part;
  if (value === undefined) return part;
  const shown = maskValue(value, name, memberOf(parameters, name)) as string;
  // A password can be guessed by its digest.
  return shown === value ? part : { ...part, value: shown, sha256: HIDDEN };
}

function maskValue(value: unknown, name: string, schema: TSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((member) => maskValue(member, name, schema?.['items'] as TSchema));
  // The log has size and digest of a file.
  if (isObject(value) && schema?.['upload'] === 'base64' && typeof value['bytes'] === 'number') return value;
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, maskValue(inner, member, memberOf(schema, member))]),
    );
  if (value === null || typeof value === 'boolean') return value;
  // A form has one value of a list.
  const shown = schema?.['type'] === 'array' ? (schema['items'] as TSchema) : schema;
  if (!/string|boolean/.test(String(shown?.['type'])) || SECRET.has(name)) return HIDDEN;
  return typeof value === 'string' && ADDRESSES.has(name) ? maskUrl(value) : value;
}

/** Of the parameters that the interface shows. `value` is that of a header or query string of the webhook. */
const SECRET = new Set(['filePassword', 'value']);
const ADDRESSES = new Set(['url', 'fallbackUrl', 'fileUrl']);

function memberOf(schema: TSchema | undefined, name: string): TSchema | undefined {
  const members = schema?.['properties'] as Record<string, TSchema> | undefined;
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
}
