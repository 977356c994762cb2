import { runOperation } from '../../support/document-node.ts';
import { envelope, failure } from '../../support/envelope.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { refuses } from '../../support/scenario.ts';
import { only } from '../../support/sent.ts';
import type { RecordedRequest } from '../../support/recordedRequest.ts';

const component = (name: string, stdName: string | null, value: unknown, members = {}) => ({
  name,
  stdName,
  value,
  stdValue: null,
  score: 0.9,
  ...members,
});

const content = (index: unknown, ...cities: string[]) => ({
  index,
  extractions: [
    {
      source: 'text',
      sections: [
        {
          name: 'enderecos',
          groups: cities.map((city) => ({
            name: 'endereco',
            stdValue: `RUA A\n${city.toUpperCase()}`,
            score: 0.8,
            components: [
              component('cidade', 'city', city),
              component('cep', 'postcode', '80010000', { stdValue: '80010-000', score: 0.3 }),
              component('rotulo', null, null),
            ],
            secondaries: [],
          })),
        },
      ],
    },
  ],
});

const sentTexts = (request: RecordedRequest) =>
  (request.json as { contents: Array<{ text: string }> }).contents.map(({ text }) => text);

/** Responds to each text with an address whose city is the text. */
const echo = (request: RecordedRequest) => ({
  result: { contents: sentTexts(request).map((text, index) => content(index, text)) },
});

const server = serverForEachTest(echo);

/** Responds with these contents, whatever is asked. */
const answer = (...contents: unknown[]) => server.respond(() => ({ result: { contents } }));

/** A content with this address. */
const withGroup = (group: object) => ({
  index: 0,
  extractions: [{ source: 'text', sections: [{ name: 's', groups: [group] }] }],
});

const texts = (...list: string[]) => list.map((text) => ({ json: { text } }));
const run = (items: ReturnType<typeof texts>, parameters = {}, setup = {}) =>
  runOperation(server, 'address.parse', { text: '={{ $json.text }}', ...parameters }, { items, ...setup });

test('many texts are sent in one request, each as the property "text"', async () => {
  await run(texts('Rua A', 'Rua B'));
  expect(only(server.requests)).toMatchObject({
    method: 'POST',
    path: '/process-text/multi-address-parsing',
    json: { contents: [{ text: 'Rua A' }, { text: 'Rua B' }] },
  });
});

test('a text is sent as the property that the parameter names', async () => {
  await run(texts('Rua A'), { textProperty: 'endereco' });
  expect(only(server.requests).json).toEqual({ contents: [{ endereco: 'Rua A' }] });
});

describe('contents with nothing in them, or in a part of them', () => {
  const contents = (contentsJson: string) => ({ inputMode: 'json', contentsJson });
  refuses('address.parse', [
    [contents('{}'), 'The parameter "Contents" is empty'],
    [contents('={{ "[1]" }}'), 'The parameter "Contents" is not a JSON object'],
    [contents('={{ "{" }}'), 'The parameter "Contents" is not valid JSON'],
    [contents('={{ { text: "Rua A", ids: [$json.none] } }}'), '"ids[0]" in "Contents" has no value'],
    [{ text: ' ' }, 'The parameter "Text" is empty'],
  ]);
});

test('one object per item is sent as it is, from text or from an expression', async () => {
  answer(content(0, 'a'), content(1, 'b'));
  await runOperation(
    server,
    'address.parse',
    { inputMode: 'json', contentsJson: '={{ $json.text ? $json : JSON.stringify({ own: [1, null] }) }}' },
    { items: [{ json: { text: 'x', n: 1 } }, { json: {} }] },
  );
  expect(only(server.requests).json).toEqual({ contents: [{ text: 'x', n: 1 }, { own: [1, null] }] });
});

test.each([[2, [['a', 'b'], ['c', 'd'], ['e']]]])(
  'with batches of %i each request has so many items, and the output is in the order of the input',
  async (batchSize, sent) => {
    const { items } = await run(texts('a', 'b', 'c', 'd', 'e'), { batchSize, options: { maxConcurrency: 1 } });
    expect(server.requests.map(sentTexts)).toEqual(sent);
    expect(items.map(({ json, pairedItem }) => [json['city'], pairedItem])).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((city, item) => [city, { item }]),
    );
  },
);

