import type { INodeProperties } from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { DEFAULT_BINARY_FIELD } from '../parameters/item-files';
import type { FormEntries } from '../transport/request-body';
import { ValidationError } from '../common/errors';
import type { Method, ServiceRequest } from '../transport/request';
import { textOf } from '../common/shape';
import { optionsField } from '../parameters/options';
import { listOf, pairsOf } from '../parameters/list-fields';
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
    placeholder: 'e.g. /billing/daily-summary',
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
    ...pairsOf('Field', 'field'),
    displayOptions: { show: { ...withBody, bodyType: ['multipart'] } },
    description: 'The parameters of the form. A parameter that you add twice is sent twice.',
  },
  {
    displayName: 'Form Files',
    name: 'formFiles',
    ...listOf('File', 'file', [
      { displayName: 'Name', name: 'name', type: 'string', default: 'file' },
      {
        displayName: 'Input Binary Field',
        name: 'binaryPropertyName',
        type: 'string',
        default: DEFAULT_BINARY_FIELD,
        hint: 'The name of the input binary field containing the file',
      },
    ]),
    displayOptions: { show: { ...withBody, bodyType: ['multipart'] } },
    description: 'The files of the form',
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

  async prepare(item) {
    const method = item.requiredChoice('method') as Method;
    const request = { method, path: readPath(item), body: method === 'GET' ? undefined : await readBody(item) };
    return { requests: [request], read: ([envelope]) => [{ json: envelope }] };
  },
};

/** A URL follows `.` and `..`, also encoded, to another path. */
const DOTS = /^(?:[^?]*\/)?(?:\.|%2e){1,2}(?:[/?]|$)/i;
/** It leaves out tabs, line breaks and other control characters, and ends before a "#". */
const LEFT_OUT = /[#\p{Cc}]/u;

function readPath(item: Item): string {
  const path = item.requiredText('path');
  // The access token must only be sent to the host of the credential.
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|\\/i.test(path))
    throw item.refusal(
      'path',
      'is not a path',
      'Enter only what follows the base URL of the credential, e.g. /billing/daily-summary.',
    );
  if (!DOTS.test(path) && !LEFT_OUT.test(path)) return path;
  throw item.refusal(
    'path',
    'leads to another path than it says: it has "..", "#", a tab or a line break in it',
    'Encode a value that is a part of the path, e.g. with encodeURIComponent(), and check that it is not "..".',
  );
}

async function readBody(item: Item): Promise<ServiceRequest['body']> {
  const bodyType = item.requiredChoice('bodyType');
  if (bodyType === 'json') return { json: item.json('bodyJson') };
  if (bodyType === 'multipart') return { form: await readForm(item) };
  return undefined;
}

async function readForm(item: Item): Promise<FormEntries> {
  const fields = item.pairs('formFields').map(({ name, value }): FormEntries[number] => [name, textOf(value)]);
  const form = [...fields, ...(await readFiles(item))];
  if (form.length > 0) return form;
  throw new ValidationError(
    'The form has no fields and no files',
    'Add them one by one: n8n passes over an expression that returns a whole list. To send no body, set "Body Type" to None.',
  );
}

async function readFiles(item: Item): Promise<FormEntries> {
  const rows = item.rows('formFiles');
  return await Promise.all(
    rows.map(async (row): Promise<FormEntries[number]> => {
      const name = row.requiredText('name');
      return [name, await item.files.read(row.value('binaryPropertyName'), rows.length === 1)];
    }),
  );
}
