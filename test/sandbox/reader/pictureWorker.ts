import sharp from 'sharp';
import { drawBarcode } from '../../../sandbox/accuracy/drawing/barcodes.ts';
import type { Pixels } from '../../../sandbox/reader/src/reading.ts';
import { encodeJpeg, toLuma } from '../../../sandbox/reader/src/preprocessing/images.ts';
import { findCodes } from '../../../sandbox/reader/src/codes/codes.ts';
import type { Point, Quad } from '../../../sandbox/reader/src/preprocessing/geometry.ts';
import { detectPageOutline } from '../../../sandbox/reader/src/preprocessing/pageDetection/pageDetection.ts';
import { drawCode, drawPage, photograph, pixelsOf } from './drawnPictures.ts';

/** A code and where it is drawn; `blur` in pixels. */
export type Code = {
  value: string;
  format?: 'QRCode' | 'Code128' | 'ITF' | 'EAN13';
  pixels?: number;
  box: [number, number, number, number];
  isInverted?: boolean;
  blur?: number;
};

/** A page of writing, with a printed photograph or a code on it, as it is or lying on a table. */
export type Drawn = {
  printed?: [number, number, number, number];
  code?: Code;
  lying?: { corners: Quad; table: [number, number, number] };
};

/** What is drawn is found in a thread, as in the sandbox: jest would take half a minute to evaluate OpenCV. */
export async function pageIn(drawn: Drawn | null): Promise<Point[] | null> {
  const found = await detectPageOutline(
    drawn ? await draw(drawn) : { data: new Uint8ClampedArray(600 * 400 * 4).fill(250), width: 600, height: 400 },
  );
  return found?.corners ?? null;
}

export const codesIn = async (drawn: Drawn): Promise<string[]> =>
  (await findCodes(toLuma(await draw(drawn)))).map(({ value }) => value);

export const jpegOf = async (drawn: Drawn): Promise<string> => encodeJpeg(await draw(drawn), 90);

async function draw({ printed, code, lying }: Drawn): Promise<Pixels> {
  const canvas = drawPage();
  if (printed) {
    const context = canvas.getContext('2d');
    context.fillStyle = '#8a99a8';
    context.fillRect(...printed);
  }
  if (code) {
    const { value, format = 'QRCode', pixels = 4, box, isInverted = false, blur } = code;
    const drawn = sharp(await drawBarcode(value, format, { scale: pixels, quietZone: true })).flatten({
      background: '#fff',
    });
    if (isInverted) drawn.negate({ alpha: false });
    if (blur) drawn.blur(blur);
    await drawCode(canvas, await drawn.png().toBuffer(), ...box);
  }
  return lying ? photograph(canvas, lying.corners, lying.table) : pixelsOf(canvas);
}
