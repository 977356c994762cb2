// Broken and hostile answers, through the node: each item becomes items or an item that says what happened.
import fc from '../../support/generated.ts';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import { runOperation } from '../../support/document-node.ts';
import { openedForAllTests } from '../../support/opened.ts';
import { startServer, type Answer } from '../../support/server.ts';
import {
  answer,
  expectUntouchedPrototypes,
  passwordForms,
  RUNS,
  SECRETS,
  secretForms,
  check,
  TIME_LIMIT,
  within,
} from './hostile.ts';

const BY_URL = { source: 'url', fileUrl: 'https://example.com/a.pdf' };
const CALLBACK = { delivery: 'url', callbackUrl: 'https://example.com/callback' };

/** What each operation needs to send one request for each item. */
const REQUESTS: Record<string, INodeParameters> = {
  'address.parse': { inputMode: 'text', text: 'Rua A, 1', textProperty: 'text', batchSize: 1 },
  'api.sendRequest': { method: 'POST', path: '/any', bodyType: 'json', bodyJson: '{}' },
  'billing.getDailySummary': { period: 'yesterday' },
  'document.compareContent': { ...BY_URL, fields: { field: [{ name: 'name', value: 'value' }] } },
  'document.extractContent': BY_URL,
  'document.extractDriverLicence': { source: 'qrCode', qrCodeField: 'x' },
  'document.extractGenerative': { source: 'base64', fileBase64: 'AAAA', model: 'custom', customTag: 'id=a' },
  'document.extractInvoice': BY_URL,
  'document.extractPages': BY_URL,
  'document.extractPaymentCard': BY_URL,
  'document.startExtraction': { ...BY_URL, ...CALLBACK },
  'enrichment.start': { query: 'pf', parameters: { parameter: [{ name: 'cpf', value: '1' }] }, ...CALLBACK },
};

const CHECKS: INodeParameters = {
  fieldRules: {
    rule: [
      { name: 'name', required: true, format: 'cpf' },
      { name: '__proto__', required: true, format: 'regex', pattern: '^a' },
    ],
  },
  typedValues: true,
  includeScores: true,
  minScore: 0.5,
  reviewOutput: true,
};
const OUTPUTS: INodeParameters[] = [
  {},
  { output: 'raw' },
  { output: 'markdown' },
  { output: 'selectedFields', selectedFields: 'name, value, __proto__' },
  { splitInto: 'sections' },
  { splitInto: 'rows' },
  { options: CHECKS },
  { output: 'selectedFields', selectedFields: 'name', options: CHECKS },
];
// Requests at once share the seconds until silent ones are given up.
const BATCH = RUNS > 10_000 ? 200 : 40;

const server = openedForAllTests(() => startServer(undefined, { keepBodies: false }));
afterEach(expectUntouchedPrototypes);

/** All texts of an error, but not the node, which n8n adds with its parameters. */
const textsOf = (error: object | undefined) =>
  JSON.stringify(error ?? {}, (name, value: unknown) => (name === 'node' ? undefined : value));

const isFailure = ({ json }: INodeExecutionData) => Object.hasOwn(json, 'error');

/** The secrets an operation knows: not all of them send a password. */
const secretsOf = (name: string) => {
  const { fields } = operations.find((one) => `${one.resource}.${one.operation}` === name) ?? {};
  return JSON.stringify(fields).includes('"filePassword"') ? [...secretForms, ...passwordForms] : secretForms;
};

async function run(name: string, answers: Answer[], given: INodeParameters, onError: 'continue' | 'stop') {
  let index = 0;
  server.requests.length = 0;
  server.respond(() => answers[index++ % answers.length] as Answer);
  const items = answers.map((_, at) => ({ json: { at } }));
  const isDocument = name.startsWith('document.');
  const sending = { retries: 0, timeout: 1, maxConcurrency: 20, filePassword: SECRETS.password };
  const own = REQUESTS[name]?.['options'] as INodeParameters;
  const options = { ...own, ...(isDocument && (given['options'] as INodeParameters)), ...sending };
  return await within(
    120,
    runOperation(
      server,
      name,
      { ...REQUESTS[name], ...(isDocument && given), options },
      {
        items,
        credential: { accessToken: SECRETS.accessToken, callbackSecret: SECRETS.callbackSecret },
        ...(onError === 'continue' && { onError: 'continueRegularOutput' as const }),
      },
    ),
  );
}

test('every operation that sends a request is among them', () => {
  const sending = operations.filter(({ resource }) => resource !== 'callback');
  expect(Object.keys(REQUESTS).sort()).toEqual(sending.map((one) => `${one.resource}.${one.operation}`).sort());
});

// What the many runs have found, for the few.
test.each([
  ['a request ID that is no text', '{"requestId":{"toString":1},"status":{"code":"200"}}'],
  [
    'a process ID that is no text',
    '{"requestId":[{"toString":1}],"result":{"processId":{"toString":1}},"status":{"code":"200"}}',
  ],
  [
    'a value that is no text',
    '{"result":[{"fields":[{"name":"name","value":{"toString":1}}]}],"status":{"code":"200"}}',
  ],
])('%s is read, or fails as an answer of the service', async (_what, text) => {
  for (const name of Object.keys(REQUESTS)) {
    const done = await run(name, [{ body: text }], { options: CHECKS }, 'continue');
    expect([name, done.status]).toEqual([name, 'success']);
  }
});

const names = Object.keys(REQUESTS);

test.each(names)(
  '%s: any answers become items, and failures without a secret',
  async (name) => {
    const secrets = secretsOf(name);
    const cases = fc.tuple(fc.array(answer, { minLength: BATCH, maxLength: BATCH }), fc.constantFrom(...OUTPUTS));
    await check(
      fc.asyncProperty(cases, async ([answers, given]) => {
        const done = await run(name, answers, given, 'continue');
        expect([done.status, done.error?.message, done.error?.stack]).toEqual(['success', undefined, undefined]);
        expect(server.requests).toHaveLength(answers.length);
        const answered = new Set(done.items.map(({ pairedItem }) => (pairedItem as { item: number }).item));
        for (const item of done.items) {
          expect(Object.getPrototypeOf(item.json)).toBe(Object.prototype);
          if (!isFailure(item)) continue;
          for (const secret of secrets) expect(textsOf(item.json)).not.toContain(secret);
        }
        for (const secret of secrets) expect(JSON.stringify(done.hints)).not.toContain(secret);
        JSON.stringify(done.record.data);
        expect(answered.size).toBeLessThanOrEqual(answers.length);

        const [first] = answers;
        const stopped = await run(name, [first as Answer], given, 'stop');
        expect(['success', 'error']).toContain(stopped.status);
        for (const secret of secrets) expect(textsOf(stopped.error)).not.toContain(secret);
        expectUntouchedPrototypes();
      }),
      0.5 / BATCH / names.length,
    );
  },
  TIME_LIMIT,
);
