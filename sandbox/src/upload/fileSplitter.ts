import { tooLarge, wrongParameter } from '../errors.ts';
import { Base64Sink } from './base64Sink.ts';
import { isObject, parseJson } from './jsonText.ts';
import type { Upload, UploadFolder } from './upload.ts';

const FILE_MEMBER = 'fileBase64';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Takes the bytes of a JSON body and keeps those of the file apart from the rest. */
export class FileSplitter {
  readonly #folder: UploadFolder;
  readonly #limit: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #text: number[] = [];
  #lastString = '';
  #expectsFile = false;
  #sink: Base64Sink | null = null;
  #escape = '';
  #upload: Upload | null = null;

  constructor(folder: UploadFolder, limit: number) {
    this.#folder = folder;
    this.#limit = limit;
  }

  write(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) from = this.#sink ? this.#writeFile(chunk, from) : this.#writeJson(chunk, from);
  }

  abandon(): void {
    this.#sink?.abandon();
    this.#sink = null;
  }

  end(): unknown {
    if (this.#sink) {
      this.abandon();
      throw wrongParameter('body', 'the JSON body ends in the middle of fileBase64');
    }
    const body = parseJson(Buffer.concat(this.#kept).toString('utf8'));
    if (isObject(body) && typeof body[FILE_MEMBER] === 'string') body[FILE_MEMBER] = this.#fileOf(body[FILE_MEMBER]);
    return body;
  }

  /** In the JSON that was kept, an empty text stands where the file was. An empty file counts as not sent. */
  #fileOf(kept: string): Upload | undefined {
    const upload = kept === '' ? this.#upload : this.#decoded(kept);
    return upload && (upload.size > 0 || upload.problem) ? upload : undefined;
  }

  /** Keeps bytes until the file begins; returns where it went on. */
  #writeJson(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && !this.#sink) this.#step(chunk[at++] as number);
    this.#keep(chunk.subarray(from, at));
    return at;
  }

  #step(byte: number): void {
    if (this.#inString) return this.#stepInString(byte);
    if (byte === QUOTE) return this.#openString();
    if (byte === 0x7b || byte === 0x5b) this.#depth++;
    if (byte === 0x7d || byte === 0x5d) this.#depth--;
    if (byte === 0x3a) this.#expectsFile = this.#depth === 1 && this.#lastString === FILE_MEMBER;
    else if (byte > 0x20) this.#expectsFile = false;
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) return this.#closeString();
    // Only names as long as ours are worth remembering.
    if (this.#text.length <= FILE_MEMBER.length) this.#text.push(byte);
  }

  #openString(): void {
    if (this.#expectsFile) {
      this.#expectsFile = false;
      this.#sink = new Base64Sink(this.#folder.newPath());
      return;
    }
    this.#inString = true;
    this.#text = [];
  }

  #closeString(): void {
    this.#inString = false;
    this.#lastString = String.fromCharCode(...this.#text);
  }

  #keep(bytes: Buffer): void {
    this.#keptBytes += bytes.length;
    if (this.#keptBytes > this.#limit) throw tooLarge('body', `JSON of more than ${this.#limit} bytes beside the file`);
    this.#kept.push(Buffer.from(bytes));
  }

  /** Passes text to the file until its closing quote; returns where JSON goes on. */
  #writeFile(chunk: Buffer, from: number): number {
    if (this.#escape) return this.#continueEscape(chunk, from);
    const quote = indexOrEnd(chunk, QUOTE, from);
    const backslash = indexOrEnd(chunk.subarray(0, quote), BACKSLASH, from);
    const end = Math.min(quote, backslash);
    this.#sink?.write(chunk.toString('latin1', from, end));
    if (end === chunk.length) return end;
    if (end === quote) this.#closeFile(chunk.subarray(quote, quote + 1));
    else this.#escape = '\\';
    return end + 1;
  }

  #closeFile(closingQuote: Buffer): void {
    this.#upload = this.#sink?.end() ?? null;
    this.#sink = null;
    this.#keep(closingQuote);
  }

  /** Some JSON writers escape "/" and "+" of base64. */
  #continueEscape(chunk: Buffer, from: number): number {
    this.#escape += String.fromCharCode(chunk[from] as number);
    const whole = this.#escape[1] === 'u' ? 6 : 2;
    if (this.#escape.length === whole) {
      this.#sink?.write(String(parseJson(`"${this.#escape}"`)));
      this.#escape = '';
    }
    return from + 1;
  }

  #decoded(text: string): Upload {
    const sink = new Base64Sink(this.#folder.newPath());
    sink.write(text);
    return sink.end();
  }
}

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}
