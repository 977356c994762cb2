import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { overlap, scaled } from '../../../sandbox/reader/src/crops/boxes.ts';
import { findCrops, findPhotos } from '../../../sandbox/reader/src/crops/crops.ts';
import { detectFaces, type Face, warmFaces } from '../../../sandbox/reader/src/crops/faceDetector.ts';
import { shrinkPage } from '../../../sandbox/reader/src/crops/raster.ts';
import { findSignature } from '../../../sandbox/reader/src/crops/signature.ts';
import type { Box } from '../../../sandbox/reader/src/reading.ts';
import { DrawnPage } from './cropsPage.ts';

const PHOTO: Box = { left: 60, top: 150, width: 240, height: 320 };
const SIGNATURE: Box = { left: 420, top: 470, width: 300, height: 60 };

/** The side of an identity card that has the photo; it does not say what it is. */
const card = () =>
  new DrawnPage(1000, 680)
    .emblem(90, 70, 50)
    .write(230, 60, 'REPÚBLICA FEDERATIVA DO BRASIL', 24)
    .write(330, 200, 'NOME MARIA EXEMPLO', 22);

async function photosOf({ pixels }: DrawnPage, documentType: string | null = null): Promise<Box[]> {
  const page = await shrinkPage(pixels, 1600);
  return (await findPhotos(page, documentType)).map((photo) => scaled(photo, pixels.width / page.width));
}

describe('a photo is cut out', () => {
  const [SMALL, FADED, OTHER] = [
    { left: 180, top: 260, width: 120, height: 160 },
    { left: 830, top: 250, width: 100, height: 133 },
    { ...PHOTO, left: 640 },
  ];
  const sheet = () => new DrawnPage(1654, 2339, '#fff').write(200, 200, 'CARTEIRA DE IDENTIDADE', 20);
  const withEmblem = () => card().emblem(700, 400, 130);

  test.each<[where: string, page: () => DrawnPage | Promise<DrawnPage>, documentType: string | null, ...Box[]]>([
    ['along its edges', () => card().portrait('a', PHOTO), null, PHOTO],
    ['of a card that is a small part of the sheet', () => sheet().portrait('d', SMALL), null, SMALL],
    [
      'once, even if the document repeats it small and faded',
      async () => (await card().portrait('e', PHOTO)).portrait('e', FADED, 0.5),
      'bra-cnh',
      PHOTO,
    ],
    [
      'twice, if two persons are equally large',
      async () => (await card().portrait('f', PHOTO)).portrait('g', OTHER),
      null,
      PHOTO,
      OTHER,
    ],
    ['not where there is only an emblem and text', withEmblem, null],
    ['not even of a licence with only these', withEmblem, 'bra-cnh'],
    ['not of a form that never has one', () => card().portrait('f', PHOTO), 'bra-danfe'],
  ])('%s', async (_, draw, documentType, ...places) => {
    const photos = (await photosOf(await draw(), documentType)).toSorted((a, b) => a.left - b.left);
    expect(photos.map((photo, at) => overlap(photo, places[at] ?? FADED) > 0.9)).toEqual(places.map(() => true));
  });
});

describe('the face detector', () => {
  test('computes what the library computes that its weights are of', async () => {
    const drawn = await new DrawnPage(400, 300).portrait('a', { left: 120, top: 40, width: 150, height: 200 });
    const { data, info } = await sharp(drawn.pixels.data, { raw: { width: 400, height: 300, channels: 4 } })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    await warmFaces();
    const found = await detectFaces({ data, width: info.width, height: info.height });
    // What @vladmandic/face-api 1.7.15 finds with TensorFlow.js.
    expect(found.map(rounded)).toEqual([[86, 152, 96, 79, 74]]);
  });
});

const rounded = ({ score, left, top, width, height }: Face) => [
  Math.round(100 * score),
  ...[left, top, width, height].map(Math.round),
];

describe('a signature is cut out', () => {
  const signed = () => card().sign(SIGNATURE).rule(380, 535, 420);
  const LABEL = 'ASSINATURA DO TITULAR';

  test.each([
    ['over its label, without the line under it', signed().write(480, 556, LABEL, 14), true],
    [
      'over a label that was recognised in words',
      signed().write(480, 556, 'ASSINATURA', 14).write(575, 556, 'DO', 14).write(606, 556, 'TITULAR', 14),
      true,
    ],
    ['not without a label', signed(), false],
    ['not over the label of an authority', signed().write(480, 556, 'ASSINATURA DO DIRETOR', 14), false],
    ['not where nobody signed', card().rule(380, 535, 420).write(480, 556, LABEL, 14), false],
  ])('%s', async (_, page, isThere) => {
    const found = await findSignature(await shrinkPage(page.pixels, 1600), page.items, 1, []);
    expect(found && overlap(found, SIGNATURE) > 0.75).toBe(isThere || null);
  });
});

describe('crops', () => {
  test('are JPEGs cut out of the whole page, at its own size', async () => {
    const signature = { left: 1260, top: 1410, width: 900, height: 180 };
    const page = new DrawnPage(3000, 2040).sign(signature).write(1440, 1680, 'ASSINATURA DO TITULAR', 42);
    const codes = [{ type: 'QRCode', value: '1', box: { left: 2400, top: 300, width: 300, height: 300 } }];
    const known = { items: page.items, codes, documentType: null };
    const crops = await findCrops({ pixels: page.pixels, scale: 1 }, known);
    expect(crops.map(({ name, stdName }) => [name, stdName])).toEqual([
      ['assinatura', 'signature'],
      ['codigo_barras', 'barcode'],
    ]);
    const { format, width = 0 } = await sharp(Buffer.from(crops[0]?.value ?? '', 'base64')).metadata();
    expect(format).toBe('jpeg');
    expect(Math.abs(width - signature.width)).toBeLessThan(60);
  });

  test('of codes and signatures are still made where the face detector cannot be loaded, and it is said', async () => {
    const script = join(import.meta.dirname, 'cropsWithoutFaces.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script]);
    const { lack, names } = JSON.parse(stdout) as { lack: string; names: string[] };
    expect(lack).toContain('onnxruntime-node');
    expect(names).toEqual(['assinatura', 'codigo_barras']);
  });
});
