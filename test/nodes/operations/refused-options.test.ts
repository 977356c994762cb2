// Values an expression, a workflow made by a program or a typing person can give: refused before anything is sent.
import type { INodeParameters } from 'n8n-workflow';
import { runOperation } from '../../support/document-node.ts';
import { openedForAllTests } from '../../support/opened.ts';
import { startServer } from '../../support/server.ts';

const server = openedForAllTests(() => startServer());
beforeEach(() => void (server.requests.length = 0));

const read = async (parameters: INodeParameters) =>
  await runOperation(server, 'document.extractContent', {
    source: 'url',
    fileUrl: 'https://example.com/a',
    ...parameters,
  });
const bill = async (options: INodeParameters) =>
  await runOperation(server, 'billing.getDailySummary', { period: 'yesterday', output: 'totals', options });

const rules = (...rule: object[]) => ({ options: { fieldRules: { rule } } }) as INodeParameters;

test.each<[INodeParameters, string | RegExp]>([
  [rules({ name: 'a' }, { name: ' a\t' }), 'two rules for the field "a"'],
  [rules({ name: 'a' }, { name: 'b' }, { name: 'a', format: 'cpf' }), 'two rules for the field "a"'],
  [rules({ name: ' ' }), 'has no field name'],
  [rules({ format: 'cpf' }), 'has no field name'],
  [rules(), 'The option "Field Rules" has no entries'],
  [{ options: { fieldRules: {} } }, 'The option "Field Rules" has no entries'],
  [{ options: { fieldRules: '={{ { rule: [{ name: "a" }] } }}' } }, 'The option "Field Rules" has no entries'],
  [{ options: { fieldRules: '={{ [{ name: "a" }] }}' } }, 'The option "Field Rules" has no entries'],
  [rules({ name: 'a', format: 'telefone' }), 'unknown format "telefone"'],
  [rules({ name: 'a', format: '={{ 7 }}' }), 'unknown format "7"'],
  [rules({ name: 'a', format: '={{ ["cpf"] }}' }), 'unknown format "["cpf"]"'],
  [rules({ name: 'a', format: '={{ "__proto__" }}' }), 'unknown format "__proto__"'],
  ...['-0.1', '1.01', '80', '"0,8"', '"80%"', 'true', '[0.5]', '({})', '"high"'].map(
    (score): [INodeParameters, RegExp] => [
      rules({ name: 'a', minScore: `={{ ${score} }}` }),
      /"Minimum Score" of the rule for the field "a" is ".*", not a number from 0 to 1 /,
    ],
  ),
  [rules({ name: 'a', required: '={{ "yes" }}' }), '"Required" of the rule for the field "a" is "yes"'],
  [rules({ name: 'a', required: '={{ 1 }}' }), '"Required" of the rule for the field "a" is "1"'],
  ...['', '(', '[a', 'a**', '(a+)+', '(a|aa)*', '/a/g', 'a{5000}', '((a{50}){50}){50}', 'a'.repeat(501)].map(
    (pattern): [INodeParameters, string] => [
      rules({ name: 'a', format: 'regex', pattern }),
      'The pattern of the rule for the field "a" cannot be used',
    ],
  ),
  ...['-0.1', '1.01', '80', '"0,8"', 'true', '[0.5]', '({})'].map((score): [INodeParameters, RegExp] => [
    { options: { minScore: `={{ ${score} }}` } },
    /The option "Minimum Score" is ".*", not a number from 0 to 1 /,
  ]),
  [{ output: 'html' }, 'The parameter "Output" is "html"'],
  [{ output: '={{ ["raw"] }}' }, 'The parameter "Output" is "["raw"]"'],
  [{ output: '={{ 5 }}' }, 'The parameter "Output" is "5"'],
  [{ splitInto: '={{ ["rows"] }}' }, 'The parameter "Split Into" is "["rows"]"'],
  [{ output: 'selectedFields', selectedFields: [] }, 'The parameter "Selected Fields" is empty'],
  [{ output: 'selectedFields', selectedFields: [' ', ''] }, 'The parameter "Selected Fields" is empty'],
  [{ output: 'selectedFields', selectedFields: '={{ " , " }}' }, 'The parameter "Selected Fields" is empty'],
  [
    { output: 'selectedFields', selectedFields: '={{ ({ a: 1 }) }}' },
    'The parameter "Selected Fields" is not a list of texts',
  ],
  [
    { output: 'selectedFields', selectedFields: '={{ [{ name: "a" }] }}' },
    'The parameter "Selected Fields" is not a list of texts',
  ],
  ...['12345678901234567890', '1e21', 'NaN', '[12345678901234567890]'].map((number): [INodeParameters, string] => [
    { options: { tags: `={{ ${number} }}` } },
    'The option "Tags" has a number that cannot be sent unchanged',
  ]),
  [{ options: { tags: '={{ ({ id: 12345678901234567890 }) }}' } }, '"Tags" has a number that cannot be sent unchanged'],
  [{ options: { filePassword: '={{ 12345678901234567890 }}' } }, '"File Password" has a number that cannot'],
  // What is hidden in messages is a text or a number.
  ...['new Date(0)', 'true', '["x"]'].map((password): [INodeParameters, string] => [
    { options: { filePassword: `={{ ${password} }}` } },
    'The option "File Password" is not a text',
  ]),
  [{ source: 'base64', fileBase64: '={{ NaN }}' }, '"File Base64" has a number that cannot be sent unchanged'],
  ...['new Map([["country", "bra"]])', 'new Set(["country=bra"])'].map((tags): [INodeParameters, string] => [
    { options: { tags: `={{ ${tags} }}` } },
    'The option "Tags" has bytes, a map, a set or the like, which JSON does not have',
  ]),
  ...['-1', '1.5', '"two"'].map((index): [INodeParameters, RegExp] => [
    { options: { retries: `={{ ${index} }}` } },
    /The option "Retries" is ".*", not a whole number from 0 to 10 /,
  ]),
])('%j is refused', async (parameters, message) => {
  const { error } = await read(parameters);
  expect(error?.message).toMatch(message);
  expect(error?.description ?? '').not.toBe('');
  expect(server.requests).toEqual([]);
});

