/** An operator of a network; its inputs and its output are names. Attributes are integers or texts. */
export type Operator = {
  type: string;
  inputs: string[];
  output: string;
  attributes?: Record<string, number | number[] | string>;
};

/** The constants of a network: weights (`Float32Array`) and shapes (`BigInt64Array`). */
export type Constants = Map<string, { shape: number[]; values: Float32Array | BigInt64Array }>;

/** A network as an ONNX model. Its input is `input`, its output the last operator's. */
export function onnxModel(inputShape: number[], operators: Operator[], constants: Constants): Uint8Array {
  const output = operators.at(-1)?.output ?? '';
  const graph = [
    ...operators.map((operator) => message(FIELD.graph.node, nodeOf(operator))),
    text(FIELD.graph.name, 'network'),
    ...[...constants].map(([name, constant]) => message(FIELD.graph.constant, tensorOf(name, constant))),
    message(FIELD.graph.input, valueOf('input', inputShape)),
    message(FIELD.graph.output, valueOf(output, null)),
  ];
  return Buffer.concat([
    integer(FIELD.model.format, FORMAT_VERSION),
    message(FIELD.model.graph, graph),
    message(FIELD.model.operators, [integer(FIELD.operators.version, OPERATORS_VERSION)]),
  ]);
}

const FORMAT_VERSION = 8;
const OPERATORS_VERSION = 13;

/** Numbers of fields in onnx.proto. */
const FIELD = {
  model: { format: 1, graph: 7, operators: 8 },
  operators: { version: 2 },
  graph: { node: 1, name: 2, constant: 5, input: 11, output: 12 },
  node: { input: 1, output: 2, type: 4, attribute: 5 },
  attribute: { name: 1, integer: 3, text: 4, integers: 8, type: 20 },
  tensor: { shape: 1, type: 2, name: 8, bytes: 9 },
  value: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { element: 1, shape: 2 },
  shape: { dimension: 1 },
  dimension: { size: 1 },
};
const ATTRIBUTE_TYPE = { integer: 2, text: 3, integers: 7 };
const ELEMENT_TYPE = { float32: 1, int64: 7 };

const nodeOf = ({ type, inputs, output, attributes = {} }: Operator) => [
  ...inputs.map((name) => text(FIELD.node.input, name)),
  text(FIELD.node.output, output),
  text(FIELD.node.type, type),
  ...Object.entries(attributes).map(([name, value]) => message(FIELD.node.attribute, attributeOf(name, value))),
];

function attributeOf(name: string, value: number | number[] | string): Buffer[] {
  const field = FIELD.attribute;
  const as = (type: keyof typeof ATTRIBUTE_TYPE, ...values: Buffer[]) => [
    text(field.name, name),
    ...values,
    integer(field.type, ATTRIBUTE_TYPE[type]),
  ];
  if (typeof value === 'string') return as('text', text(field.text, value));
  if (Array.isArray(value)) return as('integers', ...value.map((one) => integer(field.integers, one)));
  return as('integer', integer(field.integer, value));
}

const tensorOf = (name: string, { shape, values }: { shape: number[]; values: Float32Array | BigInt64Array }) => [
  ...shape.map((size) => integer(FIELD.tensor.shape, size)),
  integer(FIELD.tensor.type, values instanceof Float32Array ? ELEMENT_TYPE.float32 : ELEMENT_TYPE.int64),
  text(FIELD.tensor.name, name),
  bytes(FIELD.tensor.bytes, Buffer.from(values.buffer, values.byteOffset, values.byteLength)),
];

/** Without a shape, the runtime finds it by itself. */
function valueOf(name: string, shape: number[] | null): Buffer[] {
  const dimensions = (shape ?? []).map((size) => message(FIELD.shape.dimension, [integer(FIELD.dimension.size, size)]));
  const type = [
    integer(FIELD.tensorType.element, ELEMENT_TYPE.float32),
    ...(shape ? [message(FIELD.tensorType.shape, dimensions)] : []),
  ];
  return [text(FIELD.value.name, name), message(FIELD.value.type, [message(FIELD.type.tensor, type)])];
}

/** Protocol Buffers: a field is its number and wire type, then its value. */
const WIRE = { integer: 0, bytes: 2 };

const tag = (field: number, wire: number) => variableLength((field << 3) | wire);
const integer = (field: number, value: number) => Buffer.concat([tag(field, WIRE.integer), variableLength(value)]);
const text = (field: number, value: string) => bytes(field, Buffer.from(value));
const message = (field: number, parts: Buffer[]) => bytes(field, Buffer.concat(parts));
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([tag(field, WIRE.bytes), variableLength(value.length), value]);

/** Seven bits a byte, the lowest first. Negative numbers do not occur. */
function variableLength(value: number): Buffer {
  const digits: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) digits.push((rest % 128) | 128);
  return Buffer.from([...digits, rest]);
}
