import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Type, type Static } from '@sinclair/typebox';
import { FileNames } from '../console/fileNames.ts';
import { bytesOf, type Memory } from '../memory.ts';
import { oneOf, orNull } from '../schemas/shorthand.ts';
import { isSecretHeader, isSecretInQuery } from '../secrets.ts';
import { OWN_HEADER } from '../settings.ts';
import { traceparentIn } from '../traceContext.ts';
import { Upload } from '../upload/upload.ts';
import { receivedPart, type ReceivedPart } from '../upload/form.ts';

const text = Type.String();

/** A request in an exported state. */
export const exportedRequest = Type.Object({
  requestId: text,
  at: text,
  // It is a word of the command that the console copies.
  method: Type.String({ pattern: '^[A-Z-]+$' }),
  // Behind the address of the sandbox anything else could be another address.
  path: Type.String({ pattern: '^/' }),
  /** Of the address, without its secrets; empty if there is none. */
  query: Type.Optional(text),
  headers: Type.Unsafe<IncomingHttpHeaders>(
    Type.Object({ 'content-type': Type.Optional(text) }, { additionalProperties: true }),
  ),
  /** The trace it belongs to, if its caller traces. */
  traceparent: Type.Optional(orNull(text)),
  parts: orNull(Type.Array(receivedPart)),
  json: Type.Unknown(),
  /** What tells it from others like it: its files, its query, and the names of what else was sent. */
  sent: Type.Optional(Type.Array(text)),
  /** What went wrong with it, and with its callback, on purpose. */
  fault: orNull(text),
  callback: orNull(text),
  /** Where the answer is from, if not from the sandbox itself; `requestId` is the answer's. */
  recording: orNull(Type.Object({ mode: oneOf('upstream', 'replayed'), file: orNull(text), requestId: orNull(text) })),
  httpStatus: orNull(Type.Integer()),
  code: orNull(text),
  elapsedMilliseconds: orNull(Type.Number()),
  /** The client closed the connection before the answer. */
  aborted: Type.Boolean(),
});

/** A request as it was received, and the outcome. */
export type LoggedRequest = Required<Static<typeof exportedRequest>>;

type Received = Pick<LoggedRequest, 'parts' | 'json'>;
type Head = Omit<LoggedRequest, keyof Received>;

/** One request. What it has sent, and its answer, are texts whose size is known, and are kept while there is room. */
export class LogEntry implements LoggedRequest {
  declare requestId: string;
  declare at: string;
  declare method: string;
  declare path: string;
  declare query: string;
  declare headers: IncomingHttpHeaders;
  declare traceparent: string | null;
  declare sent: string[];
  declare fault: string | null;
  declare callback: string | null;
  declare recording: LoggedRequest['recording'];
  declare httpStatus: number | null;
  declare code: string | null;
  declare elapsedMilliseconds: number | null;
  declare aborted: boolean;
  readonly #log: { memory: Memory; files: FileNames };
  readonly #letGo: (() => void)[] = [];
  #isForgotten = false;
  #received: string | null = '{"parts":null,"json":null}';
  #answer: string | null = null;

  constructor(head: Head, log: { memory: Memory; files: FileNames }) {
    Object.assign(this, head);
    this.#log = log;
  }

  get parts(): LoggedRequest['parts'] {
    return this.#read().parts;
  }

  get json(): unknown {
    return this.#read().json;
  }

  /** Whether what was sent is still known. */
  get isKept(): boolean {
    return this.#received !== null;
  }

  get answer(): string | null {
    return this.#answer;
  }

