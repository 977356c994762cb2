import { type Grey, cropped, resize, toGrey } from '../preprocessing/images.ts';
import { evenIllumination } from '../preprocessing/illumination.ts';
import type { Box, Pixels } from '../reading.ts';
import { lineBoxesAround, type TextRegion } from './lineBoxes.ts';
import type { LineBox } from './lineCrop.ts';
import { loadNetwork, type Network } from './onnx.ts';

/** A page image as every reader of this room uses it; `boxes` is null where the network cannot run. */
export type DetectedPage = { picture: Grey; boxes: LineBox[] | null };

/** Evens the light of a page image and finds its lines of text; done once a page. */
export async function detectPage(pixels: Pixels): Promise<DetectedPage> {
  const picture = evenIllumination(await toGrey(pixels));
  return { picture, boxes: await detectLines(picture) };
}

/** What the network was trained with. */
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
const STEP = 32;
/** Pictures are made smaller than this for a first look, and than that where the print turned out to be fine. */
const LONGEST_SIDE = 1280;
const LONGEST_FINE_SIDE = 1920;
/** A quarter of the lines lower than this, in the network's pixels, is fine print; this is how high they should be. */
const FINE = 13;
const CLEAR = 17;

let network: Promise<Network | null> | null = null;

export const startDetection = () => (network ??= loadNetwork('ch_PP-OCRv4_det_infer.onnx'));

/** Finds lines of text at any angle; null if this machine cannot run the network. */
export async function detectLines(picture: Grey): Promise<LineBox[] | null> {
  const detect = await startDetection();
  if (!detect) return null;
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const boxes = await detectIn(picture, shrink, detect);
  const height = shrink * lowHeight(boxes);
  return shrink === 1 || height >= FINE ? boxes : lookCloser(picture, boxes, (shrink * CLEAR) / height, detect);
}

/** Only the part that has writing, in more detail. */
async function lookCloser(picture: Grey, boxes: LineBox[], wanted: number, detect: Network): Promise<LineBox[]> {
  const part = textBounds(boxes, picture);
  const scale = Math.min(1, wanted, LONGEST_FINE_SIDE / Math.max(part.width, part.height));
  const found = await detectIn(cropped(picture, part), scale, detect);
  return found.map((box) => ({ ...box, x: box.x + part.left, y: box.y + part.top }));
}

async function detectIn(picture: Grey, scale: number, detect: Network): Promise<LineBox[]> {
  const size = { width: inSteps(picture.width * scale), height: inSteps(picture.height * scale) };
  const small = await resize(picture, size);
  const { values } = await detect(asInput(small), [1, 3, size.height, size.width]);
  return lineBoxesAround(textRegionsIn({ values, ...size })).map((box) =>
    scaled(box, picture.width / size.width, picture.height / size.height),
  );
}

const inSteps = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP);

/** A quarter of the lines is lower. */
const lowHeight = (boxes: LineBox[]) =>
  boxes.map(({ height }) => height).toSorted((a, b) => a - b)[boxes.length >> 2] ?? Infinity;

function asInput({ data }: Grey): Float32Array {
  const input = new Float32Array(3 * data.length);
  for (let channel = 0; channel < 3; channel++) {
    const [mean, deviation] = [MEAN[channel] as number, DEVIATION[channel] as number];
    const values = Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
    for (let at = 0; at < data.length; at++) input[channel * data.length + at] = values[data[at] as number] as number;
  }
  return input;
}

const scaled = (box: LineBox, across: number, down: number): LineBox => ({
  ...box,
  x: box.x * across,
  y: box.y * down,
  length: box.length * across,
  height: box.height * down,
});

/** White around the writing, in heights of a line; more beside it, where ends of lines may have been missed. */
const ABOVE = 2;
const BESIDE = 6;

/** The part of a picture that has writing. */
function textBounds(boxes: LineBox[], { width, height }: { width: number; height: number }): Box {
  const line = Math.max(...boxes.map((box) => box.height));
  const ends = boxes.flatMap((box) => {
    const [dx, dy] = [(Math.cos(box.angle) * box.length) / 2, (Math.sin(box.angle) * box.length) / 2];
    return [
      { x: box.x - dx, y: box.y - dy },
      { x: box.x + dx, y: box.y + dy },
    ];
  });
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const left = Math.max(0, Math.floor(Math.min(...xs) - BESIDE * line));
  const top = Math.max(0, Math.floor(Math.min(...ys) - ABOVE * line));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + BESIDE * line));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + ABOVE * line));
  return { left, top, width: right - left, height: bottom - top };
}

/** How much every point of the map looks like text. */
type TextMap = { values: Float32Array; width: number; height: number };

/** Where text begins, and how sure a line must be of itself. */
const IS_TEXT = 0.3;
const SURE_ENOUGH = 0.6;

/** What hangs together in the map. */
function textRegionsIn(map: TextMap): TextRegion[] {
  const seen = new Uint8Array(map.values.length);
  const regions: TextRegion[] = [];
  map.values.forEach((value, start) => {
    if (seen[start] || value < IS_TEXT) return;
    const points = pointsFrom(start, map, seen);
    const sure = points.reduce((sum, point) => sum + (map.values[point] as number), 0) / points.length;
    if (sure >= SURE_ENOUGH)
      regions.push({
        xs: points.map((point) => point % map.width),
        ys: points.map((point) => Math.floor(point / map.width)),
      });
  });
  return regions;
}

function pointsFrom(start: number, { values, width, height }: TextMap, seen: Uint8Array): number[] {
  const points = [start];
  seen[start] = 1;
  for (let at = 0; at < points.length; at++) {
    const point = points[at] as number;
    const column = point % width;
    for (const next of [
      column > 0 ? point - 1 : -1,
      column < width - 1 ? point + 1 : -1,
      point - width,
      point + width,
    ]) {
      if (next < 0 || next >= width * height || seen[next] || (values[next] as number) < IS_TEXT) continue;
      seen[next] = 1;
      points.push(next);
    }
  }
  return points;
}
