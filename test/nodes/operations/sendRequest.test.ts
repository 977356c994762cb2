import type { INodeParameters } from 'n8n-workflow';
import { PDF, pdfItem, runOperation } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { formOf, only } from '../../support/sent.ts';
import { startServer } from '../../support/server.ts';

const server = openedForEachTest(() => startServer());

const send = async (parameters: INodeParameters, setup = {}) =>
  await runOperation(server, 'api.sendRequest', { path: '/process-image/facematch', ...parameters }, setup);

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
  ['a list', '[1,2]', [1, 2]],
  ['a text', '"a"', 'a'],
  ['null', 'null', null],
  ['a number', '=12', 12],
])('a JSON body may be %s', async (_what, bodyJson, sent) => {
  await send({ bodyJson });
  expect(only(server.requests).json).toEqual(sent);
});

test('a JSON body whose expression finds nothing is refused before sending', async () => {
  const { error } = await send({ bodyType: 'json', bodyJson: '={{ $json.missing }}' });
  expect(error?.message).toBe('The parameter "JSON Body" has no value [item 0]');
  expect(error?.description).toContain('set "Body Type" to None');
  expect(server.requests).toEqual([]);
});

test('a JSON body that fails only where it is read is refused with the name of its parameter', async () => {
  const { error } = await send({ bodyType: 'json', bodyJson: '={{ $node }}' });
  expect(error?.message).toContain('The parameter "JSON Body" has an expression that cannot be resolved');
  expect(server.requests).toEqual([]);
});

