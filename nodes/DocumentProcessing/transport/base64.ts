import { ValidationError } from '../common/errors';

const DATA_URL = /^data:[^,]{0,200};base64,\s*/i;

/** Removes a data-URL prefix and line breaks. */
export const stripBase64 = (text: string): string =>
  text
    .trim()
    .replace(DATA_URL, '')
    .replace(/[\r\n]+/g, '');

/**
 * Not a file, which is longer. For the content of a file that it has stored, n8n has the place: "database", "s3",
 * "filesystem-v2". A template makes "null", "None" or "NULL".
 */
export const isWord = (text: string): boolean => /^(?:[a-z]{1,10}\d?(?:-v\d)?|None|NULL)$/.test(text);

/** The base64 in a parameter, without data-URL prefix and line breaks. */
export function cleanBase64(text: string, parameter: string): string {
  const base64 = stripBase64(text);
  if (base64 === '') {
    throw new ValidationError(
      `The parameter "${parameter}" is empty`,
      'Enter the content of a file encoded in base64.',
    );
  }
  if (!isBase64(base64) || isWord(base64)) {
    throw new ValidationError(
      `The parameter "${parameter}" is not base64`,
      'Give the content of a file encoded in base64 (RFC 4648, with its padding). ' +
        'For a file in a binary field, choose the source "Binary File".',
    );
  }
  return base64;
}

/** Whether a text is base64 (RFC 4648) with padding and without line breaks. */
export function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  // Searching for an invalid character needs no backtracking, however long the text is.
  return text.length > padding && text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - padding));
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
export function encodeBase64(bytes: Buffer): Buffer {
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
