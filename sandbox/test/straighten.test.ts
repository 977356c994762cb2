import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { buildApp } from '../src/app.ts';
import { encodeJpeg } from '../src/reading/jpeg.ts';
import { findPage } from '../src/reading/sheet/page/findPage.ts';
import { distance, type Point, type Quad } from '../src/reading/sheet/geometry.ts';
import { sendForm } from './client.ts';
import { drawPage, photograph, pixelsOf } from './straightenPictures.ts';

const CORNERS: Quad = [{ x: 300, y: 210 }, { x: 1130, y: 260 }, { x: 1230, y: 1320 }, { x: 190, y: 1260 }];
const LYING: Quad = [{ x: 160, y: 320 }, { x: 1330, y: 370 }, { x: 1290, y: 1190 }, { x: 200, y: 1150 }];
const quarter = (corners: Quad, times: number) => corners.map((_, at) => corners[(at + times) % 4]) as Quad;

const worstCorner = (found: Point[], corners: Quad) => Math.max(...corners.map((corner) => Math.min(...found.map((point) => distance(point, corner)))));

const SLOW_MACHINE = 60_000;
const PATH = '/process-image/content-extraction';
let app: FastifyInstance;

beforeAll(async () => void (app = await buildApp({ workers: 1 })));
afterAll(() => app.close());

describe('a photograph is straightened', () => {
  test.each([
    ['dark wood', [84, 54, 36]],
    ['almost the white of the paper', [246, 245, 242]],
  ] as [string, [number, number, number]][])('the corners of a page on a table of %s are found within one per cent', async (_, table) => {
    const picture = photograph(drawPage(), CORNERS, table);
    const page = await findPage(picture);
    expect(worstCorner(page?.corners ?? [{ x: 0, y: 0 }], CORNERS)).toBeLessThan(0.01 * Math.hypot(picture.width, picture.height));
  }, SLOW_MACHINE);

  test.each([
    ['upside down', quarter(CORNERS, 2)],
    ['on its side', quarter(LYING, 1)],
  ] as [string, Quad][])('a page that lies %s on the table comes back upright, without the table, and is read', async (_, corners) => {
    const picture = photograph(drawPage(), corners, [60, 90, 140]);
    const [item] = (await sendForm(app, PATH, [['file', Buffer.from(await encodeJpeg(picture, 90), 'base64')], ['returnImage', 'true']])).body.result;
    const { width, height } = await sharp(Buffer.from(item.image, 'base64')).metadata();
    expect(height / width).toBeGreaterThan(1.1);
    expect(item.tags).toContain('language=por');
    expect(item.type).toBe('contrato');
  }, SLOW_MACHINE);
});

describe('a scan is left as it is', () => {
  test('no page is found in a picture that is all page, though a photograph is printed on it', async () => {
    const canvas = drawPage();
    const context = canvas.getContext('2d');
    context.fillStyle = '#8a99a8';
    context.fillRect(110, 720, 300, 400);
    expect(await findPage(pixelsOf(canvas))).toBeNull();
  }, SLOW_MACHINE);

  test('no page is found in an empty picture', async () => {
    expect(await findPage({ data: new Uint8ClampedArray(600 * 400 * 4).fill(250), width: 600, height: 400 })).toBeNull();
  }, SLOW_MACHINE);
});
