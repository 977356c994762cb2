import { setImmediate } from 'node:timers/promises';
import { regionOfCode, wasReadIn, type BarRegion } from './barRegions.ts';
import { BAR_FORMATS, decode, isEan, isPossible, isSure, mayBePartial, type Decoded } from './decoding.ts';
import { looksLikeItsValue } from './eanBars.ts';
import { likenessToBars } from './parallelBars.ts';
import { cutOut, inverted, sharpen } from './regionCut.ts';
import { cornersOf, distance, type Point } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';

/**
 * One way to read a region: how large it is cut out, as the length of the region or as a multiple of the picture's own
 * pixels; a correction of its angle; the sharpening; light bars as dark.
 */
type Attempt = {
  size: { length: number } | { times: number };
  degrees?: number;
  sharpness?: number;
  isInverted?: boolean;
};

const DEGREE = Math.PI / 180;
/** In pixels; the bars of the longest codes are then some four pixels wide. */
const USUAL = { length: 1600 };
const SCALES = { least: 0.5, most: 3 };
/** A code shorter than this share of its region may be a part of a longer one. */
const WHOLE = 0.75;
/** A bound on the work, in pixels and not in time: the same on a fast and on a busy machine. */
const PIXEL_BUDGET = 14_000_000;

/**
 * In which nothing was read: most writing has less than the least, and no writing seen was as clearly bars as those codes
 * that were read after the first attempts only.
 */
const LIKENESS = { least: 0.5, clear: 0.85 };
const FIRST_ATTEMPTS = 3;
/** To see whether there are bars at all. */
const GLANCE: Attempt = { size: { length: USUAL.length / 2 } };

/** Blurred bars are sharpened in about the picture's own pixels: sharpening reaches too short in larger ones. */
const ATTEMPTS: Attempt[] = [
  { size: USUAL },
  { size: { times: 1.4 }, sharpness: 0.8 },
  { size: { times: 1.4 }, sharpness: 0.8, isInverted: true },
  { size: { times: 1 }, sharpness: 2 },
  { size: { times: 1.4 }, sharpness: 2 },
  { size: USUAL, sharpness: 0.8 },
  { size: { length: 2240 }, degrees: 1 },
  { size: { length: 2240 }, degrees: -1, sharpness: 0.8 },
  { size: { times: 2 }, sharpness: 2 },
  { size: { times: 2 }, isInverted: true },
  { size: USUAL, degrees: 2.5, sharpness: 0.4 },
  { size: USUAL, degrees: -2.5, sharpness: 0.4 },
  { size: { length: 3200 }, sharpness: 1.5 },
  { size: USUAL, degrees: 5, sharpness: 0.4 },
  { size: USUAL, degrees: -5, sharpness: 0.4 },
];

/**
 * Reads regions again, each rotated and cut out: one way in all of them, then the next. A value without error correction
 * counts once it was read twice, or along many lines, or if the bars look like it.
 */
export async function reread(picture: Grey, regions: BarRegion[], doubtful: Decoded[]): Promise<Decoded[]> {
  const found: Decoded[] = [];
  let unread = regions.map((bars) => ({
    bars,
    readings: doubtful.filter((code) => wasReadIn(bars, code)),
    likeness: likenessToBars(cutOutFor(GLANCE, bars, picture).cut),
  }));
  const maybeUpsideDown = doubtful.some(({ type }) => type.includes('PDF417'));
  let left = PIXEL_BUDGET;
  for (const [number, attempt] of ATTEMPTS.entries()) {
    const least = number < FIRST_ATTEMPTS ? LIKENESS.least : LIKENESS.clear;
    unread = unread.filter(({ readings, likeness }) => readings.length > 0 || likeness >= least);
    for (const region of unread) {
      if (left < 0) return found;
      const { bars, readings } = region;
      // The decoder never waits, and this process must show meanwhile that it goes on.
      await setImmediate();
      const { cut, toPicture } = cutOutFor(attempt, bars, picture);
      left -= cut.width * cut.height;
      const sharp = attempt.sharpness ? sharpen(cut, attempt.sharpness) : cut;
      const ready = attempt.isInverted ? inverted(sharp) : sharp;
      const decoded = await decode(ready, {
        formats: BAR_FORMATS,
        tryInvert: false,
        tryDownscale: false,
        // Bars are read both ways, but not the rows of a PDF417.
        tryRotate: maybeUpsideDown,
      });
      const codes = decoded
        .map((code) => ({ code, placed: { ...code, corners: code.corners.map(toPicture) } }))
        .filter(({ placed }) => isPossible(placed) && (!mayBePartial(placed) || isWhole(placed, bars)));
      readings.push(...codes.map(({ placed }) => placed));
      const proven = codes.find(
        ({ code, placed }) =>
          isSure(code) ||
          (isUndisputed(code, decoded) && looksLikeItsValue(ready, code)) ||
          isRepeated(placed, readings),
      );
      if (!proven) continue;
      // The decoder gives the lines it read along; the bars are higher.
      found.push({ ...proven.placed, corners: [...proven.placed.corners, ...cornersOf(bars)] });
      unread = unread.filter((other) => other !== region);
    }
  }
  return found;
}

/** Whether no other value was read in the same place, along more lines. */
export const isUndisputed = (code: Decoded, all: Decoded[]) =>
  !all.some((other) => other.value !== code.value && other.lines > code.lines && wasReadIn(regionOfCode(code), other));

/** Whether a value was read twice. The numbers on goods are too easily misread to trust one of several. */
function isRepeated(code: Decoded, readings: Decoded[]): boolean {
  const isSame = (other: Decoded) => nameOf(other) === nameOf(code);
  return (
    readings.filter(isSame).length > 1 && !(isEan(code) && readings.some((other) => isEan(other) && !isSame(other)))
  );
}

const nameOf = ({ type, value }: Decoded) => `${type} ${value}`;

function cutOutFor({ size, degrees = 0 }: Attempt, bars: BarRegion, picture: Grey) {
  const scale = 'times' in size ? size.times : Math.min(SCALES.most, Math.max(SCALES.least, size.length / bars.length));
  return cutOut(picture, { ...bars, angle: bars.angle + degrees * DEGREE }, scale);
}

function isWhole({ corners }: Decoded, { length }: BarRegion): boolean {
  const [start, end] = corners as [Point, Point];
  return distance(start, end) > WHOLE * length;
}
