import { coresIn } from './cores.ts';
import { cropped, type Grey } from '../preprocessing/grey.ts';
import { loadNetwork, type Network } from './onnx.ts';
import { resize } from '../preprocessing/resize.ts';
import type { Strip } from './strip.ts';
import { stripsAround } from './stripsAround.ts';
import { writtenPart } from './writtenPart.ts';

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
export async function detectStrips(picture: Grey): Promise<Strip[] | null> {
  const detect = await startDetection();
  if (!detect) return null;
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const strips = await detectIn(picture, shrink, detect);
  const height = shrink * lowHeight(strips);
  return shrink === 1 || height >= FINE ? strips : lookCloser(picture, strips, (shrink * CLEAR) / height, detect);
}

/** Only the part that has writing, in more detail. */
async function lookCloser(picture: Grey, strips: Strip[], wanted: number, detect: Network): Promise<Strip[]> {
  const part = writtenPart(strips, picture);
  const scale = Math.min(1, wanted, LONGEST_FINE_SIDE / Math.max(part.width, part.height));
  const found = await detectIn(cropped(picture, part), scale, detect);
  return found.map((strip) => ({ ...strip, x: strip.x + part.left, y: strip.y + part.top }));
}

async function detectIn(picture: Grey, scale: number, detect: Network): Promise<Strip[]> {
  const size = { width: inSteps(picture.width * scale), height: inSteps(picture.height * scale) };
  const small = await resize(picture, size);
  const { values } = await detect(asInput(small), [1, 3, size.height, size.width]);
  return stripsAround(coresIn({ values, ...size })).map((strip) =>
    scaled(strip, picture.width / size.width, picture.height / size.height),
  );
}

const inSteps = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP);

/** A quarter of the lines is lower. */
const lowHeight = (strips: Strip[]) =>
  strips.map(({ height }) => height).toSorted((a, b) => a - b)[strips.length >> 2] ?? Infinity;

function asInput({ data }: Grey): Float32Array {
  const input = new Float32Array(3 * data.length);
  for (let channel = 0; channel < 3; channel++) {
    const [mean, deviation] = [MEAN[channel] as number, DEVIATION[channel] as number];
    const values = Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
    for (let at = 0; at < data.length; at++) input[channel * data.length + at] = values[data[at] as number] as number;
  }
  return input;
}

const scaled = (strip: Strip, across: number, down: number): Strip => ({
  ...strip,
  x: strip.x * across,
  y: strip.y * down,
  length: strip.length * across,
  height: strip.height * down,
});
