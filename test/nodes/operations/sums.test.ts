import type { INodeParameters } from 'n8n-workflow';
import { contentItem, field, table } from '../../support/samples.ts';
import { jsonOf, read, refuses } from '../../support/scenario.ts';

type Part = [name: string, sign?: string];
const sum = (total: string, parts: Part[], tolerance?: unknown) => ({
  total,
  parts: { part: parts.map(([name, sign]) => ({ name, ...(sign ? { sign } : {}) })) },
  ...(tolerance === undefined ? {} : { tolerance }),
});
const sums = (...list: object[]) => ({ options: { sums: { sum: list } } }) as INodeParameters;

const LINES: Part[] = [['itens.valor']];
const NET: Part[] = [['bruto'], ['iss', 'minus'], ['frete', 'plus']];

const bill = (values: Record<string, unknown>, rows: unknown[] = []) =>
  contentItem({
    fields: Object.entries(values).map(([name, value]) => field(name, value, 0.99, `std-${name}`)),
    tables: [
      table(
        'itens',
        ['descricao', 'valor'],
        rows.map((value) => ['x', value]),
      ),
    ],
  });

test('what does not add up is invalid with both numbers, and for review', async () => {
  const given = bill({ bruto: '1000.00', iss: '50.00', frete: '5', liquido: '955.01', total: '30' }, ['10.1', '19.8']);
  expect(await jsonOf([given], sums(sum('liquido', NET), sum('total', LINES)))).toMatchObject([
    {
      invalid: ['liquido: 955.01, but its parts add up to 955.00', 'total: 30.00, but its parts add up to 29.90'],
      notChecked: [],
      needsReview: true,
    },
  ]);
});

test('what lacks a part is not checked, which is no reason for a review', async () => {
  const given = bill({ bruto: '1000.00', iss: ' ', liquido: '1' }, ['10', null]);
  expect(
    await jsonOf([given], sums(sum('liquido', NET), sum('bruto', LINES), sum('nowhere', [['bruto']]))),
  ).toMatchObject([
    {
      invalid: [],
      notChecked: [
        'liquido: iss has no value, frete has no value',
        'bruto: itens.valor lacks a value',
        'nowhere: nowhere has no value',
      ],
      needsReview: false,
    },
  ]);
});

describe('an optional part', () => {
  const deductions = (values: Record<string, unknown>, rows: unknown[] = [], optional: unknown = true) => {
    const part = [{ name: 'bruto' }, { name: 'deducoes', sign: 'minus', optional }, { name: 'itens.valor', optional }];
    return jsonOf([bill(values, rows)], sums({ total: 'liquido', parts: { part } }));
  };

  test.each([
    ['is not there', { bruto: '10', liquido: '10' }, []],
    ['is empty', { bruto: '10', liquido: '10', deducoes: ' ' }, [null]],
    ['has a value', { bruto: '10', liquido: '9', deducoes: '1' }, []],
    ['lacks a value in a row', { bruto: '10', liquido: '12', deducoes: null }, ['2', null]],
  ])('counts as zero where it %s', async (_where, values, rows) => {
    expect(await deductions(values, rows)).toMatchObject([{ invalid: [], notChecked: [], needsReview: false }]);
  });

  test('makes a cent no less wrong, and is no excuse for what is no amount', async () => {
    expect((await deductions({ bruto: '10', liquido: '9.99' }))[0]).toMatchObject({
      invalid: ['liquido: 9.99, but its parts add up to 10.00'],
    });
    expect((await deductions({ bruto: '10', liquido: '10', deducoes: 'none' }))[0]).toMatchObject({
      ...{ invalid: [], notChecked: ['liquido: deducoes is no amount'] },
    });
  });

  test('excuses no other part, and a sum of which no part has a value is not checked', async () => {
    expect((await deductions({ liquido: '10' }))[0]?.['notChecked']).toEqual(['liquido: bruto has no value']);
    expect((await deductions({ bruto: '10', liquido: '10' }, [], 'false'))[0]?.['notChecked']).toEqual([
      'liquido: deducoes has no value, itens.valor has no value',
    ]);
    const part = [{ name: 'deducoes', optional: true }];
    const [item] = await jsonOf([bill({ liquido: '10', deducoes: '' })], sums({ total: 'liquido', parts: { part } }));
    expect(item).toMatchObject({ invalid: [], notChecked: ['liquido: no part has a value'] });
  });
});

test('a row without anything in it lacks nothing; one without the cell lacks its value', async () => {
  const cell = (name: string, value: unknown) => ({ name, value });
  const rows = (...values: unknown[][]) => [{ ...bill({ total: '3' }), tables: [{ name: 't', headers: [], values }] }];
  const checked = async (...values: unknown[][]) =>
    (await jsonOf(rows(...values), sums(sum('total', [['t.v']]))))[0]?.['notChecked'];
  const [one, two] = [
    [cell('d', 'x'), cell('v', '1')],
    [cell('d', 'y'), cell('v', '2')],
  ];
  expect(await checked(one!, [cell('d', ''), cell('v', null)], [], two!)).toEqual([]);
  expect(await checked(one!, [cell('d', 'z')], two!)).toEqual(['total: t.v lacks a value']);
});

