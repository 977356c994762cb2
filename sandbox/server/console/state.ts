import { setImmediate as pause } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import type { Faults } from '../faults.ts';
import { isSecretName, type LoggedRequest, type RequestLog } from '../plugins/requestLog.ts';
import type { Stats } from '../plugins/requestLifecycle.ts';
import { HIDDEN, maskUrl, maskWebhook } from '../processes/webhook.ts';
import type { ProcessStore } from '../processes/processStore.ts';
import type { SandboxDatabase, Usage } from '../store.ts';
import type { ReceivedPart } from '../upload/form.ts';
import type { Upload } from '../upload/upload.ts';
import { isObject } from '../json.ts';
import type { Changes } from './changes.ts';
import type { Exchanges } from './exchanges.ts';
import type { DocumentPages } from './pages.ts';
import { FORMAT, readState } from './stateFile.ts';

export type Parts = {
  database: SandboxDatabase;
  requestLog: RequestLog;
  exchanges: Exchanges;
  pages: DocumentPages;
  store: ProcessStore;
  faults: Faults;
  usage: Usage;
  stats: Stats;
  changes: Changes;
  /** Begins to replay from the first recordings again. */
  rewind(): void;
};

/** How to forget each part of the state. */
const RESETS = {
  requests: ({ requestLog, exchanges, pages, rewind }: Parts) => {
    rewind();
    requestLog.clear();
    exchanges.clear();
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
  for (const part of named) RESETS[part as keyof typeof RESETS](parts);
  parts.database.overwriteDeleted();
  parts.changes.tell({ what: 'everything' });
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
  yield* list('requests', requestLog.list().slice(), (request) => (withSecrets ? request : withoutSecrets(request)));
  yield* list('processes', store.ids(), (id) => {
    const process = store.find(id);
    if (!process) return undefined;
    const webhook = withSecrets ? process.webhook : maskWebhook(process.webhook);
    // The job needs the document, which is not in the file.
    return { ...process, webhook, job: {}, payload: store.payloadOf(id) };
  });
  yield* list('faults', faults.list().slice(), (fault) => fault);
  yield* list('usage', usage.rows(), (row) => row);
  yield '}';
}

const PIECE = 65_536;

/** A member of the file; a row that is there no more is left out. */
async function* list<Row>(name: string, rows: Iterable<Row>, shown: (row: Row) => unknown): AsyncGenerator<string> {
  let text = `,"${name}":[`;
  let separator = '';
  for (const row of rows) {
    const json = JSON.stringify(shown(row));
    if (json === undefined) continue;
    text += separator + json;
    separator = ',';
    if (text.length < PIECE) continue;
    yield text;
    text = '';
    await pause();
  }
  yield `${text}]`;
}

/** Replaces the state by that of a file. A process that had not ended is failed: its document is not in the file. */
export async function importState(parts: Parts, file: Upload) {
  const { requests, processes, faults, usage } = await readState(file);
  // What a full disk has no room for takes the place of nothing.
  parts.database.transaction(() => {
    parts.store.clear();
    for (const process of processes.toReversed()) parts.store.restore(process);
    parts.store.prune();
    parts.usage.clear();
    for (const { at, ...consumption } of usage) parts.usage.record(at, consumption);
  });
  reset(parts, { parts: ['requests', 'faults'] });
  parts.requestLog.restore(requests);
  for (const { path, fault, callback, times } of faults) parts.faults.arm({ path, fault, callback, times });
  parts.changes.tell({ what: 'everything' });
  const count = { requests: requests.length, processes: processes.length, faults: faults.length, usage: usage.length };
  return { imported: count };
}

/** A logged request without the secrets of its body. */
const withoutSecrets = ({ json, parts, ...request }: LoggedRequest): LoggedRequest => ({
  ...request,
  json: hideSecrets(json, '', false),
  parts: parts?.map(partWithoutSecrets) ?? null,
});

function partWithoutSecrets(part: ReceivedPart): ReceivedPart {
  const { name, value } = part;
  if (value === undefined) return part;
  const shown = hideSecrets(value, name, false) as string;
  // A password can be guessed by its digest.
  return shown === value ? part : { ...part, value: shown, sha256: HIDDEN };
}

/** Of a webhook only the names stay, and where it leads. */
function hideSecrets(value: unknown, name: string, isOfWebhook: boolean): unknown {
  if (Array.isArray(value)) return value.map((member) => hideSecrets(member, name, isOfWebhook));
  if (isObject(value)) {
    const hide = ([member, inner]: [string, unknown]) => [
      member,
      hideSecrets(inner, member, isOfWebhook || member === 'webhook'),
    ];
    return Object.fromEntries(Object.entries(value).map(hide));
  }
  if (value === null || typeof value === 'boolean') return value;
  if (isSecretName(name) || (isOfWebhook && !SHOWN_OF_WEBHOOK.includes(name))) return HIDDEN;
  return typeof value === 'string' && /^\s*[a-z][a-z\d+.-]*:\/\//i.test(value) ? maskUrl(value) : value;
}

const SHOWN_OF_WEBHOOK = ['url', 'fallbackUrl', 'name'];
