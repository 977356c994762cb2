import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from '@jest/globals';
import { isWrittenIn } from '../../../sandbox/reader/src/codes/barRegions.ts';
import { findAllCodes, findCodes } from '../../../sandbox/reader/src/codes/codes.ts';
import { decode, isPossible, isSure } from '../../../sandbox/reader/src/codes/decoding.ts';
import { looksLikeItsValue } from '../../../sandbox/reader/src/codes/eanBars.ts';
import { likenessToBars } from '../../../sandbox/reader/src/codes/parallelBars.ts';
import { type CodeCondition, type CodeKind, codeScene } from '../../../sandbox/accuracy/codes/scenes.ts';
import { drawBarcode } from '../../../sandbox/accuracy/drawing/barcodes.ts';
import type { Point } from '../../../sandbox/reader/src/preprocessing/geometry.ts';
import { cropped, pixelsOf, toLuma, type Grey } from '../../../sandbox/reader/src/preprocessing/images.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { drawPage, pixelsOn, quadOf } from './drawnPictures.ts';
import { fileOf, openedReader } from './openedReader.ts';

/** Modules as the standards show them, 1 for dark. */
const BARS = {
  EAN13: '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
  EAN8: '1010001011010111101111010110111010101001110111001010001001011100101',
};

const PAPER = '0'.repeat(40);

/** Bars with paper or other bars beside them, so many pixels a module, and the corners of a reading along two lines. */
function drawnBars(modules: string, beside = PAPER, pixels = 3): { picture: Grey; corners: Point[] } {
  const row = [...(beside + modules + beside)].flatMap((module) => Array(pixels).fill(module === '1' ? 30 : 220));
  const height = 40;
  const data = Uint8Array.from({ length: row.length * height }, (_, at) => row[at % row.length]);
  const [left, right] = [pixels * beside.length, pixels * (beside.length + modules.length)];
  return {
    picture: { data, width: row.length, height },
    corners: quadOf([left, 20], [right, 20], [right, 21], [left, 21]),
  };
}

const lumaOf = async (picture: Sharp): Promise<Grey> => toLuma(await pixelsOf(picture.ensureAlpha()));

const onWhite = async (...code: Parameters<typeof drawBarcode>) =>
  sharp(await drawBarcode(...code)).flatten({ background: '#fff' });

/** A code a pixel a module, and what scanners and cameras make of it. */
const SMALL_PICTURES: Record<string, (code: Sharp, width: number) => Sharp | Promise<Sharp>> = {
  'a pixel a module': (code) => code,
  mirrored: (code) => code.flop(),
  'upside down, twice as large': async (code, width) => sharp(await larger(code, 2 * width)).rotate(180),
  'blurred, three times as large': async (code, width) => sharp(await larger(code, 3 * width)).blur(1),
};
const larger = (code: Sharp, width: number) => code.resize({ width, kernel: 'nearest' }).png().toBuffer();

