import { cornersOf, type BarRegion } from './barRegions.ts';
import { BAR_FORMATS, decode, isPossible, isSure, mayBePartial, type Decoded } from './decoding.ts';
import { apply, distance, homographyBetween, type Homography, type Point } from '../preprocessing/geometry.ts';
import { warp } from '../preprocessing/images.ts';
import type { Pixels } from '../reading.ts';

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
export async function reread(pixels: Pixels, regions: BarRegion[], doubtful: Decoded[]): Promise<Decoded[]> {
  const found: Decoded[] = [];
  const seen = doubtful.map(nameOf);
  const unread = new Set(regions);
  const maybeUpsideDown = doubtful.some(({ type }) => type.includes('PDF417'));
  let left = PIXEL_BUDGET;
  for (const attempt of ATTEMPTS)
    for (const bars of unread) {
      if (left < 0) return found;
      const { codes, cost } = await tryAttempt(pixels, bars, attempt, maybeUpsideDown);
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
  pixels: Pixels,
  bars: BarRegion,
  { size, degrees, sharpness }: Attempt,
  maybeUpsideDown: boolean,
): Promise<{ codes: Decoded[]; cost: number }> {
  const scale = Math.min(SCALES.most, Math.max(SCALES.least, (USUAL_LENGTH * size) / bars.length));
  const { cut, back } = rectify(pixels, { ...bars, angle: bars.angle + degrees * DEGREE }, scale);
  const codes = await decode(sharpness > 0 ? sharpen(cut, sharpness) : cut, {
    formats: BAR_FORMATS,
    tryInvert: false,
    tryDownscale: false,
    // Bars are read both ways, but not the rows of a PDF417.
    tryRotate: maybeUpsideDown,
  });
  const placed = codes.map((code) => ({ ...code, corners: code.corners.map((corner) => apply(back, corner)) }));
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

/** Cuts a region out so that its bars are vertical; `back` maps its pixels to the picture's. */
function rectify(
  pixels: Pixels,
  { x, y, length, height, angle }: BarRegion,
  maximumScale: number,
): { cut: Pixels; back: Homography } {
  const [long, high] = [length * MARGIN.length + 2 * SMALLEST, height * MARGIN.height];
  const scale = Math.min(maximumScale, Math.sqrt(MOST_PIXELS / (long * high)));
  const corners = cornersOf({ x, y, length: long, height: high, angle });
  const [width, tall] = [long, high].map((side) => Math.max(SMALLEST, Math.round(side * scale))) as [number, number];
  const back = homographyBetween(
    [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: tall },
      { x: 0, y: tall },
    ],
    corners,
  );
  return { cut: warp(pixels, back, width, tall), back };
}

const SHARPENING_REACH = 2;
const BYTES = 4;

/** Sharpens vertical bars across only: along them there is nothing but noise, which is averaged. */
function sharpen({ data, width, height }: Pixels, amount: number): Pixels {
  const out = new Uint8ClampedArray(data);
  const [reach, row] = [SHARPENING_REACH * BYTES, width * BYTES];
  for (let y = 1; y < height - 1; y++)
    for (let x = SHARPENING_REACH; x < width - SHARPENING_REACH; x++) {
      const at = (y * width + x) * BYTES + 1;
      const around = ((data[at - reach] as number) + (data[at + reach] as number)) / 2;
      const column = ((data[at] as number) + (data[at - row] as number) + (data[at + row] as number)) / 3;
      out[at - 1] = out[at] = out[at + 1] = column + amount * (column - around);
    }
  return { data: out, width, height };
}
