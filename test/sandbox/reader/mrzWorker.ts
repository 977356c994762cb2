import sharp from 'sharp';
import { drawDocument } from '../../../sandbox/accuracy/mrz/drawing.ts';
import { mrzScene, type MrzCondition } from '../../../sandbox/accuracy/mrz/scenes.ts';
import type { Holder, MrzKind } from '../../../sandbox/accuracy/synthetic/passports.ts';
import { randomFrom } from '../../../sandbox/accuracy/synthetic/random.ts';
import { parseMrz, type Mrz } from '../../../sandbox/reader/src/documents/mrz/mrz.ts';
import { startPageBudget } from '../../../sandbox/reader/src/pageBudget.ts';
import { dewarp, enlargeSmall, previewOf } from '../../../sandbox/reader/src/preprocessing/dewarp.ts';
import { detectPage } from '../../../sandbox/reader/src/recognition/lineDetection.ts';
import { findLines, findOrientation } from '../../../sandbox/reader/src/recognition/orientation.ts';
import { readMrz } from '../../../sandbox/reader/src/recognition/mrz/mrzRecognition.ts';
import { drawPage } from './drawnPictures.ts';

/** A document in a picture, and what its zone was read as. */
export async function scene([kind, condition]: [MrzKind, MrzCondition]): Promise<{
  holders: Holder[];
  mrz: Mrz | null;
}> {
  const { bytes, holders } = await mrzScene(kind, condition, 'test');
  return { holders, mrz: await mrzIn(bytes) };
}

const WIDTH = 900;

/** A document without a zone, and a page of writing. */
export async function withoutZone(holder: Holder): Promise<(Mrz | null)[]> {
  const { canvas } = drawDocument(holder, 'td3', [' '.repeat(44)], randomFrom('without'));
  return [
    await mrzIn(await sharp(canvas.toBuffer('image/png')).resize({ width: WIDTH }).png().toBuffer()),
    await mrzIn(drawPage().toBuffer('image/png')),
  ];
}

/** As a page is read, but that no page is looked for on a table: that takes longer than all the rest. */
async function mrzIn(bytes: Buffer): Promise<Mrz | null> {
  startPageBudget();
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = { data: new Uint8ClampedArray(data), width, height };
  const image = await enlargeSmall(
    dewarp(pixels, null, await findOrientation(await findLines(await previewOf(pixels, null)))),
  );
  const reading = await readMrz(await detectPage(image.pixels));
  return reading && parseMrz(reading);
}
