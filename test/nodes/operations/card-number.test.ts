// The option "Mask Card Number": only the last four digits are shown, wherever the number stands, and it is judged as it was read.
import type { INodeParameters } from 'n8n-workflow';
import { pdfItem } from '../../support/document-node.ts';
import { failure } from '../../support/envelope.ts';
import { contentItem, field, pagesItem, section } from '../../support/samples.ts';
import { jsonOf, refuses, scenario } from '../../support/scenario.ts';

const CARD = 'document.extractPaymentCard';
const NUMBER = '5555 5555 5555 4444';
const SHOWN = '**** **** **** 4444';
const masked = (result: unknown, { options = {}, ...parameters }: INodeParameters = {}) =>
  jsonOf(result, { ...parameters, options: { maskCardNumber: true, ...(options as INodeParameters) } }, CARD);
const card = (...fields: unknown[]) => pagesItem([section('payment_card', { fields })]);

test('a payment card has its fields, and its number unless it is to be masked', async () => {
  const fields = [field('number', NUMBER), field('network', 'visa'), field('expiry_month', '08')];
  expect(await jsonOf([card(...fields)], {}, CARD)).toMatchObject([
    { fields: { number: NUMBER, network: 'visa', expiry_month: '08' } },
  ]);
  const told = { fields: { number: SHOWN, network: 'visa', expiry_month: '08' } };
  expect(await masked([card(...fields)])).toMatchObject([{ ...told, sections: [told] }]);
});

test.each<[value: unknown, shown: unknown]>([
  ['5555555555554444', '************4444'],
  [null, null],
  [
    ['5555', '5555', '5555', '4444'],
    ['****', '****', '****', '4444'],
  ],
  [
    ['5555555555554444', '4111-1111-1111-1234'],
    ['************4444', '****-****-****-1234'],
  ],
  ['5555  5555  5555  4444', '****  ****  ****  4444'],
  ['5555\n5555\n5555 4444', '****\n****\n**** 4444'],
  ['5555\u00a05555\u20135555 - 4444', '****\u00a0****\u2013**** - 4444'],
  ['5555*5555;5555_4444', '*********;****_4444'],
  ['5555·5555·5555·4444', '****·****·****·4444'],
  ['5555\u200b5555\u200b5555\u200b4444', '****\u200b****\u200b****\u200b4444'],
  ['5555     5555     5555     4444', '****     ****     ****     4444'],
  [['12/29 5555-5555-5555-4444 (debit)'], ['**/** ****-****-****-4444 (debit)']],
  ['5555 5555 5555 4444 12/27', '**** **** **** **** 12/27'],
  ['5555 5555 5555 4444 / 4111111111111234', '**** **** **** **** / ************1234'],
  ['Nº5555 5555 5555 4444', 'Nº**** **** **** 4444'],
])('%j is shown as %j, whatever it is called', async (value, shown) => {
  const [json] = await masked([card(field('number', value), field('pan', value))]);
  expect(json?.['fields']).toEqual({ number: shown, pan: shown });
});

test('it is found in a sentence, and as an object of its groups', async () => {
  const groups = { first: '5555', second: '5555', third: '5555', last: '4444' };
  const line = `Card ${NUMBER} VALID THRU 12/29`;
  // A longer one without spaces is a file.
  const long = '5555555555554444'.padStart(1000, 'x');
  const [json] = await masked([card(field('number', groups), field('line', line), field('long', long))]);
  expect(json?.['fields']).toEqual({
    number: { first: '****', second: '****', third: '****', last: '4444' },
    line: `Card ${SHOWN} VALID THRU 12/29`,
    long: '************4444'.padStart(1000, 'x'),
  });
});

test('what is no card number stays', async () => {
  const key = '35251112345678000190550010000012341123456789';
  const others = { cpf: '11144477735', key, corners: [120, 340, 560, 780], expiry: '08/2027' };
  const fields = Object.entries(others).map(([name, value]) => field(name, value));
  expect(await masked([card(...fields)], { options: { typedValues: true } })).toMatchObject([{ fields: others }]);
});

test('in the tags of a document and of an extraction, in tables and in codes', async () => {
  const extraction = { source: 'iocr', tags: [`card=${NUMBER}`], sections: [] };
  const tagged = { type: 'card', tags: ['pan=5555555555554444', 'country=bra'], extractions: [extraction] };
  expect(await masked([tagged])).toMatchObject([{ tags: { pan: '************4444', country: 'bra', card: SHOWN } }]);
  const tables = [{ name: 'u', rows: [[NUMBER, 7]] }];
  expect(await masked([contentItem({ tables, metadata: { barcodes: [5555555555554444] } })])).toMatchObject([
    { tables: [{ rows: [[SHOWN, 7]] }], metadata: { barcodes: ['************4444'] } },
  ]);
});

