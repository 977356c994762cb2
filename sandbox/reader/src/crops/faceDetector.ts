import { loadNetwork, networkFunction, reasonWithoutRuntime, type Network } from '../recognition/onnx.ts';
import type { Box } from '../reading.ts';
import { FACE_NETWORK_SIZE, faceNetwork } from './faceNetwork.ts';
import type { Raster } from './raster.ts';

/** The box of a face, and the detector's score from 0 to 1. */
export type Face = Box & { score: number };

const LOWEST_SCORE = 0.15;
/** Of two boxes that overlap more, as a share of their union, the surer one counts. */
const SAME_FACE = 0.5;

type Detector = { network: Network; anchors: Float32Array };

let detector: Promise<Detector | null> | null = null;

const startDetector = () => (detector ??= loadDetector());

async function loadDetector(): Promise<Detector | null> {
  if ((await reasonWithoutRuntime()) !== null) return null;
  const { model, anchors } = await faceNetwork();
  const network = await loadNetwork(model);
  // To make its model takes three times its size.
  globalThis.gc?.();
  return network && { network, anchors };
}

/** Loads the detector. Returns null, or why no faces can be found. */
export const warmFaces = networkFunction('warmFaces', async (): Promise<string | null> => {
  try {
    return (await startDetector()) ? null : await reasonWithoutRuntime();
  } catch (error) {
    return (error as Error).message;
  }
});

/** Finds the faces of a picture; only after `warmFaces` said that it can. */
export const detectFaces = networkFunction('detectFaces', async (picture: Raster): Promise<Face[]> => {
  const { network, anchors } = (await startDetector()) as Detector;
  const shape = [1, 3, FACE_NETWORK_SIZE, FACE_NETWORK_SIZE];
  return facesOf(facesIn(await network(asInput(picture, FACE_NETWORK_SIZE), shape), anchors), picture);
});

/** The picture in the upper left corner of a black square, bilinear in the network's size, a plane a channel. */
function asInput({ data, width, height }: Raster, side: number): Float32Array {
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
        values[at] = (upper * (1 - down) + lower * down) / 127.5 - 1;
      }
    }
  return values;
}

function between(position: number, length: number): [number, number, number] {
  const first = Math.floor(position);
  return [first, Math.min(length - 1, first + 1), position - first];
}

/** A face in shares of the square: its sides and score. */
type Found = { left: number; top: number; right: number; bottom: number; score: number };

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/** Rows of y, x, height and width relative to an anchor (top, left, bottom, right), then the scores of three classes. */
function facesIn({ values }: Awaited<ReturnType<Network>>, anchors: Float32Array): Found[] {
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

/** The surest of faces that overlap, in pixels of the picture. */
function facesOf(found: Found[], { width, height }: Raster): Face[] {
  const kept: Found[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => shareOfUnion(one, other) <= SAME_FACE)) kept.push(one);
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
