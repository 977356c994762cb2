import type { BarRegion } from './barRegions.ts';
import { pointFrom, type Point } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';

/** Codes need a quiet zone, and the region may be a little short. */
const MARGIN = { length: 1.2, height: 1.1 };
const SMALLEST = 8;
const MOST_PIXELS = 1_500_000;
const WHITE = 255;

/** Cuts a region out so that its bars are vertical, in bilinear interpolation; `toPicture` maps its points to the picture's. */
export function cutOut(
  { data, width, height }: Grey,
  region: BarRegion,
  maximumScale: number,
): { cut: Grey; toPicture: (point: Point) => Point } {
  const size = { long: region.length * MARGIN.length + 2 * SMALLEST, high: region.height * MARGIN.height };
  const scale = Math.min(maximumScale, Math.sqrt(MOST_PIXELS / (size.long * size.high)));
  const cut = {
    width: Math.max(SMALLEST, Math.round(size.long * scale)),
    height: Math.max(SMALLEST, Math.round(size.high * scale)),
  };
  const [across, down] = [size.long / cut.width, size.high / cut.height];
  const toPicture = ({ x, y }: Point) => pointFrom(region, (x - cut.width / 2) * across, (y - cut.height / 2) * down);
  const out = new Uint8Array(cut.width * cut.height).fill(WHITE);
  const [stepX, stepY] = [across * Math.cos(region.angle), across * Math.sin(region.angle)];
  for (let row = 0, at = 0; row < cut.height; row++) {
    const start = toPicture({ x: 0.5, y: row + 0.5 });
    // No destructuring in this loop: it takes longer than the interpolation.
    let px = start.x - 0.5;
    let py = start.y - 0.5;
    for (let column = 0; column < cut.width; column++, at++, px += stepX, py += stepY) {
      if (!(px >= 0 && py >= 0 && px < width - 1 && py < height - 1)) continue;
      const left = px | 0;
      const top = py | 0;
      const fx = px - left;
      const fy = py - top;
      const first = top * width + left;
      const upper = (data[first] as number) * (1 - fx) + (data[first + 1] as number) * fx;
      const lower = (data[first + width] as number) * (1 - fx) + (data[first + width + 1] as number) * fx;
      out[at] = upper * (1 - fy) + lower * fy + 0.5;
    }
  }
  return { cut: { data: out, ...cut }, toPicture };
}

const SHARPENING_REACH = 2;

/** Sharpens vertical bars across only: along them there is nothing but noise, which is averaged. */
export function sharpen({ data, width, height }: Grey, amount: number): Grey {
  const out = new Uint8ClampedArray(data);
  for (let y = 1; y < height - 1; y++)
    for (let x = SHARPENING_REACH; x < width - SHARPENING_REACH; x++) {
      const at = y * width + x;
      const around = ((data[at - SHARPENING_REACH] as number) + (data[at + SHARPENING_REACH] as number)) / 2;
      const column = ((data[at] as number) + (data[at - width] as number) + (data[at + width] as number)) / 3;
      out[at] = column + amount * (column - around);
    }
  return { data: new Uint8Array(out.buffer), width, height };
}

/** Light bars as dark ones. */
export const inverted = (picture: Grey): Grey => ({ ...picture, data: picture.data.map((value) => WHITE - value) });
