// Values that an expression, a workflow made by a program or a typing person can give: refused before anything is sent.
import type { INodeParameters } from 'n8n-workflow';
import { scenario, refuses } from '../../support/scenario.ts';
import { BY_URL, numbered } from '../../support/document-node.ts';

const expressions = (...values: string[]) => values.map((value) => `={{ ${value} }}`);
const located = (value: unknown) => ({ __rl: true, mode: 'list', value });
const option = (name: string, value: unknown) => ({ options: { [name]: value } }) as INodeParameters;
const rules = (...rule: object[]) => option('fieldRules', { rule });
const FAILING = "={{ $('No such node').first().json.a }}";

/** The same message for each of these values of an option. */
const each = (
  values: unknown[],
  parametersWith: (value: unknown) => INodeParameters,
  message: string | RegExp,
): Array<[INodeParameters, string | RegExp]> => values.map((value) => [parametersWith(value), message]);

describe('options', () => {
  refuses('document.extractContent', [
    ...each(
      expressions('-0.1', '1.01', '"0,8"', 'true', '({})'),
      (value) => option('minScore', value),
      /The option "Minimum Score" is ".*", not a number from 0 to 1 /,
    ),
    ...each(
      expressions('0', '2.5', '101', '"1.000"', 'NaN', '[5]'),
      (value) => option('maxConcurrency', value),
      /The option "Max Concurrency" is ".*", not a whole number from 1 to 100 /,
    ),
    ...each(
      expressions('-1', '11', 'Infinity'),
      (value) => option('retries', value),
      /The option "Retries" is ".*", not a whole number from 0 to 10 /,
    ),
    ...each(
      expressions('-1', '"1.000,5"'),
      (value) => option('timeout', value),
      /The option "Timeout" is ".*", not a number/,
    ),
    ...each(
      expressions('1e21', 'NaN', '[12345678901234567890]', '({ id: 12345678901234567890 })'),
      (value) => option('tags', value),
      'The option "Tags" has a number that cannot be sent unchanged',
    ),
    ...each(
      expressions('new Set(["country=bra"])'),
      (value) => option('tags', value),
      'The option "Tags" has bytes, a map, a set or the like, which JSON does not have',
    ),
    ...each(
      expressions('[{ country: "bra" }]', '({ country: ["bra"] })', '({ country: { code: "bra" } })'),
      (value) => option('tags', value),
      /^The option "Tags" is /,
    ),
    [option('tags', [located('={{ ({ a: 1 }) }}')]), 'The option "Tags" is not a list of texts'],
    [option('tags', ['a=b', located('country=')]), 'The option "Tags" has "country=" without a value'],
    [option('filePassword', '={{ 12345678901234567890 }}'), '"File Password" has a number that cannot'],
    // What is hidden in messages is a text or a number.
    ...each(
      expressions('true', '["x"]'),
      (value) => option('filePassword', value),
      'The option "File Password" is not a text',
    ),
    [
      { options: { returnImage: true, returnedImageQuality: 'x'.repeat(101) } },
      'The option "Returned Image Quality" has more than 100 characters',
    ],
  ]);
});

test('a number with a comma is told to be written with a dot', async () => {
  const { error } = await scenario('document.extractContent').with(option('minScore', '0,8'));
  expect(error?.description).toContain('with a dot before decimals, e.g. 0.5.');
});

describe('the form of the output', () => {
  const selected = (selectedFields: unknown, more = {}) =>
    ({ output: 'selectedFields', selectedFields, ...more }) as INodeParameters;
  refuses('document.extractContent', [
    [{ output: 'html' }, 'The parameter "Output" is "html"'],
    [{ output: '={{ ["raw"] }}' }, 'The parameter "Output" is "["raw"]"'],
    [{ splitInto: '={{ "pages" }}' }, 'The parameter "Split Into" is "pages"'],
    ...each(
      [[], [' ', ''], '={{ " , " }}', '[]', [located(''), located(null)]],
      selected,
      'The parameter "Selected Fields" is empty',
    ),
    ...each(
      [...expressions('({ a: 1 })', '[{ name: "a" }]'), '["type', ["={{ '[\"type' }}"], [located('={{ ({ a: 1 }) }}')]],
      selected,
      'The parameter "Selected Fields" is not a list of texts',
    ),
    [selected(['cpf'], { otherFields: [{ a: 1 }] }), 'The parameter "Other Fields" is not a list of texts'],
  ]);
  refuses('address.parse', [[{ text: 'Rua A', output: '={{ "markdown" }}' }, 'The parameter "Output" is "markdown"']]);
  refuses('billing.getDailySummary', [
    [{ output: '={{ "years" }}' }, 'The parameter "Output" is "years"'],
    [{ period: '={{ "constructor" }}' }, 'The parameter "Period" is "constructor"'],
  ]);
});

