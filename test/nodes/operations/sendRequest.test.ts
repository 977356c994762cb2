import type { INodeParameters } from 'n8n-workflow';
import { PDF, pdfItem, runOperation } from '../../support/document-node.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { refuses } from '../../support/scenario.ts';
import { formOf, only } from '../../support/sent.ts';

const server = serverForEachTest();

const send = (parameters: INodeParameters, setup = {}) =>
  runOperation(server, 'api.sendRequest', { path: '/process-image/facematch', ...parameters }, setup);

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s request carries its JSON body', async (method) => {
  await send({ method, bodyType: 'json', bodyJson: '{"a": [1, {"b": null}], "c": "ção"}' });
  expect(only(server.requests)).toMatchObject({
    method,
    path: '/process-image/facematch',
    json: { a: [1, { b: null }], c: 'ção' },
    headers: { 'content-type': 'application/json', authorization: 'Bearer token-of-the-test' },
  });
});

test.each([
  ['an object of an expression', '={{ { n: 1, list: [] } }}', { n: 1, list: [] }],
  ['null', 'null', null],
  [
    'a date, although it has undefined parts',
    '={{ ({ date: DateTime.fromMillis(0, { zone: "utc" }), none: null }) }}',
    { date: '1970-01-01T00:00:00.000Z', none: null },
  ],
  [
    'numbers that JavaScript has',
    '{"cnpj": 12345678000190, "largest": -9007199254740991, "part": 0.1, "key": "12345678901234567890"}',
    { cnpj: 12345678000190, largest: -9007199254740991, part: 0.1, key: '12345678901234567890' },
  ],
])('a JSON body may be %s', async (_what, bodyJson, sent) => {
  await send({ bodyJson });
  expect(only(server.requests).json).toEqual(sent);
});

test('a GET request has a query and no body', async () => {
  const run = await send({ method: 'GET', path: 'status/p%201?full=true&x=ç', bodyType: 'json', bodyJson: '{"a":1}' });
  expect(run.error).toBeUndefined();
  expect(only(server.requests)).toMatchObject({
    method: 'GET',
    path: '/status/p%201',
    query: { full: 'true', x: 'ç' },
    size: 0,
  });
});

test('a form has its fields, of other values their text, and its files', async () => {
  const values = ['{ a: 1 }', '5', 'new Date(0)', 'DateTime.fromMillis(0, { zone: "utc" })'];
  const field = values.map((value) => ({ name: 'a', value: `={{ ${value} }}` }));
  const file = ['one', 'two'].map((name) => ({ name, binaryPropertyName: 'data' }));
  const items = [await pdfItem()];
  await send({ bodyType: 'multipart', formFields: { field }, formFiles: { file } }, { items });
  const sent = { filename: 'document.pdf', contentType: 'application/pdf', content: PDF.toString('latin1') };
  expect(formOf(only(server.requests))).toEqual([
    ...['{"a":1}', '5', '1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'].map((text) => ['a', text]),
    ['one', sent],
    ['two', sent],
  ]);
});

test('of several files none is sent in the place of another that the item lacks', async () => {
  const { binary } = await pdfItem();
  const items = [{ json: {}, binary: { selfie: binary!['data']! } }];
  const files = (...names: string[]) => ({
    file: names.map((name) => ({ name, binaryPropertyName: name })),
  });
  const { error } = await send({ bodyType: 'multipart', formFiles: files('data', 'selfie') }, { items });
  expect(error?.message).toBe('The item has no file in the binary field "data" [item 0]');
  expect(server.requests).toEqual([]);
  await send({ bodyType: 'multipart', formFiles: files('data') }, { items });
  expect(formOf(only(server.requests))).toMatchObject([['data', { filename: 'document.pdf' }]]);
});

test.each(['{"filePassword": "hunter2" "x"}', '{"a": hunter2hunter2hunter2hunter2hunter2'])(
  'JSON that is none, %j, is not quoted',
  async (bodyJson) => {
    const { error } = await send({ bodyJson });
    expect(error?.message).toBe('The parameter "JSON Body" is not valid JSON [item 0]');
    expect(error?.description).toMatch(
      /^Check its quotes, commas and brackets: (Unexpected|Expected) .*\. In an expression, put texts in with JSON\.stringify\(\)\.$/,
    );
    expect(error?.description).not.toMatch(/hunter|unter2/);
  },
);

test.each([
  ['a..b/...', '/v1/a..b/...'],
  ['a?file=x/../y', '/v1/a'],
  ['a%23b/%2e%2e%2e', '/v1/a%23b/%2e%2e%2e'],
])('the path %j is sent as it is', async (path, sent) => {
  await send({ path }, { credential: { baseUrl: `${server.url}/v1` } });
  expect(only(server.requests).path).toBe(sent);
});

