import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { traceparentIn } from '../traceContext.ts';
import { Upload } from '../upload/upload.ts';
import type { ReceivedPart } from '../upload/form.ts';

/** A request as it was received, and the outcome. */
export type LoggedRequest = {
  requestId: string;
  at: string;
  method: string;
  path: string;
  /** Of the address, without its secrets; empty if there is none. */
  query: string;
  headers: IncomingHttpHeaders;
  /** The trace it belongs to, if its caller traces. */
  traceparent: string | null;
  parts: ReceivedPart[] | null;
  json: unknown;
  /** What went wrong with it, and with its callback, on purpose. */
  fault: string | null;
  callback: string | null;
  /** Where the answer is from, if not from the sandbox itself; `requestId` is the answer's. */
  recording: { mode: 'upstream' | 'replayed'; file: string | null; requestId: string | null } | null;
  httpStatus: number | null;
  code: string | null;
  elapsedMilliseconds: number | null;
  /** The client closed the connection before the answer. */
  aborted: boolean;
};

const LONGEST_TEXT = 8192;

/** The last requests, so that tests can check what arrived. */
export class RequestLog {
  readonly #maximum: number;
  readonly #changed: (entry: LoggedRequest) => void;
  #entries: LoggedRequest[] = [];

  constructor(maximum: number, changed: (entry: LoggedRequest) => void = () => {}) {
    this.#maximum = maximum;
    this.#changed = changed;
  }

  open(entry: Pick<LoggedRequest, 'requestId' | 'at' | 'method' | 'path' | 'query' | 'headers'>): LoggedRequest {
    const whole = {
      traceparent: traceparentIn(entry.headers),
      parts: null,
      json: null,
      fault: null,
      callback: null,
      recording: null,
      httpStatus: null,
      code: null,
      elapsedMilliseconds: null,
      aborted: false,
      ...entry,
    };
    const opened = { ...whole, query: maskQuery(entry.query), headers: maskHeaders(entry.headers) };
    this.#entries.push(opened);
    if (this.#entries.length > this.#maximum) this.#entries.shift();
    this.#changed(opened);
    return opened;
  }

  finish(entry: LoggedRequest, outcome: Pick<LoggedRequest, 'httpStatus' | 'elapsedMilliseconds' | 'aborted'>): void {
    Object.assign(entry, outcome);
    this.#changed(entry);
  }

  find(requestId: string): LoggedRequest | undefined {
    return this.#entries.find((entry) => entry.requestId === requestId);
  }

  list(path?: string): LoggedRequest[] {
    return path ? this.#entries.filter((entry) => entry.path === path) : this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  restore(entries: LoggedRequest[]): void {
    this.#entries = entries.slice(-this.#maximum);
  }
}

/** With a real account behind the sandbox, other headers than `Authorization` may sign in. */
export const isSecretHeader = (name: string): boolean =>
  isSecretName(name) || /(?<!idempotency|websocket)-key$/i.test(name);

export const isSecretName = (name: string): boolean =>
  /passw|passphrase|passcode|pwd|senha|secret|token|jwt|api[-_]?key|authorization|credential|client[-_]?id|signature/i.test(
    name,
  ) ||
  /(?:access|private|shared|subscription)[-_]?key|session[-_]?id/i.test(name) ||
  /(?:^|[-_.])(?:pass|auth|bearer|cookie|session|otp|pin)(?:[-_.]|$)/i.test(name);

/** In a query these may be ordinary words as well: `keyword`, `author`. */
const SECRET_IN_QUERY = /(?:^|[-_.])(?:key|sig|code|ticket)(?:[-_.]|$)/i;

export const isSecretInQuery = (name: string): boolean => isSecretName(name) || SECRET_IN_QUERY.test(name);

const maskQuery = (query: string): string =>
  query.replace(/(^|&)([^=&]+)=[^&]*/g, (pair, before: string, name: string) =>
    isSecretInQuery(nameIn(name)) ? `${before}${name}=•••` : pair,
  );

const nameIn = (encoded: string): string => new URLSearchParams(encoded).keys().next().value ?? encoded;

function maskHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const hide = ([name, value]: [string, IncomingHttpHeaders[string]]) => [
    name,
    isSecretHeader(name) ? maskValue(value) : value,
  ];
  return Object.fromEntries(Object.entries(headers).map(hide)) as IncomingHttpHeaders;
}

/** Keeps the scheme and a fingerprint that tells two tokens apart. */
function maskValue(value: string | string[] | undefined): string {
  const [scheme = '', ...rest] = String(value).split(' ');
  const fingerprint = createHash('sha256').update(rest.join(' ')).digest('hex').slice(0, 8);
  return rest.length > 0 ? `${scheme} •••${fingerprint}` : '•••';
}

/** What the log keeps of a body: as many characters of names, texts and numbers. It has thousands of bodies. */
const MOST_CHARACTERS = 100_000;

/** A body whose files and long texts are replaced by their size and digest; of very many members only the first are kept. */
export function summarise(body: unknown): unknown {
  let left = MOST_CHARACTERS;
  const summary = (value: unknown): unknown => {
    if (value instanceof Upload)
      return value.problem ? { problem: value.problem } : { bytes: value.size, sha256: value.sha256 };
    if (typeof value === 'string' && value.length > LONGEST_TEXT)
      return { characters: value.length, sha256: createHash('sha256').update(value).digest('hex') };
    if (Array.isArray(value)) return members(value).map(([, member]) => member);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(members(value));
    left -= String(value).length;
    return value;
  };
  const members = (value: object): [string, unknown][] => {
    const kept: [string, unknown][] = [];
    const all = Object.entries(value);
    for (const [name, member] of all) {
      if (left <= 0) return [...kept, ['…', `${all.length - kept.length} more, which the log does not keep`]];
      left -= name.length + 1;
      kept.push([name, summary(member)]);
    }
    return kept;
  };
  return summary(body);
}
