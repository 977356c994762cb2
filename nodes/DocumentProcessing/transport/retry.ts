import { type ServiceError, whyUnsent } from '../common/errors';
import { CUT_CODES } from './node-error';

/** How often and in which cases a request is repeated. */
export interface RetrySettings {
  retries: number;
  /** Whether to also repeat requests the service may have processed, and billed. */
  uncertain: boolean;
}

// Requests are billed. These cannot have been processed:
const UNPROCESSED = ['429', '503'];
// These may have been:
const UNCERTAIN = [...CUT_CODES, 'ETIMEDOUT', '500', '502', '504'];

/** Whether the service may have processed a request that failed, and counts it. */
export const mayBeProcessed = (failure: ServiceError): boolean =>
  whyUnsent(failure) === undefined && !['401', ...UNPROCESSED].includes(failure.httpOrNetworkCode);

const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
const LONGEST_RETRY_AFTER = 15 * 60_000;

/** Milliseconds until the request may be repeated, or `undefined` when it may not. */
export function delayBeforeRetry(
  failure: ServiceError,
  attempt: number,
  settings: RetrySettings,
  now: number,
  random: () => number,
): number | undefined {
  const {
    httpOrNetworkCode: code,
    details: { retryAfter },
  } = failure;
  const mayRepeat =
    whyUnsent(failure) === 'unconnected' ||
    UNPROCESSED.includes(code) ||
    (settings.uncertain && UNCERTAIN.includes(code));
  if (attempt >= settings.retries || !mayRepeat) return undefined;
  const requested = readRetryAfter(retryAfter, now);
  // A service that lets a request come back at once is obeyed once: if it is still busy then, the pause grows.
  if (requested === undefined || (requested === 0 && attempt > 0)) return exponentialDelay(attempt, random);
  return requested <= LONGEST_RETRY_AFTER ? requested : undefined;
}

const DATE = /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? |\d{4}-\d\d-\d\dT)/i;

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). What makes no sense, e.g. a date that has passed, says nothing. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const delay = DATE.test(text) ? Date.parse(text) - now : 0;
  return delay > 0 ? delay : undefined;
}

/** Half of the growing delay is fixed and half random, so that clients do not come back all at once. */
function exponentialDelay(attempt: number, random: () => number): number {
  const full = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return full / 2 + (full / 2) * random();
}
