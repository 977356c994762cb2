import { loadNetwork, networkFunction, reasonWithoutRuntime, type Network } from '../recognition/onnx.ts';
import type { Box } from '../reading.ts';
import { FACE_NETWORK_SIZES, quickFaceNetwork, thoroughFaceNetwork } from './faceNetworks.ts';
import type { Raster } from './raster.ts';

/** The box of a face, and the detector's score from 0 to 1. */
export type Face = Box & { score: number };

/** Two different networks: `find` finds small faces on large pages, `verify` is quick and needs the face close up. */
export type FaceDetectors = { find(page: Raster): Promise<Face[]>; verify(picture: Raster): Promise<Face[]> };

const LOWEST_SCORE = 0.15;
/** Of two boxes that overlap more, as a share of their union, the surer one counts. */
const SAME_FACE = { thorough: 0.5, quick: 0.4 };

type Networks = { thorough: Network; quick: Network; anchors: Float32Array };

let networks: Promise<Networks | null> | null = null;

const startNetworks = () => (networks ??= loadNetworks());

async function loadNetworks(): Promise<Networks | null> {
  if ((await reasonWithoutRuntime()) !== null) return null;
  const { model, anchors } = await thoroughFaceNetwork();
  const [thorough, quick] = [await loadNetwork(model), await loadNetwork(await quickFaceNetwork())];
  // To make their models takes three times their size.
  globalThis.gc?.();
  return thorough && quick && { thorough, quick, anchors };
}

/** Loads the detectors. Returns null, or why no faces can be found. */
export const warmFaces = networkFunction('warmFaces', async (): Promise<string | null> => {
  try {
    return (await startNetworks()) ? null : await reasonWithoutRuntime();
  } catch (error) {
    return (error as Error).message;
  }
});

const find = networkFunction('findFaces', async (page: Raster): Promise<Face[]> => {
  const { thorough, anchors } = (await startNetworks()) as Networks;
  return facesOf(thoroughFaces(await thorough(...thoroughInput(page)), anchors), page, SAME_FACE.thorough);
});

const verify = networkFunction('verifyFace', async (picture: Raster): Promise<Face[]> => {
  const { quick } = (await startNetworks()) as Networks;
  return facesOf(quickFaces(await quick(...quickInput(picture))), picture, SAME_FACE.quick);
});

let areLoaded = false;

/** The detectors, or the reason why they cannot be loaded. */
export async function faceDetectors(): Promise<FaceDetectors | string> {
  const reason = areLoaded ? null : await warmFaces();
  areLoaded = reason === null;
  return reason ?? { find, verify };
}

type Input = [values: Float32Array, shape: number[]];
type Output = Awaited<ReturnType<Network>>;

const thoroughInput = (page: Raster) => asInput(page, FACE_NETWORK_SIZES.thorough, (value) => value / 127.5 - 1);

/** Of the pictures the network was trained with. */
const MEAN_COLOUR = [117.001, 114.697, 97.404];

const quickInput = (picture: Raster) =>
  asInput(picture, FACE_NETWORK_SIZES.quick, (value, channel) => (value - (MEAN_COLOUR[channel] as number)) / 255);

/** The picture in the upper left corner of a black square, bilinear in the network's size, a plane a channel. */
function asInput(
  { data, width, height }: Raster,
  side: number,
  normalise: (value: number, channel: number) => number,
): Input {
  const longest = Math.max(width, height);
  const step = longest / side;
  const values = new Float32Array(3 * side * side);
  const valueAt = (x: number, y: number, channel: number) =>
    x < width && y < height ? (data[(y * width + x) * 3 + channel] as number) : 0;
  for (let channel = 0, at = 0; channel < 3; channel++)
    for (let row = 0; row < side; row++) {
      const [top, below, down] = between(row * step, longest);
      for (let column = 0; column < side; column++, at++) {
        const [left, right, across] = between(column * step, longest);
        const upper = valueAt(left, top, channel) * (1 - across) + valueAt(right, top, channel) * across;
        const lower = valueAt(left, below, channel) * (1 - across) + valueAt(right, below, channel) * across;
        values[at] = normalise(upper * (1 - down) + lower * down, channel);
      }
    }
  return [values, [1, 3, side, side]];
}

function between(position: number, length: number): [number, number, number] {
  const first = Math.floor(position);
  return [first, Math.min(length - 1, first + 1), position - first];
}

/** A face in shares of the square: its sides and score. */
type Found = { left: number; top: number; right: number; bottom: number; score: number };

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** Rows of y, x, height and width relative to an anchor (top, left, bottom, right), then the scores of three classes. */
function thoroughFaces({ values }: Output, anchors: Float32Array): Found[] {
  const found: Found[] = [];
  for (let row = 0; row < anchors.length / 4; row++) {
    const at = row * 7;
    const score = sigmoid(values[at + 5] as number);
    if (score <= LOWEST_SCORE) continue;
    const [y, x, high, wide] = values.subarray(at, at + 4) as unknown as [number, number, number, number];
    const [top, left, bottom, right] = anchors.subarray(4 * row, 4 * row + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const [height, width] = [bottom - top, right - left];
    const [middleY, middleX] = [(y / 10) * height + (top + bottom) / 2, (x / 10) * width + (left + right) / 2];
    const [halfHeight, halfWidth] = [(Math.exp(high / 5) * height) / 2, (Math.exp(wide / 5) * width) / 2];
    found.push({
      left: Math.max(0, middleX - halfWidth),
      top: Math.max(0, middleY - halfHeight),
      right: Math.min(1, middleX + halfWidth),
      bottom: Math.min(1, middleY + halfHeight),
      score,
    });
  }
  return found;
}

/** Width and height of the quick network's anchors, in its cells. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;

function quickFaces({ values, shape }: Output): Found[] {
  const [, , rows = 0, columns = 0] = shape;
  const cells = rows * columns;
  const found: Found[] = [];
  for (let cell = 0; cell < cells; cell++)
    ANCHORS.forEach(([anchorWidth, anchorHeight], anchor) => {
      const value = (part: number) => values[(anchor * 5 + part) * cells + cell] as number;
      const score = sigmoid(value(4));
      if (score <= LOWEST_SCORE) return;
      const x = ((cell % columns) + sigmoid(value(0))) / columns;
      const y = (Math.floor(cell / columns) + sigmoid(value(1))) / rows;
      const halfWidth = (Math.exp(value(2)) * anchorWidth) / columns / 2;
      const halfHeight = (Math.exp(value(3)) * anchorHeight) / rows / 2;
      found.push({ left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight, score });
    });
  return found;
}

/** The surest of faces that overlap, in pixels of the picture. */
function facesOf(found: Found[], { width, height }: Raster, same: number): Face[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => shareOfUnion(one, other) <= same)) kept.push(one);
  const side = Math.max(width, height);
  return kept.map(({ left, top, right, bottom, score }) => ({
    left: left * side,
    top: top * side,
    width: (right - left) * side,
    height: (bottom - top) * side,
    score,
  }));
}

function shareOfUnion(a: Found, b: Found): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, top, right, bottom }: Found) => (right - left) * (bottom - top);
  return (width * height) / (area(a) + area(b) - width * height);
}
