import type { INodeParameters } from 'n8n-workflow';
import { pdfItem, runOperation } from '../../support/document-node.ts';
import { envelope } from '../../support/envelope.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { contentItem, field } from '../../support/samples.ts';
import { formOf, only } from '../../support/sent.ts';
import { startServer } from '../../support/server.ts';
import type { RecordingServer } from '../../support/server.ts';

const server = openedForEachTest(() => startServer(() => ({ json: envelope({ processId: 'p-1' }) })));

const encoded = (text: string) => Buffer.from(text).toString('base64');

async function send(operation: string, options: INodeParameters, parameters: INodeParameters = {}) {
  const run = await runOperation(server, operation, { ...parameters, options }, { items: [await pdfItem()] });
  expect(run.error).toBeUndefined();
  return only(server.requests);
}

const withoutFile = (request: RecordingServer['requests'][number]) =>
  formOf(request).filter(([name]) => name !== 'file');
const jsonOf = (request: RecordingServer['requests'][number]) => request.json as Record<string, unknown>;

const EVERYTHING = {
  filePassword: 'pássword 1',
  returnImage: true,
  returnedImageQuality: '90',
  returnCrops: true,
  returnMetadata: true,
  tags: ['country=bra', 'type=rg'],
};

test('content extraction sends each option under its name, and a tag once per value', async () => {
  expect(withoutFile(await send('document.extractContent', EVERYTHING))).toEqual([
    ['filePassword', encoded('pássword 1')],
    ['returnImage', 'true'],
    ['returnedImageQuality', '90'],
    ['returnCrops', 'true'],
    ['returnMetadata', 'true'],
    ['tags', 'country=bra'],
    ['tags', 'type=rg'],
  ]);
});

test.each([90, '90', 'high', '75 %', 'x'.repeat(100)])(
  'the quality of the image is a text, also as JSON: %j',
  async (quality) => {
    const options = { returnImage: true, returnedImageQuality: `={{ ${JSON.stringify(quality)} }}` };
    const sent = await send('document.startExtraction', options, {
      delivery: 'url',
      callbackUrl: 'https://example.com',
    });
    expect(jsonOf(sent)['returnedImageQuality']).toBe(String(quality));
  },
);

test('a boolean option that is off is sent as false, one that is not set is not sent', async () => {
  expect(withoutFile(await send('document.extractContent', { returnImage: false, returnCrops: false }))).toEqual([
    ['returnImage', 'false'],
    ['returnCrops', 'false'],
  ]);
});

test('empty options are not sent', async () => {
  expect(
    withoutFile(await send('document.extractContent', { filePassword: '', returnedImageQuality: '', tags: [] })),
  ).toEqual([]);
});

test.each([
  [{}, false],
  [{ returnImage: false }, false],
  [{ returnImage: '={{ true }}' }, true],
])('the quality of an image is sent with one only: %j', async (options, isSent) => {
  const sent = withoutFile(await send('document.extractContent', { ...options, returnedImageQuality: '90' }));
  expect(sent.some(([name]) => name === 'returnedImageQuality')).toBe(isSent);
});

test('options about sending requests are not sent', async () => {
  const options = {
    timeout: 20,
    maxConcurrency: 2,
    retries: 1,
    retryUncertain: true,
    minScore: 0.5,
    fieldNames: 'stdName',
    includeScores: true,
    filesAsBinary: false,
  };
  expect(withoutFile(await send('document.extractContent', options))).toEqual([]);
});

test('a password keeps leading and trailing spaces', async () => {
  expect(withoutFile(await send('document.extractInvoice', { filePassword: ' s p ' }))).toEqual([
    ['filePassword', encoded(' s p ')],
  ]);
});

test('an asynchronous extraction sends the same options in JSON, booleans as booleans and tags as a list', async () => {
  const { returnMetadata: _, ...options } = EVERYTHING;
  const { fileBase64: _file, ...body } = jsonOf(
    await send('document.startExtraction', options, { delivery: 'url', callbackUrl: 'https://example.com/' }),
  );
  expect(body).toEqual({
    ...options,
    filePassword: encoded(options.filePassword),
    webhook: expect.objectContaining({ url: 'https://example.com/' }),
  });
});

test.each([
  ['document.extractInvoice', {}],
  ['document.compareContent', { fields: { field: [{ name: 'a', value: 'b' }] } }],
  ['document.extractGenerative', { model: 'id=bra-nlp-contrato-social-1' }],
  ['document.extractDriverLicence', {}],
])('%s sends the password of an encrypted file in its form', async (operation, parameters) => {
  expect(withoutFile(await send(operation, { filePassword: 'x' }, parameters))).toContainEqual([
    'filePassword',
    encoded('x'),
  ]);
});

test.each([
  ['document.extractPaymentCard', 'binary'],
  ['document.extractDriverLicence', 'url'],
  ['document.extractPages', 'url'],
])('%s sends the password of an encrypted file in its JSON', async (operation, source) => {
  const request = await send(operation, { filePassword: 'x' }, { source, fileUrl: 'https://example.com/a.pdf' });
  expect(jsonOf(request)).toMatchObject({ filePassword: encoded('x') });
});

test('generative extraction sends the documented tag, or that of a custom model', async () => {
  expect(
    withoutFile(
      await send('document.extractGenerative', { returnMetadata: true }, { model: 'id=bra-nlp-contrato-social-1' }),
    ),
  ).toEqual([
    ['tags', 'id=bra-nlp-contrato-social-1'],
    ['returnMetadata', 'true'],
  ]);
  server.requests.length = 0;
  expect(withoutFile(await send('document.extractGenerative', {}, { model: 'custom', customTag: 'id=own-2' }))).toEqual(
    [['tags', 'id=own-2']],
  );
});

