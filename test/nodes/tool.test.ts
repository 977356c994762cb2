// The node as n8n turns it into a tool for AI Agents. test/n8n/agent.test.ts runs it under one.
import type { INodeParameters, INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { filledIn, shownOf } from '../support/in-editor.ts';
import { DocumentProcessing } from '../../nodes/DocumentProcessing/DocumentProcessing.node';
import { operations } from '../../nodes/DocumentProcessing/operations';
import { forModel } from '../../nodes/DocumentProcessing/common/tool';

const { description } = new DocumentProcessing();
// As n8n's `convertNodeToAiTool` does.
const tool: INodeTypeDescription = { ...description, name: `${description.name}Tool`, outputs: ['ai_tool'] };

const withDefaults = (type: INodeTypeDescription, given: INodeParameters) => filledIn(type, given).parameters;

/** The parameters of a name that the editor shows. */
const shown = (type: INodeTypeDescription, name: string, given: INodeParameters): INodeProperties[] =>
  shownOf(type.properties, filledIn(type, given), type).filter((property) => property.name === name);

const valuesOf = ({ options = [] }: INodeProperties) => (options as INodePropertyOptions[]).map(({ value }) => value);

const READ = { resource: 'document', operation: 'extractContent' };

test('a URL is the first source of a tool and its default', () => {
  expect(withDefaults(tool, READ)['source']).toBe('url');
  expect(withDefaults(description, READ)['source']).toBe('binary');
  expect(shown(tool, 'source', READ).map(valuesOf)).toEqual([['url', 'base64', 'binary']]);
});

test('a tool shows the expression for a file of another node', () => {
  const [field] = shown(tool, 'binaryPropertyName', { ...READ, source: 'binary' });
  expect(field).toMatchObject({
    default: '',
    hint: expect.stringContaining("{{ $('On form submission').first().binary"),
  });
});

test('a tool offers no waiting, no report and no options for files', () => {
  const start = { resource: 'document', operation: 'startExtraction' };
  expect(shown(tool, 'delivery', start).map(valuesOf)).toEqual([['trigger', 'url']]);
  expect(shown(description, 'delivery', start).map(valuesOf)).toEqual([['trigger', 'url', 'wait']]);
  const bill = { resource: 'billing', operation: 'getDailySummary' };
  expect(shown(tool, 'report', bill)).toEqual([]);
  expect(shown(description, 'report', bill)).toHaveLength(1);
  const names = ['extractContent', 'extractInvoice'].flatMap((operation) => {
    const given = { ...READ, operation };
    const inside = shown(tool, 'options', given).flatMap((field) => field.options as INodeProperties[]);
    return shownOf(inside, filledIn(tool, given), tool, {}).map(({ name }) => name);
  });
  expect(names).toContain('filePassword');
  for (const name of ['returnImage', 'returnCrops', 'filesAsBinary', 'reviewOutput', 'skipAlreadyRead'])
    expect(names).not.toContain(name);
  expect(names).not.toContain('returnOriginalFile');
});

test.each(operations.map((one) => [one.operation, one] as const))(
  'the model is told what %s does and returns',
  (_name, { resource, operation, description: text, returns }) => {
    const told = withDefaults(tool, { resource, operation })['toolDescription'];
    expect(told).toBe(`${text}. Returns ${returns}. Or says why and what to do.`);
    expect(withDefaults(description, { resource, operation })).not.toHaveProperty('toolDescription');
  },
);

test('a model gets no base64 and no files, and everything else as it is', () => {
  const base64 = Buffer.alloc(3000).toString('base64');
  const text = 'A long text. '.repeat(500);
  const json = {
    text,
    nested: [base64, `data:image/png;base64,${base64}`, `DATA:;BASE64, ${base64}\r\n`, base64.replaceAll('A', '-_')],
    number: 1,
    none: null,
    metadata: { barcodes: [{ format: 'QR_CODE', value: base64 }] },
  };
  expect(forModel({ json, files: [{ field: 'image', base64 }] })).toEqual({
    json: {
      text,
      nested: [3, 3, 3, 6].map((size) => `(a file of ${size} kB, left out here)`),
      number: 1,
      none: null,
      metadata: json.metadata,
    },
    files: [],
  });
});
