import type { Box } from '../reading.ts';
import type { Strip } from './strip.ts';

/** White around the writing, in heights of a line; more beside it, where ends of lines may have been missed. */
const ABOVE = 2;
const BESIDE = 6;

/** The part of a picture that has writing. */
export function writtenPart(strips: Strip[], { width, height }: { width: number; height: number }): Box {
  const line = Math.max(...strips.map((strip) => strip.height));
  const ends = strips.flatMap((strip) => {
    const [dx, dy] = [(Math.cos(strip.angle) * strip.length) / 2, (Math.sin(strip.angle) * strip.length) / 2];
    return [
      { x: strip.x - dx, y: strip.y - dy },
      { x: strip.x + dx, y: strip.y + dy },
    ];
  });
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const left = Math.max(0, Math.floor(Math.min(...xs) - BESIDE * line));
  const top = Math.max(0, Math.floor(Math.min(...ys) - ABOVE * line));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + BESIDE * line));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + ABOVE * line));
  return { left, top, width: right - left, height: bottom - top };
}