describe('field rules', () => {
  refuses('document.extractContent', [
    ...each(
      [
        [{ name: 'a' }, { name: ' a\t' }],
        [{ name: 'a' }, { name: 'b' }, { name: located('a'), format: 'cpf' }],
      ],
      (rule) => option('fieldRules', { rule }),
      'two rules for the field "a"',
    ),
    ...each(
      [' ', undefined, located(''), located(null), located('={{ $json.nothing }}')],
      (name) => rules({ name }),
      'A rule in the option "Field Rules" has no field name',
    ),
    [rules({ format: 'cpf' }), 'A rule in the option "Field Rules" has no field name'],
    [rules({ name: '={{ ["a", "b"] }}' }), '"Field Name" of the rule for the field "["a","b"]" is not a text'],
    [rules({ name: located(FAILING) }), 'The option "Field Rules" has an expression that cannot be resolved'],
    ...each(
      [{ rule: [] }, {}, '={{ { rule: [{ name: "a" }] } }}', '={{ [{ name: "a" }] }}'],
      (value) => option('fieldRules', value),
      'The option "Field Rules" has no entries',
    ),
    ...['telefone', '7', '["cpf"]', '__proto__'].map((format): [INodeParameters, string] => [
      rules({ name: 'a', format: `={{ ${/^[7[]/.test(format) ? format : `"${format}"`} }}` }),
      `"Format" of the rule for the field "a" is "${format}"`,
    ]),
    ...each(
      expressions('1.01', '"80%"'),
      (minScore) => rules({ name: 'a', minScore }),
      /"Minimum Score" of the rule for the field "a" is ".*", not a number from 0 to 1 /,
    ),
    [rules({ name: 'a', required: '={{ "yes" }}' }), '"Required" of the rule for the field "a" is "yes"'],
    // Which patterns are refused: test/nodes/documents/pattern.test.ts.
    ...each(
      ['', '('],
      (pattern) => rules({ name: 'a', format: 'regex', pattern }),
      'The pattern of the rule for the field "a" cannot be used',
    ),
  ]);
});

describe('what is compared', () => {
  const fields = (...field: object[]) => ({ fields: { field } }) as INodeParameters;
  refuses('document.compareContent', [
    [{ fields: {} }, 'The parameter "Fields"'],
    [fields({ name: ' ', value: 'x' }), '"Name" of an entry of "Fields" is empty'],
    [fields({ name: located('={{ "" }}'), value: 'x' }), '"Name" of an entry of "Fields" is empty'],
    [fields({ name: located('={{ ({ a: 1 }) }}'), value: 'x' }), '"Name" of an entry of "Fields" is not a text'],
  ]);
});

describe('a model', () => {
  refuses('document.extractGenerative', [
    [{ model: 'custom', customTag: '={{ "" }}' }, 'The parameter "Custom Tag" is empty'],
    [{ model: '={{ "" }}', customTag: 'key=value' }, 'The parameter "Model" is empty'],
  ]);

  test('is required: without one n8n runs nothing', async () => {
    await expect(scenario('document.extractGenerative').with()).rejects.toThrow('Parameter "Model" is required');
  });
});

test.each<[string, INodeParameters]>([
  ['a number that is a text', { options: { maxConcurrency: '={{ " 5 " }}', retries: '={{ "0" }}' } }],
  ['a time-out of many years', { options: { timeout: '={{ 1e12 }}' } }],
  ['a rule of texts', rules({ name: 'a', minScore: '={{ "0.5" }}', required: '={{ "TRUE" }}', format: 'CPFORCNPJ' })],
  ['a score that is none', rules({ name: 'a', minScore: '={{ null }}' }, { name: 'A', minScore: '={{ "" }}' })],
  ['a pattern of a format that has none', rules({ name: 'a', format: 'cpf', pattern: '(' })],
])('what only looks odd is taken: %s', async (_what, parameters) => {
  expect((await scenario('document.extractContent').with(parameters)).error).toBeUndefined();
});

test.each([
  ['maxConcurrency', 'Max Concurrency'],
  ['minScore', 'Minimum Score'],
  ['filePassword', 'File Password'],
])('a failing expression for %s at the first item fails that item only', async (name, label) => {
  const failing = "={{ $itemIndex === 0 ? $('No such node').first().json.a : undefined }}";
  const parameters = { ...BY_URL, options: { [name]: failing } };
  const items = numbered(3);
  const { error, json, requests } = await scenario('document.extractContent').with(parameters, {
    items,
    onError: 'continueRegularOutput',
  });
  expect(error).toBeUndefined();
  expect(json.map((one) => String(one['error'] ?? ''))).toEqual([
    expect.stringContaining(`The option "${label}" has an expression that cannot be resolved`),
    '',
    '',
  ]);
  expect(requests).toHaveLength(2);
});
