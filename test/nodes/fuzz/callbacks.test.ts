// Broken and hostile callbacks to the trigger, to a waiting execution and to Read Callback: what was not requested starts
// nothing, what was is delivered, and nothing makes the node fall over.
import fc from '../../support/generated.ts';
import type { INodeExecutionData } from 'n8n-workflow';
import type { ActiveTrigger } from '../../engine/instance.ts';
import type { NodeRun } from '../../engine/execution.ts';
import { issueToken, TOKEN_HEADER, type CallbackToken } from '../../../nodes/DocumentProcessing/callback/token';
import { inAnotherProcess, workflowOf } from '../callback/workflow.ts';
import { callBack, resultOf, type Process } from '../../support/callbackService.ts';
import { runOperation } from '../../support/document-node.ts';
import { openedForAllTests } from '../../support/opened.ts';
import {
  body,
  contentType,
  expectUntouchedPrototypes,
  json,
  SECRETS,
  secretForms,
  check,
  TIME_LIMIT,
  within,
} from './hostile.ts';

const BATCH = 25;
const CREDENTIAL = { accessToken: SECRETS.accessToken, callbackSecret: SECRETS.callbackSecret };

const { n8n, service, activate, start } = workflowOf(openedForAllTests);
let trigger: ActiveTrigger;
beforeAll(async () => {
  const parameters = { events: ['contentExtraction', 'enrichment'] };
  trigger = await activate({ parameters, credential: CREDENTIAL });
});
afterEach(expectUntouchedPrototypes);

const waiting: fc.Arbitrary<CallbackToken['waiting']> = fc.constantFrom(undefined, undefined, {
  executionId: 'another',
  output: {},
});
const token = fc.record({
  event: fc.constantFrom('contentExtraction', 'enrichment', 'probe') as fc.Arbitrary<CallbackToken['event']>,
  correlationId: fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('__proto__', '', 'row 7')),
  waiting,
});

/** A header that proves the request, and whether it does. What is changed in one: test/nodes/callback/token.test.ts. */
const header = fc.oneof(
  { weight: 4, arbitrary: token.map((one) => ({ value: issueToken(one, SECRETS.callbackSecret), token: one })) },
  token.map((one) => ({ value: issueToken(one, 'another secret'), token: undefined })),
  fc
    .constantFrom(
      ...['', '.', '..', 'a.b', 'x'.repeat(7000), `${Buffer.from('{}').toString('base64url')}.`, '__proto__'],
    )
    .map((value) => ({ value, token: undefined })),
  // Not the whole alphabet of a header: the client refuses the rest.
  fc.stringMatching(/^[!-~]{1,80}$/).map((value) => ({ value, token: undefined })),
);
const callback = fc.record({ header, body, type: contentType });
const callbacks = fc.array(callback, { minLength: BATCH, maxLength: BATCH });

async function send(
  url: string,
  { header: { value }, body: bytes, type }: typeof callback extends fc.Arbitrary<infer T> ? T : never,
) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { connection: 'close', [TOKEN_HEADER]: value, ...(type && { 'content-type': type }) },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, text: await response.text() };
}

// 422 is n8n's own answer to JSON it cannot parse.
const ANSWERS = [200, 400, 401, 403, 413, 415, 422];

function expectAnswer({ status, text }: Awaited<ReturnType<typeof send>>): void {
  expect(ANSWERS).toContain(status);
  for (const secret of secretForms) expect(text).not.toContain(secret);
}

const expectItems = (items: INodeExecutionData[]) => {
  for (const item of items) expect(Object.getPrototypeOf(item.json)).toBe(Object.prototype);
  JSON.stringify(items);
};

