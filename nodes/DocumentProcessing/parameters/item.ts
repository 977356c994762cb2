import { randomUUID } from 'crypto';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openBinary, type FileSource } from '../transport/file';
import { ValidationError } from '../common/errors';
import { FILE_OPTIONS, isTool } from '../common/tool';
import { BINARY_EXPRESSION } from './tool';
import { asObject, asObjects, isObject, type JsonObject, type NameValue, parseJson } from '../common/shape';

/** The binary field in which n8n's nodes put a file unless they are told another. */
export const DEFAULT_BINARY_FIELD = 'data';

/** An input item and the node's parameters as they resolve for it: all that an operation sees of n8n. */
export class Item {
  private readOptions: JsonObject | undefined;

  private generatedCorrelationId: string | undefined;

  constructor(
    private readonly context: IExecuteFunctions,
    readonly index: number,
    readonly input: INodeExecutionData,
    /** When the node started. */
    readonly now: Date,
  ) {}

  /** Whether it is the only item of the execution. */
  get isAlone(): boolean {
    return this.context.getInputData().length === 1;
  }

  /** Whether an AI Agent runs the node. */
  get isTool(): boolean {
    return isTool(this.context.getNode());
  }

  get timezone(): string {
    return this.context.getTimezone();
  }

  parameter(name: string): unknown {
    return this.context.getNodeParameter(name, this.index, null) as unknown;
  }

  text(name: string): string {
    return asParameterText(this.parameter(name));
  }

  /** A text that must not be empty; `label` is the parameter's name in the editor. */
  requiredText(name: string, label: string): string {
    const text = this.text(name);
    if (text === '')
      throw new ValidationError(
        `The parameter "${label}" is empty`,
        this.isTool
          ? 'Call the tool again with a value for it.'
          : 'Enter a value, or an expression that has one for this item.',
      );
    return text;
  }

  /** The object in a JSON parameter; an expression may return the object itself. */
  jsonObject(name: string, label: string): JsonObject {
    const value = this.json(name, label);
    if (isObject(value)) return value;
    throw new ValidationError(
      `The parameter "${label}" is not a JSON object`,
      'Enter an object, e.g. {"name": "value"}.',
    );
  }

  /** The value in a JSON parameter; an expression may return the value itself. */
  json(name: string, label: string): unknown {
    const value = this.option(name) ?? this.parameter(name);
    if (typeof value !== 'string') return value;
    const parsed = parseJson(value);
    if ('value' in parsed) return parsed.value;
    throw new ValidationError(
      `The parameter "${label}" is not valid JSON`,
      `Check its quotes, commas and brackets: ${parsed.reason}.`,
    );
  }

  /** The names and values of a fixed collection, e.g. `fields.field[]`. */
  pairs(name: string, member: string): NameValue[] {
    return asPairs(this.parameter(name), member);
  }

  /** The entries of a fixed collection, with all their members. */
  rows(name: string, member: string): JsonObject[] {
    return asObjects(asObject(this.parameter(name))[member]);
  }

  /** The value of an option, or `undefined` if it is not set or empty. */
  option(name: string): unknown {
    this.readOptions ??= asObject(this.parameter('options'));
    const value = this.isTool && FILE_OPTIONS.has(name) ? undefined : this.readOptions[name];
    return value === '' || value === null ? undefined : value;
  }

  textOption(name: string): string | undefined {
    const value = this.option(name);
    return value === undefined ? undefined : asParameterText(value) || undefined;
  }

  numberOption(name: string): number | undefined {
    const value = this.option(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (Number.isFinite(number) && number >= 0) return number;
    throw new ValidationError(`The option "${name}" is not a number`, 'Enter a number of 0 or more.');
  }

  /** The entries of a fixed collection among the options. */
  rowsOption(name: string, member: string): JsonObject[] {
    return asObjects(asObject(this.option(name))[member]);
  }

  pairsOption(name: string, member: string): NameValue[] {
    return asPairs(this.option(name), member);
  }

  /** Identifies an asynchronous result when it comes back. Generated once if empty. */
  get correlationId(): string {
    return this.textOption('correlationId') ?? (this.generatedCorrelationId ??= randomUUID());
  }

  /** The item's texts that must never appear in a message, in the forms in which they are sent. */
  get secrets(): string[] {
    const value = this.readOptions?.['filePassword'] ?? '';
    const password = String(value as string | number);
    return password === '' ? [] : [password, Buffer.from(password).toString('base64')];
  }

  /** The file in a binary field, given by the field's name or by an expression that returns the field itself. */
  async file(parameter: unknown): Promise<FileSource> {
    const named = isObject(parameter) ? (parameter as unknown as IBinaryData) : asParameterText(parameter);
    const given = this.findBinary(named) ? named : (this.onlyFile(named) ?? named);
    const binary = this.findBinary(given);
    if (binary) return await openBinary(this.context, this.index, given, binary);
    if (this.isTool) throw TOOL_WITHOUT_FILE;
    throw new ValidationError(
      `The item has no file in the binary field "${asParameterText(parameter)}"`,
      describeBinary(this.input),
    );
  }

  /** A form names its file after the form's field, not "data": an item's only file is the one that is meant. */
  private onlyFile(name: unknown): string | undefined {
    const names = binaryFields(this.input);
    return name === DEFAULT_BINARY_FIELD && names.length === 1 ? names[0] : undefined;
  }

  /** n8n finds it: depending on a workflow setting, files stand beside the JSON or in it. */
  private findBinary(parameter: string | IBinaryData): IBinaryData | undefined {
    try {
      return this.context.helpers.assertBinaryData(this.index, parameter);
    } catch {
      return undefined;
    }
  }
}

function asParameterText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)).trim();
}

function asPairs(collection: unknown, member: string): NameValue[] {
  return asObjects(asObject(collection)[member]).map((pair) => ({
    ...pair,
    name: asParameterText(pair['name']),
    value: pair['value'],
  }));
}

const TOOL_WITHOUT_FILE = new ValidationError(
  'There is no file for this tool',
  'Ask the user for the document, or for its public URL if a tool takes one. To whoever builds the workflow: the input of ' +
    'an AI tool has no files. Set "Source" to URL, or enter an expression for a file of another node in ' +
    `"Input Binary Field", e.g. ${BINARY_EXPRESSION}.`,
);

/** The names of an item's files, beside its JSON or in it. */
const binaryFields = ({ binary, json }: INodeExecutionData): string[] => [
  ...Object.keys(binary ?? {}),
  ...Object.keys(json).filter((name) => {
    const { mimeType, id, data } = asObject(json[name]);
    return typeof mimeType === 'string' && (typeof id === 'string' || typeof data === 'string');
  }),
];

function describeBinary(input: INodeExecutionData): string {
  const names = binaryFields(input);
  if (names.length === 0)
    return 'It has no binary data at all. Add a node before this one that reads or downloads the file.';
  return `Its binary fields are: ${names.join(', ')}. Enter one of these names in "Input Binary Field".`;
}
