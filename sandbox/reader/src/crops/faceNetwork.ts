import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { onnxModel, type Constants, type Operator } from '../recognition/onnxModel.ts';

/**
 * A face detector of @vladmandic/face-api as an ONNX model: its weights are made for TensorFlow.js, which takes three times
 * the memory and the time of the runtime that the other networks need anyway.
 */

type Tensor = { shape: number[]; values: Float32Array };
type Weights = Map<string, Tensor>;

/** The side of the square picture that the network takes. */
export const FACE_NETWORK_SIZE = 512;

/** Layers of MobileNet that halve the picture, and the one whose output has the smallest faces. */
const HALVING = new Set([2, 4, 6, 12]);
const LAST_LAYER = 13;
const SMALL_FACES_LAYER = 11;
const EXTRA_LAYERS = 8;
/** Of batch normalisation: what the network adds to each variance, less what the runtime adds by itself. */
const EPSILON = 0.001 - 0.00001;

/**
 * SSD with MobileNet V1. Input: 1 × 3 × 512 × 512, from -1 to 1. Output: 1 × 5118 × 7, for each of `anchors` its offsets
 * (y, x, height, width) and three class scores, of which the second is that of a face.
 */
export async function faceNetwork(): Promise<{ model: Uint8Array; anchors: Float32Array }> {
  const weights = await readWeights('ssd_mobilenetv1_model');
  const operators: Operator[] = [];
  const constants: Constants = new Map();
  const add = (type: string, inputs: string[], attributes: Operator['attributes'] = {}): string => {
    const output = `${type}${operators.length}`;
    operators.push({ type, inputs, output, attributes });
    return output;
  };
  const constant = (name: string, shape: number[], values: Float32Array | BigInt64Array): string => {
    constants.set(name, { shape, values });
    return name;
  };
  const weight = (name: string) => constant(name, tensor(weights, name).shape, tensor(weights, name).values);
  /** The filters are height, width, inputs, outputs; of a depthwise convolution height, width, channels, 1. */
  const convolution = (input: string, filters: string, bias: string[], stride = 1, isDepthwise = false) => {
    const [height = 1, width = 1, inputs = 1] = tensor(weights, filters).shape;
    // Of TensorFlow the outputs are last, of ONNX first.
    const perm = isDepthwise ? [2, 3, 0, 1] : [3, 2, 0, 1];
    return add('Conv', [input, add('Transpose', [weight(filters)], { perm }), ...bias], {
      kernel_shape: [height, width],
      strides: [stride, stride],
      group: isDepthwise ? inputs : 1,
      auto_pad: 'SAME_UPPER',
    });
  };
  const limits = [0, 6].map((limit) => constant(`limit${limit}`, [], Float32Array.of(limit)));
  const limited = (input: string) => add('Clip', [input, ...limits]);
  const pointwise = (input: string, name: string, stride = 1) =>
    limited(convolution(input, `${name}/weights`, [weight(`${name}/convolution_bn_offset`)], stride));
  const depthwise = (input: string, name: string, stride: number) => {
    const variance = tensor(weights, `${name}/BatchNorm/moving_variance`);
    const parts = ['gamma', 'beta', 'moving_mean'].map((part) => weight(`${name}/BatchNorm/${part}`));
    const variances = variance.values.map((value) => value + EPSILON);
    return limited(
      add('BatchNormalization', [
        convolution(input, `${name}/depthwise_weights`, [], stride, true),
        ...parts,
        constant(`${name}/variance`, variance.shape, variances),
      ]),
    );
  };
  let out = pointwise('input', 'MobilenetV1/Conv2d_0_pointwise', 2);
  const scales: string[] = [];
  for (let layer = 1; layer <= LAST_LAYER; layer++) {
    const name = `MobilenetV1/Conv2d_${layer}`;
    out = pointwise(depthwise(out, `${name}_depthwise`, HALVING.has(layer) ? 2 : 1), `${name}_pointwise`);
    if (layer === SMALL_FACES_LAYER || layer === LAST_LAYER) scales.push(out);
  }
  for (let layer = 0; layer < EXTRA_LAYERS; layer++) {
    out = pointwise(out, `Prediction/Conv2d_${layer}_pointwise`, layer % 2 === 0 ? 1 : 2);
    if (layer % 2 === 1) scales.push(out);
  }
  /** A row of numbers for each anchor. */
  const predicted = (scale: string, name: string, numbers: bigint) => {
    const map = convolution(scale, `${name}/weights`, [weight(`${name}/biases`)]);
    const shape = constant(`rows of ${numbers}`, [3], BigInt64Array.of(1n, -1n, numbers));
    return add('Reshape', [add('Transpose', [map], { perm: [0, 2, 3, 1] }), shape]);
  };
  const predictions = scales.map((scale, at) => {
    const name = `Prediction/BoxPredictor_${at}`;
    const boxes = predicted(scale, `${name}/BoxEncodingPredictor`, 4n);
    return add('Concat', [boxes, predicted(scale, `${name}/ClassPredictor`, 3n)], { axis: 2 });
  });
  add('Concat', predictions, { axis: 1 });
  return {
    model: onnxModel([1, 3, FACE_NETWORK_SIZE, FACE_NETWORK_SIZE], operators, constants),
    anchors: tensor(weights, 'Output/extra_dim').values,
  };
}

function tensor(weights: Weights, name: string): Tensor {
  const found = weights.get(name);
  if (!found) throw new Error(`The face detector has no weights ${name}`);
  return found;
}

type Manifest = {
  weights: {
    name: string;
    shape: number[];
    dtype: string;
    quantization?: { dtype: string; scale: number; min: number };
  }[];
  paths: string[];
}[];

/** Weights of TensorFlow.js, one behind the other in a file; most are a byte each, of a range. */
async function readWeights(name: string): Promise<Weights> {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api')), '../model');
  const manifest = JSON.parse(await readFile(join(folder, `${name}-weights_manifest.json`), 'utf8')) as Manifest;
  const weights: Weights = new Map();
  for (const { weights: entries, paths } of manifest) {
    const data = Buffer.concat(await Promise.all(paths.map((path) => readFile(join(folder, path)))));
    let from = 0;
    for (const { name: key, shape, quantization } of entries) {
      const count = shape.reduce((product, size) => product * size, 1);
      const bytes = data.subarray(from, (from += quantization ? count : 4 * count));
      const values = quantization
        ? Float32Array.from(bytes, (value) => value * quantization.scale + quantization.min)
        : Float32Array.from({ length: count }, (_, at) => bytes.readFloatLE(4 * at));
      weights.set(key, { shape, values });
    }
  }
  return weights;
}
