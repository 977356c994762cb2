import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Upload } from '../upload/upload.ts';
import type { ReceivedPart } from '../upload/form.ts';

/** A request as it was received. */
export type JournalEntry = {
  requestId: string;
  at: string;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  parts: ReceivedPart[] | null;
  json: unknown;
  httpStatus: number | null;
  code: string | null;
  elapsedMilliseconds: number | null;
  /** The client went away before it was answered. */
  aborted: boolean;
};

const LONGEST_TEXT = 8192;

/** The last requests, for tests to see what arrived. */
export class Journal {
  readonly #most: number;
  #entries: JournalEntry[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  open(entry: Pick<JournalEntry, 'requestId' | 'at' | 'method' | 'path' | 'headers'>): JournalEntry {
    const whole = {
      parts: null,
      json: null,
      httpStatus: null,
      code: null,
      elapsedMilliseconds: null,
      aborted: false,
      ...entry,
    };
    const opened = { ...whole, headers: maskHeaders(entry.headers) };
    this.#entries.push(opened);
    if (this.#entries.length > this.#most) this.#entries.shift();
    return opened;
  }

  list(path?: string): JournalEntry[] {
    return path ? this.#entries.filter((entry) => entry.path === path) : this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}

function maskHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const hide = ([name, value]: [string, IncomingHttpHeaders[string]]) => [
    name,
    name === 'authorization' || name === 'cookie' ? maskValue(value) : value,
  ];
  return Object.fromEntries(Object.entries(headers).map(hide)) as IncomingHttpHeaders;
}

/** The scheme stays, and a fingerprint by which two tokens can be told apart. */
function maskValue(value: string | string[] | undefined): string {
  const [scheme = '', ...rest] = String(value).split(' ');
  const fingerprint = createHash('sha256').update(rest.join(' ')).digest('hex').slice(0, 8);
  return rest.length > 0 ? `${scheme} •••${fingerprint}` : '•••';
}

/** A body with files and long texts replaced by what identifies them. */
export function summarise(value: unknown): unknown {
  if (value instanceof Upload)
    return value.problem ? { problem: value.problem } : { bytes: value.size, sha256: value.sha256 };
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    return { characters: value.length, sha256: createHash('sha256').update(value).digest('hex') };
  }
  if (Array.isArray(value)) return value.map(summarise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, summarise(member)]));
}
