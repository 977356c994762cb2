import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { fileItem } from '../../engine/binaryData.ts';
import { PDF, pdfItem, runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { formOf, only } from '../../support/sent.ts';
import { startServer } from '../../support/server.ts';
import type { RecordingServer } from '../../support/server.ts';

const URL_OF_FILE = 'https://files.example/a%20b.pdf?x=1&y=ção';
const BASE64 = PDF.toString('base64');
const SENT_FILE = { filename: 'document.pdf', contentType: 'application/pdf', content: PDF.toString('latin1') };

interface Case {
  path: string;
  /** Other required parameters, and how they are sent. */
  parameters?: INodeParameters;
  sent?: Array<[string, unknown]>;
  result?: unknown;
  /** How each source is sent: in a form as a file or text, in JSON as text. */
  sources: Record<string, Array<[string, unknown]> | Record<string, unknown> | 'refused'>;
}

const asFile = [['file', SENT_FILE]] satisfies Array<[string, unknown]>;
const asFormUrl = [['fileUrl', URL_OF_FILE]] satisfies Array<[string, unknown]>;
const inForm = { binary: asFile, url: asFormUrl, base64: asFile, qrCode: 'refused' as const };
const inJson = {
  binary: { fileBase64: BASE64 },
  url: { fileUrl: URL_OF_FILE },
  base64: { fileBase64: BASE64 },
  qrCode: 'refused' as const,
};
const webhook = { url: 'https://example.com/callback' };

const CASES: Record<string, Case> = {
  'document.extractContent': { path: '/process-image/content-extraction', sources: inForm },
  'document.startExtraction': {
    path: '/process-image/content-extraction',
    parameters: { delivery: 'url', callbackUrl: webhook.url },
    sent: [['webhook', expect.objectContaining(webhook)]],
    result: { processId: 'p-1' },
    sources: inJson,
  },
  'document.extractPages': {
    path: '/process-image/multipage-content-extraction',
    sources: { ...inJson, binary: asFile },
  },
  'document.extractGenerative': {
    path: '/process-image/generative-content-extraction',
    parameters: { model: 'id=bra-nlp-registro-imovel-1' },
    sent: [['tags', 'id=bra-nlp-registro-imovel-1']],
    sources: { binary: asFile, base64: asFile, url: 'refused', qrCode: 'refused' },
  },
  'document.compareContent': {
    path: '/process-image/content-compare',
    parameters: {
      fields: {
        field: [
          { name: 'nome', value: 'Ana "A" Souza' },
          { name: 'cpf', value: 123 },
        ],
      },
    },
    sent: [['fields', '[{"name":"nome","value":"Ana \\"A\\" Souza"},{"name":"cpf","value":"123"}]']],
    sources: inForm,
  },
  'document.extractInvoice': { path: '/process-invoice/extraction', sources: inForm },
  'document.extractDriverLicence': {
    path: '/process-image/vio-extraction',
    sources: { ...inJson, binary: asFile, qrCode: { qrCodeField: 'QR==value+/' } },
  },
  'document.extractPaymentCard': { path: '/process-image/payment-card-extraction', sources: inJson },
};

const server = openedForEachTest(() => startServer());

/** Form parts as a list of pairs, a JSON body as an object. */
const bodyOf = (request: RecordingServer['requests'][number]) =>
  request.json === undefined ? formOf(request) : request.json;

const extract = async (parameters: INodeParameters, setup = {}) =>
  await runOperation(server, 'document.extractContent', parameters, setup);

async function sourceParameters(
  source: string,
): Promise<{ parameters: INodeParameters; items: Array<Awaited<ReturnType<typeof pdfItem>>> }> {
  const values: INodeParameters = {
    fileUrl: URL_OF_FILE,
    fileBase64: BASE64,
    qrCodeField: 'QR==value+/',
    binaryPropertyName: 'data',
  };
  return { parameters: { source, ...values }, items: [await pdfItem()] };
}

describe.each(Object.entries(CASES))('%s', (operation, { path, parameters = {}, sent = [], result = [], sources }) => {
  const possible = Object.entries(sources).filter(([, body]) => body !== 'refused');
  const impossible = Object.entries(sources).filter(([, body]) => body === 'refused');

  test.each(possible)(`sends a %s source by POST to ${path}, and nothing that was not set`, async (source, body) => {
    server.respond(() => ({ json: envelope(result) }));
    const given = await sourceParameters(source);
    const run = await runOperation(server, operation, { ...given.parameters, ...parameters }, { items: given.items });
    expect(run.error).toBeUndefined();
    const request = only(server.requests);
    expect(request).toMatchObject({ method: 'POST', path, query: {} });
    expect(request.headers.authorization).toBe('Bearer token-of-the-test');
    expect(request.headers['content-type']).toMatch(
      Array.isArray(body) ? /^multipart\/form-data; boundary=/ : /^application\/json$/,
    );
    expect(request.headers['content-length']).toBe(String(request.size));
    expect(bodyOf(request)).toEqual(
      Array.isArray(body) ? [...body, ...sent] : { ...(body as object), ...Object.fromEntries(sent) },
    );
  });

  if (impossible.length > 0)
    test.each(impossible)('fails for a %s source before sending', async (source) => {
      const given = await sourceParameters(source);
      // n8n itself rejects an option that is not in the list, unless it comes from an expression.
      const run = await runOperation(
        server,
        operation,
        { ...given.parameters, ...parameters, source: `={{ "${source}" }}` },
        { items: given.items },
      ).catch((error: Error) => ({ error }));
      expect(run.error?.message).toBeTruthy();
      expect(server.requests).toHaveLength(0);
    });
});

describe('a base64 source', () => {
  const send = async (operation: string, fileBase64: string) =>
    await runOperation(server, operation, { source: 'base64', fileBase64 });

  test.each([
    ['a data-URL prefix', `data:application/pdf;base64,${BASE64}`],
    ['a data-URL prefix with parameters', `data:application/pdf;name=a.pdf;charset=utf-8;base64,${BASE64}`],
    [
      'a data-URL prefix with the name of the file, which has a comma',
      `data:application/pdf;name="a, b.pdf";base64,${BASE64}`,
    ],
    ['a data-URL prefix in capitals, with a space after it', `DATA:;BASE64, ${BASE64}`],
    ['line breaks', BASE64.replace(/(.{20})/g, '$1\r\n')],
    ['white space around it', `\n  ${BASE64} \n`],
    ['what its lines are indented by', BASE64.replace(/(.{20})/g, '$1  \n\t  ')],
    ['the alphabet of URLs, and has its padding', PDF.toString('base64url')],
  ])('loses %s', async (_what, text) => {
    await send('document.extractPaymentCard', text);
    await send('document.extractInvoice', text);
    expect(server.requests[0]?.json).toEqual({ fileBase64: BASE64 });
    expect(formOf(server.requests[1]!)).toEqual(asFile);
  });

  test('is sent in the usual alphabet where it comes in that of URLs', async () => {
    const bytes = Buffer.from(`%PDF-1.4 ${'\xfb\xff\xfe'.repeat(9)}a`, 'latin1');
    expect(bytes.toString('base64url')).toMatch(/_.*-.*[^=]$/);
    await send('document.extractPaymentCard', bytes.toString('base64url'));
    expect(only(server.requests).json).toEqual({ fileBase64: bytes.toString('base64') });
  });

  test.each([
    ['empty text', ''],
    ['only a data-URL prefix', 'data:application/pdf;base64,'],
    ['a sentence', 'This is not a file.'],
    ['a URL', 'https://example.com/a.pdf'],
    ['a name, which could be base64 without its padding', 'invoice_2025-01-31'],
    ['an ID', '550e8400-e29b-41d4-a716-446655440000'],
    ['words', BASE64.replace(/(.{20})/g, '$1 ')],
    ['padding in the middle', 'YQ==YWJj'],
    ['only padding', '===='],
    ['a data URL that is not base64', 'data:text/plain,hello'],
    ['what n8n has for the content of a file that it keeps in its database', 'database'],
    ['a word of a template', 'null'],
    ['a word of another template', 'None'],
    ['a word of a database', 'NULL'],
  ])('is refused before sending when it is %s', async (_what, text) => {
    const run = await runOperation(server, 'document.extractPaymentCard', {
      source: 'base64',
      fileBase64: `={{ ${JSON.stringify(text)} }}`,
    });
    expect(run.error?.message).toMatch(/"File Base64" is (not base64|empty) \[item 0\]$/);
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ['a PNG', Buffer.from('89504e470d0a1a0a00', 'hex'), 'document.png', 'image/png'],
    ['a JPEG', Buffer.from('ffd8ffe000', 'hex'), 'document.jpg', 'image/jpeg'],
    ['unknown bytes', Buffer.from('hello'), 'document.bin', 'application/octet-stream'],
  ])('goes as a file whose name and type show that it is %s', async (_what, bytes, filename, contentType) => {
    await send('document.extractContent', bytes.toString('base64'));
    expect(formOf(only(server.requests))).toEqual([
      ['file', { filename, contentType, content: bytes.toString('latin1') }],
    ]);
  });
});

describe('a URL source', () => {
  test.each([
    ...['ftp://example.com/a.pdf', 'example.com/a.pdf', 'file:///etc/passwd', 'not a url', 'javascript:alert(1)'],
    ...[
      'https:example.com/a.pdf',
      'http:/example.com/a.pdf',
      'https:\\\\example.com\\a.pdf',
      'https://',
      'https:///a.pdf',
    ],
    ...['https://a.example/1.pdf\nhttps://a.example/2.pdf', 'https://a.example/1.pdf https://a.example/2.pdf'],
  ])('%s fails before sending', async (fileUrl) => {
    const run = await extract({ source: 'url', fileUrl });
    expect(run.error?.message).toBe('The parameter "File URL" is not a valid URL [item 0]');
    expect(server.requests).toHaveLength(0);
  });
});

describe('a binary source', () => {
  test('may be in another field, and keeps its name and type', async () => {
    const item = await pdfItem({}, PDF, 'Nota "nº 1" – março.PDF');
    const binary = { scan: { ...item.binary!['data']!, mimeType: 'image/x-own' } };
    await extract({ source: 'binary', binaryPropertyName: '={{ "sc" + "an" }}' }, { items: [{ json: {}, binary }] });
    const [part] = only(server.requests).parts;
    expect(part).toMatchObject({ name: 'file', contentType: 'image/x-own', data: PDF });
    expect(part?.filename).toMatch(/^Nota .*nº 1.* – março\.PDF$/);
  });

  test.each(['filesystem', 'default'] as const)(
    'may be a binary object from an expression, where n8n keeps files in mode "%s"',
    async (binaryMode) => {
      const items = [await fileItem(PDF, { fileName: 'document.pdf', mimeType: 'application/pdf', binaryMode })];
      await extract({ source: 'binary', binaryPropertyName: '={{ $binary.data }}' }, { items, binaryMode });
      expect(formOf(only(server.requests))).toEqual(asFile);
    },
  );

  test('is not one of two that n8n describes in the same way: their content is not told apart', async () => {
    const { data } = (await fileItem(PDF, { fileName: 'a.pdf', binaryMode: 'default' })).binary!;
    const items = [{ json: {}, binary: { data: data!, other: { ...data!, data: 'JVBERg==' } } }];
    const { error } = await extract({ binaryPropertyName: '={{ $binary.data }}' }, { items, binaryMode: 'default' });
    expect(error).toMatchObject({
      message: 'The expression for a binary field returns a file without its content [item 0]',
      description: expect.stringContaining('Enter the name of the binary field instead'),
    });
  });

  test.each([undefined, ''])('without a file name (%j) is still sent as a file', async (fileName) => {
    const item = await pdfItem();
    const binary = { data: { ...item.binary!['data']!, fileName } };
    await extract({}, { items: [{ json: {}, binary: binary as NonNullable<typeof item.binary> }] });
    expect(formOf(only(server.requests))).toEqual(asFile);
  });

  test('that is missing fails, and the message lists the existing fields', async () => {
    const run = await extract({ binaryPropertyName: 'scan' }, { items: [await pdfItem()] });
    expect(run.error).toMatchObject({
      message: 'The item has no file in the binary field "scan" [item 0]',
      description: expect.stringContaining('data'),
    });
    const without = await extract({}, { items: [{ json: { a: 1 } }] });
    expect(without.error).toMatchObject({
      message: expect.stringContaining('"data"'),
      description: expect.stringMatching(/no binary data.*uploaded in a form, it was empty: .* no file of 0 bytes/),
    });
    expect(server.requests).toHaveLength(0);
  });

  test('of 0 bytes fails', async () => {
    const run = await extract({}, { items: [await pdfItem({}, Buffer.alloc(0))] });
    expect(run.error?.message).toContain('is empty');
    expect(server.requests).toHaveLength(0);
  });
});

describe('the file of an item', () => {
  const file = async (property: string, binaryMode: 'filesystem' | 'default' = 'filesystem') =>
    await fileItem(PDF, { fileName: 'a.pdf', mimeType: 'application/pdf', property, binaryMode });
  const read = async (items: INodeExecutionData[], parameters: INodeParameters = {}) =>
    await extract(parameters, { items });

  test.each(['filesystem', 'default'] as const)('is taken if it is the only one, stored in %s', async (binaryMode) => {
    const items = [await file('Invoice', binaryMode)];
    const { error } = await extract({}, { items, binaryMode });
    expect(error).toBeUndefined();
    expect(formOf(only(server.requests))).toMatchObject([['file', { filename: 'a.pdf' }]]);
  });

  test('may lack a type, as where a Code node has made it', async () => {
    const made = { data: BASE64, fileName: 'a.pdf' } as IBinaryData;
    for (const property of ['data', 'Invoice']) await read([{ json: {}, binary: { [property]: made } }]);
    const inItem = [{ json: {}, binary: { first: made, second: made } }];
    await read(inItem, { binaryPropertyName: 'second' });
    const sent = { filename: 'a.pdf', contentType: 'application/octet-stream', content: PDF.toString('latin1') };
    expect(server.requests.map(formOf)).toEqual(Array(3).fill([['file', sent]]));
    await read([{ json: {}, binary: { data: { data: BASE64 } as IBinaryData } }]);
    expect(formOf(server.requests[3]!)).toMatchObject([['file', { filename: 'document.bin' }]]);
  });

  test.each([
    ['a data URL, as browsers make them', `data:application/pdf;base64,${BASE64}`],
    ['line breaks', BASE64.replace(/(.{20})/g, '$1\r\n')],
    ['no padding, and the other alphabet', PDF.toString('base64url')],
  ])('may be in memory as %s', async (_what, data) => {
    await read([{ json: {}, binary: { data: { data, mimeType: 'application/pdf', fileName: 'a.pdf' } } }]);
    expect(formOf(only(server.requests))).toMatchObject([['file', { content: PDF.toString('latin1') }]]);
  });

  test.each([
    ['a text', 'A report.'],
    ['bytes as a text', PDF.toString('latin1')],
    ['a data URL that is not base64', 'data:text/plain,hello'],
    ['the name of a place where n8n stores files', 'filesystem-v2'],
    ['the name of its database', 'database'],
    ['the name of its cloud storage', 's3'],
    ['a word of a template', 'undefined'],
    ['two texts that were joined, each with its padding', 'QUJD=QUJD'],
    ['a text that was cut', 'QUJDR'],
  ])('is refused before sending where its content in memory is %s', async (_what, data) => {
    const { error } = await read([
      { json: {}, binary: { data: { data, mimeType: 'application/pdf', fileName: 'a.pdf' } } },
    ]);
    expect(error).toMatchObject({
      message: 'The content of the file "a.pdf" is not base64 [item 0]',
      description: expect.stringContaining('.toString("base64")'),
    });
    expect(server.requests).toEqual([]);
  });

  test('is refused where its content is bytes, and the message does not say that there is no such field', async () => {
    const data = { data: { type: 'Buffer', data: [...PDF] }, mimeType: 'application/pdf' } as unknown as IBinaryData;
    const { error } = await read([{ json: {}, binary: { data } }]);
    expect(error).toMatchObject({
      message: 'The binary field "data" has no file in it [item 0]',
      description: expect.stringContaining('.toString("base64")'),
    });
  });

  test('is named by a name: a whole text in its place is not repeated', async () => {
    const binaryPropertyName = '={{ "the text of a document ".repeat(1000) }}';
    const { error } = await read([await file('Invoice')], { binaryPropertyName });
    expect(error?.message).toMatch(/^The item has no file in the binary field "the text of .{0,500}…" \[item 0\]$/);
  });

  test('is found beside the JSON of an item or in it, as the workflow is set', async () => {
    const settings = { binaryMode: 'combined' as const };
    const { binary: front } = await file('Front');
    const { binary: back } = await file('Back');
    await extract({}, { items: [{ json: { _files: front } as never }], settings });
    expect(formOf(only(server.requests))).toMatchObject([['file', { filename: 'a.pdf' }]]);
    const { error } = await extract({}, { items: [{ json: { _files: { ...front, ...back } } as never }], settings });
    expect(error?.description).toMatch(/^Its binary fields are: _files\.Front, _files\.Back\. /);
  });

  test('is found in the JSON by an expression only, and the message says so', async () => {
    const front = (await file('Front')).binary?.['Front'];
    const items = [{ json: { file: front } as never, binary: (await file('Other')).binary! }];
    const { error } = await read(items, { binaryPropertyName: 'file' });
    expect(error).toMatchObject({
      message: 'The item has no file in the binary field "file" [item 0]',
      description: 'It stands in the JSON, where an expression finds it: {{ $json["file"] }}.',
    });
    expect((await read(items)).error).toBeUndefined();
    expect((await read(items, { binaryPropertyName: '={{ $json["file"] }}' })).error).toBeUndefined();
  });

  test('is not chosen between two, and the message says what they are called, and how to read both', async () => {
    const [one, other] = await Promise.all([file('Front'), file('Back')]);
    const { error } = await read([{ json: {}, binary: { ...one.binary, ...other.binary } }]);
    expect(error?.message).toBe('The item has no file in the binary field "data" [item 0]');
    const withoutJson = await runOperation(server, 'document.extractContent', {}, { items: [{} as never] });
    expect(withoutJson.error?.message).toBe('The item has no file in the binary field "data" [item 0]');
    expect(error?.description).toMatch(
      /^Its binary fields are: Front, Back\. .* To read several, put the node Split Out/,
    );
    expect(server.requests).toEqual([]);
  });

  test.each(['toString', '__proto__', 'constructor'])('is not found in what every object has, %s', async (name) => {
    const { error } = await read([await file('Invoice')], { binaryPropertyName: name });
    expect(error?.message).toBe(`The item has no file in the binary field "${name}" [item 0]`);
  });

  test.each(['={{ $binary }}', '={{ [$binary.data] }}', '={{ $json }}'])(
    'is not what an expression returns that is no file, %s, and no message repeats that',
    async (binaryPropertyName) => {
      const { error } = await read([await file('data')], { binaryPropertyName });
      expect(error).toMatchObject({
        message: 'The expression for a binary field returns something that is no file [item 0]',
        description: expect.stringContaining('{{ $binary.data }}'),
      });
    },
  );

  test('is no other than the one that is named', async () => {
    const { error } = await read([await file('Invoice')], { binaryPropertyName: 'Contract' });
    expect(error?.message).toBe('The item has no file in the binary field "Contract" [item 0]');
  });
});

test('a generative extraction sends nothing before a model is chosen', async () => {
  const items = [await pdfItem()];
  const nothing = runOperation(server, 'document.extractGenerative', {}, { items });
  await expect(nothing).rejects.toThrow('Parameter "Model" is required');
  const parameters = { model: '={{ "" }}', customTag: 'key=value' };
  const { error } = await runOperation(server, 'document.extractGenerative', parameters, { items });
  expect(error?.message).toBe('The parameter "Model" is empty [item 0]');
  expect(server.requests).toEqual([]);
});
