import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

async function signatureOf(page: DrawnPage): Promise<Box | null> {
  return findSignature(await shrinkPage(page.pixels, 1600), page.items, 1, []);
}

describe('a photo', () => {
  it('is cut out along its edges', async () => {
    const photos = await photosOf(await card().portrait('a', PHOTO));
    expect(photos).toHaveLength(1);
    expect(overlap(photos[0] as Box, PHOTO)).toBeGreaterThan(0.9);
  });

  it('is found when the card is a small part of the sheet', async () => {
    const small = { left: 180, top: 260, width: 120, height: 160 };
    const sheet = new DrawnPage(1654, 2339, '#fff').write(200, 200, 'CARTEIRA DE IDENTIDADE', 20);
    const photos = await photosOf(await sheet.portrait('d', small));
    expect(photos).toHaveLength(1);
    expect(overlap(photos[0] as Box, small)).toBeGreaterThan(0.85);
  });

  it('is one, even if the document repeats it small and faded', async () => {
    const page = await (
      await card().portrait('e', PHOTO)
    ).portrait('e', { left: 830, top: 250, width: 100, height: 133 }, 0.5);
    const photos = await photosOf(page, 'bra-cnh');
    expect(photos).toHaveLength(1);
    expect(overlap(photos[0] as Box, PHOTO)).toBeGreaterThan(0.9);
  });

  it('is two, if two persons are equally large', async () => {
    const other = { ...PHOTO, left: 640 };
    const photos = await photosOf(await (await card().portrait('f', PHOTO)).portrait('g', other));
    expect(photos.map((photo) => [PHOTO, other].findIndex((place) => overlap(photo, place) > 0.85)).toSorted()).toEqual(
      [0, 1],
    );
  });

  it('is not seen where there is only an emblem and text', async () => {
    expect(await photosOf(card().emblem(700, 400, 130))).toEqual([]);
    expect(await photosOf(card().emblem(700, 400, 130), 'bra-cnh')).toEqual([]);
  });

  it('is not looked for on a form that never has one', async () => {
    expect(await photosOf(await card().portrait('f', PHOTO), 'bra-danfe')).toEqual([]);
  });
});

describe('the face detector', () => {
  it('computes what the library computes that its weights are of', async () => {
    const drawn = await new DrawnPage(400, 300).portrait('a', { left: 120, top: 40, width: 150, height: 200 });
    const { data, info } = await sharp(drawn.pixels.data, { raw: { width: 400, height: 300, channels: 4 } })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    await warmFaces();
    const found = await detectFaces({ data, width: info.width, height: info.height });
    // What @vladmandic/face-api 1.7.15 finds with TensorFlow.js.
    expect(found.map(rounded)).toEqual([[89, 152, 95, 80, 71]]);
  });
});

const rounded = ({ score, left, top, width, height }: Face) => [
  Math.round(100 * score),
  ...[left, top, width, height].map(Math.round),
];

describe('a signature', () => {
  const signed = () => card().sign(SIGNATURE).rule(380, 535, 420);

  it('is cut out over its label, without the line under it', async () => {
    const found = await signatureOf(signed().write(480, 556, 'ASSINATURA DO TITULAR', 14));
    expect(overlap(found as Box, SIGNATURE)).toBeGreaterThan(0.75);
  });

  it('is found when its label was recognised in words', async () => {
    const found = await signatureOf(
      signed().write(480, 556, 'ASSINATURA', 14).write(575, 556, 'DO', 14).write(606, 556, 'TITULAR', 14),
    );
    expect(overlap(found as Box, SIGNATURE)).toBeGreaterThan(0.75);
  });

  it("is none without a label, and none of the holder's under the label of an authority", async () => {
    expect(await signatureOf(signed())).toBeNull();
    expect(await signatureOf(signed().write(480, 556, 'ASSINATURA DO DIRETOR', 14))).toBeNull();
  });

  it('is none where nobody signed', async () => {
    expect(await signatureOf(card().rule(380, 535, 420).write(480, 556, 'ASSINATURA DO TITULAR', 14))).toBeNull();
  });
});

describe('crops', () => {
  it('are JPEGs cut out of the whole page, at its own size', async () => {
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

  it('of codes and signatures are still made where the face detector cannot be loaded, and it is said', async () => {
    const script = join(import.meta.dirname, 'cropsWithoutFaces.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script]);
    const { lack, names } = JSON.parse(stdout) as { lack: string; names: string[] };
    expect(lack).toContain('onnxruntime-node');
    expect(names).toEqual(['assinatura', 'codigo_barras']);
  });
});
