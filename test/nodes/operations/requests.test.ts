// What each operation sends for each source of a file.
import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import { fileItem } from '../../engine/binaryData.ts';
import { PDF, pdfItem } from '../../support/document-node.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';
import { refuses, scenario } from '../../support/scenario.ts';
import { formOf, only } from '../../support/sent.ts';

const URL_OF_FILE = 'https://files.example/a%20b.pdf?x=1&y=ção';
const BASE64 = PDF.toString('base64');
const SENT_FILE = { filename: 'document.pdf', contentType: 'application/pdf', content: PDF.toString('latin1') };
const PASSWORD = ' pássword 1 ';
const SENT_PASSWORD = Buffer.from(PASSWORD).toString('base64');

type Sent = Array<[string, unknown]> | Record<string, unknown>;

interface Case {
  path: string;
  /** Other required parameters, and how they are sent. */
  parameters?: INodeParameters;
  sent?: Array<[string, unknown]>;
  result?: unknown;
  /** How each source is sent: in a form as a list, in JSON as an object. No other source is taken. */
  sources: Record<string, Sent>;
}

const asFile = [['file', SENT_FILE]] satisfies Sent;
const inForm = { binary: asFile, url: [['fileUrl', URL_OF_FILE]] satisfies Sent, base64: asFile };
const inJson = { binary: { fileBase64: BASE64 }, url: { fileUrl: URL_OF_FILE }, base64: { fileBase64: BASE64 } };

