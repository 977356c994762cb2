import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { isWrittenIn } from '../src/codes/barRegions.ts';
import { isPossible, isSure } from '../src/codes/decoding.ts';
import { openReader } from '../src/reader.ts';
import type { Quad } from '../src/preprocessing/geometry.ts';
import type { TextItem } from '../src/reading.ts';
import type { Code } from './pictureWorker.ts';
import { PictureThread } from './pictureThread.ts';

const LINK = 'https://nota.exemplo.gov.br/consulta?chave=4217';
const KEY = '35250111222333000181550010000042171123456783';
const TILTED: Quad = [
  { x: 330, y: 190 },
  { x: 1240, y: 330 },
  { x: 1160, y: 1390 },
  { x: 180, y: 1290 },
];
const lying = { corners: TILTED, table: [90, 60, 40] as [number, number, number] };

const pictures = new PictureThread();
afterAll(() => pictures.close());

describe('codes are read', () => {
  test('a QR code in a photograph taken at an angle is read', async () => {
    expect(await pictures.codesIn({ code: { value: LINK, box: [300, 800, 240, 240] }, lying })).toEqual([LINK]);
  });

  test('bars that stand at an angle to the picture are read', async () => {
    expect(
      await pictures.codesIn({ code: { value: KEY, format: 'Code128', pixels: 2, box: [60, 800, 720, 110] }, lying }),
    ).toEqual([KEY]);
  });

  test('short bar codes are read, which are not proven by a second reading', async () => {
    const code: Code = { value: '483920', format: 'ITF', pixels: 3, box: [60, 800, 400, 110] };
    expect(await pictures.codesIn({ code })).toEqual([code.value]);
  });

  test('a part of a bar code, read along a few lines, is not taken for a code', () => {
    const part = { type: 'ITF', value: '1804', corners: [] };
    expect(
      [
        { ...part, lines: 4 },
        { ...part, lines: 40 },
      ].map(isPossible),
    ).toEqual([false, true]);
    expect(
      [
        { ...part, lines: 4 },
        { ...part, lines: 40 },
      ].map(isSure),
    ).toEqual([false, true]);
  });

  test('ruled lines with writing among them are no bars; a stamp on bars and bars in the letters of a font are', () => {
    const region = { x: 300, y: 200, length: 400, height: 80, angle: 0 };
    const text = { text: 'Valor', x: 60, y: 104, width: 30, size: 9, bold: false };
    const written = (texts: TextItem[]) => isWrittenIn(region, texts, 2);
    expect(written([text, { ...text, x: 150 }])).toBe(true);
    expect(written([text])).toBe(false);
    expect(
      written([
        { ...text, y: 118 },
        { ...text, x: 150, y: 118 },
      ]),
    ).toBe(false);
    expect(
      written([
        { ...text, size: 36, y: 112 },
        { ...text, size: 36, x: 150, y: 112 },
      ]),
    ).toBe(false);
  });

  test('the text of a photograph is not read if only its codes are wanted', async () => {
    const [folder, reader] = [await mkdtemp(join(tmpdir(), 'codes-')), openReader({ workers: 1 })];
    const path = join(folder, 'photo.jpg');
    await writeFile(path, await pictures.jpegOf({ code: { value: LINK, box: [300, 800, 240, 240] }, lying }), 'base64');
    const {
      pages: [page],
    } = await reader.readDocument({ path, format: 'image/jpeg', password: null }, { codesOnly: true });
    expect(page).toMatchObject({ barcodes: [{ type: 'QRCode', value: LINK, pageNumber: 1 }], text: '', source: null });
    await Promise.all([reader.close(), rm(folder, { recursive: true })]);
  });

  test('a page of writing has no codes', async () => {
    expect(await pictures.codesIn({})).toEqual([]);
  });
});
