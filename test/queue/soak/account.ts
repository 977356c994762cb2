// Accounts for every item: what was submitted, what the sandbox's log says it received and delivered, what came out.
import { PATHS } from './workflows.ts';

export interface Submitted {
  item: string;
  kind: string;
  repeatsUncertain: boolean;
}

/** What a workflow has reported of an item. */
export interface Report {
  item: string;
  processId?: string | null;
  error?: unknown;
  message?: string;
  timedOut?: boolean;
}

/** A request as the sandbox's log has it. */
export interface LoggedRequest {
  requestId: string;
  path: string;
  httpStatus: number | null;
  code: string | null;
  /** `undefined` if the sandbox refused it before it read the body. */
  item: string | undefined;
}

export interface LoggedProcess {
  id: string;
  requestId: string;
  deliveries: Array<{ httpStatus: number | null; error: string | null; answer: string | null }>;
  deliveriesLeftOut: number;
}

export interface Ledger {
  submitted: Submitted[];
  reports: Report[];
  requests: LoggedRequest[];
  processes: LoggedProcess[];
}

export interface Account {
  results: number;
  failures: number;
  timedOut: number;
  /** Asynchronous items whose result the service never delivered with an answer of 200: broken or missing callbacks. */
  undelivered: number;
  /** Items with a second request after one that may have been processed. Only those that declare it may. */
  repeatedUncertain: number;
  /** What must not be. */
  findings: string[];
}

const pathOf = (kind: string) => (PATHS as Record<string, string>)[kind] ?? PATHS.start;

/** Statuses that say that a request was not processed, so that it can be repeated without being billed twice. */
const NOT_PROCESSED = [429, 503];

export function account({ submitted, reports, requests, processes }: Ledger): Account {
  const findings: string[] = [];
  const total: Account = { results: 0, failures: 0, timedOut: 0, undelivered: 0, repeatedUncertain: 0, findings };
  const reportsOf = Map.groupBy(reports, ({ item }) => item);
  const requestsOf = Map.groupBy(requests, ({ item }) => item);
  const processOf = new Map(processes.map((one) => [one.requestId, one]));
  const unread = Map.groupBy(requestsOf.get(undefined) ?? [], ({ path }) => path);

  for (const { item, kind, repeatsUncertain } of submitted) {
    const own = reportsOf.get(item) ?? [];
    const sent = requestsOf.get(item) ?? [];
    const say = (what: string) => findings.push(`${item} (${kind}): ${what}`);
    // A request that was refused unread is one of those to the same path.
    if (sent.length === 0 && unread.get(pathOf(kind))?.pop() === undefined) say('the sandbox has received no request');

    const uncertain = sent.slice(0, -1).filter(({ httpStatus }) => !NOT_PROCESSED.includes(httpStatus ?? 0));
    if (uncertain.length > 0 && !repeatsUncertain)
      say(`was repeated after ${uncertain.map(({ httpStatus, code }) => `${httpStatus} ${code}`).join(', ')}`);
    if (uncertain.length > 0) total.repeatedUncertain++;

    const failed = own.filter(({ error }) => error !== undefined && error !== null);
    const results = own.filter((one) => !failed.includes(one) && one.timedOut !== true);
    total.failures += failed.length;
    total.timedOut += own.filter(({ timedOut }) => timedOut === true).length;
    total.results += results.length;
    if (kind !== 'trigger') {
      if (own.length !== 1) say(`has ${own.length} outcomes instead of one`);
      continue;
    }

    if (failed.length > 1) say(`has failed ${failed.length} times`);
    const started = sent.flatMap(({ requestId }) => processOf.get(requestId) ?? []);
    for (const { id, deliveries } of started) {
      const accepted = deliveries.filter(({ httpStatus }) => httpStatus === 200).length;
      const came = results.filter(({ processId }) => processId === id).length;
      if (accepted > 0 && came !== 1) say(`result ${id} was accepted ${accepted} times and came out ${came} times`);
      if (accepted === 0 && came > 0) say(`result ${id} came out, but no delivery was accepted`);
      if (accepted === 0) total.undelivered++;
    }
    if (started.length === 0 && failed.length === 0) say('has neither a process nor a failure');
  }
  return total;
}

/** Megabytes a minute, by least squares over the samples `[minutes, megabytes]`. */
export function slopeOf(samples: Array<[minutes: number, megabytes: number]>): number {
  const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
  const [x, y] = [mean(samples.map(([at]) => at)), mean(samples.map(([, size]) => size))];
  const spread = samples.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return spread === 0 ? 0 : samples.reduce((sum, [at, size]) => sum + (at - x) * (size - y), 0) / spread;
}
