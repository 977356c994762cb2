import { loadNetwork, networkFunction, reasonWithoutRuntime, type Network } from '../recognition/onnx.ts';
import type { Box } from '../reading.ts';
import { distinct } from './boxes.ts';
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
  const output = await network(asInput(picture, FACE_NETWORK_SIZE), shape);
  const faces = facesIn(output, anchors, Math.max(picture.width, picture.height));
  return distinct(
    faces.toSorted((a, b) => b.score - a.score),
    SAME_FACE,
  );
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

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

/**
 * The faces of a square picture. Of each anchor (top, left, bottom, right, in shares of it) the network has a row: y, x,
 * height and width relative to it, then the scores of three classes.
 */
function facesIn({ values }: Awaited<ReturnType<Network>>, anchors: Float32Array, side: number): Face[] {
  const found: Face[] = [];
  for (let row = 0; row < anchors.length / 4; row++) {
    const score = sigmoid(values[row * 7 + 5] as number);
    if (score <= LOWEST_SCORE) continue;
    const [y = 0, x = 0, high = 0, wide = 0] = values.subarray(row * 7, row * 7 + 4);
    const [top = 0, left = 0, bottom = 0, right = 0] = anchors.subarray(4 * row, 4 * row + 4);
    const [fromY, toY] = extent(top, bottom, y, high);
    const [fromX, toX] = extent(left, right, x, wide);
    found.push({
      left: fromX * side,
      top: fromY * side,
      width: (toX - fromX) * side,
      height: (toY - fromY) * side,
      score,
    });
  }
  return found;
}

/** From where to where a face reaches whose middle and length are relative to an anchor. */
function extent(from: number, to: number, middle: number, length: number): [number, number] {
  const centre = (middle / 10) * (to - from) + (from + to) / 2;
  const half = (Math.exp(length / 5) * (to - from)) / 2;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
