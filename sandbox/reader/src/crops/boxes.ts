import type { Box } from '../reading.ts';

/** The part of a box that is on the page, in whole pixels, at least one wide and high. */
export function onPage({ left, top, width, height }: Box, page: { width: number; height: number }): Box {
  const x = clamp(Math.round(left), 0, page.width - 1);
  const y = clamp(Math.round(top), 0, page.height - 1);
  const right = clamp(Math.round(left + width), x + 1, page.width);
  const bottom = clamp(Math.round(top + height), y + 1, page.height);
  return { left: x, top: y, width: right - x, height: bottom - y };
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

/** The box in a picture `factor` times as large. */
export function scaled({ left, top, width, height }: Box, factor: number): Box {
  return { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
}

/** Maps a box in a part that was scaled by `factor` to the whole picture. */
export function placed(box: Box, part: Box, factor: number): Box {
  const { left, top, width, height } = scaled(box, 1 / factor);
  return { left: part.left + left, top: part.top + top, width, height };
}

/** The square with the same centre, `times` the longer side of the box. */
export function squareAround({ left, top, width, height }: Box, times: number): Box {
  const side = Math.max(width, height) * times;
  return { left: left + (width - side) / 2, top: top + (height - side) / 2, width: side, height: side };
}

export function withMargin({ left, top, width, height }: Box, margin: number): Box {
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** How far boxes are apart across and down; less than 0 where they overlap. */
const gapsBetween = (a: Box, b: Box): [number, number] => [
  Math.max(a.left, b.left) - Math.min(a.left + a.width, b.left + b.width),
  Math.max(a.top, b.top) - Math.min(a.top + a.height, b.top + b.height),
];

export function distance(a: Box, b: Box): number {
  const [across, down] = gapsBetween(a, b);
  return Math.hypot(Math.max(0, across), Math.max(0, down));
}

/** Intersection over union. */
export function overlap(a: Box, b: Box): number {
  const [across, down] = gapsBetween(a, b);
  const common = Math.max(0, -across) * Math.max(0, -down);
  return common / (a.width * a.height + b.width * b.height - common);
}

/** The boxes without those that overlap one before them more than `most` (intersection over union). */
export function distinct<B extends Box>(boxes: B[], most: number): B[] {
  const kept: B[] = [];
  for (const box of boxes) if (kept.every((other) => overlap(box, other) <= most)) kept.push(box);
  return kept;
}

/** Maps a box in the whole picture to a part of it. */
export const within = (part: Box, { left, top, width, height }: Box): Box => ({
  left: left - part.left,
  top: top - part.top,
  width,
  height,
});

/** The box around both. */
export function union(a: Box, b: Box): Box {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  const right = Math.max(a.left + a.width, b.left + b.width);
  const bottom = Math.max(a.top + a.height, b.top + b.height);
  return { left, top, width: right - left, height: bottom - top };
}
