import type { INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../support/recordedRequest.ts';
import { refuses, scenario } from '../../support/scenario.ts';
import { formOf, only } from '../../support/sent.ts';
import { BY_URL, numbered } from '../../support/document-node.ts';

const CALLBACK = { delivery: 'url', callbackUrl: 'https://example.com/' };

async function send(operation: string, options: INodeParameters, parameters: INodeParameters = {}) {
  const { error, requests } = await scenario(operation)
    .answers({ processId: 'p-1' })
    .with({ ...parameters, options });
  expect(error).toBeUndefined();
  return only(requests);
}

const withoutFile = (request: RecordedRequest) => formOf(request).filter(([name]) => name !== 'file');

const EVERYTHING = {
  returnImage: true,
  returnedImageQuality: '90',
  returnCrops: true,
  returnMetadata: true,
  tags: ['country=bra', 'type=rg'],
};

test('content extraction sends each option under its name, and a tag once per value', async () => {
  expect(withoutFile(await send('document.extractContent', EVERYTHING))).toEqual([
    ['returnImage', 'true'],
    ['returnedImageQuality', '90'],
    ['returnCrops', 'true'],
    ['returnMetadata', 'true'],
    ['tags', 'country=bra'],
    ['tags', 'type=rg'],
  ]);
});

test('an asynchronous extraction sends the same options in JSON, booleans as booleans and tags as a list', async () => {
  const { returnMetadata: _, ...options } = EVERYTHING;
  const { json } = await send('document.startExtraction', options, CALLBACK);
  expect(json).toMatchObject(options);
});

test.each([90, 'high', '75 %', 'x'.repeat(100)])(
  'the quality of the image is a text, also as JSON: %j',
  async (quality) => {
    const options = { returnImage: true, returnedImageQuality: `={{ ${JSON.stringify(quality)} }}` };
    const { json } = await send('document.startExtraction', options, CALLBACK);
    expect(json).toMatchObject({ returnedImageQuality: String(quality) });
  },
);

test('a boolean option that is off is sent as false', async () => {
  expect(withoutFile(await send('document.extractContent', { returnImage: false, returnCrops: false }))).toEqual([
    ['returnImage', 'false'],
    ['returnCrops', 'false'],
  ]);
});

test.each<[string, INodeParameters]>([
  ['are empty', { filePassword: '', returnedImageQuality: '', tags: [] }],
  ['are about an image that is not asked for', { returnedImageQuality: '90' }],
  [
    'are about sending, and about the output',
    {
      ...{ timeout: 20, maxConcurrency: 2, retries: 1, retryUncertain: true },
      ...{ minScore: 0.5, fieldNames: 'stdName', includeScores: true, filesAsBinary: false },
    },
  ],
])('options are not sent that %s', async (_what, options) => {
  expect(withoutFile(await send('document.extractContent', options))).toEqual([]);
});

test('the quality of an image is sent with one that an expression asks for, and not without one', async () => {
  const sent = async (returnImage: unknown) =>
    withoutFile(await send('document.extractContent', { ...EVERYTHING, returnImage } as INodeParameters));
  expect(await sent('={{ true }}')).toContainEqual(['returnedImageQuality', '90']);
  expect(await sent(false)).not.toContainEqual(['returnedImageQuality', '90']);
});

test('generative extraction sends the tag of a custom model, and asks for metadata', async () => {
  const custom = { model: 'custom', customTag: 'id=own-2' };
  expect(withoutFile(await send('document.extractGenerative', { returnMetadata: true }, custom))).toEqual([
    ['tags', 'id=own-2'],
    ['returnMetadata', 'true'],
  ]);
});

describe('multi-page extraction', () => {
  test.each<[string, INodeParameters, string]>([
    ['url', BY_URL, 'fileUrl'],
    ['base64', { source: 'base64', fileBase64: 'YWJj' }, 'file'],
  ])('sends a form for a %s source if metadata is requested', async (_source, parameters, name) => {
    const sent = formOf(await send('document.extractPages', { returnMetadata: '={{ "true" }}' }, parameters));
    expect(sent).toEqual([
      [name, expect.anything()],
      ['returnMetadata', 'true'],
    ]);
  });

  test('sends JSON for a URL with metadata off', async () => {
    const { json } = await send('document.extractPages', { returnMetadata: false }, BY_URL);
    expect(json).toEqual({ fileUrl: BY_URL.fileUrl });
  });
});

test('compared fields are sent under the parameter name in the option', async () => {
  const fields = { fields: { field: [{ name: 'nome', value: '' }] } };
  const sent = await send('document.compareContent', { fieldsParameterName: 'campos' }, fields);
  expect(withoutFile(sent)).toEqual([['campos', '[{"name":"nome","value":""}]']]);
});

// What expressions, and workflows made by programs, give in place of what the editor would: read as it is meant.

const CONTINUES = { onError: 'continueRegularOutput' } as const;

test('an operation that does not exist fails each item', async () => {
  const { json } = await scenario('document.={{ "no" + "ne" }}').with({}, { items: numbered(2), ...CONTINUES });
  const expected = expect.stringContaining('does not exist') as unknown;
  expect(json.map(({ error }) => error)).toEqual([expected, expected]);
});

describe('a switch', () => {
  const mtls = (value: string): INodeParameters => ({
    ...{ delivery: 'url', callbackUrl: 'https://example.com/', options: { mtls: value } },
  });
  const sentWith = async (value: string) => {
    const { requests } = await scenario('document.startExtraction').answers({ processId: 'p-1' }).with(mtls(value));
    return (only(requests).json as { webhook: { authorization: object } }).webhook.authorization;
  };

  test.each(['true', '={{ "TRUE" }}', '={{ " true " }}', '={{ true }}'])('is on if it is %s', async (value) => {
    expect(await sentWith(value)).toMatchObject({ mtls: true });
  });

  test.each(['false', '={{ " False" }}', '={{ null }}', ''])('is off if it is %j', async (value) => {
    expect(await sentWith(value)).not.toHaveProperty('mtls');
  });

  refuses('document.startExtraction', [
    ...['yes', '={{ 1 }}', '={{ ({}) }}', '={{ [true] }}'].map((value): [INodeParameters, string] => [
      mtls(value),
      'The option "Mutual TLS" is "',
    ]),
  ]);
});

const located = (value: unknown) => ({ __rl: true, mode: 'list', value });

test.each<[string, unknown, string[]]>([
  ['a list', ['country=bra', 'land='], ['country=bra', 'land=']],
  [
    'found in the list of the editor',
    [located('type=rg'), located('={{ ["a=b"] }}'), located(null)],
    ['type=rg', 'a=b'],
  ],
  ['lists in a list', ['={{ ["a=1", "b=2"] }}', '={{ \'["c=3"]\' }}', 'd=4'], ['a=1', 'b=2', 'c=3', 'd=4']],
  ['a text with a comma in its value', '={{ "name=Silva, Ana" }}', ['name=Silva, Ana']],
  [
    'lines, with values that have commas',
    '={{ "country=bra\\nname=Silva, Ana\\n" }}',
    ['country=bra', 'name=Silva, Ana'],
  ],
  ['an object', '={{ ({ country: "bra", pages: 2, id: $json.none, type: null }) }}', ['country=bra', 'pages=2']],
])('tags may be %s', async (_what, tags, sent) => {
  const { requests } = await scenario('document.extractContent').with({ options: { tags: tags as string } });
  const found = formOf(only(requests)).filter(([name]) => name === 'tags');
  expect(found.map(([, tag]) => tag)).toEqual(sent);
});

test.each([
  ['that of the first item', '={{ [2, 1, 3, 5, 5][$itemIndex] }}', 5, [2, 2, 1]],
  ['the usual one where nothing is given', '={{ null }}', 51, [50, 1]],
  ['that of the next one if the first is refused', '={{ ["x", 3, 1, 1, 1][$itemIndex] }}', 5, [3, 1]],
])('a batch size is %s', async (_what, batchSize, count, sizes) => {
  const parameters = { text: 'Rua A, 1', batchSize, options: { maxConcurrency: 1 } };
  const items = numbered(count);
  const { json, requests } = await scenario('address.parse').with(parameters, { items, ...CONTINUES });
  expect(requests.map((request) => (request.json as { contents: unknown[] }).contents.length)).toEqual(sizes);
  const refused = 'The parameter "Batch Size" is "x", not a whole number of 1 or more';
  expect(String(json[0]?.['error']).includes(refused)).toBe(batchSize.includes('"x"'));
});

// A text is no other value.
refuses('document.extractContent', [
  [{ source: 'url', fileUrl: '={{ ({ a: 1 }) }}' }, 'The parameter "File URL" is not a text'],
  [{ source: 'url', fileUrl: '={{ ["https://example.com/a.pdf"] }}' }, 'The parameter "File URL" is not a text'],
  [{ source: 'base64', fileBase64: '={{ new Uint8Array([97]) }}' }, 'The parameter "File Base64" is not a text'],
  [{ source: 'base64', fileBase64: '={{ NaN }}' }, '"File Base64" has a number that cannot be sent unchanged'],
]);
