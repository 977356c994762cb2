import type { StoredStream } from './file';
import { asObject, parseJson } from '../common/shape';

export const isStream = (body: unknown): body is StoredStream => typeof asObject(body)['setEncoding'] === 'function';

/**
 * Reads a response's stream: the value of its JSON, or its text if it is not JSON. Rejects if the stream breaks off, or
 * if nothing comes for the time given. n8n's client would hold the response as bytes, as text and as parsed texts at the
 * same time, which is too much for one with images and crops.
 */
export async function readBody(stream: StoredStream, timeoutMilliseconds: number): Promise<unknown> {
  const timeout = new IdleTimeout(timeoutMilliseconds);
  try {
    return await Promise.race([collect(stream, timeout), timeout.exceeded]);
  } finally {
    timeout.end();
    stream.destroy();
  }
}

async function collect(stream: StoredStream, timeout: IdleTimeout): Promise<unknown> {
  const body = new Body();
  for await (const chunk of stream.setEncoding('utf8')) {
    timeout.reset();
    body.add(chunk as string);
  }
  return body.end();
}

/** The timeout of n8n's client covers a streamed response only up to its headers. */
class IdleTimeout {
  /** Rejects with the message of n8n's client. */
  readonly exceeded: Promise<never>;

  private reject: (error: Error) => void = () => undefined;
  private resetAt = performance.now();
  private timer: AbortSignal | undefined;

  constructor(private readonly limit: number) {
    this.exceeded = new Promise((_resolve, reject) => (this.reject = reject));
    this.wait(limit);
  }

  reset(): void {
    this.resetAt = performance.now();
  }

  end(): void {
    this.timer?.removeEventListener('abort', this.check);
  }

  private wait(milliseconds: number): void {
    this.timer = AbortSignal.timeout(milliseconds);
    this.timer.addEventListener('abort', this.check);
  }

  private readonly check = (): void => {
    const left = Math.ceil(this.resetAt + this.limit - performance.now());
    if (left > 0) this.wait(left);
    else this.reject(new Error(`timeout of ${this.limit}ms exceeded`));
  };
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

  add(chunk: string): void {
    const text = this.heldBackslash + chunk;
    this.heldBackslash = backslashesBefore(text, text.length, 0) % 2 === 1 ? '\\' : '';
    this.split(text.slice(0, text.length - this.heldBackslash.length));
  }

  end(): unknown {
    this.parts.push((this.openString ?? []).join(''), this.heldBackslash);
    const withPlaceholders = [...this.parts];
    for (const at of this.largeValues) withPlaceholders[at] = `${this.placeholder}${at}`;
    const parsed = parseJson(
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
      if (start < 0) return void this.parts.push(chunk.slice(from));
      end = closingQuote(chunk, start + 1);
      if (end >= 0) continue;
      this.parts.push(chunk.slice(from, start + 1));
      this.openString = [chunk.slice(start + 1)];
      return;
    }
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

function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0 && backslashesBefore(text, quote, from) % 2 === 1) quote = text.indexOf('"', quote + 1);
  return quote;
}

function backslashesBefore(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && text[start - 1] === '\\') start--;
  return end - start;
}
