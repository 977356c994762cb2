import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from '@jest/globals';
import { isWrittenIn } from '../../../sandbox/reader/src/codes/barRegions.ts';
import { findAllCodes, findCodes } from '../../../sandbox/reader/src/codes/codes.ts';
import { decode, isPossible, isSure } from '../../../sandbox/reader/src/codes/decoding.ts';
import { looksLikeItsValue } from '../../../sandbox/reader/src/codes/eanBars.ts';
import { likenessToBars } from '../../../sandbox/reader/src/codes/parallelBars.ts';
import { drawBarcode } from '../../../sandbox/accuracy/drawing/barcodes.ts';
import type { Point } from '../../../sandbox/reader/src/preprocessing/geometry.ts';
import { cropped, encodeJpeg, toLuma, type Grey } from '../../../sandbox/reader/src/preprocessing/images.ts';
import type { TextItem } from '../../../sandbox/reader/src/reading.ts';
import { type Code, drawn, drawPage, pixelsOf, quadOf } from './drawnPictures.ts';
import { fileOf, openedReader } from './openedReader.ts';

const LINK = 'https://nota.exemplo.gov.br/consulta?chave=4217';
const KEY = '35250111222333000181550010000042171123456783';
const TILTED = quadOf([330, 190], [1240, 330], [1160, 1390], [180, 1290]);
const lying = { corners: TILTED, table: [90, 60, 40] as [number, number, number] };

/** Modules as the standards show them, 1 for dark. */
const BARS = {
  EAN13: '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
  EAN8: '1010001011010111101111010110111010101001110111001010001001011100101',
};

/** Bars with paper or other bars beside them, three pixels a module, and the corners of a reading along two lines. */
function drawnBars(modules: string, beside = '0'.repeat(40)): { picture: Grey; corners: Point[] } {
  const row = [...(beside + modules + beside)].flatMap((module) => Array(3).fill(module === '1' ? 30 : 220));
  const height = 40;
  const data = Uint8Array.from({ length: row.length * height }, (_, at) => row[at % row.length]);
  const [left, right] = [3 * beside.length, 3 * (beside.length + modules.length)];
  const corner = (x: number, y: number) => ({ x, y });
  return {
    picture: { data, width: row.length, height },
    corners: [corner(left, 20), corner(right, 20), corner(right, 21), corner(left, 21)],
  };
}

async function lumaOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return toLuma({ data: Uint8ClampedArray.from(data), width: info.width, height: info.height });
}

/** A code a pixel a module, and what scanners and cameras make of it. */
const SMALL_PICTURES: Record<string, (code: Sharp) => Promise<Sharp>> = {
  'a pixel a module': (code) => Promise.resolve(code),
  mirrored: (code) => Promise.resolve(code.flop()),
  'upside down, twice as large': async (code) => sharp(await larger(code, 2)).rotate(180),
  'blurred, three times as large': async (code) => sharp(await larger(code, 3)).blur(1),
};
async function larger(code: Sharp, times: number): Promise<Buffer> {
  const { width = 0 } = await code.metadata();
  return await code
    .resize({ width: times * width, kernel: 'nearest' })
    .png()
    .toBuffer();
}

const valuesIn = async (...page: Parameters<typeof drawn>) =>
  (await findCodes(toLuma(await drawn(...page)))).map(({ value }) => value);