test('of a document that is output as it came', async () => {
  expect(await masked([contentItem({ fields: { number: NUMBER } })])).toMatchObject([
    { fields: { number: SHOWN }, needsReview: true },
  ]);
});

test.each(['simplified', 'raw', 'markdown'])('beside a result, in its status and in no picture: %s', async (output) => {
  const image = 'iVBORw0KGgo'.padEnd(3_000_000, '1234567890123456');
  const status = { code: '200', message: `card ${NUMBER}`, errors: [NUMBER] };
  const answer = { requestId: 'req-1', status, metadata: { barcodes: [{ number: NUMBER }] } };
  const given = { output, options: { maskCardNumber: true, filesAsBinary: false } };
  for (const result of [[], [{ ...contentItem({ fields: [field('number', NUMBER)] }), image }]]) {
    const { json } = await scenario(CARD)
      .responds(() => ({ json: { ...answer, result } }))
      .with(given);
    const shown = JSON.stringify(json);
    expect(shown.includes(image)).toBe(result.length > 0);
    expect(shown.replaceAll(image, '')).toMatch(/\*\*\*\* 4444/);
    expect(shown.replaceAll(image, '')).not.toContain(NUMBER);
    expect(json[0]?.['requestId']).toBe('req-1');
  }
});

test.each<[string, INodeParameters]>([
  ['documents', {}],
  ['rows', { splitInto: 'rows' }],
  [
    'a selection',
    { output: 'selectedFields', selectedFields: ['number', 'tables', 'sections', 'texts', 'invalid', 'missing'] },
  ],
])('it is judged as it was read, and shown nowhere: %s', async (_form, form) => {
  const tables = [
    // A cell without a name of its own has that of its column.
    { name: 't', stdName: null, headers: [{ name: 'number' }], values: [[{ value: '5555555555554444' }]] },
    { name: 'u', page: { number: 3 }, rows: [{ number: '5555555555554444' }, { number: [NUMBER, 5555555555554444] }] },
  ];
  const document = pagesItem([section('payment_card', { fields: [field('number', NUMBER)], tables })]);
  const rule = [
    { name: 'number', required: true, format: 'regex', pattern: '^\\d{4} \\d{4} \\d{4} \\d{4}$' },
    { name: 't.number', format: 'regex', pattern: '^\\d{16}$' },
  ];
  const items = await masked([document], {
    ...form,
    options: { typedValues: true, includeScores: true, fieldRules: { rule } },
  });
  for (const json of items) expect(json).toMatchObject({ invalid: [], missing: [] });
  expect(JSON.stringify(items)).not.toMatch(/5555/);
  if (form['splitInto'] === 'rows') expect(items.at(-1)?.['row']).toMatchObject({ page: { number: 3 } });
});

test('in the message of a failure it is masked for the items that ask for it', async () => {
  const errors = [{ field: 'number', found: 5555555555554444, reason: `No network has ${NUMBER}` }];
  const failed = scenario(CARD).responds(() => ({
    status: 400,
    json: failure('R101', `Card ${NUMBER} is unknown`, errors),
  }));
  const run = async (maskCardNumber: string) => {
    const items = [await pdfItem(), await pdfItem()];
    return (await failed.with({ options: { maskCardNumber, maxConcurrency: 1 } }, { items })).error;
  };
  const error = await run('={{ $itemIndex === 0 }}');
  expect(error?.message).toBe(`Card ${SHOWN} is unknown (R101) [item 0]`);
  expect(error?.description).toMatch(/No network has \*{4} \*{4} \*{4} 4444.*Request ID: req-1/);
  expect(JSON.stringify([error, error?.context])).not.toMatch(/5555/);
  expect((await run('={{ $itemIndex === 1 }}'))?.message).toBe(`Card ${NUMBER} is unknown (R101) [item 0]`);
});

refuses(CARD, [
  [{ options: { maskCardNumber: '={{ $json.nope }}' } }, 'The option "Mask Card Number" has no value'],
  [{ options: { maskCardNumber: '={{ null }}' } }, 'The option "Mask Card Number" has no value'],
]);
