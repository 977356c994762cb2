import { distance, homographyBetween, type Point, type Quad } from '../../reader/src/preprocessing/geometry.ts';
import type { Picture } from '../drawing/pictures.ts';
import { sensorNoise, type Random } from '../synthetic/random.ts';
import { background } from './backgrounds.ts';

export type Shot = { width: number; height: number; corners: Quad; roundness: number };

const { floor, hypot, max, min } = Math;

const MEGAPIXEL = 1_000_000;

/** Where a document is in a photograph: a 4:3 frame, oriented like the page, the page slightly rotated and tilted. */
export function frameShot(page: { width: number; height: number }, random: Random, isCard: boolean): Shot {
  const pixels = random.pick(isCard ? [2, 3, 5, 8, 12] : [5, 8, 12]) * MEGAPIXEL;
  const long = Math.round(Math.sqrt((pixels * 4) / 3));
  const short = Math.round((long * 3) / 4);
  const isPortrait = page.height > page.width;
  const [width, height] = isPortrait ? [short, long] : [long, short];
  const room = random.between(0.68, 0.88);
  const scale = room * min(width / page.width, height / page.height);
  const turn = (random.between(-7, 7) * Math.PI) / 180;
  const turned = turnedAbout(width / 2, height / 2, turn);
  const tilt = { x: random.between(-0.09, 0.09), y: random.between(-0.09, 0.09) };
  const corner = (u: number, v: number): Point => {
    // Farther away is smaller: the tilt shrinks one side.
    const near = 1 / (1 + 2 * tilt.x * (u - 0.5) + 2 * tilt.y * (v - 0.5));
    return turned((u - 0.5) * page.width * scale * near, (v - 0.5) * page.height * scale * near);
  };
  return {
    width,
    height,
    corners: [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
    roundness: isCard ? 0.037 : 0,
  };
}

/** Where a point is that lies so far from a middle, after a turn about it by an angle in radians. */
export const turnedAbout =
  (middleX: number, middleY: number, angle: number) =>
  (x: number, y: number): Point => ({
    x: middleX + x * Math.cos(angle) - y * Math.sin(angle),
    y: middleY + x * Math.sin(angle) + y * Math.cos(angle),
  });

/** Length of the longer side of a document in a photograph, in pixels: the size to render it at. */
export const longestSide = ({ corners: [a, b, c, d] }: Shot): number =>
  max(distance(a, b), distance(b, c), distance(c, d), distance(d, a));

/** Takes the photograph: document over background, uneven light, shadow, sensor noise. */
export function photograph(page: Picture, shot: Shot, random: Random): Picture {
  const { width, height } = shot;
  const ground = background(random);
  const light = lightOver(shot, random);
  const noise = sensorNoise(random, random.between(3, 7));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = homographyBetween(shot.corners, UNIT);
  const data = new Uint8ClampedArray(width * height * 3);
  const colour = [0, 0, 0] as [number, number, number];
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const w = g * x + h * y + 1;
      const u = (a * x + b * y + c) / w;
      const v = (d * x + e * y + f) / w;
      const isPage = covers(u, v, page, shot.roundness);
      if (isPage) sample(page, u * page.width - 0.5, v * page.height - 0.5, colour);
      else sample(ground, (x / width) * (ground.width - 2), (y / height) * (ground.height - 2), colour);
      const bright = light(x, y) * (isPage ? 1 : shade(u, v));
      const step = noise();
      for (let channel = 0; channel < 3; channel++) data[at + channel] = (colour[channel] as number) * bright + step;
    }
  return { data, width, height };
}

/** Whether a point is on the page; `roundness` is the radius of the corners, relative to the width. */
function covers(u: number, v: number, { width, height }: Picture, roundness: number): boolean {
  if (u < 0 || v < 0 || u > 1 || v > 1) return false;
  const ratio = height / width;
  const dx = roundness - min(u, 1 - u);
  const dy = roundness - min(v, 1 - v) * ratio;
  return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= roundness * roundness;
}

/** The shadow around the edge of the page. */
function shade(u: number, v: number): number {
  const off = hypot(max(-u, 0, u - 1.004), max(-v, 0, v - 1.006));
  return off > 0.03 ? 1 : 0.72 + 0.28 * (off / 0.03);
}

function sample({ data, width, height }: Picture, x: number, y: number, into: [number, number, number]): void {
  const left = max(0, min(width - 2, floor(x)));
  const top = max(0, min(height - 2, floor(y)));
  const across = max(0, min(1, x - left));
  const down = max(0, min(1, y - top));
  const first = (top * width + left) * 3;
  const below = first + width * 3;
  for (let channel = 0; channel < 3; channel++) {
    const upper = (data[first + channel] as number) * (1 - across) + (data[first + 3 + channel] as number) * across;
    const lower = (data[below + channel] as number) * (1 - across) + (data[below + 3 + channel] as number) * across;
    into[channel] = upper * (1 - down) + lower * down;
  }
}

/** A lamp to one side, and sometimes the shadow of the hand that holds the camera. */
function lightOver({ width, height }: Shot, random: Random): (x: number, y: number) => number {
  const angle = random.between(0, 2 * Math.PI);
  const fall = random.between(0.08, 0.32);
  const [dx, dy] = [(Math.cos(angle) * fall) / width, (Math.sin(angle) * fall) / height];
  const base = random.between(0.86, 1.0);
  const shadow = random.chance(0.4) ? random.between(0.12, 0.3) : 0;
  const edge = { x: random.between(0.2, 0.8) * width, slope: random.between(-0.6, 0.6), soft: 0.12 * width };
  return (x, y) => {
    const lamp = base + dx * (x - width / 2) + dy * (y - height / 2);
    if (shadow === 0) return lamp;
    const into = (x - edge.x - edge.slope * (y - height / 2)) / edge.soft;
    return lamp * (1 - shadow * max(0, min(1, into)));
  };
}

/** What the corners of a page are, clockwise from the top left. */
const UNIT: Quad = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];
