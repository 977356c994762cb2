import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  LINEAR_BARCODE_FORMATS,
  prepareZXingModule,
  purgeZXingModule,
  READABLE_BARCODE_FORMATS,
  readBarcodes,
  type ReadableBarcodeFormat,
  type ReaderOptions,
} from 'zxing-wasm/reader';
import type { Point } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';
import { compile, instantiation, type Compiled, type Instantiation } from '../preprocessing/webAssembly.ts';

/**
 * A code that was read, its corners in the picture, along how many lines bars were read (0 for other codes), and how much of
 * its error correction was not needed, from 0 to 1 (0 if it has none).
 */
export type Decoded = { type: string; value: string; corners: Point[]; lines: number; margin: number };

const MOST_SYMBOLS = 32;

/** Pharmacies' uses of Code 39: one in ten short codes of that format would be taken for one and read as other text. */
const PHARMACY: ReadableBarcodeFormat[] = ['Code32', 'PZN'];
/** `Code39` stands for the pharmacies' uses too. */
const FORMATS = READABLE_BARCODE_FORMATS.filter((format) => format !== 'Code39' && !PHARMACY.includes(format));
const LINEAR: readonly string[] = LINEAR_BARCODE_FORMATS;
/** Formats of bars, as they are read in a region of their own. */
export const BAR_FORMATS = FORMATS.filter((format) => LINEAR.includes(format) || format === 'PDF417');

let ready: Promise<unknown> | null = null;

/** Reads the codes of a picture, in all formats the library knows. */
export async function decode({ data, width, height }: Grey, options: ReaderOptions = {}): Promise<Decoded[]> {
  // Another call may free the memory meanwhile.
  do await (ready ??= prepare());
  while (!ready);
  // A grey picture, one byte a pixel, it takes only as a file; PGM is those bytes after this line.
  const file = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
  const found = await readBarcodes(file, {
    formats: FORMATS,
    tryHarder: true,
    maxNumberOfSymbols: MOST_SYMBOLS,
    // The characters of the code; the library would show control characters and GS1 elements as they are printed.
    textMode: 'Plain',
    ...options,
  });
  freeMemory();
  return found
    .filter(({ isValid, text }) => isValid && text !== '')
    .map(({ format, text, position, lineCount, extra }) => ({
      type: format,
      value: text,
      lines: lineCount,
      margin: unusedCorrection(extra),
      corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft],
    }));
}

/** The library tells what else it knows as JSON, or nothing. */
const unusedCorrection = (extra: string): number =>
  extra === '' ? 0 : ((JSON.parse(extra) as { UEC?: number }).UEC ?? 0);

let compiled: Promise<Compiled> | null = null;
let made: Instantiation | null = null;

async function prepare(): Promise<void> {
  const path = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  made = instantiation(await (compiled ??= readFile(path).then(compile)));
  await prepareZXingModule({ overrides: { instantiateWasm: made.instantiateWasm }, fireImmediately: true });
}

/** In bytes. */
const MUCH = 2 ** 25;

/** Memory of WebAssembly never shrinks: after a large picture, the next one gets a new instance. */
function freeMemory(): void {
  if (!made?.memory || made.memory.buffer.byteLength < MUCH) return;
  purgeZXingModule();
  [ready, made] = [null, null];
  globalThis.gc?.();
}

/**
 * Formats with finder patterns and error correction. Others may be misread: a bar code's check digit misses about one error in
 * a hundred.
 */
const SURE = /^(QR|MicroQR|RMQR|Aztec|DataMatrix|MaxiCode)/;
/** PDF417 is sometimes corrected to a wrong value, but only if that takes all its error correction. */
const STACKED = /PDF417$/;
const MARGIN = 0.25;
/** Formats in which a part of a code, also of one of another format, reads as a whole one. */
export const PARTIAL = /^(ITF|Codabar|Code39|Code32|PZN|Telepen|EAN8|EAN5|EAN2|UPCE|DXFilmEdge)/;
/** The code of a boleto: by far the longest of its format, so never a part of another. */
const BOLETO = /^\d{44}$/;
const SHORTEST_ITF = 8;
/** Lines that read the same. A part of a code, or a misread one, is read along few: 2 to 4 of them were seen. */
const MANY_LINES = 7;
/** Blurred bars of these read the same wrong value along up to 13 lines. */
const MANY_LINES_OF_EAN = 20;

export const isEan13 = (type: string): boolean => /^(EAN13|UPCA|ISBN)$/.test(type);
/** Whether a code is a number on goods, which nothing but its check digit protects. */
export const isEan = ({ type }: Decoded): boolean => isEan13(type) || /^(EAN8|UPCE)$/.test(type);
const isItf = ({ type }: Decoded) => type.startsWith('ITF');
const isBoleto = (code: Decoded) => isItf(code) && BOLETO.test(code.value);
const hasManyLines = ({ lines }: Decoded) => lines >= MANY_LINES;

/** Whether a value needs no second reading. */
export const isSure = (code: Decoded) =>
  SURE.test(code.type) ||
  (STACKED.test(code.type) && code.margin >= MARGIN) ||
  isBoleto(code) ||
  code.lines >= (isEan(code) ? MANY_LINES_OF_EAN : MANY_LINES);

export const mayBePartial = (code: Decoded) => PARTIAL.test(code.type) && !isBoleto(code) && !hasManyLines(code);

/** Short codes of the format are found in writing too, but not along many lines. */
export const isPossible = (code: Decoded) =>
  !isItf(code) || hasManyLines(code) || (code.value.length >= SHORTEST_ITF && code.value.length % 2 === 0);
