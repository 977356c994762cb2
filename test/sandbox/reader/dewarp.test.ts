import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { distance, type Point, type Quad } from '../../../sandbox/reader/src/preprocessing/geometry.ts';
import { encodeJpeg } from '../../../sandbox/reader/src/preprocessing/images.ts';
import { detectPageOutline } from '../../../sandbox/reader/src/preprocessing/pageDetection/pageDetection.ts';
import { hasTextBeside } from '../../../sandbox/reader/src/recognition/textBeside.ts';
import { drawn, quadOf } from './drawnPictures.ts';
import { fileOf, openedReader } from './openedReader.ts';

const CORNERS = quadOf([300, 210], [1130, 260], [1230, 1320], [190, 1260]);
const LYING = quadOf([160, 320], [1330, 370], [1290, 1190], [200, 1150]);
const quarter = (corners: Quad, times: number) => corners.map((_, at) => corners[(at + times) % 4]) as Quad;

const worstCorner = (found: Point[], corners: Quad) =>
  Math.max(...corners.map((corner) => Math.min(...found.map((point) => distance(point, corner)))));

const reader = openedReader();

describe('the page in a photograph is cut out and turned upright', () => {
  test.each([
    ['dark wood', [84, 54, 36]],
    ['almost the white of the paper', [246, 245, 242]],
  ] as [string, [number, number, number]][])(
    'the corners of a page on a table of %s are found within one per cent',
    async (_, table) => {
      const picture = drawn({ lying: { corners: CORNERS, table } });
      const found = (await detectPageOutline(picture))?.corners ?? [{ x: 0, y: 0 }];
      expect(worstCorner(found, CORNERS)).toBeLessThan(0.01 * Math.hypot(picture.width, picture.height));
    },
  );

  test.each([
    ['upside down', quarter(CORNERS, 2)],
    ['on its side', quarter(LYING, 1)],
  ] as [string, Quad][])(
    'a page that lies %s on the table comes back upright, without the table, and is read',
    async (_, corners) => {
      const jpeg = Buffer.from(await encodeJpeg(drawn({ lying: { corners, table: [60, 90, 140] } }), 90), 'base64');
      const {
        pages: [page],
      } = await reader.readDocument(fileOf(jpeg, 'image/jpeg'), { imageQuality: 75 });
      const { width, height } = await sharp(Buffer.from(page?.image ?? '', 'base64')).metadata();
      expect(height / width).toBeGreaterThan(1.1);
      expect(page?.text).toContain('CONTRATO DE LOCAÇÃO');
      expect(page?.document?.documentType.id).toBe('contrato');
    },
    // The first of them loads the engines, which takes long on a busy machine.
    120_000,
  );
});

describe('a scan stays as it is', () => {
  test('no page is found in a picture that the page fills, even with a printed photograph on it', async () => {
    expect(await detectPageOutline(drawn({ photograph: [110, 720, 300, 400] }))).toBeNull();
  });

  test('no page is found in an empty picture', async () => {
    const data = new Uint8ClampedArray(600 * 400 * 4).fill(250);
    expect(await detectPageOutline({ data, width: 600, height: 400 })).toBeNull();
  });
});

describe('a quad beside which text runs on', () => {
  const quad = quadOf([10, 10], [790, 10], [790, 400], [10, 400]);
  const line = (y: number, angle = 0) => ({ x: 400, y, length: 700, height: 20, angle });
  const inside = [100, 200, 300].map((y) => line(y));

  test('is a part of a larger page, in a copy of the picture too', () => {
    expect(hasTextBeside(quad, [...inside, line(450)], 1)).toBe(true);
    const half = [...inside, line(450)].map(({ x, y, length, height, angle }) => ({
      ...{ x: x / 2, y: y / 2, length: length / 2, height: height / 2 },
      angle,
    }));
    expect(hasTextBeside(quad, half, 0.5)).toBe(true);
  });

  test('is a page if the text lies another way, as on what is under it, or is all inside', () => {
    expect([hasTextBeside(quad, [...inside, line(450, 0.4)], 1), hasTextBeside(quad, inside, 1)]).toEqual([
      false,
      false,
    ]);
  });
});
