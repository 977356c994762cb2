import type { SKRSContext2D } from '@napi-rs/canvas';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';

/** An RGB image, three bytes a pixel. */
export type Picture = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

export const imageOf = ({ data, width, height }: Picture, channels: 1 | 3 = 3): Sharp =>
  sharp(data, { raw: { width, height, channels } });

export async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What a canvas shows. */
export function pictureOn(context: SKRSContext2D, width: number, height: number): Picture {
  const pixels = context.getImageData(0, 0, width, height).data;
  const data = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    data[to] = pixels[from] as number;
    data[to + 1] = pixels[from + 1] as number;
    data[to + 2] = pixels[from + 2] as number;
  }
  return { data, width, height };
}

/** A sheet of one colour with pictures on it. */
export const sheetWith = (layers: OverlayOptions[], width: number, height: number, background: string): Sharp =>
  sharp({ create: { width, height, channels: 3, background } }).composite(layers);

/** A drawing in SVG, as large as the picture that it is laid on. */
export const svgLayer = (width: number, height: number, content: string) => ({
  input: Buffer.from(`<svg width="${width}" height="${height}">${content}</svg>`),
  left: 0,
  top: 0,
});

/** A line of writing in SVG. */
export const svgText = (x: number, y: number, size: number, text: string, family = 'sans-serif'): string =>
  `<text x="${x}" y="${y}" font-size="${size}" font-family="${family}">${text}</text>`;
