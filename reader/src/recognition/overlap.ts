import { moveEdge, type Strip } from './strip.ts';

/** Ends that overlap by more than this, in heights, are two parts of one word. */
const SAME_WORD = 0.35;
const MOST_TURNED = 0.1;
/** White around a line that it can lose on one side. */
const MOST_OF_HEIGHT = 0.18;

/** How two strips lie: along and across the first, from middle to middle, and how much their ends share. */
type Lie = { along: number; across: number; shared: number };

/**
 * Strips beside each other: parts of one word are joined, and what only overlaps is parted, or it would be read twice.
 * Strips over each other are parted too: tops of the letters below would be taken for parts of those above.
 */
export function apart(strips: Strip[]): Strip[] {
  const whole = joinWords(strips);
  const others = (strip: Strip) => whole.filter((other) => other !== strip);
  const beside = whole.map((strip) => others(strip).reduce(cutBack, strip));
  return beside.map((strip, at) => others(whole[at] as Strip).reduce(cutLower, strip));
}

function offsetOf(strip: Strip, other: Strip): { along: number; across: number } {
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const [dx, dy] = [other.x - strip.x, other.y - strip.y];
  return { along: dx * cos + dy * sin, across: dy * cos - dx * sin };
}

function lieOf(strip: Strip, other: Strip): Lie | null {
  const { along, across } = offsetOf(strip, other);
  const shared = (strip.length + other.length) / 2 - Math.abs(along);
  const isBeside =
    Math.abs(across) < Math.min(strip.height, other.height) / 2 &&
    Math.abs(along) > Math.max(strip.length, other.length) / 2;
  return isBeside && shared > 0 ? { along, across, shared } : null;
}

/** Takes from the strip's height what reaches into a line over or under it. */
function cutLower(strip: Strip, other: Strip): Strip {
  const { along, across } = offsetOf(strip, other);
  const shared = (strip.height + other.height) / 2 - Math.abs(across);
  const isOver =
    Math.abs(across) > Math.max(strip.height, other.height) / 2 && Math.abs(along) < (strip.length + other.length) / 2;
  if (!isOver || shared <= 0) return strip;
  return moveEdge(strip, Math.sign(across), -Math.min(shared / 2, MOST_OF_HEIGHT * strip.height));
}

function joinWords(strips: Strip[]): Strip[] {
  const whole: Strip[] = [];
  for (const strip of strips.toSorted((a, b) => a.x - b.x)) {
    const at = whole.findIndex((other) => isSameWord(other, strip));
    if (at < 0) whole.push(strip);
    else whole[at] = joined(whole[at] as Strip, strip);
  }
  return whole;
}

function isSameWord(one: Strip, other: Strip): boolean {
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
function joined(one: Strip, other: Strip): Strip {
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

/** Ends the strip halfway into what it shares with a neighbour on its line. */
function cutBack(strip: Strip, other: Strip): Strip {
  const lie = lieOf(strip, other);
  if (!lie) return strip;
  const shift = (-Math.sign(lie.along) * lie.shared) / 4;
  return {
    ...strip,
    x: strip.x + shift * Math.cos(strip.angle),
    y: strip.y + shift * Math.sin(strip.angle),
    length: strip.length - lie.shared / 2,
  };
}
