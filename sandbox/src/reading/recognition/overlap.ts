import type { Strip } from './strip.ts';

/** Strips beside each other whose ends overlap; what stands there would be read twice. */
export function apart(strips: Strip[]): Strip[] {
  return strips.map((strip) => strips.reduce(cutBack, strip));
}

/** Ends the strip halfway into what it shares with a neighbour on its line. */
function cutBack(strip: Strip, other: Strip): Strip {
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  const [dx, dy] = [other.x - strip.x, other.y - strip.y];
  const [along, across] = [dx * cos + dy * sin, dy * cos - dx * sin];
  const shared = (strip.length + other.length) / 2 - Math.abs(along);
  const isBeside = Math.abs(across) < Math.min(strip.height, other.height) / 2 && Math.abs(along) > Math.max(strip.length, other.length) / 2;
  if (!isBeside || shared <= 0) return strip;
  const shift = (-Math.sign(along) * shared) / 4;
  return { ...strip, x: strip.x + shift * cos, y: strip.y + shift * sin, length: strip.length - shared / 2 };
}
