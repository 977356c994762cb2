import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { FILE_OPTIONS } from '../common/tool';

const inTool = (field: INodeProperties): INodeProperties => shownWhen(true, field);
const inNode = (field: INodeProperties): INodeProperties => shownWhen(false, field);

const shownWhen = (tool: boolean, field: INodeProperties): INodeProperties => when('show', { '@tool': [tool] }, field);

/**
 * A field with one more condition, which comes before its own: n8n shows a field as soon as it meets a condition on a
 * parameter that is an expression, and looks at none that follow.
 */
export const when = (
  what: 'show' | 'hide',
  conditions: IDisplayOptions['show'],
  field: INodeProperties,
): INodeProperties => ({
  ...field,
  displayOptions: { ...field.displayOptions, [what]: { ...conditions, ...field.displayOptions?.[what] } },
});

/** The parameters of an operation, with those that differ in a tool in both forms. */
export const withToolFields = (fields: INodeProperties[]): INodeProperties[] =>
  fields.flatMap((field) => VARIANTS[field.name]?.(field) ?? [field]);

const VARIANTS: Record<string, (field: INodeProperties) => INodeProperties[]> = {
  source: (field) => [inNode(field), inTool(toolSource(field))],
  binaryPropertyName: (field) => [inNode(field), inTool(toolBinaryField(field))],
  delivery: (field) => [
    inNode(field),
    inTool({ ...field, options: optionsOf(field).filter(({ value }) => value !== 'wait') }),
  ],
  // The report is HTML for a mail.
  report: (field) => [inNode(field)],
  options: (field) => [
    {
      ...field,
      options: (field.options as INodeProperties[]).map((option) =>
        FILE_OPTIONS.has(option.name) || NODE_OPTIONS.has(option.name) ? inNode(option) : option,
      ),
    },
  ],
};

/** A tool has one item, and one output, to the model; and a model that asks for a file again wants its content. */
const NODE_OPTIONS = new Set(['reviewOutput', 'skipAlreadyRead', 'forgetAlreadyRead']);

const optionsOf = (field: INodeProperties): INodePropertyOptions[] => field.options as INodePropertyOptions[];

/** Without files in the input, a URL is the usual source, and a binary file can only be one of another node. */
function toolSource(field: INodeProperties): INodeProperties {
  const options = optionsOf(field).map((option) =>
    option.value === 'binary' ? { ...option, description: 'A file of another node, given by an expression' } : option,
  );
  const url = options.find(({ value }) => value === 'url');
  return url
    ? { ...field, options: [url, ...options.filter((one) => one !== url)], default: 'url' }
    : { ...field, options };
}

/** The expression for a file of another node, for parameters and messages. */
export const BINARY_EXPRESSION = "{{ $('On form submission').first().binary.data }}";

const toolBinaryField = (field: INodeProperties): INodeProperties => ({
  ...field,
  default: '',
  placeholder: `e.g. ${BINARY_EXPRESSION}`,
  hint: `A tool's input has no files: use one of another node, e.g. ${BINARY_EXPRESSION}`,
});

/** What the model is told about the operation. n8n asks for a description unless the node has this parameter. */
export const toolDescriptionField = ({
  description,
  returns,
}: {
  description: string;
  returns: string;
}): INodeProperties =>
  inTool({
    displayName: 'Description',
    name: 'toolDescription',
    type: 'string',
    typeOptions: { rows: 3 },
    default: `${description}. Returns ${returns}. Or says why and what to do.`,
    required: true,
    description: 'What the model is told about this tool',
  });
