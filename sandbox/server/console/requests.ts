import type { Route } from '../operations/index.ts';
import type { LoggedRequest } from '../plugins/requestLog.ts';
import { listStanding } from '../processes/listing.ts';
import type { ProcessStore } from '../processes/processStore.ts';

/** A row of the console's list. */
export type RequestSummary = Pick<
  LoggedRequest,
  | 'requestId'
  | 'at'
  | 'method'
  | 'path'
  | 'httpStatus'
  | 'code'
  | 'elapsedMilliseconds'
  | 'aborted'
  | 'fault'
  | 'callback'
  | 'recording'
  | 'sent'
> & {
  operation: string;
  /** How the process stands that it has started. */
  process: ReturnType<typeof listStanding> | null;
};

export type Shown = { routes: Route[]; store: Pick<ProcessStore, 'standingOf' | 'requestsOf'> };

export function summaryOf(entry: LoggedRequest, { routes, store }: Shown): RequestSummary {
  const { requestId, at, method, path, httpStatus, code, elapsedMilliseconds, aborted, fault, callback, sent } = entry;
  const known = { requestId, at, method, path, httpStatus, code, elapsedMilliseconds, aborted, fault, callback, sent };
  const standing = store.standingOf(requestId);
  return {
    ...known,
    recording: entry.recording,
    operation: operationName(entry, routes),
    process: standing && listStanding(standing),
  };
}

/** What the service interface calls it; the path if it is no operation. */
function operationName({ path, method, headers }: LoggedRequest, routes: Route[]): string {
  const isOperation = method === 'POST';
  if (isOperation && path === '/user/authenticate') return 'Signing in';
  const route = isOperation && routes.find((candidate) => candidate.path === path);
  if (!route) return `${method} ${path}`;
  const isForm = String(headers['content-type'] ?? '').startsWith('multipart/');
  return ((isForm ? route.form : route.json) ?? route.form ?? route.json)?.name ?? path;
}

/** A page of requests, newest first; `before` is the last request of the page before. */
export function requestPage(
  entries: LoggedRequest[],
  shown: Shown,
  { search = '', before, limit }: { search?: string; before?: string; limit: number },
) {
  const wanted = search.trim().toLowerCase();
  const starters = new Set(wanted === '' || isStatus(wanted) ? [] : shown.store.requestsOf(wanted));
  const end = before === undefined ? entries.length : entries.findIndex(({ requestId }) => requestId === before);
  const found: RequestSummary[] = [];
  let hasMore = false;
  for (let at = end - 1; at >= 0 && !hasMore; at--) {
    const entry = entries[at] as LoggedRequest;
    if (wanted !== '' && !starters.has(entry.requestId) && !isAbout(entry, shown.routes, wanted)) continue;
    if (found.length < limit) found.push(summaryOf(entry, shown));
    else hasMore = true;
  }
  return { requests: found, hasMore, total: entries.length };
}

/** A number of three digits is a status or a code: as a part of an ID it would be found everywhere. */
const isStatus = (wanted: string) => /^\d{3}$/.test(wanted);

function isAbout(entry: LoggedRequest, routes: Route[], wanted: string): boolean {
  const { requestId, path, query, httpStatus, code, recording, traceparent } = entry;
  if (isStatus(wanted)) return String(httpStatus) === wanted || code === wanted;
  const known = [
    requestId,
    traceparent,
    recording?.requestId,
    recording?.file,
    path,
    query,
    operationName(entry, routes),
    code,
  ];
  return [...known, ...entry.sent].some((text) => text?.toLowerCase().includes(wanted));
}
