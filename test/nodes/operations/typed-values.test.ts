// What expressions, and workflows made by programs, give in place of what the editor would: read as it is meant.
import type { INodeParameters } from 'n8n-workflow';
import { refuses, scenario } from '../../support/scenario.ts';
import { formOf, only } from '../../support/sent.ts';
import { numbered } from '../../support/document-node.ts';

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
  ['a list of an expression', '={{ ["country=bra", " type=rg ", "", null] }}', ['country=bra', 'type=rg']],
  ['JSON text of a list', '={{ \'["country=bra","type=rg"]\' }}', ['country=bra', 'type=rg']],
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
  ['a number that is a text', '={{ "3" }}', 5, [3, 2]],
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
