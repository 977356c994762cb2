// What is nearly as the service interface says: it is read as whoever builds a workflow would read it.
import type { INodeParameters } from 'n8n-workflow';
import { envelope } from '../../support/envelope.ts';
import { contentItem, field, JPEG, pagesItem, section, table } from '../../support/samples.ts';
import { jsonOf, read, scenario } from '../../support/scenario.ts';

const PAGES = 'document.extractPages';
const noName = { ...table('itens', ['a', 'b'], [['1', '2']]), stdName: '' };
const unnamed = {
  fields: [field('nome', 'Ana', 1, ''), field('cpf', '1', 1, '')],
  tables: [{ ...noName, values: noName.values.map((row) => row.map((cell) => ({ ...cell, stdName: '' }))) }],
};
const named = { fields: { nome: 'Ana', cpf: '1' }, tables: { itens: [{ a: '1', b: '2' }] } };
const inside = { source: 'iocr', sections: [section('header', { fields: [field('cpf', '1')] })] };
const scored = (...sources: string[]) =>
  pagesItem([], {
    score: null,
    extractions: sources.map((source) => ({ source, score: 0.9, tags: [], sections: [] })),
  });

test.each<[what: string, operation: string, result: unknown, told: object[]]>([
  ['an empty standardised name is none', 'document.extractContent', [contentItem(unnamed)], [named]],
  [
    'nor is that of a section',
    PAGES,
    [pagesItem([section('header', { stdName: '', ...unnamed }), section('', { stdName: '' })])],
    [{ sections: [{ name: 'header', ...named }, { name: null }] }],
  ],
  [
    'a score that is a text says that an invoice was not identified',
    'document.extractInvoice',
    [{ score: '0', tags: [], extractions: [{ source: 'iocr', fields: [field('nome', 'A')], tables: [] }] }],
    [{ score: 0, needsReview: true }],
  ],
  [
    'the score of one of several extractions is not that of the document',
    PAGES,
    [scored('iocr'), scored('iocr', 'official')],
    [{ score: 0.9 }, { score: null }],
  ],
  [
    'sections of a document without extractions are read',
    PAGES,
    [contentItem({ fields: [], sections: inside.sections })],
    [{ fields: { cpf: '1' }, sections: [{ name: 'std-header' }] }],
  ],
  [
    'tags that are an object are kept',
    PAGES,
    [contentItem({ tags: { country: 'bra', pages: 2 } }), contentItem({ tags: 'type=rg' })],
    [{ tags: { country: 'bra', pages: '2' } }, { tags: { type: 'rg' } }],
  ],
])('%s', async (_what, operation, result, told) => {
  expect(await jsonOf(result, { text: 'x', options: { fieldNames: 'stdName' } }, operation)).toMatchObject(told);
});

test('what has only a standardised name is called by it', async () => {
  const only = (stdName: string, members: object) => ({ name: null, stdName, ...members });
  const tables = [only('t', { values: [[only('c', { value: '2', score: 1 })]] })];
  const parts = { fields: [only('f', { value: '1', score: 0.1 })], tables };
  const told = { fields: { f: '1' }, tables: { t: [{ c: '2' }] } };
  const result = [pagesItem([section(null, { stdName: 'header', ...parts })])];
  expect(await jsonOf(result, { options: { minScore: 0.5 } }, 'document.extractPages')).toMatchObject([
    { ...told, sections: [{ name: 'header', ...told }], lowConfidence: ['f'] },
  ]);
  const [json] = await jsonOf(result, { output: 'markdown' }, 'document.extractPages');
  expect(json?.['markdown']).toContain('## header');
});

test('a score that is a text is the number that it says: of documents, fields, cells and sections', async () => {
  const options = { minScore: 0.5, includeScores: true };
  const itens = { ...table('itens', ['a'], []), values: [[{ name: 'a', value: '1', score: '0.2' }]] };
  const parts = { fields: [field('nome', 'Ana', '0.4'), field('cpf', '1', '0.9')], tables: [itens] };
  const [json] = await jsonOf([contentItem({ score: '0.97', ...parts })], { options });
  expect(json).toMatchObject({
    score: 0.97,
    scores: { nome: 0.4, cpf: 0.9 },
    lowConfidence: ['nome', 'itens.a'],
    needsReview: true,
  });
  const pages = [pagesItem([section('header', { score: '0.3', ...parts })])];
  expect(await jsonOf(pages, { options }, 'document.extractPages')).toMatchObject([{ sections: [{ score: 0.3 }] }]);
});

test('a status code that is not known is no success, and what is said tells that a result came all the same', async () => {
  const status = { code: 'W001', message: 'Ok', errors: null };
  const answer = { json: envelope([contentItem()], { status }) };
  const { error } = await scenario('document.extractContent')
    .responds(() => answer)
    .with();
  expect(error?.message).toBe('Ok (W001) [item 0]');
  expect(error?.description).toContain('The service sent a result all the same, and may have billed it.');
});

test('a selection of a document that is judged says whether a person should check it, and what for', async () => {
  const select = async (options: INodeParameters) => {
    const parameters = { output: 'selectedFields', selectedFields: ['nome'], options };
    return (await jsonOf([contentItem()], parameters))[0];
  };
  expect(await select({ minScore: 0.1 })).toEqual({
    fields: { nome: 'Ana Souza' },
    requestId: 'req-1',
    needsReview: false,
  });
});

