/** An operator of a network; its inputs and its output are names. Attributes are integers or texts. */
export type Operator = {
  type: string;
  inputs: string[];
  output: string;
  attributes?: Record<string, number | number[] | string>;
};

/** The constants of a network: weights (`Float32Array`) and shapes (`BigInt64Array`). */
export type Constants = Map<string, Constant>;

type Constant = { shape: number[]; values: Float32Array | BigInt64Array };

/** A network as an ONNX model. Its input is `input`, its output the last operator's. */
export function onnxModel(inputShape: number[], operators: Operator[], constants: Constants): Uint8Array {
  const graph: Field[] = [
    ...operators.map((operator): Field => [FIELD.graph.node, nodeOf(operator)]),
    [FIELD.graph.name, 'network'],
    ...[...constants].map(([name, constant]): Field => [FIELD.graph.constant, tensorOf(name, constant)]),
    [FIELD.graph.input, valueOf('input', inputShape)],
    [FIELD.graph.output, valueOf(operators.at(-1)?.output ?? '', null)],
  ];
  return message([
    [FIELD.model.format, FORMAT_VERSION],
    [FIELD.model.graph, graph],
    [FIELD.model.operators, [[FIELD.operators.version, OPERATORS_VERSION]]],
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

const nodeOf = ({ type, inputs, output, attributes = {} }: Operator): Field[] => [
  ...inputs.map((name): Field => [FIELD.node.input, name]),
  [FIELD.node.output, output],
  [FIELD.node.type, type],
  ...Object.entries(attributes).map(([name, value]): Field => [FIELD.node.attribute, attributeOf(name, value)]),
];

function attributeOf(name: string, value: number | number[] | string): Field[] {
  const type = typeof value === 'string' ? 'text' : Array.isArray(value) ? 'integers' : 'integer';
  const values = [value].flat().map((one): Field => [FIELD.attribute[type], one]);
  return [[FIELD.attribute.name, name], ...values, [FIELD.attribute.type, ATTRIBUTE_TYPE[type]]];
}

const tensorOf = (name: string, { shape, values }: Constant): Field[] => [
  ...shape.map((size): Field => [FIELD.tensor.shape, size]),
  [FIELD.tensor.type, values instanceof Float32Array ? ELEMENT_TYPE.float32 : ELEMENT_TYPE.int64],
  [FIELD.tensor.name, name],
  [FIELD.tensor.bytes, Buffer.from(values.buffer, values.byteOffset, values.byteLength)],
];

/** Without a shape, the runtime finds it by itself. */
function valueOf(name: string, shape: number[] | null): Field[] {
  const dimensions = shape?.map((size): Field => [FIELD.shape.dimension, [[FIELD.dimension.size, size]]]);
  const type: Field[] = [[FIELD.tensorType.element, ELEMENT_TYPE.float32]];
  if (dimensions) type.push([FIELD.tensorType.shape, dimensions]);
  return [
    [FIELD.value.name, name],
    [FIELD.value.type, [[FIELD.type.tensor, type]]],
  ];
}

/** Protocol Buffers: the number of a field, and its value, which may be fields again. */
type Field = [number: number, value: number | string | Buffer | Field[]];

const WIRE = { integer: 0, bytes: 2 };

/** Each field as its number and wire type, then its value. */
function message(fields: Field[]): Buffer {
  const parts = fields.flatMap(([field, value]) => {
    if (typeof value === 'number') return [variableLength((field << 3) | WIRE.integer), variableLength(value)];
    const bytes = Array.isArray(value) ? message(value) : typeof value === 'string' ? Buffer.from(value) : value;
    return [variableLength((field << 3) | WIRE.bytes), variableLength(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

/** Seven bits a byte, the lowest first. Negative numbers do not occur. */
function variableLength(value: number): Buffer {
  const digits: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) digits.push((rest % 128) | 128);
  return Buffer.from([...digits, rest]);
}
