import type { INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../support/recordedRequest.ts';
import { scenario } from '../../support/scenario.ts';
import { formOf, only } from '../../support/sent.ts';
import { BY_URL } from '../../support/document-node.ts';

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
