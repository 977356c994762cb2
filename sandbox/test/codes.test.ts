import { describe, expect, test } from '@jest/globals';
import { makeCode } from '../samples/code.ts';
import { findCodes } from '../src/reading/sheet/codes.ts';
import type { Quad } from '../src/reading/sheet/geometry.ts';
import { drawCode, drawPage, photograph, pixelsOf } from './straightenPictures.ts';

const LINK = 'https://nota.exemplo.gov.br/consulta?chave=4217';
const KEY = '35250111222333000181550010000042171123456783';
const TILTED: Quad = [{ x: 330, y: 190 }, { x: 1240, y: 330 }, { x: 1160, y: 1390 }, { x: 180, y: 1290 }];
const values = (codes: { value: string }[]) => codes.map(({ value }) => value);

const SLOW_MACHINE = 30_000;

describe('codes are read', () => {
  test('a QR code in a photograph taken at an angle is read', async () => {
    const page = drawPage();
    await drawCode(page, await makeCode(LINK), 300, 800, 240, 240);
    expect(values(await findCodes(photograph(page, TILTED, [90, 60, 40])))).toEqual([LINK]);
  }, SLOW_MACHINE);

  test('bars that stand at an angle to the picture are read', async () => {
    const page = drawPage();
    await drawCode(page, await makeCode(KEY, 'Code128', 2), 60, 800, 720, 110);
    expect(values(await findCodes(photograph(page, TILTED, [90, 60, 40])))).toEqual([KEY]);
  }, SLOW_MACHINE);

  test('a page of writing has no codes', async () => {
    expect(await findCodes(pixelsOf(drawPage()))).toEqual([]);
  }, SLOW_MACHINE);
});
