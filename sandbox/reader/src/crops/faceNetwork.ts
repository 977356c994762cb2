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

/** A network in the making: `Conv` and the other layers are added one by one, each to the output of another. */
class Layers {
  readonly operators: Operator[] = [];
  readonly constants: Constants = new Map();

  add(type: string, inputs: string[], attributes: Operator['attributes'] = {}): string {
    const output = `${type}${this.operators.length}`;
    this.operators.push({ type, inputs, output, attributes });
    return output;
  }

  constant(shape: number[], values: Float32Array | BigInt64Array): string {
    const name = `constant${this.constants.size}`;
    this.constants.set(name, { shape, values });
    return name;
  }

  /** `filters`: height, width, inputs, outputs; of a depthwise convolution height, width, channels, 1. */
  convolution(
    input: string,
    filters: Tensor,
    bias: Tensor,
    options: { stride?: number; depthwise?: boolean } = {},
  ): string {
    const { stride = 1, depthwise = false } = options;
    const [height = 1, width = 1, inputs = 1, outputs = 1] = filters.shape;
    const [first, second] = depthwise ? [inputs, outputs] : [outputs, inputs];
    const values = new Float32Array(filters.values.length);
    // Of TensorFlow the outputs are last, of ONNX first.
    for (let at = 0, to = 0; at < first; at++)
      for (let other = 0; other < second; other++)
        for (let place = 0; place < height * width; place++, to++) {
          const [from, out] = depthwise ? [at, other] : [other, at];
          values[to] = filters.values[(place * inputs + from) * outputs + out] as number;
        }
    const weights = this.constant([first, second, height, width], values);
    return this.add('Conv', [input, weights, this.constant(bias.shape, bias.values)], {
      kernel_shape: [height, width],
      strides: [stride, stride],
      group: depthwise ? inputs : 1,
      auto_pad: 'SAME_UPPER',
    });
  }
}

/** The side of the square picture that the network takes. */
export const FACE_NETWORK_SIZE = 512;

/** Layers of MobileNet that halve the picture, and the one whose output has the smallest faces. */
const HALVING = new Set([2, 4, 6, 12]);
const LAST_LAYER = 13;
const SMALL_FACES_LAYER = 11;
const EXTRA_LAYERS = 8;
/** Of batch normalisation. */
const EPSILON = 0.001;

/**
 * SSD with MobileNet V1. Input: 1 × 3 × 512 × 512, from -1 to 1. Output: 1 × 5118 × 7, for each of `anchors` its offsets
 * (y, x, height, width) and three class scores, of which the second is that of a face.
 */
export async function faceNetwork(): Promise<{ model: Uint8Array; anchors: Float32Array }> {
  const weights = await readWeights('ssd_mobilenetv1_model');
  const layers = new Layers();
  const limits = [0, 6].map((limit) => layers.constant([], Float32Array.of(limit)));
  const limited = (input: string) => layers.add('Clip', [input, ...limits]);
  const pointwise = (input: string, name: string, stride = 1) =>
    limited(
      layers.convolution(input, tensor(weights, `${name}/weights`), tensor(weights, `${name}/convolution_bn_offset`), {
        stride,
      }),
    );
  let out = pointwise('input', 'MobilenetV1/Conv2d_0_pointwise', 2);
  let smallFaces = out;
  for (let layer = 1; layer <= LAST_LAYER; layer++) {
    const { filters, bias } = withoutNormalisation(weights, `MobilenetV1/Conv2d_${layer}_depthwise`);
    const stride = HALVING.has(layer) ? 2 : 1;
    out = limited(layers.convolution(out, filters, bias, { stride, depthwise: true }));
    out = pointwise(out, `MobilenetV1/Conv2d_${layer}_pointwise`);
    if (layer === SMALL_FACES_LAYER) smallFaces = out;
  }
  const scales = [smallFaces, out];
  for (let layer = 0; layer < EXTRA_LAYERS; layer++) {
    out = pointwise(out, `Prediction/Conv2d_${layer}_pointwise`, layer % 2 === 0 ? 1 : 2);
    if (layer % 2 === 1) scales.push(out);
  }
  const predictions = scales.map((scale, at) => {
    const parts = ['BoxEncodingPredictor', 'ClassPredictor'].map((part, index) => {
      const name = `Prediction/BoxPredictor_${at}/${part}`;
      const predicted = layers.convolution(
        scale,
        tensor(weights, `${name}/weights`),
        tensor(weights, `${name}/biases`),
      );
      const rows = layers.add('Transpose', [predicted], { perm: [0, 2, 3, 1] });
      return layers.add('Reshape', [rows, layers.constant([3], BigInt64Array.of(1n, -1n, index === 0 ? 4n : 3n))]);
    });
    return layers.add('Concat', parts, { axis: 2 });
  });
  layers.add('Concat', predictions, { axis: 1 });
  return {
    model: onnxModel([1, 3, FACE_NETWORK_SIZE, FACE_NETWORK_SIZE], layers.operators, layers.constants),
    anchors: tensor(weights, 'Output/extra_dim').values,
  };
}

/** A depthwise convolution with its batch normalisation as part of the filters. */
function withoutNormalisation(weights: Weights, name: string): { filters: Tensor; bias: Tensor } {
  const { shape, values } = tensor(weights, `${name}/depthwise_weights`);
  const [gamma, beta, mean, variance] = ['gamma', 'beta', 'moving_mean', 'moving_variance'].map(
    (part) => tensor(weights, `${name}/BatchNorm/${part}`).values,
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const factors = gamma.map((factor, at) => factor / Math.sqrt((variance[at] as number) + EPSILON));
  return {
    filters: { shape, values: values.map((value, at) => value * (factors[at % factors.length] as number)) },
    bias: {
      shape: [beta.length],
      values: beta.map((offset, at) => offset - (mean[at] as number) * (factors[at] as number)),
    },
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
