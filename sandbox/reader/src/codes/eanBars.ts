import { isEan13, type Decoded } from './decoding.ts';
import { distance, type Point } from '../preprocessing/geometry.ts';
import type { Grey } from '../preprocessing/images.ts';
import { textList } from '../text/pattern.ts';

/** The widths of the bars and spaces of each digit, in modules. */
const DIGITS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which of the first six digits are in mirror writing, by the digit before them (EAN-13) or the check digit (UPC-E). */
const EAN13_MIRRORED = textList(`
  000000 | 001011 | 001101 | 001110 | 010011 | 011001 | 011100 | 010101 | 010110 | 011010
`);
const UPCE_MIRRORED = textList(`
  111000 | 110100 | 110010 | 110001 | 101100 | 100110 | 100011 | 101010 | 101001 | 100101
`);
const [GUARD, MIDDLE, UPCE_END] = ['111', '11111', '111111'];

function widthsOf(digits: string, mirrored = ''): string {
  const widths = [...digits].map((digit) => DIGITS[Number(digit)] as string);
  return widths.map((digit, at) => (mirrored[at] === '1' ? [...digit].reverse().join('') : digit)).join('');
}

/** The widths of the bars and spaces of an EAN or UPC, in modules and beginning with a bar; null for other codes. */
function barsOf({ type, value }: Decoded): string | null {
  if (type === 'EAN8') return GUARD + widthsOf(value.slice(0, 4)) + MIDDLE + widthsOf(value.slice(4)) + GUARD;
  const digits = value.padStart(13, '0');
  if (type === 'UPCE') return upceBars(digits.slice(1));
  if (!isEan13(type)) return null;
  const mirrored = EAN13_MIRRORED[Number(digits[0])];
  return GUARD + widthsOf(digits.slice(1, 7), mirrored) + MIDDLE + widthsOf(digits.slice(7)) + GUARD;
}

/** A UPC-E leaves out the zeros of a UPC-A; the last of its six digits says which. */
function upceBars(digits: string): string {
  const short = digits
    .slice(1, 11)
    .replace(/^(?<maker>..)(?<zeros>[012])0000(?<item>...)$/, '$<maker>$<item>$<zeros>')
    .replace(/^(?<maker>...)00000(?<item>..)$/, '$<maker>$<item>3')
    .replace(/^(?<maker>....)00000(?<item>.)$/, '$<maker>$<item>4')
    .replace(/^(?<maker>.....)....(?<item>.)$/, '$<maker>$<item>');
  const mirrored = UPCE_MIRRORED[Number(digits[11])] as string;
  const inSystem = digits[0] === '1' ? mirrored.replace(/./g, (one) => (one === '1' ? '0' : '1')) : mirrored;
  return GUARD + widthsOf(short, inSystem) + UPCE_END;
}

const SAMPLES_PER_MODULE = 4;
const ROWS = 8;
/** In modules, less than the standard has. */
const QUIET_ZONE = 5;
/** In samples: how blurred the picture may be. */
const BLURS = [1, 3, 5, 7];
/** In modules: how far off the ends may be that the decoder gives. */
const SHIFTS = Array.from({ length: 13 }, (_, at) => (at - 6) / 4);
/** Values read wrong had up to 0.82, or 0.88 beside the right one; most right ones have more than 0.9. */
const ALIKE = 0.85;
/** Pixels of a module of an EAN-13 or UPC-A. In narrower ones the bars of other values look the same. */
const NARROWEST = 1.45;

/** Whether the bars in the picture are those that the value of an EAN or UPC has when it is drawn. */
export function looksLikeItsValue(picture: Grey, code: Decoded): boolean {
  const bars = barsOf(code);
  if (!bars) return false;
  const widths = [QUIET_ZONE, ...[...bars].map(Number), QUIET_ZONE];
  const drawn = widths.flatMap((width, at) =>
    new Array<number>(SAMPLES_PER_MODULE * width).fill(at % 2 === 0 ? 1 : -1),
  );
  const modules = drawn.length / SAMPLES_PER_MODULE - 2 * QUIET_ZONE;
  const [left, right] = code.corners as [Point, Point];
  if (isEan13(code.type) && distance(left, right) < NARROWEST * modules) return false;
  const models = BLURS.map((blur) => withoutTrend(smooth(smooth(drawn, blur), blur)));
  const row = rowAlong(picture, code, modules);
  return SHIFTS.some((start) =>
    SHIFTS.some((end) => {
      const seen = withoutTrend(stretched(row, start, end, drawn.length));
      return models.some((model) => correlation(seen, model) > ALIKE) && (isEan13(code.type) || hasQuietZones(seen));
    }),
  );
}

/** Whether there is only paper beside the bars, but for a module that may be blurred: no part of a longer code. */
function hasQuietZones(row: number[]): boolean {
  const zone = (QUIET_ZONE - 1) * SAMPLES_PER_MODULE;
  return [...row.slice(0, zone), ...row.slice(-zone)].every((value) => value > 0);
}

/** In modules, beside the code in `rowAlong`. */
const MARGIN = QUIET_ZONE + 2;

/** The mean of some rows between the ends of a code and a little beyond. */
function rowAlong({ data, width, height }: Grey, { corners }: Decoded, modules: number): number[] {
  const [a, b, c, d] = corners as [Point, Point, Point, Point];
  const row = new Array<number>((modules + 2 * MARGIN) * SAMPLES_PER_MODULE).fill(0);
  for (let at = 0; at < ROWS; at++) {
    const down = (at + 0.5) / ROWS;
    const [left, right] = [between(a, d, down), between(b, c, down)];
    for (let i = 0; i < row.length; i++) {
      const share = ((i + 0.5) / SAMPLES_PER_MODULE - MARGIN) / modules;
      const x = Math.min(width - 1, Math.max(0, left.x + (right.x - left.x) * share));
      const y = Math.min(height - 1, Math.max(0, Math.round(left.y + (right.y - left.y) * share)));
      const column = Math.min(width - 2, Math.floor(x));
      const first = data[y * width + column] as number;
      row[i] = (row[i] as number) + first + ((data[y * width + column + 1] as number) - first) * (x - column);
    }
  }
  return row;
}

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** The row with its ends shifted by so many modules, its margins cut to the quiet zones. */
function stretched(row: number[], start: number, end: number, length: number): number[] {
  const from = (MARGIN - QUIET_ZONE + start) * SAMPLES_PER_MODULE;
  const step = 1 + ((end - start) * SAMPLES_PER_MODULE) / (length - 1);
  return Array.from({ length }, (_, i) => {
    const at = from + i * step;
    const first = Math.min(row.length - 2, Math.floor(at));
    return (row[first] as number) + ((row[first + 1] as number) - (row[first] as number)) * (at - first);
  });
}

/** Means over `size` values; outside is the paper. */
function smooth(values: number[], size: number): number[] {
  const reach = (size - 1) / 2;
  return values.map((_, at) => {
    let sum = 0;
    for (let by = -reach; by <= reach; by++) sum += values[at + by] ?? 1;
    return sum / size;
  });
}

/** In samples: light changes over ten modules and more. */
const TREND = 10 * SAMPLES_PER_MODULE;

function withoutTrend(values: number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) as number) + value);
  return values.map((value, at) => {
    const [from, to] = [Math.max(0, at - TREND), Math.min(values.length, at + TREND)];
    return value - ((sums[to] as number) - (sums[from] as number)) / (to - from);
  });
}

function correlation(one: number[], other: number[]): number {
  let [product, first, second] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] as number, other[at] as number];
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return product / Math.sqrt(first * second + 1e-9);
}
