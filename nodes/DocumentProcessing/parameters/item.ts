import type { IBinaryData, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { ENCODE_CONTENT, type FileSource, openBinary } from '../transport/file';
import { secretsInUrl, secretsInValue } from '../transport/redact';
import { ITEM_NUMBER, ValidationError } from '../common/errors';
import { FILE_OPTIONS, isTool } from '../common/tool';
import { BINARY_EXPRESSION } from './tool';
import { asObject, asObjects, asTextOrNumber, isObject, type JsonObject, own, textOf } from '../common/shape';
import { fieldRulesOption, unsetInRules } from './field-rules';
import { ParameterReader } from './parameter-reader';
import { sumsOption } from './sums';

/** The binary field in which n8n's nodes put a file unless they are told another. */
export const DEFAULT_BINARY_FIELD = 'data';

/** What the items of an execution have in common. */
export interface Run {
  context: IExecuteFunctions;
  /** When the node started. */
  now: Date;
  /** The parameters of the operation. */
  fields: INodeProperties[];
  /** Of the credential: where the service is, and what the tokens of its callbacks are signed with. */
  baseUrl: string;
  callbackSecrets: string[];
  /** All of the credential, which no output may repeat. */
  secrets: string[];
  /** Of callback URLs: what is said of one is said once for all items. */
  hostsTold: Set<string>;
}

export const optionFieldsOf = (fields: INodeProperties[]): INodeProperties[] =>
  (fields.find(({ name }) => name === 'options')?.options ?? []) as INodeProperties[];

/** Whether an operation has an option: one stays in a node whose operation was changed to another. */
export const offersOption = (fields: INodeProperties[], option: string): boolean =>
  optionFieldsOf(fields).some(({ name }) => name === option);

/** An input item and the node's parameters as they resolve for it: all that an operation sees of n8n. */
export class Item extends ParameterReader {
  readonly options: ParameterReader;

  private readOptions: JsonObject | undefined;

  /** As they were read: keys stand in them. */
  private readonly readUrls: unknown[] = [];

  constructor(
    readonly run: Run,
    readonly index: number,
    readonly input: INodeExecutionData,
  ) {
    super(
      (name) => this.resolve(name),
      run.fields,
      (label) => `The parameter "${label}"`,
    );
    this.options = new ParameterReader(
      (name) => (this.offers(name) ? this.allOptions[name] : undefined),
      optionFieldsOf(run.fields),
      (label) => `The option "${label}"`,
    );
  }

  /** The options, as the editor calls them, whose expressions return nothing: they count as not set. */
  get unsetOptions(): string[] {
    try {
      const unset = ({ name }: INodeProperties) =>
        Object.hasOwn(this.allOptions, name) && (this.allOptions[name] ?? null) === null;
      const fields = optionFieldsOf(this.run.fields);
      const rules = fields.filter(({ name }) => [fieldRulesOption, sumsOption].some((list) => list.name === name));
      return [
        ...fields.filter(unset).map(({ displayName }) => displayName),
        ...rules.flatMap((list) => unsetInRules(list, this.allOptions[list.name])),
      ];
    } catch {
      // That it fails is told where it is read.
      return [];
    }
  }

  /** Refuses an option that was added, and whose expression returns nothing. */
  requireOption(name: string): void {
    if (!Object.hasOwn(this.allOptions, name) || (this.allOptions[name] ?? null) !== null) return;
    throw this.options.refusal(
      name,
      'has no value',
      'Its expression returned nothing for this item. Correct it, or let it return an empty text, which counts as not set.',
    );
  }

  /** Whether it is the only item of the execution. */
  get isAlone(): boolean {
    return this.run.context.getInputData().length === 1;
  }

  /** Whether an AI Agent runs the node. */
  get isTool(): boolean {
    return isTool(this.run.context.getNode());
  }

  get now(): Date {
    return this.run.now;
  }

  get timezone(): string {
    return this.run.context.getTimezone();
  }

  /** The item's texts that must never appear in a message, in the forms in which they are sent. */
  get secrets(): string[] {
    const { filePassword, callbackHeaders, callbackQueryStrings, fallbackUrl } = this.readOptions ?? {};
    // The service signs in with them where it calls back.
    const ofCallback = [asObject(callbackHeaders)['header'], asObject(callbackQueryStrings)['queryString']].flat();
    return [
      // Of another type, it was refused before anything was sent.
      asTextOrNumber(filePassword) ?? '',
      ...asObjects(ofCallback).flatMap(({ value }) => secretsInValue(textOf(value))),
      ...[...this.readUrls, fallbackUrl].flatMap(secretsInUrl),
    ];
  }

  /** Notes a URL that the node has made: n8n signs that of a waiting execution. */
  noteUrl(url: string): void {
    this.readUrls.push(url);
  }

  protected override get adviceIfEmpty(): string {
    return this.isTool ? 'Call the tool again with a value for it.' : super.adviceIfEmpty;
  }

  private offers(name: string): boolean {
    return offersOption(this.fields, name) && !(this.isTool && FILE_OPTIONS.has(name));
  }

  private get allOptions(): JsonObject {
    this.readOptions ??= this.resolveOptions();
    return this.readOptions;
  }

  /** A parameter, or a part of one, with its expressions resolved. */
  private resolve(path: string): unknown {
    try {
      const value = this.run.context.getNodeParameter(path, this.index, null) as unknown;
      // n8n's `$node` fails only where it is asked for a member that is no node.
      void asObject(value)['toJSON'];
      if (URLS.has(path)) this.readUrls.push(value);
      return value;
    } catch (caught) {
      throw this.unresolved(this.namesFailing(path) ?? `The parameter "${this.labelOf(path)}"`, caught);
    }
  }

  private resolveOptions(): JsonObject {
    const options = this.resolve('options') ?? {};
    if (isObject(options)) return options;
    throw this.refusal('options', 'is not an object', 'An expression has to return an object of options.');
  }

  /** Which of the options has the expression that cannot be resolved. */
  private namesFailing(path: string): string | undefined {
    const { context } = this.run;
    const failing =
      path === 'options' &&
      optionFieldsOf(this.fields).find(({ name }) => {
        try {
          context.getNodeParameter(`options.${name}`, this.index, null);
          return false;
        } catch {
          return true;
        }
      });
    return failing ? `The option "${failing.displayName}"` : undefined;
  }

  private unresolved(what: string, caught: unknown): ValidationError {
    const { message, description } = caught as { message?: unknown; description?: unknown };
    const reason = textOf(message).replace(ITEM_NUMBER, '');
    return new ValidationError(
      `${what} has an expression that cannot be resolved: ${reason}`,
      `${description ? `${textOf(description)} ` : ''}Check the expression for this item.`,
    );
  }

  /**
   * The file in a binary field, given by the field's name or by an expression that returns the field itself. Where a request
   * has several, none takes the place of another.
   */
  async file(parameter: unknown, isOnlyOne = true): Promise<FileSource> {
    const named = isObject(parameter) ? this.withContent(parameter) : textOf(parameter).trim();
    const onlyFile = isOnlyOne && !this.findBinary(named) ? this.onlyFile(named) : undefined;
    const given = onlyFile ?? named;
    const binary = this.findBinary(given);
    if (binary) return await openBinary(this.run.context, binary);
    if (this.isTool) throw TOOL_WITHOUT_FILE;
    if (isObject(parameter) && typeof parameter['mimeType'] === 'string')
      throw new ValidationError(
        'The expression for a binary field returns a file without its content',
        'n8n has the file in memory, and gives expressions only its name and type. Enter the name of the binary field ' +
          'instead, or take that of an earlier node: {{ $("Name of the node").item.binary.data }}.',
      );
    if (typeof parameter === 'object' && parameter !== null)
      throw new ValidationError(
        'The expression for a binary field returns something that is no file',
        'It has to return the name of a binary field, or a field itself, e.g. {{ $binary.data }}.',
      );
    const name = textOf(parameter);
    if (own(this.input.binary ?? {}, name))
      throw new ValidationError(`The binary field "${name}" has no file in it`, ENCODE_CONTENT);
    throw new ValidationError(
      `The item has no file in the binary field "${name}"`,
      isFile(own(asObject(this.input.json), name))
        ? `It stands in the JSON, where an expression finds it: {{ $json[${JSON.stringify(name)}] }}.`
        : describe(this.fileNames),
    );
  }

  /** Where n8n has files in memory, its `$binary` has all of them but their content: that of the only such file is meant. */
  private withContent(given: JsonObject): IBinaryData {
    const meant = Object.values(this.input.binary ?? {}).filter(
      (file) => JSON.stringify({ ...file, data: undefined }) === JSON.stringify(given),
    );
    return (meant.length === 1 ? meant[0] : given) as IBinaryData;
  }

  /** The names of its files, beside the JSON or in it. */
  get fileNames(): string[] {
    return binaryFields(this.input).filter((name) => this.findBinary(name));
  }

  /** A form names its file after the form's field, not "data": an item's only file is the one that is meant. */
  private onlyFile(name: unknown): string | undefined {
    const names = this.fileNames;
    return name === DEFAULT_BINARY_FIELD && names.length === 1 ? names[0] : undefined;
  }

  /** n8n finds it: depending on a workflow setting, files stand beside the JSON or in it. */
  private findBinary(parameter: string | IBinaryData): IBinaryData | undefined {
    try {
      const found = this.run.context.helpers.assertBinaryData(this.index, parameter);
      return isFile(found) || (typeof parameter === 'string' && isFileWithoutType(this.input, parameter))
        ? found
        : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Parameters whose URL may hold a key, e.g. the signature of a link that expires. */
const URLS = new Set(['callbackUrl', 'fileUrl']);

const TOOL_WITHOUT_FILE = new ValidationError(
  'There is no file for this tool',
  'Ask the user for the document, or for its public URL if a tool takes one. To whoever builds the workflow: the input of ' +
    'an AI tool has no files. Set "Source" to URL, or enter an expression for a file of another node in ' +
    `"Input Binary Field", e.g. ${BINARY_EXPRESSION}.`,
);

/** Where n8n 2 puts files in the JSON, in a workflow with its newer execution logic. */
const FILES_IN_JSON = '_files';

/** Where an item may have files: n8n finds those of its JSON only with a setting of the workflow. */
const binaryFields = ({ binary, json }: INodeExecutionData): string[] => [
  ...Object.keys(binary ?? {}),
  ...Object.keys(asObject(json)).filter((name) => isFile(json[name])),
  ...Object.keys(asObject(asObject(json)[FILES_IN_JSON])).map((name) => `${FILES_IN_JSON}.${name}`),
];

/** Not a function, which is what a name such as `toString` finds. */
const isFile = (found: unknown): boolean => hasContent(found) && typeof asObject(found)['mimeType'] === 'string';

/** People leave out the type of what a Code node makes. Among the files of an item it is one all the same. */
const isFileWithoutType = ({ binary = {} }: INodeExecutionData, name: string): boolean => hasContent(own(binary, name));

function hasContent(found: unknown): boolean {
  const { id, data } = asObject(found);
  return typeof id === 'string' || typeof data === 'string';
}

const NO_BINARY_DATA =
  'It has no binary data at all. Add a node before this one that reads or downloads the file, or take that of an earlier ' +
  'node by an expression in "Input Binary Field": {{ $("Name of the node").item.binary.data }}. If it was uploaded in a ' +
  'form, it was empty: n8n passes on no file of 0 bytes, and nothing where no file was chosen.';

function describe(names: string[]): string {
  if (names.length === 0) return NO_BINARY_DATA;
  return (
    `Its binary fields are: ${names.join(', ')}. Enter one of these names in "Input Binary Field". ` +
    'To read several, put the node Split Out before this one, with $binary as "Fields To Split Out".'
  );
}
