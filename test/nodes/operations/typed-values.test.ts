// What expressions, and workflows made by programs, give in place of what the editor would.
import type { INodeParameters } from 'n8n-workflow';
import { pdfItem, runOperation } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { contentItem } from '../../support/samples.ts';
import { formOf, only } from '../../support/sent.ts';
import { startServer } from '../../support/server.ts';

const server = openedForEachTest(() => startServer(() => ({ json: envelope([contentItem({})]) })));

const URL_OF_ITEM = { source: 'url', fileUrl: '=https://example.com/{{ $itemIndex }}' };
const inputs = (count: number) => Array.from({ length: count }, () => ({ json: {} }));
const read = async (options: INodeParameters, count = 1, setup = {}) =>
  await runOperation(
    server,
    'document.extractContent',
    { ...URL_OF_ITEM, options },
    { items: inputs(count), ...setup },
  );

const CONTINUES = { onError: 'continueRegularOutput' };
const FAILING = "={{ $itemIndex === 0 ? $('No such node').first().json.a : undefined }}";

test.each([
  ['maxConcurrency', 'Max Concurrency'],
  ['minScore', 'Minimum Score'],
  ['filePassword', 'File Password'],
])('a failing expression for %s at the first item fails that item only', async (name, label) => {
  const { items, error } = await read({ [name]: FAILING }, 3, CONTINUES);
  expect(error).toBeUndefined();
  expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
  expect(items.map(({ json }) => String(json['error'] ?? ''))).toEqual([
    expect.stringContaining(`The option "${label}" has an expression that cannot be resolved`),
    '',
    '',
  ]);
  expect(server.requests).toHaveLength(2);
});

test('an operation that does not exist fails each item', async () => {
  const { items } = await runOperation(server, 'document.={{ "no" + "ne" }}', {}, {
    items: inputs(2),
    ...CONTINUES,
  } as never);
  expect(items.map(({ json }) => json['error'])).toEqual([
    expect.stringContaining('does not exist'),
    expect.stringContaining('does not exist'),
  ]);
});

