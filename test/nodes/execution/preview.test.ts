// The option "Preview": what would be sent, and nothing is.
import type { INodeParameters, IDataObject } from 'n8n-workflow';
import { deduplicationStore } from '../../engine/deduplication.ts';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import { PDF, pdfItem, runOperation, BY_URL, numbered } from '../../support/document-node.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';
import { refuses } from '../../support/scenario.ts';
import { REQUIRED } from '../../support/required-parameters.ts';

beforeEach(() => deduplicationStore.reset());
const server = serverForEachTest(() => ({ result: [contentItem()] }));

const FILE = { fileName: 'document.pdf', mimeType: 'application/pdf', size: PDF.length };
const PASSWORD = 'the-password-of-the-file';
const KEY = 'key-of-the-callback';
const CALLBACK = {
  delivery: 'url',
  callbackUrl: `https://user:${KEY}@example.com/results?key=${KEY}#${KEY}`,
  options: {
    callbackHeaders: { header: [{ name: 'X-Key', value: KEY }] },
    callbackQueryStrings: { queryString: [{ name: 'key', value: KEY }] },
  },
};

/** Secrets of the operations that send what people enter, and what is the same for each item. */
const WITH_SECRETS: Record<string, IDataObject> = {
  'api.sendRequest': {
    ...{ method: 'PUT', path: `/any/1?key=${KEY}`, bodyType: 'multipart' },
    formFields: { field: [{ name: 'a', value: KEY }] },
    formFiles: { file: [{ name: 'file', binaryPropertyName: 'data' }] },
  },
  'billing.getDailySummary': { startDate: '2025-01-01' },
  'document.compareContent': { fields: { field: [{ name: 'nome', value: KEY }] } },
  'document.extractContent': { options: { tags: ['country=bra', 'type=rg'] } },
  'document.extractGenerative': { customTag: 'id=own' },
  'document.startExtraction': CALLBACK,
  'enrichment.start': { ...CALLBACK, parameters: { parameter: [{ name: 'cpf', value: KEY }] } },
};

/** What a preview tells of a request that was sent. */
function toldOf({ method, path, parts, json }: RecordedRequest) {
  const { webhook } = (json ?? {}) as { webhook?: object };
  const tags = parts.filter(({ name }) => name === 'tags').map(({ data }) => data.toString());
  const names = json === undefined ? parts.map(({ name }) => name) : Object.keys(json as object);
  return {
    ...{ method, path },
    parts: names.map((name) =>
      /^file(?:Base64)?$/.test(name) ? { ...FILE, name } : { name, size: expect.any(Number) },
    ),
    ...(tags.length > 0 && { tags }),
    ...(webhook && { callback: 'https://example.com/results' }),
  };
}

const parametersOf = (name: string): INodeParameters => {
  const parameters: IDataObject = { ...REQUIRED[name], source: 'binary', ...WITH_SECRETS[name] };
  const options = { filePassword: PASSWORD, ...(parameters['options'] as IDataObject), preview: true };
  return { ...parameters, options } as INodeParameters;
};

// Read Callback sends nothing at all.
const sending = operations
  .filter(({ resource }) => resource !== 'callback')
  .map((operation) => [`${operation.resource}.${operation.operation}`, operation] as const);

describe.each(sending)('%s', (name, operation) => {
  test('offers it, and has it on once it is added', () => {
    const options = operation.fields.find((field) => field.name === 'options')?.options ?? [];
    expect(options).toContainEqual(expect.objectContaining({ name: 'preview', default: true }));
  });

  test('says of each item what would be sent, and sends nothing', async () => {
    const items = [await pdfItem(), await pdfItem()];
    const parameters = parametersOf(name);
    const run = await runOperation(server, name, parameters, { items });
    expect(run.error).toBeUndefined();
    expect(server.requests).toEqual([]);
    const sending = { ...parameters, options: { ...(parameters['options'] as INodeParameters), preview: false } };
    await runOperation(server, name, sending, { items: items.slice(1) });
    const requests = server.requests.map(toldOf);
    expect(requests).toHaveLength(1);
    const [first, second] = run.items.map(({ json }) => json);
    expect(first).toEqual({ preview: true, operation: name, alreadyRead: false, requests });
    const joined = operation.kind === 'batch' ? { requests: [], sentWith: 0 } : {};
    expect(second).toEqual({ ...first, ...joined });
    expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
    const count = operation.kind === 'batch' ? '1 request' : '2 requests';
    expect(run.hints).toContain(`Preview: nothing was sent. 2 items would be ${count}.`);
    for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64'), KEY, 'token-of-the-test'])
      expect(JSON.stringify([run.items, run.hints])).not.toContain(secret);
  });
});

