import { operations } from '../../nodes/DocumentProcessing/operations';
import { runOperation } from '../helpers/document-node.ts';
import { envelope, failure } from '../helpers/envelope.ts';
import { only } from '../helpers/sent.ts';
import { shuffled } from '../helpers/samples.ts';
import { startServer } from '../helpers/server.ts';
import type { RecordedRequest } from '../helpers/recordedRequest.ts';
import type { RecordingServer } from '../helpers/server.ts';

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

/** Answers each text with an address whose city is the text. */
const echo = (request: RecordedRequest) => ({
  json: envelope({ contents: sentTexts(request).map((text, index) => content(index, text)) }),
});

let server: RecordingServer;
beforeEach(async () => {
  server = await startServer(echo);
});
afterEach(async () => server.close());

const texts = (...list: string[]) => list.map((text) => ({ json: { text } }));
const run = (items: ReturnType<typeof texts>, parameters = {}, setup = {}) =>
  runOperation(server, 'address.parse', { text: '={{ $json.text }}', ...parameters }, { items, ...setup });

test('many texts go in one request, each under the name "text"', async () => {
  await run(texts('Rua A', 'Rua B'));
  expect(only(server.requests)).toMatchObject({
    method: 'POST',
    path: '/process-text/multi-address-parsing',
    json: { contents: [{ text: 'Rua A' }, { text: 'Rua B' }] },
  });
});

test('a text goes under the member the parameter names', async () => {
  await run(texts('Rua A'), { textProperty: 'endereco' });
  expect(only(server.requests).json).toEqual({ contents: [{ endereco: 'Rua A' }] });
});

test('an object an item is sent as it is, from text or from an expression', async () => {
  server.respond(() => ({ json: envelope({ contents: [content(0, 'a'), content(1, 'b')] }) }));
  await runOperation(
    server,
    'address.parse',
    { inputMode: 'json', contentsJson: '={{ $json.text ? $json : JSON.stringify({ own: [1, null] }) }}' },
    { items: [{ json: { text: 'x', n: 1 } }, { json: {} }] },
  );
  expect(only(server.requests).json).toEqual({ contents: [{ text: 'x', n: 1 }, { own: [1, null] }] });
});

test.each([
  [2, [['a', 'b'], ['c', 'd'], ['e']]],
  [5, [['a', 'b', 'c', 'd', 'e']]],
  [1, [['a'], ['b'], ['c'], ['d'], ['e']]],
])(
  'batches of %i: each request has so many items, and the output is in the order of the input',
  async (batchSize, sent) => {
    const { items } = await run(texts('a', 'b', 'c', 'd', 'e'), { batchSize, options: { maxConcurrency: 1 } });
    expect(server.requests.map(sentTexts)).toEqual(sent);
    expect(items.map(({ json, pairedItem }) => [json['city'], pairedItem])).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((city, item) => [city, { item }]),
    );
  },
);

test('answers are matched by their index, whatever their order', async () => {
  server.respond((request) => ({ json: shuffled((echo(request) as { json: unknown }).json) }));
  const { items } = await run(texts('a', 'b', 'c'));
  expect(items.map(({ json }) => json['city'])).toEqual(['a', 'b', 'c']);
});

test('an index may count from one', async () => {
  server.respond(() => ({ json: envelope({ contents: [content(2, 'b'), content(1, 'a')] }) }));
  const { items } = await run(texts('a', 'b'));
  expect(items.map(({ json }) => json['city'])).toEqual(['a', 'b']);
});

test('an item the answer says nothing of is an item of its own that failed; the others are there', async () => {
  server.respond(() => ({ json: envelope({ contents: [content(2, 'c'), content(0, 'a')] }) }));
  const { outputs } = await run(texts('a', 'b', 'c'), {}, { onError: 'continueErrorOutput' });
  expect(outputs[0]?.map(({ json, pairedItem }) => [json['city'], pairedItem])).toEqual([
    ['a', { item: 0 }],
    ['c', { item: 2 }],
  ]);
  expect(outputs[1]).toMatchObject([
    {
      json: { text: 'b', error: expect.stringMatching(/\[item 1\]$/), message: expect.stringContaining('req-1') },
      pairedItem: { item: 1 },
    },
  ]);
});

