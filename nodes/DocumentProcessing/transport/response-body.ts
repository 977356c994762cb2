import type { StoredStream } from './file';
import { asObject, parseJson } from '../common/shape';

export const isStream = (body: unknown): body is StoredStream => typeof asObject(body)['setEncoding'] === 'function';

/**
 * What an answer's stream carries: the value of its JSON, or its text where it is none. Rejects when the stream breaks
 * off, or when it
 * is silent for so long. n8n's client, told to read it, holds it as bytes, as text and as parsed texts at a time: too
 * much of an answer
 * with images and crops.
 */
export async function readBody(stream: StoredStream, timeoutMilliseconds: number): Promise<unknown> {
  const silence = new Silence(timeoutMilliseconds);
  try {
    return await Promise.race([collect(stream, silence), silence.tooLong]);
  } finally {
    silence.end();
    stream.destroy();
  }
}

async function collect(stream: StoredStream, silence: Silence): Promise<unknown> {
  const body = new Body();
  for await (const chunk of stream.setEncoding('utf8')) {
    silence.heard();
    body.add(chunk as string);
  }
  return body.end();
}

/** The timeout of n8n's client ends with the headers of an answer that is read here. */
class Silence {
  /** Rejects as the client would. */
  readonly tooLong: Promise<never>;

  private reject: (error: Error) => void = () => undefined;
  private heardAt = performance.now();
  private timer: AbortSignal | undefined;

  constructor(private readonly limit: number) {
    this.tooLong = new Promise((_resolve, reject) => (this.reject = reject));
    this.wait(limit);
  }

  heard(): void {
    this.heardAt = performance.now();
  }

  end(): void {
    this.timer?.removeEventListener('abort', this.check);
  }

  private wait(milliseconds: number): void {
    this.timer = AbortSignal.timeout(milliseconds);
    this.timer.addEventListener('abort', this.check);
  }

  private readonly check = (): void => {
    const left = Math.ceil(this.heardAt + this.limit - performance.now());
    if (left > 0) this.wait(left);
    else this.reject(new Error(`timeout of ${this.limit}ms exceeded`));
  };
}

/** What JSON writes with a backslash, and what it does not allow: the backslash and controls. */
const NOT_AS_WRITTEN = /[^ -[\]-\uffff]/;

/**
 * JSON text. A value that comes in several chunks, as images do, is kept apart: the whole is never in memory at once.
 */
class Body {
  private readonly parts: string[] = [];
  /** Which of the parts are such values. */
  private readonly apart: number[] = [];
  /** Stands in the JSON for what is kept apart. */
  private readonly mark = `kept apart ${Math.random()}:`;
  /** The chunks of a text that has not ended. */
  private open: string[] | undefined;
  /** A backslash whose character has not come. */
  private held = '';

  add(chunk: string): void {
    const text = this.held + chunk;
    this.held = backslashesBefore(text, text.length, 0) % 2 === 1 ? '\\' : '';
    this.split(text.slice(0, text.length - this.held.length));
  }

  end(): unknown {
    this.parts.push(...(this.open ?? []), this.held);
    const marked = [...this.parts];
    for (const at of this.apart) marked[at] = `${this.mark}${at}`;
    const parsed = parseJson(marked.join('').replace(/^\uFEFF/, ''), this.apart.length > 0 ? this.restore : undefined);
    return 'value' in parsed ? parsed.value : this.parts.join('');
  }

  /** Takes a chunk that no escaped character is cut by. Texts that begin and end in it stay where they are. */
  private split(chunk: string): void {
    let end = -1;
    if (this.open) {
      end = closingQuote(chunk, 0);
      this.open.push(chunk.slice(0, end < 0 ? chunk.length : end));
      if (end < 0) return;
      this.close(this.open);
    }
    const from = Math.max(end, 0);
    for (;;) {
      const start = chunk.indexOf('"', end + 1);
      if (start < 0) return void this.parts.push(chunk.slice(from));
      end = closingQuote(chunk, start + 1);
      if (end >= 0) continue;
      this.parts.push(chunk.slice(from, start + 1));
      this.open = [chunk.slice(start + 1)];
      return;
    }
  }

  private close(chunks: string[]): void {
    this.open = undefined;
    const text = chunks.join('');
    // What follows a colon is a value, never a name.
    const isValue = this.parts.at(-1)?.slice(0, -1).trimEnd().endsWith(':') === true;
    const at = this.parts.push(text) - 1;
    if (isValue && !NOT_AS_WRITTEN.test(text)) this.apart.push(at);
  }

  private readonly restore = (_name: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith(this.mark)
      ? this.parts[Number(value.slice(this.mark.length))]
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
