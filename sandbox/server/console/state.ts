import { Type, type Static } from '@sinclair/typebox';
import type { Faults } from '../faults.ts';
import type { RequestLog } from '../plugins/requestLog.ts';
import type { Stats } from '../plugins/requestLifecycle.ts';
import { maskWebhook } from '../processes/webhook.ts';
import type { ProcessStore } from '../processes/processStore.ts';
import type { Usage } from '../store.ts';
import type { Changes } from './changes.ts';
import type { Exchanges } from './exchanges.ts';
import type { DocumentPages } from './pages.ts';
import { FORMAT, parseState, type StateFile } from './stateFile.ts';

export type Parts = {
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
  parts.changes.tell({ what: 'everything' });
  return { reset: named };
}

/** Everything but documents and answers, as one file. The secrets of webhooks are hidden unless they are asked for. */
export function exportState({ requestLog, store, faults, usage }: Parts, withSecrets: boolean, at: string): StateFile {
  const processes = store.list(Infinity).map((process) => ({ ...process, payload: store.payloadOf(process.id) }));
  const requests = requestLog.list();
  return {
    format: FORMAT,
    version: 1,
    exportedAt: at,
    requests: withSecrets ? requests : requests.map((request) => ({ ...request, json: withoutSecrets(request.json) })),
    processes: withSecrets ? processes : processes.map((row) => ({ ...row, webhook: maskWebhook(row.webhook) })),
    faults: faults.list(),
    usage: usage.all(),
  };
}

/** Replaces the state by that of a file. A process that had not ended is failed: its document is not in the file. */
export async function importState(parts: Parts, text: string) {
  const { requests, processes, faults, usage } = await parseState(text);
  reset(parts, { parts: ['requests', 'processes', 'faults', 'usage'] });
  parts.requestLog.restore(requests);
  for (const process of processes.toReversed()) parts.store.restore(process);
  for (const { path, fault, callback, times } of faults) parts.faults.arm({ path, fault, callback, times });
  for (const { at, ...consumption } of usage) parts.usage.record(at, consumption);
  parts.changes.tell({ what: 'everything' });
  const count = { requests: requests.length, processes: processes.length, faults: faults.length, usage: usage.length };
  return { imported: count };
}

/** A logged body without the secrets of its webhook. */
function withoutSecrets(json: unknown): unknown {
  const webhook = (json as { webhook?: { url?: unknown } } | null)?.webhook;
  if (typeof webhook?.url !== 'string') return json;
  const { fallbackUrl, authorization } = webhook as { fallbackUrl?: string; authorization?: { mtls?: boolean } };
  const { headers = [], queryStrings = [] } = (authorization ?? {}) as Record<string, []>;
  const masked = maskWebhook({
    url: webhook.url,
    fallbackUrl: fallbackUrl ?? null,
    headers,
    queryStrings,
    mtls: false,
  });
  return {
    ...(json as object),
    webhook: {
      url: masked.url,
      ...(masked.fallbackUrl && { fallbackUrl: masked.fallbackUrl }),
      ...(authorization && {
        authorization: { ...authorization, headers: masked.headers, queryStrings: masked.queryStrings },
      }),
    },
  };
}
