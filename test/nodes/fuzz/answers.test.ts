// Broken and hostile answers, through the node: each item becomes items or an item that says what happened.
import fc from '../../support/generated.ts';
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { operations } from '../../../nodes/DocumentProcessing/operations';
import { runOperation } from '../../support/document-node.ts';
import { serverForAllTests } from '../../support/opened.ts';
import { REQUIRED } from '../../support/required-parameters.ts';
import type { Answer } from '../../support/server.ts';
import { brokenTags } from '../billing/tags.ts';
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

const CHECKS: INodeParameters = {
  fieldRules: {
    rule: [
      { name: 'name', required: true, format: 'cpf' },
      { name: '__proto__', required: true, format: 'regex', pattern: '^a' },
    ],
  },
  sums: { sum: [{ total: 'name', parts: { part: [{ name: '__proto__' }, { name: 'value.name', sign: 'minus' }] } }] },
  typedValues: true,
  includeScores: true,
  maskCardNumber: true,
  fieldNames: 'stdName',
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
  { options: { ...CHECKS, filesAsBinary: false }, splitInto: 'rows' },
  { output: 'markdown', options: CHECKS },
  { output: 'selectedFields', selectedFields: 'name', options: CHECKS },
];
// Requests at once share the seconds until silent ones are given up.
const BATCH = RUNS > 10_000 ? 200 : 40;

const server = serverForAllTests(undefined, { keepBodies: false });
afterEach(expectUntouchedPrototypes);

/** All texts of an error, but not the node, which n8n adds with its parameters. */
const textsOf = (error: object | undefined) =>
  JSON.stringify(error ?? {}, (name, value: unknown) => (name === 'node' ? undefined : value));

const isFailure = ({ json }: INodeExecutionData) => Object.hasOwn(json, 'error');

const sending = Object.keys(REQUIRED).filter((name) => name !== 'callback.readCallback');

/** A report with a budget. */
const REPORT = { report: true, options: { compareWith: 'none', monthlyBudget: 100 } };

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
  const sent = { retries: 0, timeout: 1, maxConcurrency: 20, filePassword: SECRETS.password };
  const more = isDocument ? given : name.startsWith('billing.') ? REPORT : { batchSize: 1 };
  const options = { ...(more['options'] as INodeParameters), ...sent };
  return await within(
    120,
    runOperation(server, name, { ...REQUIRED[name], ...more, options } as INodeParameters, {
      items,
      credential: { accessToken: SECRETS.accessToken, callbackSecret: SECRETS.callbackSecret },
      ...(onError === 'continue' && { onError: 'continueRegularOutput' as const }),
    }),
  );
}

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
  for (const name of sending) {
    const done = await run(name, [{ body: text }], { options: CHECKS }, 'continue');
    expect([name, done.status]).toEqual([name, 'success']);
  }
});

test.each(sending)(
  '%s: any answers become items, and failures without a secret',
  async (name) => {
    const secrets = secretsOf(name);
    const cases = fc.tuple(fc.array(answer, { minLength: BATCH, maxLength: BATCH }), fc.constantFrom(...OUTPUTS));
    await check(
      fc.asyncProperty(cases, async ([answers, given]) => {
        const done = await run(name, answers, given, 'continue');
        expect([done.status, done.error?.message, done.error?.stack]).toEqual(['success', undefined, undefined]);
        // A budget asks for more than the period, once that is answered.
        if (name.startsWith('billing.')) expect(server.requests.length).toBeGreaterThanOrEqual(answers.length);
        else expect(server.requests).toHaveLength(answers.length);
        const answered = new Set(done.items.map(({ pairedItem }) => (pairedItem as { item: number }).item));
        for (const item of done.items) {
          expect(Object.getPrototypeOf(item.json)).toBe(Object.prototype);
          const { html = '', subject = '', text = '' } = item.json as Record<string, string | undefined>;
          if (name.startsWith('billing.')) {
            expect(brokenTags(html)).toEqual([]);
            expect(`${subject} ${text}`).not.toMatch(/undefined|NaN/);
          }
          if (!isFailure(item)) continue;
          for (const secret of secrets) expect(textsOf(item.json)).not.toContain(secret);
        }
        for (const secret of secrets) expect(JSON.stringify(done.hints)).not.toContain(secret);
        JSON.stringify(done.record.data);
        expect(answered.size).toBeLessThanOrEqual(answers.length);

        const [first] = answers;
        const stopped = await run(name, [first as Answer], given, 'stop');
        expect(['success', 'error']).toContain(stopped.status);
        if (stopped.error) expect(stopped.error.message).toMatch(/^[^]{1,700} \[item 0\]$/);
        for (const secret of secrets) expect(textsOf(stopped.error)).not.toContain(secret);
        expectUntouchedPrototypes();
      }),
      0.5 / BATCH / sending.length,
    );
  },
  TIME_LIMIT,
);
