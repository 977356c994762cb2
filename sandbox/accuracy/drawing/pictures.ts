import { createCanvas, Image, type Canvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import type { Size } from '../groundTruth.ts';
import { canvasFont } from './canvasFont.ts';

/** An RGB image, three bytes a pixel. */
export type Picture = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

export const imageOf = ({ data, width, height }: Picture, channels: 1 | 3 = 3): Sharp =>
  sharp(data, { raw: { width, height, channels } });

export async function pictureOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** What a canvas shows. */
export function pictureOn(canvas: Canvas): Picture {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  const data = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    data[to] = pixels[from] as number;
    data[to + 1] = pixels[from + 1] as number;
    data[to + 2] = pixels[from + 2] as number;
  }
  return { data, width, height };
}

/** A drawing in SVG on a canvas, so many pixels for one of its units. It has no fonts of the machine. */
export function canvasOf(content: string, { width, height, scale = 1 }: Size & { scale?: number }): Canvas {
  const [wide, high] = [width, height].map((side) => Math.round(side * scale)) as [number, number];
  const image = new Image();
  const box = `width="${wide}" height="${high}" viewBox="0 0 ${width} ${height}"`;
  image.src = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>`);
  const canvas = createCanvas(wide, high);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

/** A sheet of one colour with a drawing in SVG on it. */
export const sheetOf = (width: number, height: number, colour: string, content = '', scale = 1): Canvas =>
  canvasOf(`<rect width="${width}" height="${height}" fill="${colour}"/>${content}`, { width, height, scale });

/** A line of writing in SVG. */
export function svgText(x: number, y: number, size: number, text: string, font = 'roboto'): string {
  const escaped = text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<text x="${x}" y="${y}" font-size="${size}" font-family=${canvasFont(font)}>${escaped}</text>`;
}

/** As many things as are counted. */
export const many = (length: number, contentOf: (at: number) => string): string =>
  Array.from({ length }, (_, at) => contentOf(at)).join('');