describe('multi-page extraction', () => {
  test.each([
    ['url', { fileUrl: 'https://example.com/a.pdf' }, ['fileUrl', 'https://example.com/a.pdf']],
    [
      'base64',
      { fileBase64: 'YWJj' },
      ['file', { filename: 'document.bin', contentType: 'application/octet-stream', content: 'abc' }],
    ],
  ])('sends a form for a %s source if metadata is requested', async (source, parameters, sent) => {
    expect(
      formOf(
        await send('document.extractPages', { returnMetadata: true, filePassword: 'p' }, { source, ...parameters }),
      ),
    ).toEqual([sent, ['filePassword', encoded('p')], ['returnMetadata', 'true']]);
  });

  test('requests metadata also if an expression returns the option as text', async () => {
    const request = await send(
      'document.extractPages',
      { returnMetadata: '={{ "true" }}' },
      { source: 'url', fileUrl: 'https://example.com/a.pdf' },
    );
    expect(formOf(request)).toContainEqual(['returnMetadata', 'true']);
  });

  test('sends JSON for a URL without metadata, or with metadata off', async () => {
    expect(
      jsonOf(
        await send(
          'document.extractPages',
          { returnMetadata: false },
          { source: 'url', fileUrl: 'https://example.com/a.pdf' },
        ),
      ),
    ).toEqual({ fileUrl: 'https://example.com/a.pdf' });
  });
});

test('compared fields are sent under the parameter name in the option', async () => {
  const request = await send(
    'document.compareContent',
    { fieldsParameterName: 'campos' },
    { fields: { field: [{ name: 'nome', value: '' }] } },
  );
  expect(withoutFile(request)).toEqual([['campos', '[{"name":"nome","value":""}]']]);
});

test('an option of an operation that the node had before changes nothing', async () => {
  const fields = [field('registro', '01234567890', 1, 'number')];
  server.respond(() => ({ json: envelope([contentItem({ fields })]) }));
  const options = { maskCardNumber: true, fieldNames: 'stdName' };
  const { items } = await runOperation(server, 'document.extractContent', { options }, { items: [await pdfItem()] });
  expect(items[0]?.json['fields']).toEqual({ number: '01234567890' });
});

test('options are read for each item', async () => {
  const items = [await pdfItem({ tag: 'a=1' }), await pdfItem({ tag: 'a=2' })];
  await runOperation(
    server,
    'document.extractContent',
    { options: { tags: ['={{ $json.tag }}'], maxConcurrency: 1 } },
    { items },
  );
  expect(server.requests.map((request) => withoutFile(request))).toEqual([[['tags', 'a=1']], [['tags', 'a=2']]]);
});

describe('mistakes that can be found before the first request are found then', () => {
  const CASES: Array<[string, string, INodeParameters, string]> = [
    ['a score over 1', 'document.extractContent', { options: { minScore: 80 } }, '"Minimum Score"'],
    [
      'a score that is not a number',
      'document.extractInvoice',
      { options: { minScore: '={{ "high" }}' } },
      '"Minimum Score"',
    ],
    [
      'a quality that is too long',
      'document.extractContent',
      { options: { returnImage: true, returnedImageQuality: 'x'.repeat(101) } },
      '"Returned Image Quality"',
    ],
    ['no fields to compare', 'document.compareContent', { fields: {} }, '"Fields"'],
    [
      'a field to compare without a name',
      'document.compareContent',
      { fields: { field: [{ name: ' ', value: 'x' }] } },
      '"Fields"',
    ],
    ['a time-out that is no number', 'document.extractContent', { options: { timeout: '={{ "soon" }}' } }, '"Timeout"'],
    [
      'a whole number that some read as a thousand',
      'document.extractContent',
      { options: { maxConcurrency: '={{ "1.000" }}' } },
      '"Max Concurrency" is "1.000", not a whole number',
    ],
    ['an unknown way to split', 'document.extractContent', { splitInto: '={{ "pages" }}' }, 'Split Into'],
    ['an unknown billing output', 'billing.getDailySummary', { output: '={{ "years" }}' }, 'Output'],
    [
      'an unknown billing period',
      'billing.getDailySummary',
      { period: '={{ "constructor" }}', startDate: '2025-01-01', endDate: '2025-01-02' },
      'Period',
    ],
    [
      'a custom model without a tag',
      'document.extractGenerative',
      { model: 'custom', customTag: '={{ "" }}' },
      '"Custom Tag"',
    ],
  ];

  test.each(CASES)('%s', async (_what, operation, parameters, named) => {
    const run = await runOperation(server, operation, parameters, { items: [await pdfItem()] });
    expect(run.error).toMatchObject({
      message: expect.stringContaining(named),
      context: expect.objectContaining({ itemIndex: 0 }),
    });
    expect(run.error?.message).toMatch(/\[item 0\]$/);
    expect(server.requests).toHaveLength(0);
  });

  test('also in the last item: nothing is sent for the items before it', async () => {
    const run = await runOperation(
      server,
      'document.extractContent',
      {},
      { items: [await pdfItem(), await pdfItem(), { json: {} }] },
    );
    expect(run.error?.message).toMatch(/\[item 2\]$/);
    expect(server.requests).toHaveLength(0);
  });
});
