import { operationAt } from '../operations/index.ts';
import type { LogEntry } from '../plugins/requestLog.ts';
import { listStanding } from '../processes/listing.ts';
import type { ProcessStore } from '../processes/processStore.ts';
import { isForm } from '../upload/form.ts';

/** A row of the console's list, with how the process stands that it has started. */
export function summaryOf(entry: LogEntry, store: ProcessStore) {
  // What was sent, and the answer, are no members of their own.
  const { headers: _headers, ...outcome } = entry;
  const standing = store.standingOf(entry.requestId);
  return { ...outcome, operation: operationName(entry), process: standing && listStanding(standing) };
}

/** What the service interface calls it; the path if it is no operation. */
function operationName({ path, method, headers }: LogEntry): string {
  const isOperation = method === 'POST';
  if (isOperation && path === '/user/authenticate') return 'Signing in';
  return (isOperation && operationAt(path, isForm(headers))?.name) || `${method} ${path}`;
}

/** The newest requests, newest first. */
export function newestRequests(
  entries: LogEntry[],
  store: ProcessStore,
  { search, limit }: { search: string; limit: number },
) {
  const wanted = search.trim().toLowerCase();
  const starters = new Set(wanted === '' || isStatus(wanted) ? [] : store.requestsOf(wanted));
  const found: ReturnType<typeof summaryOf>[] = [];
  let hasMore = false;
  for (let at = entries.length - 1; at >= 0 && !hasMore; at--) {
    const entry = entries[at] as LogEntry;
    if (wanted !== '' && !starters.has(entry.requestId) && !isAbout(entry, wanted)) continue;
    if (found.length < limit) found.push(summaryOf(entry, store));
    else hasMore = true;
  }
  return { requests: found, hasMore, total: entries.length };
}

/** A number of three digits is a status or a code: as a part of an ID it would be found everywhere. */
const isStatus = (wanted: string) => /^\d{3}$/.test(wanted);

function isAbout(entry: LogEntry, wanted: string): boolean {
  const { requestId, path, query, httpStatus, code, recording, traceparent } = entry;
  if (isStatus(wanted)) return String(httpStatus) === wanted || code === wanted;
  const known = [
    requestId,
    traceparent,
    recording?.requestId,
    recording?.file,
    path,
    query,
    operationName(entry),
    code,
  ];
  return [...known, ...entry.sent].some((text) => text?.toLowerCase().includes(wanted));
}
