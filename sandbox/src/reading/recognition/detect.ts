import type { Grey } from './grey.ts';
import { loadNetwork, type Network } from './onnx.ts';
import { resize } from './resize.ts';

/** A line of text in a picture: its middle, how long and high it is, and the angle it runs at. */
export type Strip = { x: number; y: number; length: number; height: number; angle: number };

/** What the network was trained with. */
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];
const STEP = 32;
const LONGEST_SIDE = 1280;
/** Where text begins in the network's map, and how sure a line must be of itself. */
const IS_TEXT = 0.3;
const SURE_ENOUGH = 0.6;
/** The network marks the core of a line; the line is larger by this much. */
const GROWTH = 1.6;
const SMALLEST_CORE = 3;
/** Longer than this many times its height, a line tells its own angle. */
const LONG = 3;

let network: Promise<Network | null> | null = null;

export const startDetection = () => (network ??= loadNetwork('ch_PP-OCRv4_det_infer.onnx'));

/** Finds lines of text at any angle; null if this machine cannot run the network. */
export async function detectStrips(picture: Grey): Promise<Strip[] | null> {
  const detect = await startDetection();
  if (!detect) return null;
  const shrink = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const size = { width: inSteps(picture.width * shrink), height: inSteps(picture.height * shrink) };
  const small = await resize(picture, size);
  const { values } = await detect(asInput(small), [1, 3, size.height, size.width]);
  const strips = withAngles(coresIn({ values, ...size }).filter((core) => core.sure >= SURE_ENOUGH));
  return strips.map((strip) => scaled(strip, picture.width / size.width, picture.height / size.height));
}

const inSteps = (length: number) => Math.max(STEP, Math.round(length / STEP) * STEP);

function asInput({ data }: Grey): Float32Array {
  const input = new Float32Array(3 * data.length);
  for (let channel = 0; channel < 3; channel++) {
    const [mean, deviation] = [MEAN[channel] as number, DEVIATION[channel] as number];
    const values = Float32Array.from({ length: 256 }, (_, value) => (value / 255 - mean) / deviation);
    for (let at = 0; at < data.length; at++) input[channel * data.length + at] = values[data[at] as number] as number;
  }
  return input;
}

type Core = { points: number[]; width: number; sure: number };

/** What hangs together in the map. */
function coresIn({ values, width, height }: { values: Float32Array; width: number; height: number }): Core[] {
  const seen = new Uint8Array(values.length);
  const cores: Core[] = [];
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || (values[start] as number) < IS_TEXT) continue;
    const points = [start];
    seen[start] = 1;
    let sum = 0;
    for (let at = 0; at < points.length; at++) {
      const point = points[at] as number;
      sum += values[point] as number;
      const column = point % width;
      for (const next of [column > 0 ? point - 1 : -1, column < width - 1 ? point + 1 : -1, point - width, point + width]) {
        if (next < 0 || next >= width * height || seen[next] || (values[next] as number) < IS_TEXT) continue;
        seen[next] = 1;
        points.push(next);
      }
    }
    cores.push({ points, width, sure: sum / points.length });
  }
  return cores;
}

/** Short lines cannot tell their angle: they take the one of the long lines. */
function withAngles(cores: Core[]): Strip[] {
  const measured = cores.map((core) => ({ core, ...momentsOf(core) }));
  const angles = measured.filter(({ stretch }) => stretch > LONG).map(({ angle }) => angle).toSorted((a, b) => a - b);
  const usual = angles[angles.length >> 1] ?? 0;
  return measured.map(({ core, stretch, angle }) => stripAround(core, stretch > LONG ? angle : usual)).filter((strip) => strip !== null);
}

/** Direction of the longest extent, and how much longer it is than the shortest. */
function momentsOf({ points, width }: Core): { angle: number; stretch: number } {
  const xs = points.map((point) => point % width);
  const ys = points.map((point) => Math.floor(point / width));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(xs), mean(ys)];
  const xx = mean(xs.map((x) => (x - mx) ** 2));
  const yy = mean(ys.map((y) => (y - my) ** 2));
  const xy = mean(xs.map((x, at) => (x - mx) * ((ys[at] as number) - my)));
  const root = Math.hypot((xx - yy) / 2, xy);
  const middle = (xx + yy) / 2;
  return { angle: Math.atan2(2 * xy, xx - yy) / 2, stretch: Math.sqrt((middle + root) / Math.max(0.1, middle - root)) };
}

function stripAround({ points, width }: Core, angle: number): Strip | null {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [first, last, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const point of points) {
    const [x, y] = [point % width, Math.floor(point / width)];
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    [first, last, top, bottom] = [Math.min(first, along), Math.max(last, along), Math.min(top, across), Math.max(bottom, across)];
  }
  const [length, height] = [last - first + 1, bottom - top + 1];
  if (Math.min(length, height) < SMALLEST_CORE) return null;
  const growth = (length * height * GROWTH) / (2 * (length + height));
  const [along, across] = [(first + last + 1) / 2, (top + bottom + 1) / 2];
  return { x: along * cos - across * sin, y: along * sin + across * cos, length: length + 2 * growth, height: height + 2 * growth, angle };
}

const scaled = (strip: Strip, across: number, down: number): Strip => ({
  ...strip,
  x: strip.x * across,
  y: strip.y * down,
  length: strip.length * across,
  height: strip.height * down,
});