const CASES: Record<string, Case> = {
  'document.extractContent': { path: '/process-image/content-extraction', sources: inForm },
  'document.startExtraction': {
    path: '/process-image/content-extraction',
    parameters: { delivery: 'url', callbackUrl: 'https://example.com/callback' },
    sent: [['webhook', expect.objectContaining({ url: 'https://example.com/callback' })]],
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
    sources: { binary: asFile, base64: asFile },
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
const SOURCES = { fileUrl: URL_OF_FILE, fileBase64: BASE64, qrCodeField: 'QR==value+/', binaryPropertyName: 'data' };

/** Form parts by their names, a JSON body as it is. */
const bodyOf = (request: RecordedRequest) =>
  request.json === undefined ? Object.fromEntries(formOf(request)) : request.json;

test('every operation that reads a file is among the cases', () => {
  const reading = operations.filter(({ fields }) => fields.some(({ name }) => name === 'source'));
  const names = reading.map(({ resource, operation }) => `${resource}.${operation}`);
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(CASES))('%s', (operation, { path, parameters = {}, sent = [], result = [], sources }) => {
  test.each(Object.entries(sources))(
    `sends a %s source by POST to ${path}, with the password, and nothing that was not set`,
    async (source, body) => {
      const given = { ...SOURCES, source, ...parameters, options: { filePassword: PASSWORD } };
      const { error, requests } = await scenario(operation).answers(result).with(given);
      expect(error).toBeUndefined();
      const request = only(requests);
      expect(request).toMatchObject({ method: 'POST', path, query: {} });
      expect(request.headers).toMatchObject({
        authorization: 'Bearer token-of-the-test',
        'content-type': expect.stringMatching(
          Array.isArray(body) ? /^multipart\/form-data; boundary=/ : /^application\/json$/,
        ),
        'content-length': String(request.size),
      });
      const file = Array.isArray(body) ? Object.fromEntries(body) : body;
      expect(bodyOf(request)).toEqual({ ...file, filePassword: SENT_PASSWORD, ...Object.fromEntries(sent) });
    },
  );

  const others = ['url', 'qrCode'].filter((source) => !(source in sources));
  if (others.length > 0)
    test.each(others)('sends nothing for a %s source', async (source) => {
      // n8n itself rejects an option that is not in the list, unless it comes from an expression.
      const given = { ...SOURCES, ...parameters, source: `={{ "${source}" }}` };
      const { error, requests } = await scenario(operation).with(given);
      expect(error?.message).toContain(`"Source" is "${source}"`);
      expect(requests).toEqual([]);
    });
});

const sentOf = async (operation: string, parameters: INodeParameters, items?: INodeExecutionData[], setup = {}) => {
  const { error, requests } = await scenario(operation).with(parameters, { ...(items && { items }), ...setup });
  expect(error).toBeUndefined();
  return only(requests);
};
const inLines = (end: string) => BASE64.replace(/(.{20})/g, `$1${end}`);

describe('a base64 source', () => {
  test.each([
    ['a data-URL prefix', `data:application/pdf;base64,${BASE64}`],
    ['one with parameters, and a comma in the name', `data:application/pdf;name="a, b.pdf";base64,${BASE64}`],
    ['line breaks', inLines('\r\n')],
    ['the alphabet of URLs, and has its padding', PDF.toString('base64url')],
  ])('loses %s', async (_what, fileBase64) => {
    const given = { source: 'base64', fileBase64 };
    expect((await sentOf('document.extractPaymentCard', given)).json).toEqual({ fileBase64: BASE64 });
    expect(formOf(await sentOf('document.extractInvoice', given))).toEqual(asFile);
  });

  test('is sent in the usual alphabet where it comes in that of URLs', async () => {
    const bytes = Buffer.from(`%PDF-1.4 ${'\xfb\xff\xfe'.repeat(9)}a`, 'latin1');
    const given = { source: 'base64', fileBase64: bytes.toString('base64url') };
    expect(given.fileBase64).toMatch(/_.*-.*[^=]$/);
    expect((await sentOf('document.extractPaymentCard', given)).json).toEqual({ fileBase64: bytes.toString('base64') });
  });

  refuses(
    'document.extractPaymentCard',
    [
      ...['', 'data:application/pdf;base64,', 'This is not a file.', '===='],
      // Names and IDs could be base64 without its padding.
      ...['invoice_2025-01-31', '550e8400-e29b-41d4-a716-446655440000', inLines(' '), 'YQ==YWJj'],
      // n8n has the last for the content of a file in its database, templates and databases the others for nothing.
      ...['data:text/plain,hello', 'null', 'None', 'database'],
    ].map((text) => [
      { source: 'base64', fileBase64: `={{ ${JSON.stringify(text)} }}` },
      /"File Base64" is (not base64|empty) \[item 0\]$/,
    ]),
  );

  test.each([
    ['a PNG', '89504e470d0a1a0a00', 'document.png', 'image/png'],
    ['unknown bytes', '68656c6c6f', 'document.bin', 'application/octet-stream'],
  ])('goes as a file whose name and type show that it is %s', async (_what, hex, filename, contentType) => {
    const bytes = Buffer.from(hex, 'hex');
    const request = await sentOf('document.extractContent', { source: 'base64', fileBase64: bytes.toString('base64') });
    expect(formOf(request)).toEqual([['file', { filename, contentType, content: bytes.toString('latin1') }]]);
  });
});

// A URL source.
refuses(
  'document.extractContent',
  [
    ...['ftp://example.com/a.pdf', 'example.com/a.pdf', 'https:example.com/a.pdf', 'http:/example.com/a.pdf'],
    ...['https:\\\\example.com\\a.pdf', 'https:///a.pdf', 'https://a.example/1.pdf https://b/2'],
  ].map((fileUrl) => [{ source: 'url', fileUrl }, 'The parameter "File URL" is not a valid URL [item 0]']),
);

describe('the file of an item', () => {
  const extract = (items: INodeExecutionData[], parameters: INodeParameters = {}, setup = {}) =>
    sentOf('document.extractContent', parameters, items, setup);
  const file = (property: string, binaryMode: 'filesystem' | 'default' = 'filesystem') =>
    fileItem(PDF, { fileName: 'a.pdf', mimeType: 'application/pdf', property, binaryMode });
  const inMemory = (data: unknown) => ({
    json: {},
    binary: { data: { data, mimeType: 'application/pdf', fileName: 'a.pdf' } as IBinaryData },
  });

  test('may be in another field, and keeps its name and type', async () => {
    const { binary } = await pdfItem({}, PDF, 'Nota "nº 1" – março.PDF');
    const items = [
      { json: {}, binary: { other: binary!['data']!, scan: { ...binary!['data']!, mimeType: 'image/x-own' } } },
    ];
    const [part] = (await extract(items, { binaryPropertyName: '={{ "sc" + "an" }}' })).parts;
    expect(part).toMatchObject({ name: 'file', contentType: 'image/x-own', data: PDF });
    expect(part?.filename).toMatch(/^Nota .*nº 1.* – março\.PDF$/);
  });

  test.each(['filesystem', 'default'] as const)(
    'may be an object of an expression, and is taken if it is the only one: n8n keeps files in mode "%s"',
    async (binaryMode) => {
      const items = [await file('Invoice', binaryMode)];
      for (const binaryPropertyName of ['={{ $binary.Invoice }}', 'data'])
        expect(formOf(await extract(items, { binaryPropertyName }, { binaryMode }))).toMatchObject([
          ['file', { filename: 'a.pdf' }],
        ]);
    },
  );

  test.each([undefined, ''])('without a file name (%j) is still sent as a file', async (fileName) => {
    const { binary } = await pdfItem();
    const items = [{ json: {}, binary: { data: { ...binary!['data']!, fileName } as IBinaryData } }];
    expect(formOf(await extract(items))).toEqual(asFile);
  });

  test('may lack a type, as where a Code node has made it', async () => {
    const made = { data: BASE64, fileName: 'a.pdf' } as IBinaryData;
    const sent = { filename: 'a.pdf', contentType: 'application/octet-stream', content: PDF.toString('latin1') };
    for (const property of ['data', 'Invoice'])
      expect(formOf(await extract([{ json: {}, binary: { [property]: made } }]))).toEqual([['file', sent]]);
    expect(formOf(await extract([{ json: {}, binary: { data: { data: BASE64 } as IBinaryData } }]))).toMatchObject([
      ['file', { filename: 'document.bin' }],
    ]);
  });

  test.each([
    ['a data URL, as browsers make them', `data:application/pdf;base64,${BASE64}`],
    ['line breaks', inLines('\r\n')],
    ['no padding, and the other alphabet', PDF.toString('base64url')],
  ])('may be in memory as %s', async (_what, data) => {
    expect(formOf(await extract([inMemory(data)]))).toMatchObject([['file', { content: PDF.toString('latin1') }]]);
  });

  test('is found beside the JSON of an item or in it, as the workflow is set', async () => {
    const settings = { binaryMode: 'combined' as const };
    const [{ binary: front }, { binary: back }] = await Promise.all([file('Front'), file('Back')]);
    const items = (files: object) => [{ json: { _files: files } as never }];
    expect(formOf(await extract(items(front!), {}, { settings }))).toMatchObject([['file', { filename: 'a.pdf' }]]);
    const { error } = await scenario('document.extractContent').with(
      {},
      { items: items({ ...front, ...back }), settings },
    );
    expect(error?.description).toMatch(/^Its binary fields are: _files\.Front, _files\.Back\. /);
  });

  const NONE = 'The item has no file in the binary field';
  type Refused = [what: string, item: () => unknown, field: string, message: string, description?: string];
  test.each<Refused>([
    ['is missing', () => file('Invoice'), 'Contract', `${NONE} "Contract"`, 'Invoice'],
    ['may be none', () => ({ json: { a: 1 } }), 'data', `${NONE} "data"`, 'it was empty'],
    ['has no item', () => ({}), 'data', `${NONE} "data"`],
    [
      'is not chosen between two',
      async () => ({ json: {}, binary: { ...(await file('Front')).binary, ...(await file('Back')).binary } }),
      'data',
      `${NONE} "data"`,
      'Its binary fields are: Front, Back. ',
    ],
    [
      'stands in the JSON, where only an expression finds it',
      async () => ({ json: { file: (await file('Front')).binary?.['Front'] }, binary: (await file('Other')).binary }),
      'file',
      `${NONE} "file"`,
      'It stands in the JSON, where an expression finds it: {{ $json["file"] }}.',
    ],
    ['is not found in what every object has', () => file('Invoice'), '__proto__', `${NONE} "__proto__"`],
    ...['$binary', '[$binary.data]', '$json'].map((expression): Refused => [
      'is no other object of an expression',
      () => file('data'),
      `={{ ${expression} }}`,
      'The expression for a binary field returns something that is no file',
      '{{ $binary.data }}',
    ]),
    ['has 0 bytes', () => pdfItem({}, Buffer.alloc(0)), 'data', 'The file "document.pdf" is empty'],
    ['is bytes', () => inMemory([...PDF]), 'data', 'The binary field "data" has no file in it', '.toString("base64")'],
    ...['A report.', 'filesystem-v2', 's3', 'undefined', 'QUJD=QUJD', 'QUJDR'].map((data): Refused => [
      'is no base64',
      () => inMemory(data),
      'data',
      'The content of the file "a.pdf" is not base64',
      '.toString("base64")',
    ]),
  ])('that %s is refused, %#', async (_what, item, binaryPropertyName, message, description = '') => {
    const items = [(await item()) as INodeExecutionData];
    const { error, requests } = await scenario('document.extractContent').with({ binaryPropertyName }, { items });
    expect(error?.message).toBe(`${message} [item 0]`);
    expect(error?.description).toContain(description);
    expect(requests).toEqual([]);
  });

  test('is not one of two that n8n describes in the same way: their content is not told apart', async () => {
    const { data } = (await file('data', 'default')).binary!;
    const items = [{ json: {}, binary: { data: data!, other: { ...data!, data: 'JVBERg==' } } }];
    const given = { binaryPropertyName: '={{ $binary.data }}' };
    const { error } = await scenario('document.extractContent').with(given, { items, binaryMode: 'default' } as never);
    expect(error).toMatchObject({
      message: 'The expression for a binary field returns a file without its content [item 0]',
      description: expect.stringContaining('Enter the name of the binary field instead'),
    });
  });

  test('is named by a name: a whole text in its place is not repeated', async () => {
    const given = { binaryPropertyName: '={{ "the text of a document ".repeat(1000) }}' };
    const { error } = await scenario('document.extractContent').with(given);
    expect(error?.message).toMatch(/^The item has no file in the binary field "the text of .{0,500}…" \[item 0\]$/);
  });
});