test(
  'the trigger: only requested callbacks start executions, and a good one is accepted among them',
  async () => {
    let count = 0;
    await check(
      fc.asyncProperty(callbacks, async (given) => {
        trigger.executions.length = 0;
        const good = `good ${count++}`;
        const value = issueToken({ event: 'contentExtraction', correlationId: good }, SECRETS.callbackSecret);
        const [url = ''] = trigger.urls;
        const sent = [...given.map((one) => send(url, one)), callBack(processAt(url, good, value))] as const;
        const answers = await within(120, Promise.all(sent));
        given.forEach((one, index) => {
          const answer = answers[index] as Awaited<ReturnType<typeof send>>;
          expectAnswer(answer);
          if (!one.header.token) expect(answer.status).not.toBe(200);
        });
        expect(answers.at(-1)).toBe(200);
        const requested = given.filter(({ header: { token: one } }) => one && one.event !== 'probe' && !one.waiting);
        const started = trigger.executions.map((execution) => execution[0] ?? []);
        expect(started.length).toBeLessThanOrEqual(requested.length + 1);
        for (const items of started) expectItems(items);
        expect(started.filter((items) => items[0]?.json['correlationId'] === good)).toHaveLength(1);
        expectUntouchedPrototypes();
      }),
      0.3 / BATCH,
    );
  },
  TIME_LIMIT,
);

const processAt = (url: string, processId: string, value: string): Process => ({
  processId,
  webhook: { url, authorization: { headers: [{ name: TOKEN_HEADER, value }] } },
});

test(
  'a waiting execution stays waiting, and continues with its own result',
  async () => {
    // Not of the process that has activated the trigger: the result goes to the execution itself.
    const nodeClass = inAnotherProcess().action;
    await check(
      fc.asyncProperty(callbacks, async (given) => {
        const { run, process } = await start({ delivery: 'wait' }, { credential: CREDENTIAL, nodeClass });
        const resumed: { run?: NodeRun } = {};
        const ended = n8n.resumed(run).then((one) => (resumed.run = one));
        const answers = await within(120, Promise.all(given.map((one) => send(process.webhook.url, one))));
        for (const answer of answers) {
          expectAnswer(answer);
          expect(answer.status).not.toBe(200);
        }
        expect(resumed.run).toBeUndefined();
        // Its own token with a body that is no result leaves it waiting too.
        for (const broken of ['', 'null', '{', '[]', '{"result":'])
          expect(await callBack(process, broken)).not.toBe(200);
        expect(await callBack(process, resultOf(process.processId))).toBe(200);
        expectItems((await within(120, ended)).items);
        expectUntouchedPrototypes();
      }),
      0.1 / BATCH,
    );
  },
  TIME_LIMIT,
);

test(
  'Read Callback: each entry becomes items or an item that says what is wrong',
  async () => {
    const headers = fc.oneof(
      header.map(({ value }) => ({ [TOKEN_HEADER.toLowerCase()]: value }) as unknown),
      header.map(({ value }) => JSON.stringify({ [TOKEN_HEADER]: value })),
      json,
    );
    const entry = fc.record({
      headers,
      body: fc.oneof(
        json,
        body.map((bytes) => bytes.toString()),
      ),
    });
    await check(
      fc.asyncProperty(fc.array(entry, { minLength: BATCH, maxLength: BATCH }), async (given) => {
        const done = await within(
          120,
          runOperation(
            service,
            'callback.readCallback',
            {},
            {
              items: given.map((one) => ({ json: one as never })),
              credential: CREDENTIAL,
              onError: 'continueRegularOutput',
            },
          ),
        );
        expect(done.status).toBe('success');
        const answered = new Set(done.items.map(({ pairedItem }) => (pairedItem as { item: number }).item));
        expect(answered.size).toBe(given.length);
        expectItems(done.items);
        for (const { json: one } of done.items)
          if (Object.hasOwn(one, 'error') && !Object.hasOwn(one, 'event'))
            for (const secret of secretForms) expect(JSON.stringify(one)).not.toContain(secret);
        expectUntouchedPrototypes();
      }),
      0.1 / BATCH,
    );
  },
  TIME_LIMIT,
);
