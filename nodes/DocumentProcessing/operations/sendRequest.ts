import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import type { FormEntries } from '../transport/multipart';
import { sentence, ValidationError } from '../common/errors';
import type { Method, ServiceRequest } from '../transport/request';
import { textOf } from '../common/shape';
import { optionsField } from '../parameters/options';
import type { ItemOperation } from './operation';

const METHODS: Method[] = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const withBody = { method: ['DELETE', 'PATCH', 'POST', 'PUT'] };

const requestFields: INodeProperties[] = [
  {
    displayName: 'Method',
    name: 'method',
    type: 'options',
    options: METHODS.map((method) => ({ name: method, value: method })),
    default: 'POST',
    description: 'The HTTP method of the request',
  },
  {
    displayName: 'Path',
    name: 'path',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'e.g. /process-image/facematch',
    description: 'The path of the operation, relative to the base URL of the credential',
  },
  {
    displayName: 'Body Type',
    name: 'bodyType',
    type: 'options',
    displayOptions: { show: withBody },
    options: [
      { name: 'Form (Multipart)', value: 'multipart' },
      { name: 'JSON', value: 'json' },
      { name: 'None', value: 'none' },
    ],
    default: 'json',
    description: 'The format of the request body',
  },
  {
    displayName: 'JSON Body',
    name: 'bodyJson',
    type: 'json',
    displayOptions: { show: { ...withBody, bodyType: ['json'] } },
    default: '{}',
    description: 'The body of the request',
  },
  {
    displayName: 'Form Fields',
    name: 'formFields',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    displayOptions: { show: { ...withBody, bodyType: ['multipart'] } },
    placeholder: 'Add field',
    default: {},
    description: 'The parameters of the form. A parameter that you add twice is sent twice.',
    options: [
      {
        displayName: 'Field',
        name: 'field',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '' },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
  },
  {
    displayName: 'Form Files',
    name: 'formFiles',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    displayOptions: { show: { ...withBody, bodyType: ['multipart'] } },
    placeholder: 'Add file',
    default: {},
    description: 'The files of the form',
    options: [
      {
        displayName: 'File',
        name: 'file',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: 'file' },
          {
            displayName: 'Input Binary Field',
            name: 'binaryPropertyName',
            type: 'string',
            default: 'data',
            hint: 'The name of the input binary field containing the file',
          },
        ],
      },
    ],
  },
];

export const sendRequest: ItemOperation = {
  kind: 'item',
  resource: 'api',
  operation: 'sendRequest',
  name: 'Send Request',
  action: 'Send any other request to the service',
  description: 'Call any other operation of the service',
  service: 'Operations listed by name only, and any future operation',
  returns: 'the response of the service as it came',
  fields: [...requestFields, optionsField([])],

  requests: async (item) => {
    const method = readMethod(item);
    return [{ method, path: readPath(item), body: method === 'GET' ? undefined : await readBody(item) }];
  },

  output: ([envelope]) => [{ json: envelope }],
};

function readMethod(item: Item): Method {
  const text = item.text('method').toUpperCase();
  const method = METHODS.find((one) => one === text);
  if (method) return method;
  throw new ValidationError(sentence`The parameter "Method" is "${text}"`, `Choose one of: ${METHODS.join(', ')}.`);
}

function readPath(item: Item): string {
  const path = item.requiredText('path', 'Path');
  // The access token must only be sent to the host of the credential.
  if (!/^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(path)) return path;
  throw new ValidationError(
    'The parameter "Path" is not a path',
    'Enter only what follows the base URL of the credential, e.g. /process-image/facematch.',
  );
}

async function readBody(item: Item): Promise<ServiceRequest['body']> {
  const bodyType = item.text('bodyType');
  if (bodyType === 'json') return { json: readJson(item) };
  if (bodyType === 'multipart') return { form: [...readFields(item), ...(await readFiles(item))] };
  if (bodyType === 'none') return undefined;
  throw new ValidationError(
    sentence`The parameter "Body Type" is "${bodyType}"`,
    'Choose one of: json, multipart, none.',
  );
}

function readJson(item: Item): unknown {
  const json = item.json('bodyJson', 'JSON Body');
  if (json !== undefined) return json;
  throw new ValidationError(
    'The parameter "JSON Body" has no value',
    'Its expression found nothing, e.g. because the input item has no such field. To send no body, set "Body Type" to None.',
  );
}

const readFields = (item: Item): FormEntries =>
  item.pairs('formFields', 'field').map(({ name, value }) => [checkName(name, 'Form Fields'), textOf(value)]);

const readFiles = async (item: Item): Promise<FormEntries> =>
  await Promise.all(
    item.rows('formFiles', 'file').map(async (row): Promise<FormEntries[number]> => {
      const name = checkName(String(row['name'] ?? 'file').trim(), 'Form Files');
      return [name, await item.file(row['binaryPropertyName'] ?? 'data')];
    }),
  );

function checkName(name: string, label: string): string {
  if (name !== '') return name;
  throw new ValidationError(`An entry of "${label}" has no name`, 'Give it a name or remove it.');
}
