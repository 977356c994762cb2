import type { Pixels } from '../reading.ts';
import { apply, distance, type Point } from '../preprocessing/geometry.ts';
import type { Bars } from './bars.ts';
import { decode, type Decoded } from './decode.ts';
import { level } from './level.ts';
import { cornersOf } from './place.ts';
import { sharpen } from './sharpen.ts';
import { isPossible, isSure, mayBePiece } from './trust.ts';

/**
 * One way to look at a region: how long it is laid out (of the usual), how its direction is corrected, how it is
 * sharpened.
 */
type Look = { size: number; degrees: number; sharpness: number };

const DEGREE = Math.PI / 180;
/** Bars of the longest codes are then some four pixels wide. */
const USUAL_LENGTH = 1600;
const SCALES = { least: 0.5, most: 3 };
/** A piece of a code is shorter than its region. */
const WHOLE = 0.75;
/** Pixels that are looked at in all, whatever looks like a code: the same on a fast and on a busy machine. */
const MOST_PIXELS = 14_000_000;

const LOOKS: Look[] = [
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
 * Looks at regions again, each by itself, laid level: one way in all of them, then the next. Weak values count when
 * read twice.
 */
export async function reread(pixels: Pixels, regions: Bars[], doubtful: Decoded[]): Promise<Decoded[]> {
  const found: Decoded[] = [];
  const seen = doubtful.map(nameOf);
  const unread = new Set(regions);
  let left = MOST_PIXELS;
  for (const look of LOOKS)
    for (const bars of unread) {
      if (left < 0) return found;
      const { codes, cost } = await lookAt(pixels, bars, look);
      left -= cost;
      const code = codes.find((one) => isSure(one) || seen.includes(nameOf(one)));
      seen.push(...codes.map(nameOf));
      if (!code) continue;
      // Read along a few lines; the bars go on.
      found.push({ ...code, corners: [...code.corners, ...cornersOf(bars)] });
      unread.delete(bars);
    }
  return found;
}

const nameOf = ({ type, value }: Decoded) => `${type} ${value}`;

async function lookAt(
  pixels: Pixels,
  bars: Bars,
  { size, degrees, sharpness }: Look,
): Promise<{ codes: Decoded[]; cost: number }> {
  const scale = Math.min(SCALES.most, Math.max(SCALES.least, (USUAL_LENGTH * size) / bars.length));
  const { cut, back } = level(pixels, { ...bars, angle: bars.angle + degrees * DEGREE }, scale);
  const codes = await decode(sharpness > 0 ? sharpen(cut, sharpness) : cut, {
    formats: ['AllLinear', 'PDF417'],
    tryInvert: false,
    tryDownscale: false,
    tryRotate: false,
  });
  const placed = codes.map((code) => ({ ...code, corners: code.corners.map((corner) => apply(back, corner)) }));
  return {
    codes: placed.filter((code) => isPossible(code) && (!mayBePiece(code) || isWhole(code, bars))),
    cost: cut.width * cut.height,
  };
}

function isWhole({ corners }: Decoded, { length }: Bars): boolean {
  const [start, end] = corners as [Point, Point];
  return distance(start, end) > WHOLE * length;
}