/** What each of five items gets from a response whose contents have these indexes; each city tells its place. */
async function citiesFor(indexes: unknown[], count = 5) {
  answer(...indexes.map((index, place) => content(index, `#${place}`)));
  const items = texts(...Array.from({ length: count }, (_, index) => `text ${index}`));
  const { outputs } = await run(items, {}, { onError: 'continueErrorOutput' });
  const byItem: unknown[][] = items.map(() => []);
  for (const { json, pairedItem } of outputs.flat())
    byItem[(pairedItem as { item: number }).item]?.push(json['error'] === undefined ? json['city'] : 'failed');
  return { byItem, failures: outputs[1] ?? [] };
}

describe('the index of an answer', () => {
  test.each([
    ['counts from one, with one left out', [1, 2, 4, 5], ['#0', '#1', 'failed', '#2', '#3']],
    ['proves by the last alone that it counts from one', [5], ['failed', 'failed', 'failed', 'failed', '#0']],
    ['is missing in one answer', [0, 1, 2, 3, null], ['#0', '#1', '#2', '#3', 'failed']],
    ['comes twice', [0, 1, 1, 3, 4], ['#0', 'failed', 'failed', '#3', '#4']],
  ])('%s: %j', async (_what, indexes, expected) => {
    expect((await citiesFor(indexes)).byItem).toEqual(expected.map((one) => [one]));
  });

  test.each([
    ['may count from zero or from one', [1, 2, 4]],
    ['is beyond what was sent', [0, 1, 2, 3, 4, 5]],
    ['is negative', [-1, 0, 1, 2, 3]],
    ['is missing in one more answer than there are items', [0, 1, 2, 3, 4, null]],
    ['is missing in every answer', [undefined, undefined, undefined, undefined, undefined]],
  ])('%s, %j: no item gets an address, and each says what came and what to do', async (_what, indexes) => {
    const { byItem, failures } = await citiesFor(indexes);
    expect(byItem).toEqual(Array.from({ length: 5 }, () => ['failed']));
    expect(failures.map(({ json }) => json)).toMatchObject(
      Array.from({ length: 5 }, () => ({
        error: expect.stringMatching(/does not say to which item/),
        message: expect.stringMatching(/index.*"Batch Size" to 1.*req-1/s),
      })),
    );
    expect(failures[0]?.json['message']).toContain(indexes.map((index) => index ?? 'none').join(', '));
  });

  test.each([[[7]], [[null]], [[0, 0]]])('does not matter where one item was sent: %j', async (indexes) => {
    expect((await citiesFor(indexes, 1)).byItem).toEqual([indexes.map((_index, place) => `#${place}`)]);
  });
});

test('an address without any value is to be reviewed', async () => {
  answer(withGroup({ stdValue: ' ', components: [component('cidade', 'city', null)] }));
  const { items } = await run(texts('a'));
  expect(items).toMatchObject([{ json: { city: null, needsReview: true } }]);
});

test.each([[{ contents: [null, { index: null }, { index: 'x' }] }], [null]])(
  'a response without contents, %j, fails with an explanation',
  async (result) => {
    server.respond(() => ({ result: result }));
    const { error } = await run(texts('a'));
    expect(error).toMatchObject({
      name: 'NodeApiError',
      message: expect.stringMatching(/nothing for this item \[item 0\]$/),
      description: expect.stringContaining('req-1'),
    });
  },
);

test('an invalid item is left out of its batch, and the others keep their positions', async () => {
  const { outputs } = await run(texts('a', '  ', 'c'), {}, { onError: 'continueErrorOutput' });
  expect(server.requests.map(sentTexts)).toEqual([['a', 'c']]);
  expect(outputs[0]?.map(({ json, pairedItem }) => [json['city'], pairedItem])).toEqual([
    ['a', { item: 0 }],
    ['c', { item: 2 }],
  ]);
  expect(outputs[1]).toMatchObject([
    { json: { error: 'The parameter "Text" is empty [item 1]' }, pairedItem: { item: 1 } },
  ]);
});

test('an address whose own score is below the minimum is for a person, though its parts have none', async () => {
  answer(withGroup({ stdValue: 'RUA A', score: 0.2, components: [{ name: 'rua', value: 'A', score: null }] }));
  const { items } = await run(texts('Rua A'), { options: { minScore: 0.8 } });
  expect(items[0]?.json).toMatchObject({ score: 0.2, lowConfidence: ['stdValue'], needsReview: true });
});

test('an address is a flat object of its components, with standardised names and values first', async () => {
  const { items } = await run(texts('Curitiba'), { options: { minScore: 0.5, includeScores: true } });
  expect(items.map(({ json }) => json)).toEqual([
    {
      city: 'Curitiba',
      postcode: '80010-000',
      rotulo: null,
      stdValue: 'RUA A\nCURITIBA',
      score: 0.8,
      group: 'endereco',
      section: 'enderecos',
      source: 'text',
      scores: { city: 0.9, postcode: 0.3, rotulo: 0.9 },
      lowConfidence: ['postcode'],
      needsReview: true,
      requestId: 'req-1',
    },
  ]);
});