type Refused = Array<[parameters: INodeParameters, message: string]>;
const PATH = { path: '/process-image/facematch' };
const inJson = (bodyJson: string) => ({ ...PATH, bodyType: 'json', bodyJson });
const inForm = (formFields: unknown, formFiles: unknown = {}) =>
  ({ ...PATH, bodyType: 'multipart', formFields, formFiles }) as INodeParameters;
const fieldOf = (name: string, value: string) => inForm({ field: [{ name, value }] });
const filesOf = (...file: object[]) => inForm({}, { file });

describe('a path to another host or another path', () => {
  const elsewhere = [
    ...['HTTP://elsewhere.example', '//elsewhere.example/x', '/\\elsewhere.example', ' https://elsewhere.example'],
  ];
  const others = [
    ...['../up', 'a/..', '/%2e%2E/up', 'a/.%2e?q=1', './a', 'a#b', 'a?q=1#b', 'a\tb', 'a?q=1\n2'],
    ...['.\t./up', 'a/..\u0001'],
  ];
  refuses('api.sendRequest', [
    [{ path: '={{ "" }}' }, 'The parameter "Path" is empty'],
    ...elsewhere.map((path): Refused[number] => [{ path }, 'The parameter "Path" is not a path']),
    ...others.map((path): Refused[number] => [{ path }, 'The parameter "Path" leads to another path than it says']),
  ]);

  test.each(['@elsewhere.example/x', ':pass@elsewhere.example', '.elsewhere.example'])(
    'is not %j, which stays at the host of the credential',
    async (path) => {
      const { error } = await send({ path });
      // A request to another host would end in an error of the network.
      if (error) expect(error.message).toMatch(/^The parameter "Path" (?:is not a path|leads to another path)/);
      else expect(only(server.requests).headers.host).toBe(new URL(server.url).host);
    },
  );
});

describe('what JSON or a form does not have', () => {
  const inBoth = (value: string, message: string): Refused => [
    [inJson(`={{ ${value} }}`), `The parameter "JSON Body" ${message}`],
    [fieldOf('some', `={{ ${value} }}`), `"some" in "Form Fields" ${message}`],
  ];
  const NOT_IN_JSON = 'has bytes, a map, a set or the like, which JSON does not have';
  const NOT_EXACT = 'The parameter "JSON Body" has a number that cannot be sent unchanged';
  refuses('api.sendRequest', [
    ...['new Map([["a", 1]])', '({ list: [new Set([1])] })', '/a/', '({ file: new Uint8Array([1]) })'].flatMap(
      (value) => inBoth(value, NOT_IN_JSON),
    ),
    ...inBoth('new Date("soon")', 'has no value'),
    [inJson('={{ $json.missing }}'), 'The parameter "JSON Body" is empty'],
    [fieldOf('some', '={{ $json.missing }}'), '"some" in "Form Fields" has no value'],
    [inJson('={{ $node }}'), 'The parameter "JSON Body" has an expression that cannot be resolved'],
    [inJson('={{ ({ list: [{ cpf: $json.nothing }] }) }}'), '"list[0].cpf" in "JSON Body" has no value'],
    [inJson('={{ [1, , 2] }}'), '"[1]" in "JSON Body" has no value'],
    [inJson('={{ ({ cpf: String }) }}'), '"cpf" in "JSON Body" has no value'],
    [inJson('={{ ({ born: new Date("soon") }) }}'), '"born" in "JSON Body" has no value'],
    [inJson('{"key": [35251112345678000190550010000012341123456789]}'), NOT_EXACT],
    [inJson('={{ { key: 12345678901234567890 } }}'), NOT_EXACT],
    [inJson('={{ { key: Number("x") } }}'), NOT_EXACT],
    [fieldOf('', 'x'), '"Name" of an entry of "Form Fields" is empty'],
    [filesOf({ name: ' ' }), '"Name" of an entry of "Form Files" is empty'],
    [filesOf({ name: 'a' }, { name: '={{ null }}' }), '"Name" of an entry of "Form Files" is empty'],
    [filesOf({ name: 'a', binaryPropertyName: 'none' }), 'The item has no file in the binary field "none"'],
    // No other file is sent in its place.
    ...['$json.nothing', 'null', '$binary.nothing'].map((value): Refused[number] => [
      filesOf({ name: 'a', binaryPropertyName: `={{ ${value} }}` }),
      'The item has no file in the binary field',
    ]),
    [inForm({}), 'The form has no fields and no files'],
    // What n8n makes of lists by an expression.
    [inForm('={{ [{ name: "a", value: 1 }] }}', '={{ [{ name: "file" }] }}'), 'The form has no fields and no files'],
    [{ ...PATH, method: '={{ "FETCH" }}' }, 'The parameter "Method" is "FETCH"'],
    [{ ...PATH, bodyType: '={{ "xml" }}' }, 'The parameter "Body Type" is "xml"'],
  ]);
});
