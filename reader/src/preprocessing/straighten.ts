import type { Pixels, PageImage } from '../reading.ts';
import { apply, distance, homographyBetween, mapPoints, type Quad } from './geometry.ts';
import { findPage } from './page/findPage.ts';
import { smallCopy } from './smallCopy.ts';
import { findOrientation, type Orientation } from '../recognition/orientation.ts';
import { warp } from './warp.ts';

const MOST_PIXELS = 16_000_000;
/** Writing is looked at in a picture of this size. */
const PREVIEW = 1600;
/** Less than this is straight. */
const SMALLEST_SLOPE = 0.003;

/** Turns a picture upright, finds the page in it and undoes its perspective. A scan that is straight stays as it is. */
export async function straighten(pixels: Pixels): Promise<PageImage> {
  const page = await findPage(pixels);
  const corners = page?.corners ?? cornersOf(pixels);
  const turn = await findOrientation(await preview(pixels, corners));
  const isStraight = turn.quarters === 0 && Math.abs(turn.slope) < SMALLEST_SLOPE;
  if (!page && isStraight) return { pixels, scale: 1 };
  return {
    pixels: cut(pixels, turned(corners, turn)),
    scale: 1,
    ...(page ? { page: { corners: page.corners, score: page.score } } : {}),
  };
}

const cornersOf = ({ width, height }: { width: number; height: number }): Quad => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];

async function preview(pixels: Pixels, corners: Quad): Promise<Pixels> {
  const { width, height } = sizeOf(corners);
  const shrink = Math.min(1, PREVIEW / Math.max(width, height));
  const { data, ...small } = await smallCopy(pixels, Math.max(pixels.width, pixels.height) * shrink);
  const from = { data: withAlpha(data), width: small.width, height: small.height };
  return cut(
    from,
    mapPoints(corners, ({ x, y }) => ({ x: x * small.scale, y: y * small.scale })),
  );
}

function withAlpha(rgb: Uint8Array): Uint8ClampedArray {
  const data = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4)
    for (let channel = 0; channel < 3; channel++) data[to + channel] = rgb[from + channel] as number;
  return data;
}

/** The corners in the order in which the writing has them, and moved so that its lines become level. */
function turned(corners: Quad, { quarters, slope }: Orientation): Quad {
  const { width, height } = sizeOf(corners);
  const back = homographyBetween(cornersOf({ width, height }), corners);
  const around = rotated({ width, height }, Math.abs(slope) < SMALLEST_SLOPE ? 0 : slope);
  const moved = mapPoints(around, (point) => apply(back, point));
  return moved.map((_, at) => moved[(at + quarters) % 4]) as Quad;
}

function rotated({ width, height }: { width: number; height: number }, angle: number): Quad {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return mapPoints(cornersOf({ width, height }), ({ x, y }) => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    return { x: width / 2 + dx * cos - dy * sin, y: height / 2 + dx * sin + dy * cos };
  });
}

/** As large as the page is in the picture. */
function sizeOf([a, b, c, d]: Quad): { width: number; height: number } {
  const [width, height] = [(distance(a, b) + distance(d, c)) / 2, (distance(a, d) + distance(b, c)) / 2];
  const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}

function cut(pixels: Pixels, corners: Quad): Pixels {
  const { width, height } = sizeOf(corners);
  return warp(pixels, homographyBetween(cornersOf({ width, height }), corners), width, height);
}