test.each([[{}], [{ contents: null }], [{ contents: [null, { index: null }, { index: 'x' }] }], [null], [[]]])(
  'an answer without contents, %j, fails with what happened',
  async (result) => {
    server.respond(() => ({ json: envelope(result) }));
    const { error } = await run(texts('a'));
    expect(error).toMatchObject({
      name: 'NodeApiError',
      message: expect.stringMatching(/nothing for this item \[item 0\]$/),
      description: expect.stringContaining('req-1'),
    });
  },
);

test('an item that is refused takes no part in its batch, and the others keep their places', async () => {
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

test('without Continue On Fail a refused item means that nothing is sent', async () => {
  const { error } = await run(texts('a', '', 'c'));
  expect(error?.message).toBe('The parameter "Text" is empty [item 1]');
  expect(server.requests).toHaveLength(0);
});

test('a batch that fails fails each of its items, and only those', async () => {
  server.respond((request) =>
    sentTexts(request).includes('c') ? { status: 400, json: failure('R101', 'Wrong') } : echo(request),
  );
  const { outputs } = await run(texts('a', 'b', 'c', 'd', 'e'), { batchSize: 2 }, { onError: 'continueErrorOutput' });
  expect(outputs[0]?.map(({ json }) => json['city'])).toEqual(['a', 'b', 'e']);
  expect(outputs[1]?.map(({ json, pairedItem }) => [json['text'], json['error'], pairedItem])).toEqual([
    ['c', 'Wrong (R101) [item 2]', { item: 2 }],
    ['d', 'Wrong (R101) [item 3]', { item: 3 }],
  ]);
});

test('an address is flat: its components by standardised name, standardised values first', async () => {
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

test('each address of a text is an item; a text without one keeps an item that says so', async () => {
  server.respond(() => ({ json: envelope({ contents: [content(0, 'x', 'y'), { index: 1, extractions: null }] }) }));
  const { items, hints } = await run(texts('a', 'b'));
  expect(items.map(({ json, pairedItem }) => [json['city'], pairedItem])).toEqual([
    ['x', { item: 0 }],
    ['y', { item: 0 }],
    [undefined, { item: 1 }],
  ]);
  expect(items[2]?.json).toMatchObject({ stdValue: null, needsReview: true });
  expect(hints).toHaveLength(1);
});

test('raw output is the envelope as it came, one item a request, linked to the items it answers', async () => {
  const whole = envelope({ contents: [content(1, 'b'), content(0, 'a')], more: 1 }, { other: 'kept' });
  server.respond(() => ({ json: whole }));
  const { items } = await run(texts('a', 'b', 'c'), { simplify: false, batchSize: 2 });
  expect(items).toEqual([
    { json: whole, pairedItem: [{ item: 0 }, { item: 1 }] },
    { json: whole, pairedItem: [{ item: 2 }] },
  ]);
});

test('a batch size that is no number counts as one item', () => {
  const parse = operations.find(({ kind }) => kind === 'batch');
  const sizeOf = (value: unknown) =>
    parse?.kind === 'batch' ? parse.batchSize({ parameter: () => value } as never) : 0;
  expect([0, -3, 2.9, '4', 'x', null].map(sizeOf)).toEqual([1, 1, 2, 4, 1, 1]);
});

test.each([['[1]'], ['"text"'], ['{'], ['']])(
  'contents that are no object, %j, are refused before sending',
  async (contentsJson) => {
    const { error } = await runOperation(
      server,
      'address.parse',
      { inputMode: 'json', contentsJson: `={{ ${JSON.stringify(contentsJson)} }}` },
      { items: [{ json: {} }] },
    );
    expect(error?.message).toMatch(/^The parameter "Contents" is not (a JSON object|valid JSON) \[item 0\]$/);
    expect(server.requests).toHaveLength(0);
  },
);
