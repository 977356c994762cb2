import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { Raster } from './raster.ts';
import type { Box } from '../reading.ts';

/** The box of a face, and the detector's score from 0 to 1. */
export type Face = Box & { score: number };

/** Two different networks: `find` finds small faces on large pages, `verify` is quick and needs the face close up. */
export type FaceDetectors = { find(page: Raster): Promise<Face[]>; verify(picture: Raster): Promise<Face[]> };

const LOWEST_SCORE = 0.15;
/** A multiple of 32; at 224 a picture takes 15 ms and the whole face is still there. */
const VERIFICATION_SIZE = 224;

let detectors: Promise<FaceDetectors | string> | null = null;

/** The detectors, loaded with the first call in a thread; or the reason why they cannot be loaded. */
export const faceDetectors = () => (detectors ??= loadDetectors().catch((error: Error) => error.message));

/** Loads the detectors before the first document needs them. Returns null, or why photos cannot be found. */
export async function warmFaces(): Promise<string | null> {
  const started = await faceDetectors();
  return typeof started === 'string' ? started : null;
}

async function loadDetectors(): Promise<FaceDetectors> {
  const { faces, models } = await loadFaceModule();
  const [thorough, quick] = [new faces.SsdMobilenetv1(), new faces.TinyFaceDetector()];
  await Promise.all([thorough.loadFromDisk(models), quick.loadFromDisk(models)]);
  const loaded = {
    find: (page: Raster) => detect(faces, thorough, page, { minConfidence: LOWEST_SCORE }),
    verify: (picture: Raster) =>
      detect(faces, quick, picture, { inputSize: VERIFICATION_SIZE, scoreThreshold: LOWEST_SCORE }),
  };
  // The first run of a detector takes three times as long.
  const blank = { data: new Uint8Array(3 * 64 * 64), width: 64, height: 64 };
  await loaded.find(blank);
  await loaded.verify(blank);
  return loaded;
}

async function detect(
  { tf }: FaceModule,
  detector: Detector,
  { data, width, height }: Raster,
  options: Record<string, number>,
): Promise<Face[]> {
  const tensor = tf.tensor3d(data, [height, width, 3], 'int32');
  try {
    const found = await detector.locateFaces(tensor, options);
    return found.map(({ score, box }) => ({ score, left: box.x, top: box.y, width: box.width, height: box.height }));
  } finally {
    tensor.dispose();
  }
}

/** An image in the library's memory, until it is disposed. */
type Tensor = { size: number; dispose(): void };

type Detection = { score: number; box: { x: number; y: number; width: number; height: number } };

type Detector = {
  loadFromDisk(folder: string): Promise<void>;
  locateFaces(input: Tensor, options: Record<string, number>): Promise<Detection[]>;
};

type Operation = (...values: unknown[]) => unknown;

type Tensors = Record<string, Operation> & {
  Tensor: { prototype: Record<string, Operation> };
  setBackend(name: string): Promise<boolean>;
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor;
};

/** The parts of @vladmandic/face-api that are used here. */
export type FaceModule = { tf: Tensors; SsdMobilenetv1: new () => Detector; TinyFaceDetector: new () => Detector };

const require = createRequire(import.meta.url);
const CORE = '@tensorflow/tfjs-core';
const FACE_API = '@vladmandic/face-api/dist/face-api.node-wasm.js';

/** The library requires all of tfjs (331 MB) but uses only its core, so it receives the core. */
export async function loadFaceModule(): Promise<{ faces: FaceModule; models: string }> {
  const filename = require.resolve(FACE_API);
  const run = compileFunction(await readFile(filename, 'utf8'), ['require', 'module', 'exports'], { filename });
  const module = { exports: {} as FaceModule };
  const core = freeingLargeInputs(require(CORE) as Tensors);
  run((name: string) => (name === '@tensorflow/tfjs' ? core : require(name)), module, module.exports);
  addMethods(module.exports.tf);
  await module.exports.tf.setBackend('wasm');
  return { faces: module.exports, models: join(dirname(filename), '../model') };
}

/** The operations of a layer, one after the other. */
const LAYER = ['conv2d', 'depthwiseConv2d', 'batchNorm', 'add', 'clipByValue'] as const;
/** In numbers. Only the first layers' outputs are larger, and each of those is read once, by the next operation. */
const LARGE = 1_000_000;

/** The library keeps the outputs of all layers to the end; so the large ones are freed once they were read (66 MB less). */
function freeingLargeInputs(core: Tensors): Tensors {
  const made = new WeakSet<Tensor>();
  const freeing = LAYER.map((name) => {
    const run = core[name] as Operation;
    const operation: Operation = (input, ...rest) => {
      const output = run(input, ...rest) as Tensor;
      made.add(output);
      if (made.has(input as Tensor) && (input as Tensor).size > LARGE) (input as Tensor).dispose();
      return output;
    };
    return [name, operation] as const;
  });
  return Object.assign({ ...core }, Object.fromEntries(freeing));
}

/** Methods that the detectors call and the core's tensors lack. */
function addMethods(tf: Tensors): void {
  const { prototype } = tf.Tensor;
  for (const name of ['div', 'reshape', 'slice', 'expandDims'])
    prototype[name] ??= function (this: unknown, ...values) {
      return (tf[name] as Operation)(this, ...values);
    };
  for (const name of ['as3D', 'as4D'])
    prototype[name] ??= function (this: unknown, ...shape) {
      return (tf['reshape'] as Operation)(this, shape);
    };
}
