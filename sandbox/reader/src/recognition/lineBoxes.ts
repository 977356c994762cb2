import { median, solve } from '../statistics.ts';
import { offsetOf, pointFrom } from '../preprocessing/geometry.ts';
import { type LineBox, moveEdge } from './lineCrop.ts';

/** The middle part of a line of text, as points of a text map. */
type TextRegion = { xs: number[]; ys: number[] };

/** The output of the detection network: for each point, how likely it is text (0 to 1). */
type TextMap = { values: Float32Array; width: number; height: number };

/** The least value of a point of text, and the least mean of a region. */
const IS_TEXT = 0.3;
const LEAST_MEAN = 0.6;

/** Connected points of text. */
function textRegionsIn(map: TextMap): TextRegion[] {
  const visited = new Uint8Array(map.values.length);
  const regions: TextRegion[] = [];
  for (let start = 0; start < visited.length; start++) {
    if (visited[start] || (map.values[start] as number) < IS_TEXT) continue;
    const points = connectedPoints(start, map, visited);
    const mean = points.reduce((sum, point) => sum + (map.values[point] as number), 0) / points.length;
    if (mean >= LEAST_MEAN)
      regions.push({
        xs: points.map((point) => point % map.width),
        ys: points.map((point) => Math.floor(point / map.width)),
      });
  }
  return regions;
}

export function connectedPoints(start: number, { values, width, height }: TextMap, visited: Uint8Array): number[] {
  const points = [start];
  visited[start] = 1;
  for (let at = 0; at < points.length; at++) {
    const point = points[at] as number;
    const column = point % width;
    for (const next of [
      column > 0 ? point - 1 : -1,
      column < width - 1 ? point + 1 : -1,
      point - width,
      point + width,
    ]) {
      if (next < 0 || next >= width * height || visited[next] || (values[next] as number) < IS_TEXT) continue;
      visited[next] = 1;
      points.push(next);
    }
  }
  return points;
}

/** The network marks the core of a line; the line is larger by this factor. */
const GROWTH = 1.6;
const SMALLEST_REGION = 3;
/** Only a line that is longer than this many times its height has an angle of its own. */
const LONG = 3;

/** The lines of text in a text map, in its pixels. Short lines get the angle of the long ones. */
export function lineBoxesIn(map: TextMap): LineBox[] {
  const measured = textRegionsIn(map).map((region) => ({ region, ...momentsOf(region) }));
  const usual = median(measured.filter(({ stretch }) => stretch > LONG).map(({ angle }) => angle)) ?? 0;
  const boxes = measured.map(({ region, stretch, angle }) => lineBoxAround(region, stretch > LONG ? angle : usual));
  return separate(boxes.filter((box) => box !== null));
}

/** The direction of the longest extent, and its ratio to the shortest. */
function momentsOf({ xs, ys }: TextRegion): { angle: number; stretch: number } {
  const count = xs.length;
  let [sumX, sumY, sumXx, sumYy, sumXy] = [0, 0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    sumX += xs[at] as number;
    sumY += ys[at] as number;
  }
  for (let at = 0; at < count; at++) {
    const dx = (xs[at] as number) - sumX / count;
    const dy = (ys[at] as number) - sumY / count;
    sumXx += dx * dx;
    sumYy += dy * dy;
    sumXy += dx * dy;
  }
  const [xx, yy, xy] = [sumXx / count, sumYy / count, sumXy / count];
  const root = Math.hypot((xx - yy) / 2, xy);
  const middle = (xx + yy) / 2;
  return { angle: Math.atan2(2 * xy, xx - yy) / 2, stretch: Math.sqrt((middle + root) / Math.max(0.1, middle - root)) };
}

function lineBoxAround(region: TextRegion, angle: number): LineBox | null {
  const straight = extentOf(region, angle);
  const bent = straight.length > BENDABLE * straight.height ? bendOf(region, angle, straight) : null;
  const { length, height, along, across } = bent ?? straight;
  if (Math.min(length, height) < SMALLEST_REGION) return null;
  const growth = (length * height * GROWTH) / (2 * (length + height));
  return {
    ...pointFrom({ x: 0, y: 0, angle }, along, across),
    length: length + 2 * growth,
    height: height + 2 * growth,
    angle: angle + (bent?.turn ?? 0),
    ...(bent ? { bend: bent.bend } : {}),
  };
}

/** Length and height of a region in this direction, and its middle along and across it. */
type Extent = { length: number; height: number; along: number; across: number };