test('what an address has beside its components is kept as it came', async () => {
  const secondaries = [{ name: 'caixa postal', value: '12' }];
  answer(withGroup({ stdValue: 'x', score: 1, components: [], secondaries }));
  expect((await run(texts('a'))).items[0]?.json).toMatchObject({ secondaries });
});

test('a component called as a member of the item is not lost', async () => {
  const components = [
    component('pontuacao', 'score', 'A'),
    component('grupo', 'group', 'B'),
    component('partes', 'components', 'C'),
    component('cidade', 'city', 'Curitiba'),
    component('motivo', 'needsReview', 'D'),
    component('motivo', 'needsReview', 'E'),
  ];
  answer(withGroup({ name: 'endereco', score: 0.8, components }));
  const { items } = await run(texts('a'));
  expect(items[0]?.json).toMatchObject({
    city: 'Curitiba',
    score: 0.8,
    group: 'endereco',
    needsReview: false,
    components: { score: 'A', group: 'B', components: 'C', needsReview: ['D', 'E'] },
  });
});

test('each address of a text is an item; a text without one keeps an item with a hint', async () => {
  answer(content(0, 'x', 'y'), { index: 1, extractions: null });
  const { items, hints } = await run(texts('a', 'b'));
  expect(items.map(({ json, pairedItem }) => [json['city'], pairedItem])).toEqual([
    ['x', { item: 0 }],
    ['y', { item: 0 }],
    [undefined, { item: 1 }],
  ]);
  expect(items[2]?.json).toMatchObject({ stdValue: null, needsReview: true });
  expect(hints).toEqual(['1 text has no address, so "needsReview" is true.']);
});

test('raw output is the envelope as it came, one item per request, linked to all its input items', async () => {
  const whole = envelope({ contents: [content(1, 'b'), content(0, 'a')], more: 1 }, { other: 'kept' });
  server.respond(() => ({ json: whole }));
  const { items } = await run(texts('a', 'b', 'c'), { output: 'raw', batchSize: 2 });
  expect(items).toEqual([
    { json: whole, pairedItem: [{ item: 0 }, { item: 1 }] },
    { json: whole, pairedItem: [{ item: 2 }] },
  ]);
});

test('a raw answer goes to review only for the items that asked for it', async () => {
  answer(content(0, 'a'), { index: 1, extractions: [] }, content(2, 'c'));
  const output = '={{ $itemIndex === 1 ? "simplified" : "raw" }}';
  const { outputs } = await run(texts('a', 'b', 'c'), { output, options: { reviewOutput: true } });
  expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
    [[{ item: 0 }, { item: 2 }]],
    [{ item: 1 }],
  ]);
});

test.each([
  [400, 'R101', 'contents[1].text is too long', 'Check the parameters of this item. '],
  [413, '', '', 'Send less at once. '],
])(
  'of a batch that the service refuses with %s %s each item says with which others it was sent',
  async (status, code, message, advice) => {
    const refused = code ? { status, json: failure(code, message) } : { status, body: 'too large' };
    server.respond((request) => (sentTexts(request).length > 1 ? refused : echo(request)));
    const parameters = { batchSize: 2, options: { retries: 0 } };
    const { items } = await run(texts('a', 'b', 'c'), parameters, { onError: 'continueRegularOutput' });
    expect(items.map(({ json }) => json)).toMatchObject([
      {
        message: expect.stringMatching(
          /with 1 others, items 0 to 1\. With a "Batch Size" of 1 only the one that is wrong fails\.$/,
        ),
      },
      { message: expect.stringContaining('items 0 to 1') },
      { city: 'c' },
    ]);
    expect(items[0]?.json['message']).toMatch(new RegExp(`^${advice}`));
    expect(JSON.stringify(items)).not.toMatch(/file|PDF|tags/);
  },
);

test('a failure that is about no item says nothing of the batch, and one item has none', async () => {
  server.respond(() => ({ status: 401, json: failure('R117', 'Token expired') }));
  const { items } = await run(texts('a', 'b'), { options: { retries: 0 } }, { onError: 'continueRegularOutput' });
  expect(JSON.stringify(items)).not.toContain('Batch Size');
  server.respond(() => ({ status: 400, json: failure('R101', 'wrong') }));
  expect((await run(texts('a'))).error?.description).not.toContain('Batch Size');
  answer();
  expect((await run(texts('a'))).error?.description).not.toContain('Batch Size');
});
