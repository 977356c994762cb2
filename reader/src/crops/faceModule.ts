import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

/** Three values a pixel, of which the library keeps its own copy until disposed. */
export type Tensor = { dispose(): void };

type Detection = { score: number; box: { x: number; y: number; width: number; height: number } };

/** A network that finds faces. */
export type Detector = {
  loadFromDisk(folder: string): Promise<void>;
  locateFaces(input: Tensor, options: Record<string, number>): Promise<Detection[]>;
};

type Operation = (...values: unknown[]) => unknown;

type Tensors = Record<string, Operation> & {
  Tensor: { prototype: Record<string, Operation> };
  setBackend(name: string): Promise<boolean>;
  tensor3d(values: Uint8Array, shape: [number, number, number], type: 'int32'): Tensor;
};

/** What we use of @vladmandic/face-api. */
export type FaceModule = { tf: Tensors; SsdMobilenetv1: new () => Detector; TinyFaceDetector: new () => Detector };

const require = createRequire(import.meta.url);
const CORE = '@tensorflow/tfjs-core';
const FACE_API = '@vladmandic/face-api/dist/face-api.node-wasm.js';

/** The library asks for the whole of tfjs, 331 MB, and uses its core: so it is given that. */
export async function loadFaceModule(): Promise<{ faces: FaceModule; models: string }> {
  const filename = require.resolve(FACE_API);
  const run = compileFunction(await readFile(filename, 'utf8'), ['require', 'module', 'exports'], { filename });
  const module = { exports: {} as FaceModule };
  run((name: string) => require(name === '@tensorflow/tfjs' ? CORE : name), module, module.exports);
  addMethods(module.exports.tf);
  await module.exports.tf.setBackend('wasm');
  return { faces: module.exports, models: join(dirname(filename), '../model') };
}

/** The core leaves these off its tensors; the detectors call them. */
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
