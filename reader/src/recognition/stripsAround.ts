import type { Core } from './cores.ts';
import { apart } from './overlap.ts';
import type { Strip } from './strip.ts';

/** The network marks the core of a line; the line is larger by this much. */
const GROWTH = 1.6;
const SMALLEST_CORE = 3;
/** Longer than this many times its height, a line tells its own angle. */
const LONG = 3;

/** The lines of text around their cores. Short ones cannot tell their angle: they take the one of the long lines. */
export function stripsAround(cores: Core[]): Strip[] {
  const measured = cores.map((core) => ({ core, ...momentsOf(core) }));
  const angles = measured
    .filter(({ stretch }) => stretch > LONG)
    .map(({ angle }) => angle)
    .toSorted((a, b) => a - b);
  const usual = angles[angles.length >> 1] ?? 0;
  const strips = measured.map(({ core, stretch, angle }) => stripAround(core, stretch > LONG ? angle : usual));
  return apart(strips.filter((strip) => strip !== null));
}

/** Direction of the longest extent, and how much longer it is than the shortest. */
function momentsOf({ xs, ys }: Core): { angle: number; stretch: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const xx = mean(xs.map((x) => (x - mx) ** 2));
  const yy = mean(ys.map((y) => (y - my) ** 2));
  const xy = mean(xs.map((x, at) => (x - mx) * ((ys[at] as number) - my)));
  const root = Math.hypot((xx - yy) / 2, xy);
  const middle = (xx + yy) / 2;
  return { angle: Math.atan2(2 * xy, xx - yy) / 2, stretch: Math.sqrt((middle + root) / Math.max(0.1, middle - root)) };
}

function stripAround({ xs, ys }: Core, angle: number): Strip | null {
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
