import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { Point } from '../preprocessing/geometry.ts';
import type { Pixels } from '../reading.ts';

/** A code that was read, and its corners in the picture. */
export type Decoded = { type: string; value: string; corners: Point[] };

const MOST_SYMBOLS = 32;

let ready: Promise<unknown> | null = null;

/** Reads the codes of a picture, in all formats the library knows. */
export async function decode(pixels: Pixels, options: ReaderOptions = {}): Promise<Decoded[]> {
  await (ready ??= prepare());
  const found = await readBarcodes(pixels as unknown as Parameters<typeof readBarcodes>[0], {
    tryHarder: true,
    maxNumberOfSymbols: MOST_SYMBOLS,
    ...options,
  });
  return found
    .filter(({ isValid, text }) => isValid && text !== '')
    .map(({ format, text, position }) => ({
      type: format,
      value: text,
      corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft],
    }));
}

/** Without the binary the library would fetch it from a CDN. */
async function prepare(): Promise<void> {
  const path = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const bytes = await readFile(path);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * Formats with finder patterns and error correction. Others may be misread: a bar code's check digit misses about one
 * error in a hundred, and PDF417 is sometimes corrected to a wrong value.
 */
const SURE = /^(QR|MicroQR|RMQR|Aztec|DataMatrix|MaxiCode)/;
/** Formats in which a part of a code reads as a whole one. */
const PARTIAL = /^(ITF|Codabar|Code39|Code32|PZN|Telepen|EAN8|EAN5|EAN2|UPCE|DXFilmEdge)/;
/** The code of a boleto: by far the longest of its format, so never a part of another. */
const BOLETO = /^\d{44}$/;
const SHORTEST_ITF = 8;

const isBoleto = ({ type, value }: Decoded) => type.startsWith('ITF') && BOLETO.test(value);

/** Whether a value needs no second reading. */
export const isSure = (code: Decoded) => SURE.test(code.type) || isBoleto(code);

export const mayBePartial = (code: Decoded) => PARTIAL.test(code.type) && !isBoleto(code);

export const isPossible = ({ type, value }: Decoded) =>
  !type.startsWith('ITF') || (value.length >= SHORTEST_ITF && value.length % 2 === 0);