describe('an integer that JavaScript would round keeps its digits, as a text', () => {
  const key = '35251112345678000190550010000012341123456789';
  const text = `say: ${key}, "key": [${key}, \\"${key}\\`;

  test.each([
    ['as a number', key, key],
    ['one with decimals, which are rounded', '9007199254740993.5', 9007199254740994],
    ['inside a text', JSON.stringify(text), text],
    ['after such a text', JSON.stringify([text, 'here']).replace('"here"', key), [text, key]],
    ['beyond what a number can be', '9'.repeat(400), '9'.repeat(400)],
  ])('%s', async (_what, written, expected) => {
    const body = JSON.stringify(envelope([contentItem()])).replace('{', `{"more": {"value": ${written}}, `);
    const { json } = await scenario('document.extractContent')
      .responds(() => ({ body, headers: { 'content-type': 'application/json' } }))
      .with({ output: 'raw' });
    expect(json).toMatchObject([{ more: { value: expected }, status: { code: '200' } }]);
  });
});

describe('what is no list of objects is output as it came, for a person to check', () => {
  const cpf = field('cpf', '1');
  const inside = (extractions: unknown) => pagesItem([], { extractions });
  const DOCUMENTS: Array<[string, object]> = [
    ['fields by name', contentItem({ fields: { nome: 'Ana', cpf: { value: '1' } } })],
    ['fields without a name', contentItem({ fields: ['Ana', null, 7] })],
    ['fields that are a text', contentItem({ fields: 'some text' })],
    ['tables by name', contentItem({ tables: { itens: [[{ name: 'a', value: '1' }]] } })],
    ['crops by name', contentItem({ crops: { photo: JPEG.toString('base64') } })],
    ['an extraction without a list', inside({ source: 'iocr', sections: [section('x', { fields: [cpf] })] })],
    ['sections by name', inside([{ source: 'iocr', sections: { header: { fields: [cpf] } } }])],
    ['fields by name in a section', pagesItem([section('x', { fields: { cpf: '1' } })])],
  ];
  const FORMS: INodeParameters[] = [
    {},
    { splitInto: 'sections' },
    { splitInto: 'rows' },
    { output: 'markdown' },
    { output: 'selectedFields', selectedFields: ['cpf'] },
  ];

  test.each(DOCUMENTS)('%s', async (_what, document) => {
    for (const form of FORMS)
      expect([form, await jsonOf([document, contentItem()], form, 'document.extractPages')]).toEqual([
        form,
        [
          { ...document, needsReview: true, requestId: 'req-1' },
          ...(await jsonOf([contentItem()], form, 'document.extractPages')),
        ],
      ]);
  });

  test('and leaves by the output for review, in raw form too', async () => {
    for (const output of ['simplified', 'raw']) {
      const given = { output, options: { reviewOutput: true } };
      const { outputs, hints } = await read([contentItem({ fields: { nome: 'Ana' } })], given);
      expect([output, outputs.map((items) => items?.length)]).toEqual([output, [0, 1]]);
      if (output === 'simplified') expect(hints).toEqual([expect.stringContaining('has another shape than')]);
    }
  });

  const component = { name: 'cep', stdName: 'postcode', value: '80010-000', stdValue: '80010000', score: 0.2 };
  const group = { name: 'endereco', stdValue: 'Rua A, 1', score: 1, components: [component], secondaries: [] };
  const inGroups = (groups: unknown) => ({ extractions: [{ source: 'x', sections: [{ name: 's', groups }] }] });

  test.each<[string, object]>([
    ['a section without a list', { extractions: [{ source: 'x', sections: { name: 's', groups: [group] } }] }],
    ['groups by name', inGroups({ endereco: group })],
  ])('addresses: %s', async (_what, content) => {
    const contents = [{ index: 0, ...content }];
    const given = { text: 'x', options: { reviewOutput: true } };
    const { outputs } = await read({ contents }, given, 'address.parse');
    expect(outputs.map((items) => items.map(({ json }) => json))).toEqual([
      [],
      [{ index: 0, ...content, needsReview: true, requestId: 'req-1' }],
    ]);
  });

  test('addresses: groups without a section are read, and so is the only content without a list', async () => {
    const contents = { index: 0, extractions: [{ source: 'x', groups: [group] }] };
    expect(await jsonOf({ contents }, { text: 'x' }, 'address.parse')).toMatchObject([
      { postcode: '80010000', group: 'endereco', section: null, source: 'x' },
    ]);
  });
});

test('a field keeps its value in another member, and its name if that is a number', async () => {
  const fields = [
    { name: 'nome', text: 'Ana', score: 0.2 },
    { key: 'cpf', content: '1' },
    { name: 7, value: 'seven' },
    { name: 'rg', stdName: null, score: 1 },
    { name: 'uf', value: null, page: 1 },
  ];
  const options = { minScore: 0.5, fieldRules: { rule: [{ name: 'nome', required: true }] } };
  const told = { nome: { text: 'Ana' }, '': { key: 'cpf', content: '1' }, 7: 'seven', rg: null, uf: null };
  const judged = { lowConfidence: ['nome'], missing: [] };
  expect(await jsonOf([contentItem({ fields })], { options })).toMatchObject([{ fields: told, ...judged }]);
  const [shown] = await jsonOf([contentItem({ fields })], { output: 'markdown' });
  expect(shown?.['markdown']).toMatch(/Ana[^]*cpf/);
});

test('a crop that has only a standardised name is called by it', async () => {
  const crops = [{ name: null, stdName: 'photo', value: JPEG.toString('base64') }];
  const { items } = await read([contentItem({ crops })]);
  expect(Object.keys(items[0]?.binary ?? {})).toEqual(['crop_photo']);
});

test('a field called as the original of an invoice is no file where there is no invoice', async () => {
  const download = Buffer.from('a text of a document').toString('base64');
  for (const output of ['simplified', 'markdown']) {
    const { items } = await read([contentItem({ fields: [field('download', download)] })], { output });
    expect(JSON.stringify(items.map(({ json }) => json))).toContain(download);
    expect(items.map(({ binary }) => binary)).toEqual([undefined]);
  }
});
