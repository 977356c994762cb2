import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject, isObject, type JsonObject, own, textOf } from '../common/shape';
import { isTool } from '../common/tool';
import { ENCODE_CONTENT, type FileSource, openBinary } from '../transport/file';
import { BINARY_EXPRESSION } from './tool-fields';

/** The binary field in which n8n's nodes put a file unless they are told another. */
export const DEFAULT_BINARY_FIELD = 'data';

/** The files of an input item, beside its JSON or in it. */
export class ItemFiles {
  constructor(
    private readonly context: IExecuteFunctions,
    private readonly index: number,
    private readonly input: INodeExecutionData,
  ) {}

  /**
   * The file in a binary field, given by the field's name or by an expression that returns the field itself. Where a request
   * has several, none takes the place of another.
   */
  async read(parameter: unknown, isOnlyOne = true): Promise<FileSource> {
    const named = isObject(parameter) ? this.withContent(parameter) : textOf(parameter).trim();
    const onlyFile = isOnlyOne && !this.findBinary(named) ? this.onlyFile(named) : undefined;
    const given = onlyFile ?? named;
    const binary = this.findBinary(given);
    if (binary) return await openBinary(this.context, binary);
    if (isTool(this.context.getNode())) throw TOOL_WITHOUT_FILE;
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
        : describe(this.names),
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
  get names(): string[] {
    return binaryFields(this.input).filter((name) => this.findBinary(name));
  }

  /** A form names its file after the form's field, not "data": an item's only file is the one that is meant. */
  private onlyFile(name: unknown): string | undefined {
    const names = this.names;
    return name === DEFAULT_BINARY_FIELD && names.length === 1 ? names[0] : undefined;
  }

  /** n8n finds it: depending on a workflow setting, files stand beside the JSON or in it. */
  private findBinary(parameter: string | IBinaryData): IBinaryData | undefined {
    try {
      const found = this.context.helpers.assertBinaryData(this.index, parameter);
      return isFile(found) || (typeof parameter === 'string' && isFileWithoutType(this.input, parameter))
        ? found
        : undefined;
    } catch {
      return undefined;
    }
  }
}

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
