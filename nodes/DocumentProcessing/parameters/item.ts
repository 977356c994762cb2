import { randomUUID } from 'crypto';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { openBinary, type FileSource } from '../transport/file';
import { ValidationError } from '../common/errors';
import { asObject, asObjects, isObject, type JsonObject, type NameValue, parseJson } from '../common/shape';

/** One input item with the parameters as they read for it: all that an operation sees of n8n. */
export class Item {
  private readOptions: JsonObject | undefined;

  private madeUpCorrelationId: string | undefined;

  constructor(
    private readonly context: IExecuteFunctions,
    readonly index: number,
    readonly input: INodeExecutionData,
    /** When the execution of the node began. */
    readonly now: Date,
  ) {}

  /** Whether it is the only item of the execution. */
  get isAlone(): boolean {
    return this.context.getInputData().length === 1;
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

  /** A text that must be there; `label` is what the editor calls it. */
  requiredText(name: string, label: string): string {
    const text = this.text(name);
    if (text === '')
      throw new ValidationError(
        `The parameter "${label}" is empty`,
        'Give it a value, or an expression that has one for this item.',
      );
    return text;
  }

  /** An object out of a JSON parameter, given as text or by an expression as an object. */
  jsonObject(name: string, label: string): JsonObject {
    const value = this.json(name, label);
    if (isObject(value)) return value;
    throw new ValidationError(
      `The parameter "${label}" is not a JSON object`,
      'Give an object, e.g. {"name": "value"}.',
    );
  }

  /** What a JSON parameter holds, given as text or by an expression as what it is. */
  json(name: string, label: string): unknown {
    const value = this.parameter(name);
    if (typeof value !== 'string') return value;
    const parsed = parseJson(value);
    if ('value' in parsed) return parsed.value;
    throw new ValidationError(`The parameter "${label}" is not valid JSON`, `${parsed.reason}.`);
  }

  /** The members of a fixed collection, e.g. `fields.field[]`. */
  pairs(name: string, member: string): NameValue[] {
    return asPairs(this.parameter(name), member);
  }

  /** The members of a fixed collection, with whatever each has. */
  rows(name: string, member: string): JsonObject[] {
    return asObjects(asObject(this.parameter(name))[member]);
  }

  /** What is set in the collection "Options"; what is not set is `undefined`. */
  option(name: string): unknown {
    this.readOptions ??= asObject(this.parameter('options'));
    const value = this.readOptions[name];
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
    throw new ValidationError(`The option "${name}" is not a number`, 'Give a number of 0 or more.');
  }

  pairsOption(name: string, member: string): NameValue[] {
    return asPairs(this.option(name), member);
  }

  /** What an asynchronous result is known by when it comes back: given, or made up once. */
  get correlationId(): string {
    return this.textOption('correlationId') ?? (this.madeUpCorrelationId ??= randomUUID());
  }

  /** What of this item must never stand in a message, in the forms in which it is sent. */
  get secrets(): string[] {
    const value = this.readOptions?.['filePassword'] ?? '';
    const password = String(value as string | number);
    return password === '' ? [] : [password, Buffer.from(password).toString('base64')];
  }

  /** The file in a binary field: its name, or what an expression gives of it. */
  async file(parameter: unknown): Promise<FileSource> {
    const given = isObject(parameter) ? (parameter as unknown as IBinaryData) : asParameterText(parameter);
    const binary = this.findBinary(given);
    if (binary) return await openBinary(this.context, this.index, given, binary);
    throw new ValidationError(
      `The item has no file in the binary field "${asParameterText(parameter)}"`,
      describeBinary(this.input),
    );
  }

  /** n8n looks for it: depending on a setting of the workflow, files stand beside the JSON or in it. */
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

function describeBinary(input: INodeExecutionData): string {
  const names = Object.keys(input.binary ?? {});
  if (names.length === 0)
    return 'It has no binary data at all. Put a node that reads or downloads the file before this one.';
  return `Its binary fields are: ${names.join(', ')}. Put one of these names into "Input Binary Field".`;
}
