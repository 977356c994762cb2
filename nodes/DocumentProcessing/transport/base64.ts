import { ValidationError } from '../common/errors';

// The name of the file may stand in it, with a comma.
const DATA_URL = /^data:[^]{0,1000}?;base64,/i;

/** Removes a data-URL prefix, line breaks and what lines are indented by. */
export function stripBase64(text: string): string {
  const content = text.trim().replace(DATA_URL, '').trimStart();
  if (!/[\r\n]/.test(content)) return content;
  return content
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .join('');
}

/**
 * Not a file, which is longer. For the content of a file that it has stored, n8n has the place: "database", "s3",
 * "filesystem-v2". A template makes "null", "None" or "NULL".
 */
const isWord = (text: string): boolean => /^(?:[a-z]{1,10}\d?(?:-v\d)?|None|NULL)$/.test(text);

/**
 * The base64 in a text (RFC 4648), also in the alphabet of URLs or without padding, in the form that all can read;
 * `undefined` if there is something else.
 */
export function readBase64(text: string): string | undefined {
  const base64 = stripBase64(text);
  const digits = base64.replace(/={1,2}$/, '');
  // Of several texts that were joined with their padding, Node.js would read the first.
  if (digits.length % 4 === 1 || /[^\w+/-]/.test(digits) || isWord(base64)) return undefined;
  // Most are not copied.
  const padded = base64.length % 4 === 0 ? base64 : digits.padEnd(4 * Math.ceil(digits.length / 4), '=');
  return /[_-]/.test(padded) ? padded.replaceAll('-', '+').replaceAll('_', '/') : padded;
}

/** A name or an ID, e.g. a UUID, which could be base64 as well, has no more characters. No file is so short. */
const LONGEST_NAME = 36;

/** The base64 in a parameter. */
export function cleanBase64(text: string, parameter: string): string {
  const stripped = stripBase64(text);
  if (stripped === '') {
    throw new ValidationError(
      `The parameter "${parameter}" is empty`,
      'Enter the content of a file encoded in base64.',
    );
  }
  const base64 = readBase64(text);
  if (base64 === undefined || (base64 !== stripped && stripped.length <= LONGEST_NAME)) {
    throw new ValidationError(
      `The parameter "${parameter}" is not base64`,
      'Give the content of a file encoded in base64 (RFC 4648). ' +
        'For a file in a binary field, choose the source "Binary File".',
    );
  }
  return base64;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The two base64 digits for each value of twelve bits, as two bytes in memory order. */
const PAIRS = new Uint16Array(
  new TextEncoder().encode([...DIGITS].flatMap((first) => [...DIGITS].map((second) => first + second)).join('')).buffer,
);

/**
 * Encodes base64 into bytes. Node's encoder makes a string first, and in uploads these strings fill V8's heap faster than
 * it collects them (30 × 50 MB: n8n grew by about 120 MB instead of 30).
 */
function encodeBase64(bytes: Buffer): Buffer {
  const encoded = Buffer.allocUnsafeSlow(4 * Math.ceil(bytes.length / 3));
  const pairs = new Uint16Array(encoded.buffer, encoded.byteOffset, encoded.length / 2);
  const whole = bytes.length - (bytes.length % 3);
  for (let start = 0, pair = 0; start < whole; start += 3) {
    const bits = ((bytes[start] as number) << 16) | ((bytes[start + 1] as number) << 8) | (bytes[start + 2] as number);
    pairs[pair++] = PAIRS[bits >> 12] as number;
    pairs[pair++] = PAIRS[bits & 0xfff] as number;
  }
  encoded.write(bytes.toString('base64', whole), (whole / 3) * 4, 'latin1');
  return encoded;
}

/** Base64 encodes three bytes at a time; the rest waits for the next chunk. */
export class Base64Encoder {
  private rest: Uint8Array = new Uint8Array();

  encode(chunk: Uint8Array): Uint8Array {
    const bytes =
      this.rest.length > 0
        ? Buffer.concat([this.rest, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const whole = bytes.length - (bytes.length % 3);
    this.rest = bytes.subarray(whole);
    return encodeBase64(bytes.subarray(0, whole));
  }

  end(): Uint8Array {
    return encodeBase64(Buffer.from(this.rest));
  }
}