const prices = (...price: object[]) => ({ monthlyBudget: 1, unitPrices: { price } }) as INodeParameters;

test.each<[INodeParameters, string]>([
  ...['0', '-5', 'NaN', 'Infinity', '"1.000,00"', '"R$ 5"', 'true', '[1000]', '({})'].map(
    (limit): [INodeParameters, string] => [{ monthlyBudget: `={{ ${limit} }}` }, 'The option "Monthly Budget" is "'],
  ),
  ...['-0.01', 'NaN', '"1,5"', '""', 'null', 'true', '[1]'].map((price): [INodeParameters, string] => [
    prices({ service: 'vio', price: `={{ ${price} }}` }),
    'The price of "vio" is "',
  ]),
  [{ unitPrices: '={{ { price: [{ service: "vio", price: 1 }] } }}' }, 'The option "Unit Prices" has no entries'],
  [prices({ service: '', price: 1 }), 'A price in "Unit Prices" has no service'],
  [prices({ service: 'vio', price: 1 }, { service: ' VIO ', price: 2 }), 'has two prices of "VIO"'],
  [prices({ service: '*', price: 1 }, { service: '*', price: 2 }), 'has two prices of "*"'],
  ...['R$', 'real', 'BLR', 'B', '={{ 986 }}', '={{ ["BRL"] }}'].map((currency): [INodeParameters, string] => [
    { currency },
    'The option "Currency" is ',
  ]),
  ...['lastYear', '={{ ["none"] }}', '={{ 1 }}', 'PreviousPeriod'].map((compareWith): [INodeParameters, string] => [
    { compareWith },
    'The option "Compare With" is "',
  ]),
])('a bill with %j is refused', async (options, message) => {
  const { error } = await bill(options);
  expect(error?.message).toContain(message);
  expect(error?.description ?? '').not.toBe('');
  expect(server.requests).toEqual([]);
});

test('what only looks odd is taken', async () => {
  for (const parameters of [
    rules({ name: 'a', minScore: '={{ "0.5" }}', required: '={{ "TRUE" }}', format: 'CPF' }),
    rules({ name: 'a', minScore: '={{ null }}' }, { name: 'A', minScore: '={{ "" }}' }),
    rules({ name: 'a', format: 'cpf', pattern: '(' }),
  ])
    expect((await read(parameters)).error).toBeUndefined();
});
