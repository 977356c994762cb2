import { toGrey, type Grey, cropped, resize } from '../preprocessing/images.ts';
import { evenIllumination } from '../preprocessing/illumination.ts';
import type { Box, Pixels } from '../reading.ts';
import { lineBoxesIn } from './lineBoxes.ts';
import { pointFrom } from '../preprocessing/geometry.ts';
import type { LineBox } from './lineCrop.ts';
import { loadNetwork, networkFunction, type Network } from './onnx.ts';

/** A grey page image in even light, and its lines of text; `boxes` is null where the networks cannot run. */
export type DetectedPage = { picture: Grey; boxes: LineBox[] | null };

/** Prepares a page image for recognition. Once a page is enough: every engine uses the result. */
export async function detectPage(pixels: Pixels): Promise<DetectedPage> {
  const picture = evenIllumination(await toGrey(pixels));
  return { picture, boxes: await detectLines(picture) };
}

/** The normalisation that the network was trained with. */
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
const STEP = 32;
/** Sides of the image for the first detection, and for a second one in fine print. */
const LONGEST_SIDE = 1280;
const LONGEST_FINE_SIDE = 1920;
/** If a quarter of the lines is lower than this in the network's pixels, print is fine; `CLEAR` is how high it should be. */
const FINE = 13;
const CLEAR = 17;

let network: Promise<Network | null> | null = null;

const startNetwork = () => (network ??= loadNetwork('ch_PP-OCRv4_det_infer.onnx'));

/** Loads the network. */
export const startDetection = networkFunction('startDetection', async () => void (await startNetwork()));

/** Finds lines of text at any angle; null if the networks cannot run. */
export async function detectLines(picture: Grey): Promise<LineBox[] | null> {
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const boxes = await detectIn(picture, shrink);
  if (!boxes) return null;
  const height = shrink * lowerQuartileHeight(boxes);
  return shrink === 1 || height >= FINE ? boxes : detectFinePrint(picture, boxes, (shrink * CLEAR) / height);
}

/** Detects again in the part with text only, at a higher resolution. */
async function detectFinePrint(picture: Grey, boxes: LineBox[], wanted: number): Promise<LineBox[] | null> {
  const part = textBounds(boxes, picture);
  const scale = Math.min(1, wanted, LONGEST_FINE_SIDE / Math.max(part.width, part.height));
  const found = await detectIn(cropped(picture, part), scale);
  return found && found.map((box) => ({ ...box, x: box.x + part.left, y: box.y + part.top }));
}

async function detectIn(picture: Grey, scale: number): Promise<LineBox[] | null> {
  const size = { width: toStep(picture.width * scale), height: toStep(picture.height * scale) };
  const values = await textMap(await resize(picture, size));
  if (!values) return null;
  return lineBoxesIn({ values, ...size }).map((box) =>
    scaled(box, picture.width / size.width, picture.height / size.height),
  );
}

/** In pixels, without context: the network needs some 250 bytes for each, and keeps them. */
const LARGEST_INPUT = 300_000;
/** Rows above and below a strip that the network sees too, so that a line on its border is found like others. */
const CONTEXT = 4 * STEP;

/**
 * How likely each pixel is text; null if the networks cannot run. A large picture is passed in strips, so that it needs no
 * more memory than a small one.
 */
const textMap = networkFunction('textMap', async (picture: Grey): Promise<Float32Array | null> => {
  const detect = await startNetwork();
  if (!detect) return null;
  const { width, height } = picture;
  const strips = Math.ceil((width * height) / LARGEST_INPUT);
  const rows = Math.ceil(height / strips / STEP) * STEP;
  const map = new Float32Array(width * height);
  const input = new Float32Array(3 * width * Math.min(height, rows + 2 * CONTEXT));
  for (let from = 0; from < height; from += rows) {
    const to = Math.min(height, from + rows);
    const [top, bottom] = [Math.max(0, from - CONTEXT), Math.min(height, to + CONTEXT)];
    const strip = { data: picture.data.subarray(top * width, bottom * width), width, height: bottom - top };
    const { values } = await detect(asInput(strip, input), [1, 3, strip.height, width]);
    map.set(values.subarray((from - top) * width, (to - top) * width), from * width);
  }
  return map;
});

const toStep = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP);

/** The height below which a quarter of the lines is. */
const lowerQuartileHeight = (boxes: LineBox[]) =>
  boxes.map(({ height }) => height).toSorted((a, b) => a - b)[boxes.length >> 2] ?? Infinity;

/** Three equal channels, in the memory of `input`. */
function asInput({ data }: Grey, input: Float32Array): Float32Array {
  const { length } = data;
  for (let channel = 0; channel < 3; channel++) {
    const [mean, deviation] = [MEAN[channel] as number, DEVIATION[channel] as number];
    const values = Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
    const plane = input.subarray(channel * length, (channel + 1) * length);
    for (let at = 0; at < length; at++) plane[at] = values[data[at] as number] as number;
  }
  return input.subarray(0, 3 * length);
}

const scaled = (box: LineBox, across: number, down: number): LineBox => ({
  ...box,
  x: box.x * across,
  y: box.y * down,
  length: box.length * across,
  height: box.height * down,
  ...(box.bend
    ? { bend: { square: (box.bend.square * down) / across ** 2, cube: (box.bend.cube * down) / across ** 3 } }
    : {}),
});

/** Margins around the text in heights of a line; more at the sides, where ends of lines may have been missed. */
const ABOVE = 2;
const BESIDE = 6;

/** The part of the image that contains the lines. */
function textBounds(boxes: LineBox[], { width, height }: { width: number; height: number }): Box {
  const line = Math.max(...boxes.map((box) => box.height));
  const ends = boxes.flatMap((box) => [pointFrom(box, -box.length / 2), pointFrom(box, box.length / 2)]);
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const left = Math.max(0, Math.floor(Math.min(...xs) - BESIDE * line));
  const top = Math.max(0, Math.floor(Math.min(...ys) - ABOVE * line));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + BESIDE * line));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + ABOVE * line));
  return { left, top, width: right - left, height: bottom - top };
}
