import { charsetOf, DecodingError, TextReader } from './charset';
import type { ServiceResponse } from './envelope';
import type { StoredStream } from './file';
import { asResponse, TooLargeError } from './http-error';
import { backslashesBefore, closingQuote, parseExactJson } from '../common/json';
import { asObject } from '../common/shape';

/** Bounds the time until a whole response has come. The timeout of n8n's client ends with the headers of the response. */
export class TimeLimit {
  /** Rejects with the message of n8n's client. */
  readonly exceeded: Promise<never>;

  private timer: AbortSignal | undefined;
  private reject: (error: Error) => void = () => undefined;

  constructor(readonly milliseconds: number) {
    this.exceeded = new Promise((_resolve, reject) => (this.reject = reject));
    // Nobody may be waiting when the time is over.
    this.exceeded.catch(() => undefined);
  }

  /** The time runs from the first call. */
  start(): void {
    if (this.timer) return;
    this.timer = AbortSignal.timeout(this.milliseconds);
    this.timer.addEventListener('abort', this.exceed);
  }

  end(): void {
    this.timer?.removeEventListener('abort', this.exceed);
  }

  private readonly exceed = (): void => this.reject(new Error(`timeout of ${this.milliseconds}ms exceeded`));
}

const isStream = (body: unknown): body is StoredStream => typeof asObject(body)['setEncoding'] === 'function';

/** The response of n8n's client, which must come before the limit. One that comes too late is not read. */
export async function responseInTime(sent: Promise<unknown>, limit: TimeLimit): Promise<ServiceResponse> {
  let isLate = false;
  const response = sent.then((answer) => {
    const read = asResponse(asObject(answer));
    if (isLate && isStream(read.body)) read.body.destroy();
    return read;
  });
  const exceeded = limit.exceeded.catch((error: unknown) => {
    isLate = true;
    return Promise.reject(error as Error);
  });
  return await Promise.race([response, exceeded]);
}

/** The response with its body, which must both come before the limit. `onBroken` says what is made of a body that breaks off. */
export async function wholeResponse(
  sent: Promise<unknown>,
  limit: TimeLimit,
  largest: number,
  onBroken: (error: unknown, response: ServiceResponse) => unknown,
): Promise<ServiceResponse> {
  const response = await responseInTime(sent, limit);
  const { body: stream, contentType } = response;
  if (!isStream(stream)) return response;
  const body = await readBody(stream, limit, contentType, largest).catch((error: unknown) => onBroken(error, response));
  return { ...response, body };
}

/** The megabytes a response may have, once it is unpacked, unless an option says otherwise. */
export const LARGEST_RESPONSE = 100;

/** JSON of many small values takes up to forty times its size in memory, the text of an image only its size. */
const BESIDE_IMAGES = 1 / 4;

/** Each is kept with an object around it, however small it is. */
const CHUNK = 64;

/**
 * Reads a response's stream: the value of its JSON, or its text if it is not JSON. Rejects if the stream breaks off, does
 * not end in time, or has more than so many megabytes. n8n's client would hold the response as bytes, as text and as parsed
 * texts at the same time, which is too much for one with images and crops.
 */
export async function readBody(
  stream: StoredStream,
  limit: TimeLimit,
  contentType?: string,
  largest = LARGEST_RESPONSE,
): Promise<unknown> {
  limit.start();
  try {
    return await Promise.race([collect(stream, charsetOf(contentType), largest), limit.exceeded]);
  } finally {
    limit.end();
    stream.destroy();
  }
}

async function collect(stream: StoredStream, charset: string | undefined, largest: number): Promise<unknown> {
  const text = new TextReader(charset);
  const body = new Body();
  const most = largest * 2 ** 20;
  let size = 0;
  for await (const chunk of stream) {
    const bytes = chunk as Uint8Array;
    body.add(text.read(bytes));
    size += bytes.length + CHUNK;
    if (size > most) throw new TooLargeError(`more than ${largest} MB`);
    if (body.sizeBesideImages > most * BESIDE_IMAGES)
      throw new TooLargeError(`more than ${largest * BESIDE_IMAGES} MB beside images and files`);
  }
  body.add(text.end());
  const value = body.end();
  if (text.isGarbled) throw new DecodingError(value, charset);
  return value;
}

/** The backslash, and control characters, which JSON does not allow: text with them is not its own value. */
const ESCAPED_OR_INVALID = /[^ -[\]-\uffff]/;

/**
 * Collects JSON text. A value that comes in several chunks, as images do, is kept out of the JSON and put back after
 * parsing, so that the whole text never stands in memory at once.
 */
class Body {
  private readonly parts: string[] = [];
  /** The indexes of the parts that are such values. */
  private readonly largeValues: number[] = [];
  /** Takes the place of a large value in the JSON, followed by its index. */
  private readonly placeholder = `large value ${Math.random()}:`;
  /** The chunks of a string that has not ended. */
  private openString: string[] | undefined;
  /** A backslash at the end of a chunk, whose character comes with the next one. */
  private heldBackslash = '';
  /** The characters outside of texts that came in several chunks. */
  sizeBesideImages = 0;

  add(chunk: string): void {
    const text = this.heldBackslash + chunk;
    this.heldBackslash = backslashesBefore(text, text.length, 0) % 2 === 1 ? '\\' : '';
    this.split(text.slice(0, text.length - this.heldBackslash.length));
  }

  end(): unknown {
    this.parts.push((this.openString ?? []).join(''), this.heldBackslash);
    const withPlaceholders = [...this.parts];
    for (const at of this.largeValues) withPlaceholders[at] = `${this.placeholder}${at}`;
    const parsed = parseExactJson(
      withPlaceholders.join('').replace(/^\uFEFF/, ''),
      this.largeValues.length > 0 ? this.restore : undefined,
    );
    return 'value' in parsed ? parsed.value : this.parts.join('');
  }

  /** Adds a chunk that does not end inside an escape sequence. Strings that begin and end in it stay in place. */
  private split(chunk: string): void {
    let end = -1;
    if (this.openString) {
      end = closingQuote(chunk, 0);
      this.openString.push(chunk.slice(0, end < 0 ? chunk.length : end));
      if (end < 0) return;
      this.close(this.openString);
    }
    const from = Math.max(end, 0);
    for (;;) {
      const start = chunk.indexOf('"', end + 1);
      if (start < 0) return this.keep(chunk.slice(from));
      end = closingQuote(chunk, start + 1);
      if (end >= 0) continue;
      this.keep(chunk.slice(from, start + 1));
      this.openString = [chunk.slice(start + 1)];
      return;
    }
  }

  private keep(text: string): void {
    this.parts.push(text);
    this.sizeBesideImages += text.length;
  }

  private close(chunks: string[]): void {
    this.openString = undefined;
    const text = chunks.join('');
    // A string after a colon is a value, not a name.
    const isValue = this.parts.at(-1)?.slice(0, -1).trimEnd().endsWith(':') === true;
    const at = this.parts.push(text) - 1;
    if (isValue && !ESCAPED_OR_INVALID.test(text)) this.largeValues.push(at);
  }

  private readonly restore = (_name: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(this.placeholder)
      ? this.parts[Number(value.slice(this.placeholder.length))]
      : value;
}