test.each([
  ['1.234,56', '1234.56'],
  ['R$ 1.234,56', '1,234.56'],
  ['-1.234,56', '(1234.56)'],
  ['R$ -1.234,56', '1.234,56-'],
  ['−1234.56', '-R$ 1.234,56'],
  ['1.234.567', '1,234,567.00'],
  ['+5', '5.0000000000'],
  [12.345, '12.3450'],
  ['0.125', '0.1250'],
  ['90071992547409.93', '90071992547409,9300'],
])('%s and %s are one amount', async (one, other) => {
  expect(await jsonOf([bill({ total: one, a: other })], sums(sum('total', [['a']], 0)))).toMatchObject([
    { invalid: [], notChecked: [] },
  ]);
});

test.each([
  ['1.234', 'a is "1.234", which may be two amounts'],
  ['1,5', 'a is no amount'],
  [{ of: 5 }, 'a is no amount'],
])('of %j nothing is guessed', async (value, reason) => {
  expect(await jsonOf([bill({ total: '5', a: value })], sums(sum('total', [['a']])))).toMatchObject([
    { invalid: [], notChecked: [`total: ${reason}`], needsReview: false },
  ]);
  expect(await jsonOf([bill({ total: value, t: '5' })], sums(sum('total', [['t']])))).toMatchObject([
    { invalid: [], notChecked: [`total: ${reason.replace('a is', 'total is')}`] },
  ]);
});

test.each([
  [undefined, '10.009', true],
  [undefined, '10.01', false],
  [0, '10.0000000001', false],
  [0.05, '10.04', true],
  [0.05, '10.05', false],
  ['0.05', '9.96', true],
])('with the tolerance %j, 10 and %s count as equal: %s', async (tolerance, read, isEqual) => {
  const text = read.replace(/(\.\d{3})$/, '$10');
  const [item] = await jsonOf([bill({ total: text, a: '10' })], sums(sum('total', [['a']], tolerance)));
  expect(item).toMatchObject({ invalid: isEqual ? [] : [expect.any(String)], notChecked: [] });
});

test('a part that repeats counts each time; a total that repeats has to be the same each time', async () => {
  const of = (...totals: string[]) => [
    contentItem({
      fields: [field('a', '1'), field('a', '2'), ...totals.map((total) => field('total', total))],
      tables: [],
    }),
  ];
  const given = sums(sum('total', [['a']]));
  for (const totals of [
    ['3.00', '3,00'],
    ['3', ''],
  ])
    expect(await jsonOf(of(...totals), given)).toMatchObject([{ invalid: [], notChecked: [] }]);
  expect(await jsonOf(of('3', '4'), given)).toMatchObject([{ notChecked: ['total: total has several values'] }]);
});

describe('every form tells it', () => {
  const WRONG = 'total: 4.00, but its parts add up to 3.00';
  const UNKNOWN = 'net: iss has no value';
  const given = { sums: { sum: [sum('total', LINES), sum('net', [['iss']])] }, reviewOutput: true };
  const document = [bill({ total: '4', net: '1' }, ['1', '2'])];
  const outputsOf = async (parameters: object) =>
    (await read(document, { options: given, ...parameters } as INodeParameters)).outputs.map((items) =>
      items.map(({ json }) => json),
    );

  test.each([
    ['simplified', {}, 1],
    ['a selection', { output: 'selectedFields', selectedFields: ['total'] }, 1],
    ['rows', { splitInto: 'rows' }, 2],
  ])('%s', async (_form, parameters, count) => {
    const [done, review] = await outputsOf(parameters);
    expect(done).toEqual([]);
    expect(review).toHaveLength(count);
    for (const item of review ?? [])
      expect(item).toMatchObject({ invalid: [WRONG], notChecked: [UNKNOWN], needsReview: true });
  });

  test('markdown has it in its text, for whoever gets only that', async () => {
    const [, review] = await outputsOf({ output: 'markdown' });
    expect(review?.[0]?.['markdown']).toMatch(
      /\n\n## Sums\n\n- total: 4\.00, but its parts add up to 3\.00\n- net: iss has no value$/,
    );
    const textOf = async (total: string) => {
      const read = [bill({ total, net: '1', iss: '1' }, ['1', '2'])];
      const [item] = await jsonOf(read, { output: 'markdown', options: { sums: given.sums } } as INodeParameters);
      return item?.['markdown'];
    };
    expect(await textOf('4')).toContain(`## Sums\n\n- ${WRONG}`);
    expect(await textOf('3')).not.toContain('Sums');
  });
});

test('a hint tells names that no document has', async () => {
  const parts: Part[] = [['itens.valor'], ['itens.vlaor']];
  const { hints } = await read([bill({ total: '1' }, ['1'])], sums(sum('total', parts)));
  expect(hints).toEqual(['No document has what "Sums" names: itens.vlaor. Check the spelling.']);
});

refuses('document.extractContent', [
  [{ options: { sums: {} } }, 'The option "Sums" has no entries'],
  [sums({ total: ' ', parts: { part: [{ name: 'a' }] } }), '"Total" of an entry of "Sums" is empty'],
  [sums({ total: 't', parts: {} }), 'The sum "t" has no parts'],
  [sums(sum('t', [[' ']])), '"Field Name" of an entry of "Parts" is empty'],
  [sums(sum('t', [['a', 'times']])), '"Sign" of an entry of "Parts" is "times"'],
  [
    sums({ total: 't', parts: { part: [{ name: 'a', optional: 'maybe' }] } }),
    '"Optional" of an entry of "Parts" is "maybe"',
  ],
  [sums(sum('t', [['a']], -1)), '"Tolerance" of an entry of "Sums" is "-1", not a number'],
  [sums(sum('t', [['a']], '0,01')), '"Tolerance" of an entry of "Sums" is "0,01", not a number'],
]);