describe('codes are read', () => {
  test.each<[what: string, code: Code, lies?: boolean]>([
    ['a QR code in a photograph taken at an angle', { value: LINK, box: [300, 800, 240, 240] }, true],
    [
      'bars that stand at an angle to the picture',
      { value: KEY, format: 'Code128', pixels: 2, box: [60, 800, 720, 110] },
      true,
    ],
    [
      'short bars, which no second reading proves',
      { value: '483920', format: 'ITF', pixels: 3, box: [60, 800, 400, 110] },
    ],
    [
      'light bars on dark',
      { value: 'BW9FAE97', format: 'Code128', pixels: 2, box: [60, 800, 330, 110], isInverted: true },
    ],
    ['blurred bars', { value: '4494291159404', format: 'EAN13', pixels: 3, box: [60, 800, 339, 110], blur: 2 }],
  ])('%s: read', async (_, code, lies = false) => {
    expect(await valuesIn({ code, ...(lies ? { lying } : {}) })).toEqual([code.value]);
  });

  test('a number on goods needs many lines, because blurred bars read the same wrong value along some', () => {
    const ean = { type: 'EAN13', value: '8574730838476', corners: [], margin: 0 };
    expect([13, 20].map((lines) => isSure({ ...ean, lines }))).toEqual([false, true]);
    expect(isSure({ ...ean, type: 'Code128', lines: 13 })).toBe(true);
  });

  test.each([
    ['EAN13', '5901234123457', '5901234123440'],
    ['EAN8', '96385074', '96385081'],
  ])('the bars of an %s look like its value and not like another one', (type, value, other) => {
    const { picture, corners } = drawnBars(BARS[type as keyof typeof BARS]);
    const seenAs = (seen: string) => looksLikeItsValue(picture, { type, value: seen, corners, lines: 2, margin: 0 });
    expect([value, other].map(seenAs)).toEqual([true, false]);
  });

  test('bars narrower than a pixel and a half prove no EAN-13: those of other values look the same', () => {
    const { picture, corners } = drawnBars(BARS.EAN13);
    const code = { type: 'EAN13', value: '5901234123457', lines: 2, margin: 0 };
    const third = { data: picture.data.filter((_, at) => at % 3 === 0), width: picture.width / 3, height: 40 };
    expect(looksLikeItsValue(third, { ...code, corners: corners.map(({ x, y }) => ({ x: x / 3, y })) })).toBe(false);
    expect(looksLikeItsValue(picture, { ...code, corners })).toBe(true);
  });

  test('bars beside a code make it a part of a longer one, which does not look like the value of the part', () => {
    const beside = '1101001000'.repeat(4);
    const { picture, corners } = drawnBars(BARS.EAN8, beside);
    expect(looksLikeItsValue(picture, { type: 'EAN8', value: '96385074', corners, lines: 2, margin: 0 })).toBe(false);
  });

  test('bars in a part of a region are seen; lines of writing and a ruled line are not taken for bars', () => {
    const { picture } = drawnBars(BARS.EAN13);
    const tall = (isDark: (x: number, y: number) => boolean): Grey => ({
      data: Uint8Array.from({ length: 400 * 160 }, (_, at) => (isDark(at % 400, Math.floor(at / 400)) ? 0 : 255)),
      width: 400,
      height: 160,
    });
    const writing = cropped(toLuma(pixelsOf(drawPage())), { left: 100, top: 170, width: 600, height: 160 });
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
    const codes = [
      ...(['Code128', 'QRCode', 'DataMatrix', 'Aztec'] as const).map((format) => ({ format, printed, value })),
      ...(['QRCode', 'DataMatrix', 'PDF417'] as const).map((format) => ({
        format,
        printed: envelope,
        value: envelope,
      })),
      { format: 'QRCode' as const, printed: '(01) é\n\t', value: '(01) é\n\t' },
    ];
    const read = codes.map(async ({ format, printed: drawn, value: whole }) => {
      const code = await drawBarcode(drawn, format, { scale: 3, quietZone: true, gs1: drawn !== whole });
      const found = await decode(await lumaOf(sharp(code).flatten({ background: '#fff' })));
      return { format, printed: drawn, value: found.map((one) => one.value).join() };
    });
    expect(await Promise.all(read)).toEqual(codes);
  });

  test('a Code 39 is read whole or not at all: neither a half of it nor a stained one is an ITF', async () => {
    const bars = sharp(await drawBarcode('FGGQ6D1', 'Code39', { scale: 2, quietZone: true }));
    const whole = await bars.flatten({ background: '#fff' }).png().toBuffer();
    const { width = 0, height = 0 } = await sharp(whole).metadata();
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
    const code = sharp(await drawBarcode('9004', 'ITF', { scale: 4 })).flatten({ background: '#fff' });
    const { width = 0, height = 0 } = await code.metadata();
    const page = await lumaOf(code.clone());
    const [left, right] = [width, 2 * width];
    const corners = [...[left, right].map((x) => ({ x, y: 0 })), ...[right, left].map((x) => ({ x, y: height }))];
    const bars = await code.clone().png().toBuffer();
    const layers = [0, 1, 2].map((at) => ({ input: bars, left: at * width, top: 0 }));
    const three = sharp({ create: { width: 3 * width, height, channels: 3, background: '#fff' } }).composite(layers);
    const original = await lumaOf(sharp(await three.png().toBuffer()));
    expect((await findAllCodes({ luma: page, scale: 1 }, null)).codes).toMatchObject([{ value: '9004' }]);
    expect(await findAllCodes({ luma: page, scale: 1, page: { corners, score: 1 } }, original)).toEqual({
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
      const readings: Array<{ made: string; read: string[]; alone: string[] }> = [];
      // Each format in half of the pictures, each picture with half of the formats.
      for (const [at, format] of (['QRCode', 'Aztec', 'DataMatrix', 'PDF417'] as const).entries())
        for (const [made, change] of Object.entries(SMALL_PICTURES).filter((_, index) => index % 2 === at % 2)) {
          const picture = await change(sharp(await drawBarcode('EXAMPLE 4217', format, { scale: 1, quietZone: true })));
          const page = await pageOf(await picture.png().toBuffer(), 'image/png');
          const alone = await decode(await lumaOf(picture));
          const [read = [], byLibrary = []] = [page?.barcodes, alone].map((codes) => codes?.map(({ value }) => value));
          readings.push({ made: `${format} ${made}`, read, alone: byLibrary });
        }
      expect(readings.filter(({ alone }) => alone.length > 0).length).toBeGreaterThan(5);
      for (const { made, read, alone } of readings)
        expect({ made, read }).toEqual({ made, read: alone.length > 0 ? ['EXAMPLE 4217'] : read });
      expect(readings.flatMap(({ read }) => read).filter((value) => value !== 'EXAMPLE 4217')).toEqual([]);
    });

    test('the text of a photograph is not read if only its codes are wanted', async () => {
      const picture = await drawn({ code: { value: LINK, box: [300, 800, 240, 240] }, lying });
      const jpeg = Buffer.from(await encodeJpeg(picture, 90), 'base64');
      expect(await pageOf(jpeg, 'image/jpeg')).toMatchObject({
        ...{ barcodes: [{ type: 'QRCode', value: LINK, pageNumber: 1 }], text: '', source: null },
      });
    });
  });

  test('a page of writing has no codes', async () => {
    expect(await valuesIn({})).toEqual([]);
  });
});