const extract = async (options: INodeParameters, names: string[], setup: object = {}) => {
  const items = await Promise.all(names.map((name) => pdfItem({ name }, Buffer.from(`%PDF ${name}`))));
  return await runOperation(server, 'document.extractContent', { options }, { items, ...setup });
};

test('one item that asks for it is enough: nothing of the run is sent', async () => {
  const { items } = await extract({ preview: '={{ $json.name === "b" }}' }, ['a', 'b', 'c']);
  expect(items.map(({ json }) => json['preview'])).toEqual([true, true, true]);
  const texts = { text: 'Rua A, 1', batchSize: 2, options: { preview: '={{ $itemIndex === 2 }}' } };
  const parsed = await runOperation(server, 'address.parse', texts, {
    items: numbered(3),
  });
  expect(parsed.items.map(({ json }) => [(json['requests'] as unknown[]).length, json['sentWith']])).toEqual([
    [1, undefined],
    [0, 0],
    [1, undefined],
  ]);
  expect(server.requests).toEqual([]);
});

// No answer to it is taken for no.
refuses('document.extractContent', [
  [{ options: { preview: '={{ $json.nothing }}' } }, 'The option "Preview" has no value'],
  [{ options: { preview: '={{ "perhaps" }}' } }, 'The option "Preview" is "perhaps"'],
]);

test('a body of any shape is told by its size', async () => {
  const partsOf = async (bodyJson: string) => {
    const parameters = { method: 'POST', path: '/any', bodyType: 'json', bodyJson, options: { preview: true } };
    const { items } = await runOperation(server, 'api.sendRequest', parameters);
    return (items[0]?.json['requests'] as object[])[0];
  };
  const request = { method: 'POST', path: '/any' };
  expect(await partsOf('[1, 2]')).toEqual({ ...request, parts: [{ name: '', size: 5 }] });
  expect(await partsOf('{"webhook": {"url": "no URL"}, "tags": "a=b"}')).toEqual({
    ...request,
    parts: [
      { name: 'webhook', size: 16 },
      { name: 'tags', size: 3 },
    ],
    tags: ['a=b'],
  });
});

test('an execution does not wait for a result that was not asked for', async () => {
  const waiting = { ...BY_URL, delivery: 'wait', options: { preview: true } };
  const run = await runOperation(server, 'document.startExtraction', waiting);
  expect(run.waitTill).toBeUndefined();
  const [json] = run.items.map((item) => item.json as { requests: Array<{ callback: string }> });
  expect(json?.requests[0]?.callback).toMatch(/^https?:\/\/[^?#@]+\/webhook-waiting\/[^?#]+$/);
  expect(server.requests).toEqual([]);
});

describe('of files that were read already', () => {
  const skip = { skipAlreadyRead: true };
  const read = async (names: string[]) => {
    await extract(skip, names);
    return server.requests.splice(0).length;
  };
  const preview = async (names: string[], options: INodeParameters = {}) => {
    const { outputs, hints } = await extract({ ...skip, preview: true, ...options }, names);
    expect(outputs[1] ?? []).toEqual([]);
    const told = outputs[0]?.map(({ json }) => [json['alreadyRead'], (json['requests'] as unknown[]).length]);
    return { told, hints: hints };
  };

  test('says which would be skipped, also of those that are alike', async () => {
    await read(['a', 'c']);
    const { told, hints } = await preview(['a', 'b', 'b', 'c']);
    expect(told).toEqual([
      [true, 0],
      [false, 1],
      [true, 0],
      [true, 0],
    ]);
    expect(hints).toEqual(['Preview: nothing was sent. 4 items would be 1 request.']);
    expect((await preview(['a'], { forgetAlreadyRead: true })).told).toEqual([[false, 1]]);
    expect((await preview(['a'], { skipAlreadyRead: false })).told).toEqual([[false, 1]]);
  });

  test('remembers and forgets nothing', async () => {
    await read(['a']);
    const before = JSON.stringify([...deduplicationStore.saved()]);
    await preview(['a', 'b', 'b']);
    await preview(['a', 'b'], { forgetAlreadyRead: true });
    expect(JSON.stringify([...deduplicationStore.saved()])).toBe(before);
    expect(await read(['a', 'b'])).toBe(1);
  });

  test('a store that is away says so, and nothing is sent', async () => {
    await read(['a']);
    deduplicationStore.failure = () => new Error('no database');
    const { told, hints } = await preview(['a']);
    expect(told).toEqual([[false, 1]]);
    expect(hints).toContainEqual(expect.stringContaining('no database'));
    expect(server.requests).toEqual([]);
  });
});
