import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { Upload } from './upload.ts';

const ALPHABET = /^[A-Za-z0-9+/]*$/;
const ENDING = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 (RFC 4648, with padding and without line breaks) to a file, chunk by chunk. */
export class Base64Writer {
  readonly #path: string;
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #pending = '';
  #size = 0;
  #problem: string | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w');
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
    closeSync(this.#file);
    return new Upload(this.#path, this.#size, this.#hash.digest('hex'), this.#problem);
  }

  /** Closes the file of an incomplete body. */
  abandon(): void {
    closeSync(this.#file);
  }

  #decode(groups: string, allowed: RegExp): void {
    if (!allowed.test(groups)) this.#problem ??= 'is not base64: it has characters outside the alphabet of RFC 4648';
    if (this.#problem || groups === '') return;
    const bytes = Buffer.from(groups, 'base64');
    writeSync(this.#file, bytes);
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }
}
