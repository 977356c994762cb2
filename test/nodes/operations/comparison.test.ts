// Compare Content: what was expected beside what was found.
import { contentItem, field, table } from '../../support/samples.ts';
import { jsonOf } from '../../support/scenario.ts';

type Expected = Array<[name: string, value: string]>;
interface Compared {
  name: string;
  expected: unknown;
  found: unknown;
  score: unknown;
  equal: boolean;
}

/** The comparison of these expectations with what the service has found. */
async function compare(expected: Expected, fields: unknown[], members = {}, parameters = {}): Promise<Compared[]> {
  const given = { fields: { field: expected.map(([name, value]) => ({ name, value })) }, ...parameters };
  const [json] = await jsonOf([contentItem({ fields, ...members })], given, 'document.compareContent');
  return json?.['comparison'] as never;
}

test('each field that was sent has its expected and its found value, in the order in which it was sent', async () => {
  const found = [field('nome', 'Ana', 1), field('cpf', '1', 0.2)];
  expect(
    await compare(
      [
        ['cpf', '2'],
        ['nome', 'Ana'],
        ['rg', ''],
      ],
      found,
      { type: null, stdType: null, score: null, tags: null, tables: null, processType: null, pageNumber: 0 },
    ),
  ).toEqual([
    { name: 'cpf', expected: '2', found: '1', score: 0.2, equal: false },
    { name: 'nome', expected: 'Ana', found: 'Ana', score: 1, equal: true },
    { name: 'rg', expected: '', found: null, score: null, equal: false },
  ]);
});

test.each<[expected: string, found: unknown, isEqual: boolean]>([
  ['', null, true],
  [' ', '', true],
  ['x', ' ', false],
  ['text', null, false],
  // A number is an amount, a text is not.
  ['={{ 10 }}', '10.00', true],
  ['={{ -0.1 }}', '-0.10', true],
  ['={{ 10 }}', '10.01', false],
  ['10', '10.00', false],
  // A date without a time is a day.
  ["={{ DateTime.fromISO('1990-01-31', { zone: 'America/Sao_Paulo' }) }}", '1990-01-31', true],
  ['1990-01-31T00:00:00', '1990-01-31', true],
  ['={{ new Date("2030-05-01") }}', '2030-05-01', true],
  ['={{ new Date("1990-01-31T05:00:00.000Z") }}', '1990-01-31', true],
  ['1990-01-31T00:00:00.000-03:00', '1990-01-31T00:00:00.000-03:00', true],
  ['1990-01-31T10:30:00Z', '10:30:00', false],
])('an expected %j and a found %j are equal: %s', async (expected, found, isEqual) => {
  expect(await compare([['x', expected]], [field('x', found)])).toMatchObject([{ found, equal: isEqual }]);
});

test('the cells of a column are found', async () => {
  const tables = [table('itens', ['valor'], [['1'], ['2']])];
  const expected: Expected = [
    ['itens.valor', '2'],
    ['itens.valor', '1'],
    ['std-itens.std-valor', '1'],
  ];
  expect(await compare(expected, [], { tables })).toMatchObject([
    { found: '2', equal: true },
    { found: '1', equal: true },
    { found: '1', equal: true },
  ]);
});

const two = [field('socio', 'Bia', 0.8, 'partner'), field('socio', 'Ana', 0.9, 'partner')];

test.each<[name: string, expected: string[], fields: unknown[], found: string[], equal: boolean[]]>([
  ['socio', ['Ana', 'Bia'], two, ['Ana', 'Bia'], [true, true]],
  ['socio', ['Caio', 'Bia'], two, ['Ana', 'Bia'], [false, true]],
  // One value for two expectations: both are compared with it.
  ['socio', ['Ana', 'Bia'], two.slice(0, 1), ['Bia', 'Bia'], [false, true]],
])(
  'a name that is compared several times is so with each value: %s with %j',
  async (name, expected, fields, found, equal) => {
    const asked = expected.map((value): [string, string] => [name, value]);
    const told = await compare(asked, fields);
    expect([told.map((one) => one.found), told.map((one) => one.equal)]).toEqual([found, equal]);
  },
);

test('is in Markdown, in a selection, and where nothing was recognised', async () => {
  const of = async (result: unknown[], output: string) => {
    const fields = { field: [{ name: 'cpf', value: '1|2' }] };
    return await jsonOf(result, { fields, output, selectedFields: ['comparison'] }, 'document.compareContent');
  };
  const head = '## comparison\n\n| name | expected | found | score | equal |\n| --- | --- | --- | --- | --- |\n';
  const [shown] = await of([contentItem({ fields: [field('cpf', '3', 0.95)] })], 'markdown');
  expect(shown?.['markdown']).toContain(`${head}| cpf | 1\\|2 | 3 | 0.95 | false |`);
  expect((await of([], 'markdown'))[0]?.['markdown']).toContain(`${head}| cpf | 1\\|2 |  |  | false |`);
  const missing = { name: 'cpf', expected: '1|2', found: null, score: null, equal: false };
  expect(await of([], 'selectedFields')).toEqual([{ comparison: [missing], requestId: 'req-1' }]);
  expect(await of([], 'simplified')).toMatchObject([{ comparison: [missing], needsReview: true }]);
});

test.each(['sections', 'rows'])('is once in a document split into %s, first of all', async (splitInto) => {
  const tables = [table('t', ['a'], [['1'], ['2']])];
  const given = { fields: { field: [{ name: 'nome', value: 'x' }] }, splitInto };
  const items = await jsonOf([contentItem({ tables }), contentItem({ tables })], given, 'document.compareContent');
  expect(items.map((item) => 'comparison' in item)).toEqual(
    splitInto === 'rows' ? [true, false, true, false] : [true, true],
  );
});