  /** Keeps what was sent; of a large body the beginning. */
  receive({ parts = null, json = null }: Partial<Received>): void {
    const received = { parts: parts && firstParts(parts), json: summarise(json) };
    // Texts of their own: a piece of a text keeps all of it in memory.
    this.sent = JSON.parse(JSON.stringify(this.#log.files.sentIn(received))) as string[];
    this.#received = JSON.stringify(received);
    this.keep('contents', this.#received, () => (this.#received = null));
  }

  keepAnswer(text: string): void {
    if (text.length > LONGEST_ANSWER) return;
    this.#answer = text;
    this.keep('contents', text, () => (this.#answer = null));
  }

  /** Counts a text of the request, until its room is needed or the request is forgotten. */
  keep(kind: 'contents' | 'rows', text: string, forget: () => void): void {
    if (this.#isForgotten) forget();
    else this.#letGo.push(this.#log.memory.keep(kind, bytesOf(text), forget));
  }

  forget(): void {
    this.#isForgotten = true;
    for (const letGo of this.#letGo) letGo();
  }

  toJSON(): LoggedRequest {
    return { ...this, ...this.#read() };
  }

  #read(): Received {
    return this.#received === null ? { parts: null, json: NOT_KEPT } : (JSON.parse(this.#received) as Received);
  }
}

export const NOT_KEPT = '… what was sent is no longer kept: later requests have taken its room (SANDBOX_MEMORY_MB)';

/** A longer answer, with pictures of many pages, is left out. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

const MOST_OF_STRANGERS = 500;

/** The last requests, so that tests can check what arrived. */
export class RequestLog {
  readonly #maximum: number;
  readonly #kept: { memory: Memory; files: FileNames };
  readonly #changed: (entry: LogEntry) => void;
  readonly #entries = new Map<string, LogEntry>();
  readonly #ofStrangers = new Set<LogEntry>();
  /** Requests that had to make room, but for those of strangers. */
  forgotten = 0;

  constructor(maximum: number, memory: Memory, changed: (entry: LogEntry) => void = () => {}) {
    this.#maximum = maximum;
    this.#kept = { memory, files: new FileNames() };
    this.#changed = changed;
  }

  /** It is one of a stranger until it is admitted. */
  open(head: Pick<Head, 'requestId' | 'at' | 'method' | 'path' | 'query' | 'headers'>): LogEntry {
    const entry = this.#add({
      ...NO_OUTCOME,
      ...head,
      traceparent: traceparentIn(head.headers),
      query: maskQuery(head),
      headers: maskHeaders(head.headers),
    });
    this.keepApart(entry);
    this.#changed(entry);
    return entry;
  }

  /** It makes no other go but those of strangers: anybody can send requests that are refused, also a web page. */
  keepApart(entry: LogEntry): void {
    // It may have been forgotten meanwhile.
    if (!this.#entries.has(entry.requestId)) return;
    const [oldest] = this.#ofStrangers.add(entry);
    if (oldest && this.#ofStrangers.size > MOST_OF_STRANGERS) this.#forget(oldest);
  }

  /** It is none of a stranger. */
  admit(entry: LogEntry): void {
    if (this.#ofStrangers.delete(entry)) this.#makeRoom();
  }

  finish(entry: LogEntry, outcome: Pick<LoggedRequest, 'httpStatus' | 'elapsedMilliseconds' | 'aborted'>): void {
    Object.assign(entry, outcome);
    this.#changed(entry);
  }

  find(requestId: string): LogEntry | undefined {
    return this.#entries.get(requestId);
  }

  /** Oldest first. */
  list(path?: string): LogEntry[] {
    return [...this.#entries.values()].filter((entry) => !path || entry.path === path);
  }

  clear(): void {
    for (const entry of this.#entries.values()) this.#forget(entry);
    this.forgotten = 0;
  }

  restore(requests: Static<typeof exportedRequest>[]): void {
    this.clear();
    for (const { parts, json, ...head } of requests) {
      this.#add({ ...NO_OUTCOME, ...head }).receive({ parts, json });
      this.#makeRoom();
    }
  }

  #add(head: Head): LogEntry {
    const entry = new LogEntry(head, this.#kept);
    this.#entries.set(entry.requestId, entry);
    entry.keep('rows', JSON.stringify(head), () => this.#forget(entry));
    return entry;
  }

  #makeRoom(): void {
    if (this.#entries.size - this.#ofStrangers.size <= this.#maximum) return;
    for (const entry of this.#entries.values()) if (!this.#ofStrangers.has(entry)) return this.#forget(entry);
  }

  #forget(entry: LogEntry): void {
    if (!this.#ofStrangers.delete(entry)) this.forgotten++;
    this.#entries.delete(entry.requestId);
    entry.forget();
  }
}

const NO_OUTCOME = {
  ...{ sent: [], traceparent: null, query: '', fault: null, callback: null, recording: null },
  ...{ httpStatus: null, code: null, elapsedMilliseconds: null, aborted: false },
};

/** A callback to the sandbox itself, or to another one: whatever is sent with it may be secret. */
const isCallback = (headers: IncomingHttpHeaders) => OWN_HEADER in headers;

const maskQuery = ({ query, headers }: Pick<Head, 'query' | 'headers'>): string =>
  query.replace(/(^|&)([^=&]+)=[^&]*/g, (pair, before: string, name: string) =>
    isCallback(headers) || isSecretInQuery(nameIn(name)) ? `${before}${name}=•••` : pair,
  );

const nameIn = (encoded: string): string => new URLSearchParams(encoded).keys().next().value ?? encoded;

function maskHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const hide = ([name, value]: [string, IncomingHttpHeaders[string]]) => [
    name,
    isSecretHeader(name) || (isCallback(headers) && !OF_MESSAGE.test(name)) ? maskValue(value) : value,
  ];
  return Object.fromEntries(Object.entries(headers).map(hide)) as IncomingHttpHeaders;
}

/** What every callback has. */
const OF_MESSAGE = /^(?:host|connection|content-(?:type|length)|traceparent|tracestate)$/;

/** Keeps the scheme and a fingerprint that tells two tokens apart. */
function maskValue(value: string | string[] | undefined): string {
  const [scheme = '', ...rest] = String(value).split(' ');
  const fingerprint = createHash('sha256').update(rest.join(' ')).digest('hex').slice(0, 8);
  return rest.length > 0 ? `${scheme} •••${fingerprint}` : '•••';
}

/** What the log keeps of a body: as many characters of names, texts and numbers. It has thousands of bodies. */
const MOST_CHARACTERS = 100_000;
const LONGEST_TEXT = 8192;

const firstParts = (parts: ReceivedPart[]): ReceivedPart[] => {
  let left = MOST_CHARACTERS;
  const end = parts.findIndex((part) => (left -= JSON.stringify(part).length) < 0);
  if (end < 0) return parts;
  const value = `${parts.length - end} more parts, which the log does not keep`;
  return [...parts.slice(0, end), { name: '…', filename: null, contentType: '', size: 0, sha256: '', value }];
};

/** A body whose files and long texts are replaced by their size and digest; of very many members only the first are kept. */
function summarise(body: unknown): unknown {
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