describe('a switch', () => {
  const startWith = async (mtls: string) => {
    server.respond(() => ({ json: envelope({ processId: 'p-1' }) }));
    const parameters = { ...URL_OF_ITEM, delivery: 'url', callbackUrl: 'https://example.com/', options: { mtls } };
    return await runOperation(server, 'document.startExtraction', parameters);
  };
  const mtlsSent = () => (only(server.requests).json as { webhook: { authorization: object } }).webhook.authorization;

  test.each(['true', '={{ "TRUE" }}', '={{ " true " }}', '={{ true }}'])('is on if it is %s', async (value) => {
    await startWith(value);
    expect(mtlsSent()).toMatchObject({ mtls: true });
  });

  test.each(['false', '={{ " False" }}', '={{ null }}', ''])('is off if it is %j', async (value) => {
    await startWith(value);
    expect(mtlsSent()).not.toHaveProperty('mtls');
  });

  test.each(['yes', '={{ 1 }}', '={{ ({}) }}', '={{ [true] }}'])('is refused if it is %s', async (value) => {
    const { error } = await startWith(value);
    expect(error?.message).toContain('The option "Mutual TLS" is "');
    expect(server.requests).toEqual([]);
  });

  test('that is given as text repeats uncertain requests', async () => {
    server.respond((_request, index) =>
      index === 0 ? { status: 500, json: failure('E100', 'Try again') } : { json: envelope([contentItem({})]) },
    );
    const { error } = await read({ retryUncertain: 'true' });
    expect(error).toBeUndefined();
    expect(server.requests).toHaveLength(2);
  });

  test('that is given as text leaves files in the JSON', async () => {
    const crops = [{ name: 'photo', value: Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64') }];
    server.respond(() => ({ json: envelope([contentItem({ crops })]) }));
    const { items } = await read({ filesAsBinary: 'false' });
    expect(items[0]?.binary).toBeUndefined();
    expect(JSON.stringify(items[0]?.json)).toContain(crops[0]?.value);
  });
});

describe('tags', () => {
  const tagsSent = () => formOf(only(server.requests)).filter(([name]) => name === 'tags');

  test.each([
    ['a list', ['country=bra', 'type=rg'], ['country=bra', 'type=rg']],
    ['a list of an expression', '={{ ["country=bra", " type=rg ", "", null] }}', ['country=bra', 'type=rg']],
    ['JSON text of a list', '={{ \'["country=bra","type=rg"]\' }}', ['country=bra', 'type=rg']],
    ['a text with commas', '={{ "country=bra, type=rg" }}', ['country=bra', 'type=rg']],
    ['an object with a key without a value', '={{ ({ country: $json.none, type: "rg", id: null }) }}', ['type=rg']],
    ['a text with a comma in its value', '={{ "name=Silva, Ana" }}', ['name=Silva, Ana']],
    ['a text with a comma at its end', '={{ "country=bra," }}', ['country=bra']],
    ['lines of a text, the last one empty', '={{ "country=bra\\ntype=rg\\n" }}', ['country=bra', 'type=rg']],
    [
      'lines with values that have commas',
      '={{ "country=bra\\nname=Silva, Ana" }}',
      ['country=bra', 'name=Silva, Ana'],
    ],
    ['an object', '={{ ({ country: "bra", pages: 2, type: null }) }}', ['country=bra', 'pages=2']],
    ['JSON text of an object', '={{ \'{"country":"bra"}\' }}', ['country=bra']],
  ])('may be %s', async (_what, tags, sent) => {
    await read({ tags });
    expect(tagsSent()).toEqual(sent.map((tag) => ['tags', tag]));
  });

  test.each(['={{ [{ country: "bra" }] }}', '={{ ({ country: ["bra"] }) }}', '={{ ({ country: { code: "bra" } }) }}'])(
    'that are %s are refused',
    async (tags) => {
      const { error } = await read({ tags });
      expect(error?.message).toMatch(/^The option "Tags" is /);
      expect(server.requests).toEqual([]);
    },
  );
});

test.each(["={{ '[\"type' }}", ["={{ '[\"type' }}"]])(
  'selected fields that are cut JSON, %j, are refused',
  async (given) => {
    const parameters = { ...URL_OF_ITEM, output: 'selectedFields', selectedFields: given };
    const { error } = await runOperation(server, 'document.extractContent', parameters);
    expect(error?.message).toBe('The parameter "Selected Fields" is not a list of texts [item 0]');
    expect(server.requests).toEqual([]);
  },
);

test('an entry of a list may be a list, or its JSON text', async () => {
  await read({ tags: ['={{ ["a=1", "b=2"] }}', '={{ \'["c=3"]\' }}', 'd=4'] });
  const tags = formOf(only(server.requests)).filter(([name]) => name === 'tags');
  expect(tags.map(([, tag]) => tag)).toEqual(['a=1', 'b=2', 'c=3', 'd=4']);
});

test('selected fields may be JSON text of a list', async () => {
  const parameters = { ...URL_OF_ITEM, output: 'selectedFields', selectedFields: '={{ \'["type","a, b"]\' }}' };
  const { items } = await runOperation(server, 'document.extractContent', parameters);
  expect(Object.keys(items[0]?.json ?? {})).toContain('type');
});

test.each([
  ...['0', '-1', '2.5', '101', '"5,0"', 'NaN', '"x"', 'true', '[5]'].map((value) => ['maxConcurrency', value]),
  ...['-1', '1.5', '11', '"3 times"', 'Infinity', '({})'].map((value) => ['retries', value]),
  ...['-1', '"soon"', '"1.000,5"', '[]'].map((value) => ['timeout', value]),
])('%s of %s is refused', async (name, value) => {
  const { error } = await read({ [name as string]: `={{ ${value} }}` });
  expect(error?.message).toMatch(/^The option "[A-Z][\w ]+" is ".*", not a (whole )?number/);
  expect(error?.description).toMatch(/^Enter a /);
  expect(server.requests).toEqual([]);
});

test.each([
  ['maxConcurrency', '"5"'],
  ['maxConcurrency', '" 5 "'],
  ['retries', '"0"'],
  ['timeout', '"2.5"'],
  ['timeout', '1e12'],
  ['timeout', 'null'],
])('%s of %s is taken', async (name, value) => {
  expect((await read({ [name]: `={{ ${value} }}` })).error).toBeUndefined();
});

describe('the batch size', () => {
  const sizes = () => server.requests.map(({ json }) => (json as { contents: unknown[] }).contents.length);
  const parse = async (batchSize: string) => {
    server.respond(({ json }) => ({
      json: envelope({
        contents: (json as { contents: unknown[] }).contents.map((_, index) => ({ index, extractions: [] })),
      }),
    }));
    const parameters = { text: 'Rua A, 1', batchSize, options: { maxConcurrency: 1 } };
    return await runOperation(server, 'address.parse', parameters, { items: inputs(5), ...CONTINUES } as never);
  };

  test('is that of the first item', async () => {
    await parse('={{ [2, 1, 3, 5, 5][$itemIndex] }}');
    expect(sizes()).toEqual([2, 2, 1]);
  });

  test('is that of the next one if the first is refused', async () => {
    const { items } = await parse('={{ ["x", 3, 1, 1, 1][$itemIndex] }}');
    expect(sizes()).toEqual([3, 1]);
    expect(items[0]?.json['error']).toContain('The parameter "Batch Size" is "x", not a whole number of 1 or more');
  });
});

test('a text is neither a list nor an object', async () => {
  for (const value of ['({ a: 1 })', '["https://example.com/a.pdf"]']) {
    const { error } = await runOperation(server, 'document.extractContent', {
      source: 'url',
      fileUrl: `={{ ${value} }}`,
    });
    expect(error?.message).toBe('The parameter "File URL" is not a text [item 0]');
  }
  expect(server.requests).toEqual([]);
});

test.each(['new Date("soon")', 'DateTime.fromISO("soon")'])('%s is not called a text', async (startDate) => {
  const parameters = { period: 'custom', startDate: `={{ ${startDate} }}`, endDate: '2025-01-31' };
  const { error } = await runOperation(server, 'billing.getDailySummary', parameters);
  expect(error?.message).toBe('The parameter "Start Date" is not a valid date [item 0]');
});

test('bytes are not called a date', async () => {
  const parameters = { source: 'base64', fileBase64: '={{ $json.bytes }}' };
  const items = [{ json: { bytes: Buffer.from('abc') as never } }];
  const { error } = await runOperation(server, 'document.extractContent', parameters, { items });
  expect(error?.message).toBe('The parameter "File Base64" is not a text [item 0]');
});

test('a request with a body that is missing is refused', async () => {
  for (const value of ['undefined', 'null']) {
    const { error } = await runOperation(server, 'api.sendRequest', { path: '/a', bodyJson: `={{ ${value} }}` });
    expect(error?.message).toBe('The parameter "JSON Body" has no value [item 0]');
  }
  expect(server.requests).toEqual([]);
});

test('a file can be given by an expression as before', async () => {
  const parameters = { binaryPropertyName: '={{ $binary.data }}' };
  await runOperation(server, 'document.extractContent', parameters, { items: [await pdfItem()] });
  expect(formOf(only(server.requests))).toMatchObject([['file', { filename: 'document.pdf' }]]);
});