describe('codes are read', () => {
  // In a photograph taken at an angle, at an angle to the picture, without a second reading that proves them, light on dark.
  test.each<[CodeKind, CodeCondition, seed: string]>([
    ['QRCode', 'photo', 'test'],
    ['Code128', 'tilted', 'test'],
    ['ITF', 'clean', 'short 19'],
    ['Code128', 'inverted', 'test'],
    // Read only when it is sharpened.
    ['EAN13', 'blurred', 'b'],
  ])('%s, %s', async (kind, condition, seed) => {
    const { bytes, value } = await codeScene(kind, condition, seed);
    expect((await findCodes(await lumaOf(sharp(bytes)))).map((code) => code.value)).toEqual([value]);
  });

  test('a number on goods needs many lines, because blurred bars read the same wrong value along some', () => {
    const ean = { type: 'EAN13', value: '8574730838476', corners: [], margin: 0 };
    expect([13, 20].map((lines) => isSure({ ...ean, lines }))).toEqual([false, true]);
    expect(isSure({ ...ean, type: 'Code128', lines: 13 })).toBe(true);
  });

  test.each<[what: string, looks: boolean, type: keyof typeof BARS, value: string, beside?: string, pixels?: number]>([
    ['an EAN-13 looks like its value', true, 'EAN13', '5901234123457'],
    ['an EAN-13 does not look like another value', false, 'EAN13', '5901234123440'],
    ['an EAN-8 looks like its value', true, 'EAN8', '96385074'],
    ['an EAN-8 does not look like another value', false, 'EAN8', '96385081'],
    ['bars narrower than a pixel and a half look the same for other values', false, 'EAN13', '5901234123457', PAPER, 1],
    ['bars beside it make it a part of a longer code', false, 'EAN8', '96385074', '1101001000'.repeat(4)],
  ])('%s', (_, looks, type, value, ...drawn) => {
    const { picture, corners } = drawnBars(BARS[type], ...drawn);
    expect(looksLikeItsValue(picture, { type, value, corners, lines: 2, margin: 0 })).toBe(looks);
  });

  test('bars in a part of a region are seen; lines of writing and a ruled line are not taken for bars', () => {
    const { picture } = drawnBars(BARS.EAN13);
    const tall = (isDark: (x: number, y: number) => boolean): Grey => ({
      data: Uint8Array.from({ length: 400 * 160 }, (_, at) => (isDark(at % 400, Math.floor(at / 400)) ? 0 : 255)),
      width: 400,
      height: 160,
    });
    const writing = cropped(toLuma(pixelsOn(drawPage())), { left: 100, top: 170, width: 600, height: 160 });
    const halfBars = tall((x, y) => y < 80 && (x * 7) % 53 < 20);
    expect(Math.min(...[picture, halfBars].map(likenessToBars))).toBeGreaterThan(0.85);
    expect(Math.max(...[writing, tall((x) => x === 200)].map(likenessToBars))).toBeLessThan(0.5);
  });

  test('a part of a bar code, read along a few lines, is not taken for a code', () => {
    const part = { type: 'ITF', value: '1804', corners: [], margin: 0 };
    for (const proves of [isPossible, isSure])
      expect([4, 40].map((lines) => proves({ ...part, lines }))).toEqual([false, true]);
  });

  test('a value is the characters of the code, control characters and GS1 elements too', async () => {
    const [printed, value] = ['(01)08903819987659(10)AB12(21)S1', '010890381998765910AB12\u001d21S1'];
    const envelope = '[)>\u001e06\u001d1P12\u001dQ10\u001e\u0004';
    const asPrinted = '(01) é\n\t';
    const codes = [
      ...(['Code128', 'QRCode', 'DataMatrix', 'Aztec'] as const).map((format) => ({ format, printed, value })),
      ...[
        ...(['QRCode', 'DataMatrix', 'PDF417'] as const).map((format) => ({ format, printed: envelope })),
        { format: 'QRCode' as const, printed: asPrinted },
      ].map((code) => ({ ...code, value: code.printed })),
    ];
    const read = codes.map(async ({ format, printed, value }) => {
      const options = { scale: 3, quietZone: true, gs1: printed !== value };
      const found = await decode(await lumaOf(await onWhite(printed, format, options)));
      return { format, printed, value: found.map((one) => one.value).join() };
    });
    expect(await Promise.all(read)).toEqual(codes);
  });

  test('a Code 39 is read whole or not at all: neither a half of it nor a stained one is an ITF', async () => {
    const bars = await onWhite('FGGQ6D1', 'Code39', { scale: 2, quietZone: true });
    const whole = await bars.png().toBuffer();
    const { width, height } = await sharp(whole).metadata();
    const half = { left: Math.round(width / 3), top: 0, width: Math.round(width / 2), height };
    const stain = { create: { width: 40, height, channels: 3 as const, background: '#eee' } };
    const stained = sharp(whole).composite([{ input: stain, left: Math.round(0.4 * width), top: 0 }]);
    const found: string[][] = [];
    for (const picture of [whole, await sharp(whole).extract(half).toBuffer(), await stained.toBuffer()]) {
      const framed = sharp(picture).extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' });
      const { codes } = await findAllCodes({ luma: await lumaOf(framed), scale: 1 }, null);
      found.push(codes.map(({ value }) => value));
    }
    expect(found).toEqual([['FGGQ6D1'], [], []]);
  });

  test('bars that a page was cut out of the middle of are no code', async () => {
    const bars = await (await onWhite('9004', 'ITF', { scale: 4 })).png().toBuffer();
    const luma = await lumaOf(sharp(bars));
    const { width, height } = luma;
    const corners = quadOf([width, 0], [2 * width, 0], [2 * width, height], [width, height]);
    const original = await lumaOf(sharp([bars, bars, bars], { join: { across: 3 } }));
    expect((await findAllCodes({ luma, scale: 1 }, null)).codes).toMatchObject([{ value: '9004' }]);
    expect(await findAllCodes({ luma, scale: 1, page: { corners, score: 1 } }, original)).toEqual({
      codes: [],
      outside: [],
    });
  });

  test('ruled lines with writing among them are no bars; a stamp on bars and bars in the letters of a font are', () => {
    const region = { x: 300, y: 200, length: 400, height: 80, angle: 0 };
    const text = { text: 'Valor', x: 60, y: 104, width: 30, size: 9, bold: false };
    const written = (texts: TextItem[]) => isWrittenIn(region, texts, 2);
    const pair = (change: Partial<TextItem>) => [0, 90].map((right) => ({ ...text, ...change, x: 60 + right }));
    expect([pair({}), [text], pair({ y: 118 }), pair({ size: 36, y: 112 })].map(written)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  describe('by a reader', () => {
    const reader = openedReader();
    const pageOf = async (bytes: Buffer, format: string) =>
      (await reader.readDocument(fileOf(bytes, format), { codesOnly: true })).pages[0];

    test('a small picture of nothing but a code is read as well as by the library alone', async () => {
      const value = 'EXAMPLE 4217';
      let count = 0;
      // Each format in half of the pictures, each picture with half of the formats.
      for (const [at, format] of (['QRCode', 'Aztec', 'DataMatrix', 'PDF417'] as const).entries())
        for (const [made, change] of Object.entries(SMALL_PICTURES).filter((_, index) => index % 2 === at % 2)) {
          const code = sharp(await drawBarcode(value, format, { scale: 1, quietZone: true }));
          const picture = await change(code, (await code.metadata()).width);
          const page = await pageOf(await picture.png().toBuffer(), 'image/png');
          const read = page?.barcodes.map((barcode) => barcode.value) ?? [];
          const isReadable = (await decode(await lumaOf(picture))).length > 0;
          if (isReadable) count++;
          if (isReadable || read.length > 0) expect([format, made, ...read]).toEqual([format, made, value]);
        }
      expect(count).toBeGreaterThan(5);
    });

    test('the text of a photograph is not read if only its codes are wanted', async () => {
      const { bytes, value } = await codeScene('QRCode', 'photo', 'test');
      expect(await pageOf(bytes, 'image/jpeg')).toMatchObject({
        ...{ barcodes: [{ type: 'QRCode', value, pageNumber: 1 }], text: '', source: null },
      });
    });
  });

  test('a page of writing has no codes', async () => {
    expect(await findCodes(toLuma(pixelsOn(drawPage())))).toEqual([]);
  });
});
