import { type LineBox, moveEdge } from './lineCrop.ts';

/** The network marks the region of a line; the line is larger by this much. */
const GROWTH = 1.6;
const SMALLEST_CORE = 3;
/** Longer than this many times its height, a line tells its own angle. */
const LONG = 3;

/** The middle part of a line of text, as points of the network's map. */
export type TextRegion = { xs: number[]; ys: number[] };

/** The lines of text around their regions. Short ones cannot tell their angle: they take the one of the long lines. */
export function lineBoxesAround(regions: TextRegion[]): LineBox[] {
  const measured = regions.map((region) => ({ region, ...momentsOf(region) }));
  const angles = measured
    .filter(({ stretch }) => stretch > LONG)
    .map(({ angle }) => angle)
    .toSorted((a, b) => a - b);
  const usual = angles[angles.length >> 1] ?? 0;
  const boxes = measured.map(({ region, stretch, angle }) => lineBoxAround(region, stretch > LONG ? angle : usual));
  return apart(boxes.filter((box) => box !== null));
}

/** Direction of the longest extent, and how much longer it is than the shortest. */
function momentsOf({ xs, ys }: TextRegion): { angle: number; stretch: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const xx = mean(xs.map((x) => (x - mx) ** 2));
  const yy = mean(ys.map((y) => (y - my) ** 2));
  const xy = mean(xs.map((x, at) => (x - mx) * ((ys[at] as number) - my)));
  const root = Math.hypot((xx - yy) / 2, xy);
  const middle = (xx + yy) / 2;
  return { angle: Math.atan2(2 * xy, xx - yy) / 2, stretch: Math.sqrt((middle + root) / Math.max(0.1, middle - root)) };
}

function lineBoxAround({ xs, ys }: TextRegion, angle: number): LineBox | null {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [first, last, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < xs.length; at++) {
    const [x, y] = [xs[at] as number, ys[at] as number];
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    [first, last, top, bottom] = [
      Math.min(first, along),
      Math.max(last, along),
      Math.min(top, across),
      Math.max(bottom, across),
    ];
  }
  const [length, height] = [last - first + 1, bottom - top + 1];
  if (Math.min(length, height) < SMALLEST_CORE) return null;
  const growth = (length * height * GROWTH) / (2 * (length + height));
  const [along, across] = [(first + last + 1) / 2, (top + bottom + 1) / 2];
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    length: length + 2 * growth,
    height: height + 2 * growth,
    angle,
  };
}

/** Ends that overlap by more than this, in heights, are two parts of one word. */
const SAME_WORD = 0.35;
const MOST_TURNED = 0.1;
/** White around a line that it can lose on one side. */
const MOST_OF_HEIGHT = 0.18;

/** How two boxes lie: along and across the first, from middle to middle, and how much their ends share. */
type Lie = { along: number; across: number; shared: number };

/**
 * Strips beside each other: parts of one word are joined, and what only overlaps is parted, or it would be read twice.
 * Strips over each other are parted too: tops of the letters below would be taken for parts of those above.
 */
function apart(boxes: LineBox[]): LineBox[] {
  const whole = joinWords(boxes);
  const others = (box: LineBox) => whole.filter((other) => other !== box);
  const beside = whole.map((box) => others(box).reduce(cutBack, box));
  return beside.map((box, at) => others(whole[at] as LineBox).reduce(cutLower, box));
}

function offsetOf(box: LineBox, other: LineBox): { along: number; across: number } {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const [dx, dy] = [other.x - box.x, other.y - box.y];
  return { along: dx * cos + dy * sin, across: dy * cos - dx * sin };
}

function lieOf(box: LineBox, other: LineBox): Lie | null {
  const { along, across } = offsetOf(box, other);
  const shared = (box.length + other.length) / 2 - Math.abs(along);
  const isBeside =
    Math.abs(across) < Math.min(box.height, other.height) / 2 &&
    Math.abs(along) > Math.max(box.length, other.length) / 2;
  return isBeside && shared > 0 ? { along, across, shared } : null;
}

/** Takes from the box's height what reaches into a line over or under it. */
function cutLower(box: LineBox, other: LineBox): LineBox {
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
  const lie = lieOf(one, other);
  const height = Math.min(one.height, other.height);
  return (
    lie !== null &&
    lie.shared > SAME_WORD * height &&
    Math.abs(lie.across) < height / 4 &&
    Math.abs(one.angle - other.angle) < MOST_TURNED
  );
}

/** Along the longer of the two. */
function joined(one: LineBox, other: LineBox): LineBox {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const [cos, sin] = [Math.cos(long.angle), Math.sin(long.angle)];
  const along = (short.x - long.x) * cos + (short.y - long.y) * sin;
  const start = Math.min(-long.length / 2, along - short.length / 2);
  const end = Math.max(long.length / 2, along + short.length / 2);
  const middle = (start + end) / 2;
  return {
    ...long,
    x: long.x + middle * cos,
    y: long.y + middle * sin,
    length: end - start,
    height: Math.max(long.height, short.height),
  };
}

/** Ends the box halfway into what it shares with a neighbour on its line. */
function cutBack(box: LineBox, other: LineBox): LineBox {
  const lie = lieOf(box, other);
  if (!lie) return box;
  const shift = (-Math.sign(lie.along) * lie.shared) / 4;
  return {
    ...box,
    x: box.x + shift * Math.cos(box.angle),
    y: box.y + shift * Math.sin(box.angle),
    length: box.length - lie.shared / 2,
  };
}
