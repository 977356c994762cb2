import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { Upload } from './upload.ts';

const ALPHABET = /^[A-Za-z0-9+/]*$/;
const ENDING = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64 (RFC 4648, padded, nothing else in between) to a file, piece by piece. */
export class Base64Sink {
  readonly #path: string;
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #rest = '';
  #size = 0;
  #problem: string | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w');
  }

  write(text: string): void {
    if (this.#problem) return;
    const all = this.#rest + text;
    // The last group waits: it may carry the padding.
    const whole = Math.max(0, all.length - 1 - ((all.length - 1) % 4));
    this.#rest = all.slice(whole);
    this.#decode(all.slice(0, whole), ALPHABET);
  }

  end(): Upload {
    if (this.#rest.length % 4 !== 0) this.#problem ??= 'is not base64: its length is not a multiple of four';
    this.#decode(this.#rest, ENDING);
    closeSync(this.#file);
    return new Upload(this.#path, this.#size, this.#hash.digest('hex'), this.#problem);
  }

  /** For a body that broke off. */
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
