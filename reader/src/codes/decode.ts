import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { Pixels } from '../reading.ts';
import type { Point } from '../preprocessing/geometry.ts';

/** A code that was read, with its corners in the picture it was read in. */
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
