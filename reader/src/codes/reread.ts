import { setImmediate } from 'node:timers/promises';
import { cornersOf, type BarRegion } from './barRegions.ts';
import { BAR_FORMATS, decode, isPossible, isSure, mayBePartial, type Decoded } from './decoding.ts';
import { distance, type Point } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';

/** One way to read a region: its length relative to the usual one, a correction of its angle, and the sharpening. */
type Attempt = { size: number; degrees: number; sharpness: number };

const DEGREE = Math.PI / 180;
/** In pixels; the bars of the longest codes are then some four pixels wide. */
const USUAL_LENGTH = 1600;
const SCALES = { least: 0.5, most: 3 };
/** A code shorter than this share of its region may be a part of a longer one. */
const WHOLE = 0.75;
/** A bound on the work, in pixels and not in time: the same on a fast and on a busy machine. */
const PIXEL_BUDGET = 14_000_000;

const ATTEMPTS: Attempt[] = [
  { size: 1, degrees: 0, sharpness: 0 },
  { size: 1, degrees: 0, sharpness: 0.8 },
  { size: 1.4, degrees: 1, sharpness: 0 },
  { size: 1.4, degrees: -1, sharpness: 0.8 },
  { size: 0.7, degrees: 0, sharpness: 0 },
  { size: 1, degrees: 2.5, sharpness: 0.4 },
  { size: 1, degrees: -2.5, sharpness: 0.4 },
  { size: 2, degrees: 0, sharpness: 1.5 },
  { size: 1, degrees: 5, sharpness: 0.4 },
  { size: 1, degrees: -5, sharpness: 0.4 },
];

/**
 * Reads regions again, each rotated and cut out: one way in all of them, then the next. A value without error correction
 * counts once it was read twice.
 */
export async function reread(picture: Grey, regions: BarRegion[], doubtful: Decoded[]): Promise<Decoded[]> {
  const found: Decoded[] = [];
  const seen = doubtful.map(nameOf);
  const unread = new Set(regions);
  const maybeUpsideDown = doubtful.some(({ type }) => type.includes('PDF417'));
  let left = PIXEL_BUDGET;
  for (const attempt of ATTEMPTS)
    for (const bars of unread) {
      if (left < 0) return found;
      // The decoder never waits, and this process must show meanwhile that it goes on.
      await setImmediate();
      const { codes, cost } = await tryAttempt(picture, bars, attempt, maybeUpsideDown);
      left -= cost;
      const code = codes.find((one) => isSure(one) || seen.includes(nameOf(one)));
      seen.push(...codes.map(nameOf));
      if (!code) continue;
      // The decoder gives the lines it read along; the bars are higher.
      found.push({ ...code, corners: [...code.corners, ...cornersOf(bars)] });
      unread.delete(bars);
    }
  return found;
}

const nameOf = ({ type, value }: Decoded) => `${type} ${value}`;

async function tryAttempt(
  picture: Grey,
  bars: BarRegion,
  { size, degrees, sharpness }: Attempt,
  maybeUpsideDown: boolean,
): Promise<{ codes: Decoded[]; cost: number }> {
  const scale = Math.min(SCALES.most, Math.max(SCALES.least, (USUAL_LENGTH * size) / bars.length));
  const { cut, toPicture } = cutOut(picture, { ...bars, angle: bars.angle + degrees * DEGREE }, scale);
  const codes = await decode(sharpness > 0 ? sharpen(cut, sharpness) : cut, {
    formats: BAR_FORMATS,
    tryInvert: false,
    tryDownscale: false,
    // Bars are read both ways, but not the rows of a PDF417.
    tryRotate: maybeUpsideDown,
  });
  const placed = codes.map((code) => ({ ...code, corners: code.corners.map(toPicture) }));
  return {
    codes: placed.filter((code) => isPossible(code) && (!mayBePartial(code) || isWhole(code, bars))),
    cost: cut.width * cut.height,
  };
}

function isWhole({ corners }: Decoded, { length }: BarRegion): boolean {
  const [start, end] = corners as [Point, Point];
  return distance(start, end) > WHOLE * length;
}

/** Codes need a quiet zone, and the region may be a little short. */
const MARGIN = { length: 1.2, height: 1.1 };
const SMALLEST = 8;
const MOST_PIXELS = 1_500_000;
const WHITE = 255;

/** Cuts a region out so that its bars are vertical, in bilinear interpolation; `toPicture` maps its points to the picture's. */
function cutOut(
  { data, width, height }: Grey,
  { x, y, length, height: high, angle }: BarRegion,
  maximumScale: number,
): { cut: Grey; toPicture: (point: Point) => Point } {
  const size = { long: length * MARGIN.length + 2 * SMALLEST, high: high * MARGIN.height };
  const scale = Math.min(maximumScale, Math.sqrt(MOST_PIXELS / (size.long * size.high)));
  const cut = {
    width: Math.max(SMALLEST, Math.round(size.long * scale)),
    height: Math.max(SMALLEST, Math.round(size.high * scale)),
  };
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [across, down] = [size.long / cut.width, size.high / cut.height];
  const toPicture = (point: Point): Point => {
    const [dx, dy] = [(point.x - cut.width / 2) * across, (point.y - cut.height / 2) * down];
    return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos };
  };
  const out = new Uint8Array(cut.width * cut.height).fill(WHITE);
  const [stepX, stepY] = [across * cos, across * sin];
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
function sharpen({ data, width, height }: Grey, amount: number): Grey {
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