test.each([
  ['a map', '={{ new Map([["a", 1]]) }}'],
  ['a set inside an object', '={{ { list: [new Set([1])] } }}'],
  ['a regular expression', '={{ /a/ }}'],
  ['bytes', '={{ new Uint8Array([1]) }}'],
  ['bytes inside an object', '={{ ({ file: new Uint8Array([1]) }) }}'],
])('a value of which JSON would make an empty object, or numbers, is refused: %s', async (_what, value) => {
  const body = await send({ bodyType: 'json', bodyJson: value });
  expect(body.error?.message).toBe(
    'The parameter "JSON Body" has bytes, a map, a set or the like, which JSON does not have [item 0]',
  );
  const formFields = { field: [{ name: 'some', value }] };
  const form = await send({ bodyType: 'multipart', formFields });
  expect(form.error?.message).toBe(
    '"some" in "Form Fields" has bytes, a map, a set or the like, which JSON does not have [item 0]',
  );
  expect(server.requests).toEqual([]);
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

test('a request may have no body', async () => {
  await send({ bodyType: 'none' });
  expect(only(server.requests)).toMatchObject({ method: 'POST', size: 0 });
});

test('a form has its fields, a repeated one twice, and its files', async () => {
  const item = await pdfItem();
  const items = [
    {
      ...item,
      binary: { ...item.binary, other: (await pdfItem({}, Buffer.from('second'), 'b.txt')).binary!['data']! },
    },
  ];
  await send(
    {
      bodyType: 'multipart',
      formFields: {
        field: [
          { name: 'tags', value: 'a=1' },
          { name: 'tags', value: 'a=2' },
          { name: 'empty', value: '' },
          { name: 'object', value: '={{ { a: 1 } }}' },
          { name: 'number', value: '={{ 5 }}' },
        ],
      },
      formFiles: {
        file: [
          { name: 'file', binaryPropertyName: 'data' },
          { name: 'second', binaryPropertyName: 'other' },
        ],
      },
    },
    { items },
  );
  expect(formOf(only(server.requests))).toEqual([
    ['tags', 'a=1'],
    ['tags', 'a=2'],
    ['empty', ''],
    ['object', '{"a":1}'],
    ['number', '5'],
    ['file', { filename: 'document.pdf', contentType: 'application/pdf', content: PDF.toString('latin1') }],
    ['second', { filename: 'b.txt', contentType: 'application/pdf', content: 'second' }],
  ]);
});

test('an added file is the field "data", called "file", unless said otherwise', async () => {
  await send({ bodyType: 'multipart', formFiles: { file: [{}] } }, { items: [await pdfItem()] });
  expect(formOf(only(server.requests))).toMatchObject([['file', { filename: 'document.pdf' }]]);
});

test.each(['={{ $json.nothing }}', '={{ null }}', '={{ $binary.nothing }}'])(
  'a file whose expression finds nothing, %s, is refused: no other file is sent in its place',
  async (nothing) => {
    const items = [await pdfItem()];
    const refused = async (row: INodeParameters) => {
      const { error } = await send({ bodyType: 'multipart', formFiles: { file: [{ name: 'a' }, row] } }, { items });
      return error?.message;
    };
    expect(await refused({ name: 'b', binaryPropertyName: nothing })).toMatch(
      /^The item has no file in the binary field/,
    );
    expect(await refused({ name: nothing })).toBe('An entry of "Form Files" has no name [item 0]');
    expect(server.requests).toEqual([]);
  },
);

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

test('a date of an expression is its text, without quotes', async () => {
  const dates = ['={{ new Date(0) }}', '={{ DateTime.fromMillis(0, { zone: "utc" }) }}'];
  const formFields = { field: dates.map((value) => ({ name: 'date', value })) };
  await send({ bodyType: 'multipart', formFields });
  expect(formOf(only(server.requests))).toEqual([
    ['date', '1970-01-01T00:00:00.000Z'],
    ['date', '1970-01-01T00:00:00.000Z'],
  ]);
});

test.each([
  ['={{ ({ cpf: $json.nothing, list: [1] }) }}', 'cpf'],
  ['={{ ({ list: [{ cpf: $json.nothing }] }) }}', 'list[0].cpf'],
  ['={{ [1, $json.nothing] }}', '[1]'],
  ['={{ ({ cpf: String }) }}', 'cpf'],
  ['={{ ({ born: new Date("soon") }) }}', 'born'],
  ['={{ [1, , 2] }}', '[1]'],
])('JSON %s, which would lose a part, is refused before sending', async (bodyJson, path) => {
  const { error } = await send({ bodyType: 'json', bodyJson });
  expect(error?.message).toBe(`"${path}" in "JSON Body" has no value [item 0]`);
  expect(server.requests).toEqual([]);
});

test('a JSON body that is nothing JSON has, e.g. a date that is none, is refused before sending', async () => {
  const { error } = await send({ bodyType: 'json', bodyJson: '={{ new Date("soon") }}' });
  expect(error?.message).toBe('The parameter "JSON Body" has no value [item 0]');
  expect(server.requests).toEqual([]);
});

test('a date of an expression in JSON is its text, although it has undefined parts', async () => {
  await send({ bodyType: 'json', bodyJson: '={{ ({ date: DateTime.fromMillis(0, { zone: "utc" }), none: null }) }}' });
  expect(only(server.requests).json).toEqual({ date: '1970-01-01T00:00:00.000Z', none: null });
});

test('a date of an expression that is none is refused before sending', async () => {
  const formFields = { field: [{ name: 'date', value: '={{ new Date("soon") }}' }] };
  const { error } = await send({ bodyType: 'multipart', formFields });
  expect(error?.message).toBe('"date" in "Form Fields" has no value [item 0]');
  expect(server.requests).toEqual([]);
});

test.each([
  '{"filePassword": hunter2}',
  '{"filePassword": "hunter2" "x"}',
  'hunter2',
  '{"a": hunter2hunter2hunter2hunter2hunter2',
])('JSON that is none, %j, is not quoted', async (bodyJson) => {
  const { error } = await send({ bodyJson });
  expect(error?.message).toBe('The parameter "JSON Body" is not valid JSON [item 0]');
  expect(error?.description).toMatch(
    /^Check its quotes, commas and brackets: (Unexpected|Expected) .*\. In an expression, put texts in with JSON\.stringify\(\)\.$/,
  );
  expect(error?.description).not.toMatch(/hunter|unter2/);
});

test('the output is the envelope as it came', async () => {
  const whole = envelope({ any: 'thing' }, { more: 1 });
  server.respond(() => ({ json: whole }));
  expect((await send({})).items).toEqual([{ json: whole, pairedItem: { item: 0 } }]);
});

test('a response without a success code fails here too', async () => {
  server.respond(() => ({ json: failure('R130', 'Unsupported file format') }));
  expect((await send({})).error).toMatchObject({
    name: 'NodeApiError',
    message: 'Unsupported file format (R130) [item 0]',
  });
});

test.each([
  'https://elsewhere.example/x',
  'HTTP://elsewhere.example',
  '//elsewhere.example/x',
  '\\\\elsewhere.example\\x',
  'javascript:alert(1)',
  ' https://elsewhere.example',
  '/\\elsewhere.example',
])('the path %j, which leads to another host, is refused before sending', async (path) => {
  const { error } = await send({ path });
  expect(error?.message).toMatch(/^The parameter "Path" is not a path \[item 0\]$/);
  expect(server.requests).toHaveLength(0);
});

test.each([
  '@elsewhere.example/x',
  ':pass@elsewhere.example',
  '.elsewhere.example',
  '/%2f%2felsewhere.example',
  '?a=//elsewhere.example',
  '/a//b',
  '../up',
  '/\t/elsewhere.example',
])('the path %j stays at the host of the credential', async (path) => {
  const { error } = await send({ path });
  // A request to another host would end in an error of the network.
  if (error) expect(error.message).toMatch(/^The parameter "Path" (?:is not a path|leads to another path)/);
  else expect(only(server.requests).headers.host).toBe(new URL(server.url).host);
});

test.each([
  '../up',
  'a/..',
  'a/../b',
  '/%2e%2E/up',
  'a/.%2e?q=1',
  './a',
  '..',
  'a#b',
  'a?q=1#b',
  'a\tb',
  'a?q=1\n2',
  '.\t./up',
  'a/..\u0001',
])('the path %j, which leads to another path, is refused before sending', async (path) => {
  const { error } = await send({ path }, { credential: { baseUrl: `${server.url}/v1` } });
  expect(error?.message).toMatch(/^The parameter "Path" leads to another path than it says/);
  expect(error?.description).toContain('encodeURIComponent()');
  expect(server.requests).toEqual([]);
});

test.each([
  ['a..b/...', '/v1/a..b/...'],
  ['a?file=x/../y', '/v1/a'],
  ['a%23b/%2e%2e%2e', '/v1/a%23b/%2e%2e%2e'],
])('the path %j is sent as it is', async (path, sent) => {
  await send({ path }, { credential: { baseUrl: `${server.url}/v1` } });
  expect(only(server.requests).path).toBe(sent);
});

test.each([
  ['a number in its text', '{"key": [35251112345678000190550010000012341123456789]}'],
  ['one just too long', '{"key": 9007199254740993}'],
  ['a number in what an expression returns', '={{ { key: 12345678901234567890 } }}'],
  ['what is no number in JSON', '={{ { key: Number("x") } }}'],
])('a JSON body with %s that would be sent as another is refused', async (_what, bodyJson) => {
  const { error } = await send({ bodyJson });
  expect(error?.message).toBe('The parameter "JSON Body" has a number that cannot be sent unchanged [item 0]');
  expect(error?.description).toBe('Numbers have 15 digits: give a longer one as a text, e.g. in quotes.');
  expect(server.requests).toEqual([]);
});

test('a JSON body with numbers that JavaScript has is sent as it is', async () => {
  await send({
    bodyJson: '{"cnpj": 12345678000190, "largest": -9007199254740991, "part": 0.1, "key": "12345678901234567890"}',
  });
  expect(only(server.requests).json).toEqual({
    cnpj: 12345678000190,
    largest: -9007199254740991,
    part: 0.1,
    key: '12345678901234567890',
  });
});

test('the base URL may have a path and a trailing slash', async () => {
  for (const baseUrl of [`${server.url}/v1/`, ` ${server.url}/v1//`, `${server.url}/v1`])
    await send({ path: 'x/y' }, { credential: { baseUrl } });
  expect(server.requests.map(({ path }) => path)).toEqual(['/v1/x/y', '/v1/x/y', '/v1/x/y']);
});

test.each([
  ['JSON that is none', { bodyType: 'json', bodyJson: '{"a":' }, '"JSON Body" is not valid JSON'],
  ['no path', { path: '={{ "" }}' }, '"Path" is empty'],
  [
    'a file that does not exist',
    { bodyType: 'multipart', formFiles: { file: [{ name: 'file', binaryPropertyName: 'none' }] } },
    'no file in the binary field "none"',
  ],
  [
    'a field without a name',
    { bodyType: 'multipart', formFields: { field: [{ name: '', value: 'x' }] } },
    '"Form Fields" has no name',
  ],
  [
    'a file without a name',
    { bodyType: 'multipart', formFiles: { file: [{ name: ' ', binaryPropertyName: 'data' }] } },
    '"Form Files" has no name',
  ],
  ['a method that is none', { method: '={{ "FETCH" }}' }, '"Method"'],
  ['a kind of body that is none', { bodyType: '={{ "xml" }}' }, '"Body Type"'],
])('%s is refused before sending', async (_what, parameters, message) => {
  const { error } = await send(parameters as INodeParameters, { items: [await pdfItem()] });
  expect(error?.message).toContain(message);
  expect(error?.message).toMatch(/\[item 0\]$/);
  expect(server.requests).toHaveLength(0);
});

test.each([{}, { formFields: '={{ [{ name: "a", value: 1 }] }}', formFiles: '={{ [{ name: "file" }] }}' }])(
  'a form without anything in it, which is also what n8n makes of lists by an expression, is refused: %j',
  async (parameters) => {
    const { error } = await send({ bodyType: 'multipart', ...parameters });
    expect(error?.message).toBe('The form has no fields and no files [item 0]');
    expect(server.requests).toEqual([]);
  },
);
