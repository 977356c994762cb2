import type { Upload, UploadWriter } from './upload.ts';

const ALPHABET = /^[A-Za-z0-9+/]*$/;
const ENDING = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 (RFC 4648, with padding and without line breaks) to a file, chunk by chunk. */
export class Base64Writer {
  readonly #file: UploadWriter;
  #pending = '';
  #problem: string | null = null;

  constructor(file: UploadWriter) {
    this.#file = file;
  }

  /** Bytes that were decoded so far. */
  get size(): number {
    return this.#file.size;
  }

  write(text: string): void {
    if (this.#problem) return;
    const all = this.#pending + text;
    // Keep the last group: it may have the padding.
    const whole = Math.max(0, all.length - 1 - ((all.length - 1) % 4));
    this.#pending = all.slice(whole);
    this.#decode(all.slice(0, whole), ALPHABET);
  }

  end(): Upload {
    if (this.#pending.length % 4 !== 0) this.#problem ??= 'is not base64: its length is not a multiple of four';
    this.#decode(this.#pending, ENDING);
    return this.#file.end(this.#problem);
  }

  /** Closes the file of an incomplete body. */
  abandon(): void {
    this.#file.abandon();
  }

  #decode(groups: string, allowed: RegExp): void {
    if (!allowed.test(groups)) this.#problem ??= 'is not base64: it has characters outside the alphabet of RFC 4648';
    if (this.#problem || groups === '') return;
    this.#file.write(Buffer.from(groups, 'base64'));
  }
}
