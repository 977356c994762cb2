import type { Route } from '../operations/index.ts';
import type { LogEntry, LoggedRequest } from '../plugins/requestLog.ts';
import { listStanding } from '../processes/listing.ts';
import type { ProcessStore } from '../processes/processStore.ts';

export type Shown = { routes: Route[]; store: Pick<ProcessStore, 'standingOf' | 'requestsOf'> };

/** A row of the console's list, with how the process stands that it has started. */
export function summaryOf(entry: LogEntry, { routes, store }: Shown) {
  // What was sent, and the answer, are no members of their own.
  const { headers: _headers, ...outcome } = entry;
  const standing = store.standingOf(entry.requestId);
  return { ...outcome, operation: operationName(entry, routes), process: standing && listStanding(standing) };
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

/** The newest requests, newest first. */
export function newestRequests(
  entries: LogEntry[],
  shown: Shown,
  { search = '', limit }: { search?: string; limit: number },
) {
  const wanted = search.trim().toLowerCase();
  const starters = new Set(wanted === '' || isStatus(wanted) ? [] : shown.store.requestsOf(wanted));
  const found: ReturnType<typeof summaryOf>[] = [];
  let hasMore = false;
  for (let at = entries.length - 1; at >= 0 && !hasMore; at--) {
    const entry = entries[at] as LogEntry;
    if (wanted !== '' && !starters.has(entry.requestId) && !isAbout(entry, shown.routes, wanted)) continue;
    if (found.length < limit) found.push(summaryOf(entry, shown));
    else hasMore = true;
  }
  return { requests: found, hasMore, total: entries.length };
}

/** A number of three digits is a status or a code: as a part of an ID it would be found everywhere. */
const isStatus = (wanted: string) => /^\d{3}$/.test(wanted);

function isAbout(entry: LogEntry, routes: Route[], wanted: string): boolean {
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