function extentOf({ xs, ys }: TextRegion, angle: number): Extent {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [first, last, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  // No destructuring in these loops: it takes longer than the rest, and there are as many points as a page has text.
  for (let at = 0; at < xs.length; at++) {
    const x = xs[at] as number;
    const y = ys[at] as number;
    const along = x * cos + y * sin;
    const across = y * cos - x * sin;
    if (along < first) first = along;
    if (along > last) last = along;
    if (across < top) top = across;
    if (across > bottom) bottom = across;
  }
  return {
    length: last - first + 1,
    height: bottom - top + 1,
    along: (first + last + 1) / 2,
    across: (top + bottom + 1) / 2,
  };
}

/** Shorter lines, in heights, are taken for straight; and those that leave their straight by less than this part of their height. */
const BENDABLE = 6;
const STRAIGHT = 0.2;

/** The bend of the middle of a region (a cubic, least squares); null if it is straight. */
function bendOf({ xs, ys }: TextRegion, angle: number, { length, height, along: middle }: Extent) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half = length / 2;
  // Powers of the distance from the middle, in half lengths, keep the equations well-conditioned.
  const sums = new Float64Array(7);
  const products = new Float64Array(4);
  for (let at = 0; at < xs.length; at++) {
    const [x, y] = [xs[at] as number, ys[at] as number];
    const [u, across] = [(x * cos + y * sin - middle + 0.5) / half, y * cos - x * sin + 0.5];
    for (let power = 0, value = 1; power < sums.length; power++, value *= u) {
      (sums[power] as number) += value;
      if (power < products.length) (products[power] as number) += value * across;
    }
  }
  const rows = [0, 1, 2, 3].map((row) => [...sums.slice(row, row + 4), products[row] as number]);
  const [level = 0, slope = 0, square = 0, cube = 0] = solve(rows);
  const deviation = Math.abs(square) / 2 + Math.abs(cube) * 0.4;
  if (!(deviation > STRAIGHT * 0.5 * height) || !Number.isFinite(deviation)) return null;
  const offs = Array.from(xs, (x, at) => {
    const y = ys[at] as number;
    const u = (x * cos + y * sin - middle + 0.5) / half;
    return y * cos - x * sin + 0.5 - (level + u * (slope + u * (square + u * cube)));
  }).sort((a, b) => a - b);
  const [top = 0, bottom = 0] = [offs[Math.floor(0.01 * offs.length)], offs[Math.floor(0.99 * offs.length)]];
  return {
    length,
    height: bottom - top + 1,
    along: middle,
    across: level,
    turn: Math.atan(slope / half),
    bend: { square: square / half ** 2, cube: cube / half ** 3 },
  };
}

/** Boxes whose ends overlap by more than this, in heights, are parts of one word. */
const SAME_WORD = 0.35;
const MOST_TURNED = 0.1;
/** The most that a box may lose on one side, in its heights: the white around the line. */
const MOST_OF_HEIGHT = 0.18;

/** The offset between two middles along and across the first box, and by how much the ends overlap. */
type Overlap = { along: number; across: number; shared: number };

/**
 * Boxes without overlaps. On one line, parts of a word are joined, and other overlaps divided, or the text would be read
 * twice. Between lines, overlaps are divided, or the letters of one would be taken for parts of the other.
 */
function separate(boxes: LineBox[]): LineBox[] {
  const whole = joinWords(boxes);
  const others = (box: LineBox) => whole.filter((other) => other !== box);
  const beside = whole.map((box) => others(box).reduce(withoutOverlapAlong, box));
  return beside.map((box, at) => others(whole[at] as LineBox).reduce(withoutOverlapAcross, box));
}

function overlapBeside(box: LineBox, other: LineBox): Overlap | null {
  const { along, across } = offsetOf(box, other);
  const shared = (box.length + other.length) / 2 - Math.abs(along);
  const isBeside =
    Math.abs(across) < Math.min(box.height, other.height) / 2 &&
    Math.abs(along) > Math.max(box.length, other.length) / 2;
  return isBeside && shared > 0 ? { along, across, shared } : null;
}

/** Lowers the height of a box that reaches into a line above or below. */
function withoutOverlapAcross(box: LineBox, other: LineBox): LineBox {
  const { along, across } = offsetOf(box, other);
  const shared = (box.height + other.height) / 2 - Math.abs(across);
  const isOver =
    Math.abs(across) > Math.max(box.height, other.height) / 2 && Math.abs(along) < (box.length + other.length) / 2;
  if (!isOver || shared <= 0) return box;
  return moveEdge(box, Math.sign(across), -Math.min(shared / 2, MOST_OF_HEIGHT * box.height));
}

function joinWords(boxes: LineBox[]): LineBox[] {
  const whole: LineBox[] = [];
  for (const box of boxes.toSorted((a, b) => a.x - b.x)) {
    const at = whole.findIndex((other) => isSameWord(other, box));
    if (at < 0) whole.push(box);
    else whole[at] = joined(whole[at] as LineBox, box);
  }
  return whole;
}

function isSameWord(one: LineBox, other: LineBox): boolean {
  const overlap = overlapBeside(one, other);
  const height = Math.min(one.height, other.height);
  return (
    overlap !== null &&
    overlap.shared > SAME_WORD * height &&
    Math.abs(overlap.across) < height / 4 &&
    Math.abs(one.angle - other.angle) < MOST_TURNED
  );
}

/** One box around both, at the angle of the longer one. */
function joined(one: LineBox, other: LineBox): LineBox {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const { along } = offsetOf(long, short);
  const start = Math.min(-long.length / 2, along - short.length / 2);
  const end = Math.max(long.length / 2, along + short.length / 2);
  return {
    ...long,
    ...pointFrom(long, (start + end) / 2),
    length: end - start,
    height: Math.max(long.height, short.height),
  };
}

/** Ends the box in the middle of the overlap with a neighbour on its line. */
function withoutOverlapAlong(box: LineBox, other: LineBox): LineBox {
  const overlap = overlapBeside(box, other);
  if (!overlap) return box;
  const shift = (-Math.sign(overlap.along) * overlap.shared) / 4;
  return { ...box, ...pointFrom(box, shift), length: box.length - overlap.shared / 2 };
}
