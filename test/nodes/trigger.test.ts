import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { runWorkflow } from '../engine/execution.ts';
import { workflowAround } from '../engine/workflow.ts';
import { runHook } from '../engine/webhook.ts';
import { DocumentProcessingTrigger } from '../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { type CallbackToken, TOKEN_HEADER } from '../../nodes/DocumentProcessing/callback/token';
import { callBack, resultOf } from '../support/callbackService.ts';
import { callTrigger, claimsOf, tokenHeader, triggerSetup, workflowOfEachTest } from './callback/workflow.ts';
import { failure } from '../support/envelope.ts';
import { PNG } from '../support/samples.ts';

const { n8n, service, activate, start } = workflowOfEachTest();

const EXTRACTION: CallbackToken = { event: 'contentExtraction', correlationId: 'row 7' };
const ENRICHMENT: CallbackToken = { event: 'enrichment', correlationId: 'row 7' };

/** What the trigger starts with when this comes to it. */
async function receive(body: unknown, token: CallbackToken = EXTRACTION, parameters: IDataObject = {}) {
  const call = { body, headers: tokenHeader(token) };
  const { response, workflowData, error } = await callTrigger(service, call, { parameters: parameters as never });
  expect(error).toBeUndefined();
  return { status: response.status, items: workflowData?.[0] };
}

let processes = 0;
const newProcess = (): string => `process-${++processes}`;

describe('a trigger that is active', () => {
  test('is found by the actions of its workflow until it is deactivated', async () => {
    const trigger = await activate();
    expect((await start({ delivery: 'trigger' })).process.webhook.url).toBe(trigger.urls[0]);
    await trigger.deactivate();
    expect((await start({ delivery: 'trigger' })).run.error?.message).toContain('no Document Processing Trigger');
    expect(trigger.staticData()).toEqual({});
  });

  test('is found at another address, and for other events, once it is activated with these', async () => {
    await activate();
    const trigger = await activate({ node: { webhookId: 'moved' }, parameters: { events: ['enrichment'] } });
    const { process } = await start({ delivery: 'trigger' }, { operation: 'enrichment.start' });
    expect(process.webhook.url).toBe(trigger.urls[0]);
    expect((await start({ delivery: 'trigger' })).run.error?.message).toContain('does not listen to the event');
  });

  test.each([
    ['init', true],
    ['leadershipChange', true],
    ['activate', false],
    ['update', false],
  ] as const)('whose settings are wrong is found where n8n activates it by itself: %s', async (activation, isFound) => {
    const setup = triggerSetup(service, { baseUrl: n8n.baseUrl, parameters: { output: 'unheard-of' } });
    const activated = runHook(DocumentProcessingTrigger, 'create', { ...setup, activation });
    if (isFound) expect((await activated).result).toBe(true);
    else await expect(activated).rejects.toThrow('The parameter "Output" is "unheard-of"');
    await runHook(DocumentProcessingTrigger, 'delete', setup);
  });

  test.each(['={{ "enrichment" }}', '={{ \'["enrichment"]\' }}'])(
    'takes the events that an expression gives as a text: %s',
    async (events) => {
      const setup = triggerSetup(service, { baseUrl: n8n.baseUrl, parameters: { events } });
      await runHook(DocumentProcessingTrigger, 'create', setup);
      expect((await start({ delivery: 'trigger' })).run.error).toBeDefined();
      const started = async (token: CallbackToken) =>
        (await receive(resultOf(newProcess()), token, { events })).items !== undefined;
      expect([await started(EXTRACTION), await started(ENRICHMENT)]).toEqual([false, true]);
      await runHook(DocumentProcessingTrigger, 'delete', setup);
    },
  );

  test.each([
    ['={{ "Content Extraction, enrichment" }}', 'The parameter "Events" is "Content Extraction, enrichment"'],
    ['={{ undefined }}', 'The parameter "Events" is empty'],
  ])('cannot be activated with events that no result has: %s', async (events, message) => {
    await expect(activate({ parameters: { events } })).rejects.toMatchObject({
      message: expect.stringContaining(message),
      description: 'Choose one or more of: contentExtraction, enrichment.',
    });
  });

  test('leaves another trigger of the workflow as it is when it is deactivated', async () => {
    const one = await activate({ node: { id: 'one', webhookId: 'one' } });
    const two = await activate({ node: { id: 'two', webhookId: 'two' } });
    await one.deactivate();
    expect((await start({ delivery: 'trigger' })).process.webhook.url).toBe(two.urls[0]);
    await two.deactivate();
    expect((await start({ delivery: 'trigger' })).run.error?.message).toContain('no Document Processing Trigger');
  });
});

describe('a trigger that is tested in the editor', () => {
  const runTestHook = async (method: 'checkExists' | 'create' | 'delete', mode: 'manual' | 'internal') => {
    const setup = triggerSetup(service, { baseUrl: n8n.baseUrl, mode });
    return await runHook(DocumentProcessingTrigger, method, { ...setup, isTest: true });
  };

  const deliverTo = (mode: 'manual' | 'trigger') => start({ delivery: 'trigger' }, { mode });

  test('is found by a test of its workflow, and leaves the active one as it is', async () => {
    const trigger = await activate();
    expect((await runTestHook('checkExists', 'manual')).result).toBe(false);
    await runTestHook('create', 'manual');
    expect((await deliverTo('manual')).process.webhook.url).toBe(`${n8n.baseUrl}webhook-test/results/callback`);
    expect((await deliverTo('trigger')).process.webhook.url).toBe(trigger.urls[0]);

    await runTestHook('delete', 'internal');
    expect((await deliverTo('manual')).process.webhook.url).toBe(trigger.urls[0]);
  });

  test('is found nowhere else, and no more when the test is over', async () => {
    await runTestHook('create', 'manual');
    expect(
      (await start({ delivery: 'trigger' }, { mode: 'manual', workflowId: 'another' })).run.error?.message,
    ).toContain('no Document Processing Trigger');
    expect((await deliverTo('trigger')).run.error?.message).toContain('no Document Processing Trigger');
    await runTestHook('delete', 'internal');
    expect((await deliverTo('manual')).run.error?.message).toContain('no Document Processing Trigger');
    expect(service.processes).toHaveLength(0);
  });

  test('that another main process has switched off is sent no more', async () => {
    const setup = triggerSetup(service, { baseUrl: n8n.baseUrl });
    // This process knows it, and has not been told.
    await runHook(DocumentProcessingTrigger, 'create', setup);
    const { run } = await start({ delivery: 'trigger' }, { mode: 'manual', active: false });
    await runHook(DocumentProcessingTrigger, 'delete', setup);
    expect(run.error?.message).toContain('no Document Processing Trigger');
    expect(service.requests).toHaveLength(0);
  });
});

describe('an extraction comes back', () => {
  test('as the items of the synchronous answer, with what they belong to', async () => {
    const trigger = await activate();
    const { run, process } = await start({ delivery: 'trigger', options: { correlationId: 'row 7' } }, { trigger });
    expect(process.webhook.url).toBe(trigger.urls[0]);
    expect(claimsOf(process)).toMatchObject(EXTRACTION);
    expect(run.items[0]?.json).toMatchObject({ processId: process.processId, correlationId: 'row 7' });

    const body = resultOf(process.processId, { image: PNG.toString('base64') });
    expect(await callBack(process, body)).toBe(200);
    expect(trigger.executions).toMatchObject([
      [
        [
          {
            json: {
              type: 'carta',
              fields: { nome: process.processId },
              requestId: 'req-1',
              processId: process.processId,
              event: 'contentExtraction',
              correlationId: 'row 7',
            },
            binary: { image: { mimeType: 'image/png' } },
          },
        ],
      ],
    ]);
  });

  test.each([' row 7 ', '\ta\nb\0\x1b\x7f\u2028', 'São\u{1F600}\ud800'])(
    'with the correlation ID as it was given: %j',
    async (correlationId) => {
      const trigger = await activate();
      const { run, process } = await start({ delivery: 'trigger', options: { correlationId } }, { trigger });
      expect(await callBack(process)).toBe(200);
      const [item] = trigger.executions[0]?.[0] ?? [];
      expect([run.items[0]?.json['correlationId'], item?.json['correlationId']]).toEqual([
        correlationId,
        correlationId,
      ]);
    },
  );

  test('raw, with every member as it came', async () => {
    const payload = { ...resultOf(newProcess()), unknown: { more: [1, null] } };
    const { items } = await receive(payload, EXTRACTION, { output: 'raw' });
    expect(items).toMatchObject([{ json: { ...payload, event: 'contentExtraction', correlationId: 'row 7' } }]);
  });

  test.each([[undefined], [null], [{ code: ' ' }]])(
    'without a code in its status (%j), which is shown with the synchronous answer only',
    async (status) => {
      const { result } = resultOf('x');
      const processId = newProcess();
      expect((await receive({ processId, result, status })).items).toMatchObject([
        { json: { type: 'carta', requestId: null, deliveryId: processId } },
      ]);
    },
  );

  test.each([
    [
      'a failing envelope without a result',
      failure('E100', 'The request could not be processed'),
      'The request could not be processed (E100)',
    ],
    ['a success without a result', { ...resultOf('x'), result: null }, 'The callback of the service has no result'],
    [
      'a status without a code',
      { requestId: 'req-1', status: { message: 'Odd' } },
      'The callback of the service has no result',
    ],
  ])('as an item that says what happened, when it is %s', async (_what, payload, error) => {
    const processId = newProcess();
    const { status, items } = await receive({ ...payload, processId });
    expect(status).toBe(200);
    expect(items).toMatchObject([
      {
        json: {
          error,
          message: expect.stringContaining('req-1'),
          requestId: 'req-1',
          processId,
          event: 'contentExtraction',
          correlationId: 'row 7',
        },
      },
    ]);
  });
});

test.each(['simplified', 'raw'])('what was read stays beside a status that is no success (%s)', async (output) => {
  const payload = {
    ...resultOf('x'),
    processId: newProcess(),
    status: { code: 'W001', message: 'Partly read', errors: null },
  };
  const { items } = await receive(payload, undefined, { output });
  expect(items).toMatchObject([{ json: { error: 'Partly read (W001)', processId: payload.processId, payload } }]);
  const status = { code: 'W001', message: 'Partly read', errors: ['called with Bearer token-of-the-test'] };
  const repeating = await receive({ ...payload, processId: newProcess(), status }, undefined, { output });
  expect(JSON.stringify(repeating.items)).toContain('called with Bearer ***');
});

describe('an enrichment comes back', () => {
  const received = async (payload: unknown) => (await receive(payload, ENRICHMENT)).items?.[0]?.json;
  const belongsTo = { event: 'enrichment', correlationId: 'row 7', deliveryId: expect.any(String) };

  test('with its payload whole, whatever its shape', async () => {
    const payload = {
      processId: newProcess(),
      query: 'pf',
      result: [{ data: { nome: 'A', list: [null, 0, ''] } }],
      status: { code: 'unknown' },
    };
    expect(await received(payload)).toEqual({ ...payload, ...belongsTo, deliveryId: payload.processId });
  });

  test('with its process ID in the result', async () => {
    const processId = newProcess();
    expect(await received({ result: { processId, a: 1 } })).toEqual({
      result: { processId, a: 1 },
      processId,
      ...belongsTo,
    });
  });

  test('as a list', async () => {
    const list = [{ n: newProcess() }, null, 7];
    expect(await received(list)).toEqual({ payload: list, processId: null, ...belongsTo });
  });

  test.each([
    ['event', { event: 'theirs' }],
    ['correlationId', { correlationId: { their: 'own' } }],
    ['processId that is no text', { processId: { their: 'own' } }],
    ['payload beside such a name', { event: 'theirs', payload: 'theirs' }],
  ])('with all of it under "payload" when the service has a member called %s', async (_name, theirs) => {
    const payload = { n: newProcess(), ...theirs };
    expect(await received(payload)).toEqual({ ...payload, payload, processId: null, ...belongsTo });
  });

  test('with a member called __proto__, which is one like any other', async () => {
    const json = await received(`{"__proto__": {"polluted": true}, "constructor": 1, "n": "${newProcess()}"}`);
    expect(Object.keys(json ?? {})).toEqual([
      '__proto__',
      'constructor',
      'n',
      'processId',
      'event',
      'correlationId',
      'deliveryId',
    ]);
    expect(JSON.stringify(json)).toContain('"__proto__":{"polluted":true}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('the trigger starts nothing', () => {
  const call = async (body: unknown, headers: Record<string, string>, parameters = {}) => {
    const { response, workflowData, staticData } = await callTrigger(service, { body, headers }, { parameters });
    expect(workflowData).toBeUndefined();
    expect(staticData).toEqual({});
    return response;
  };

  test('without a token (401)', async () => {
    expect((await call(resultOf(newProcess()), {})).status).toBe(401);
    expect((await call(resultOf(newProcess()), { [TOKEN_HEADER]: '' })).status).toBe(401);
  });

  test('with a token of an execution that waits elsewhere (403)', async () => {
    const waiting = { executionId: '7', output: {} as never };
    expect((await call(resultOf(newProcess()), tokenHeader({ ...EXTRACTION, waiting }))).status).toBe(403);
  });

  test.each(['not JSON', '{"neither": "result nor status"}'])('for a malformed extraction: %j (400)', async (body) => {
    expect((await call(body, tokenHeader(EXTRACTION))).status).toBe(400);
  });

  test('for an event it does not listen to (200), which the log of n8n tells', async () => {
    const log = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
    expect((await call(resultOf(newProcess()), tokenHeader(EXTRACTION), { events: ['enrichment'] })).status).toBe(200);
    expect(log.mock.calls).toEqual([
      [
        'Document Processing Trigger has dropped a result: it does not listen to the event "Content Extraction"',
        { workflowId: 'workflow' },
      ],
    ]);
    log.mockRestore();
  });

  test('when it is only asked whether it listens (200)', async () => {
    expect((await call(undefined, tokenHeader({ event: 'probe', correlationId: 'workflow' }))).status).toBe(200);
  });
});

/** What a trigger outputs in the execution that it starts with this. */
async function run(body: unknown, parameters: IDataObject) {
  const { items = [] } = await receive(body, EXTRACTION, parameters);
  const around = workflowAround(DocumentProcessingTrigger, triggerSetup(service, { parameters: parameters as never }));
  return (await runWorkflow({ ...around, startNode: around.nodeName, items })).of(around.nodeName);
}

test('a trigger says in its execution what no document has, and how many were not identified', async () => {
  const options = { fieldRules: { rule: [{ name: 'cfp', format: 'cpf' }] } };
  const parameters = { output: 'selectedFields', selectedFields: ['nmoe', 'nome'], options };
  const unknown = resultOf(newProcess(), { type: null, stdType: null });
  const { hints, items } = await run(unknown, parameters);
  expect(hints).toEqual([
    '1 document was not identified, so "needsReview" is true.',
    'No document has what "Selected Fields" names: nmoe. Check the spelling.',
    'No document has what "Field Rules" names: cfp. Check the spelling.',
  ]);
  expect(items.map((item) => Object.keys(item))).toEqual([['json', 'pairedItem']]);
});

describe('a trigger with a review output', () => {
  const options = { minScore: 0.95, reviewOutput: true };
  const outputsOf = async (body: unknown, parameters: IDataObject = { options }) => {
    const { outputs } = await run(body, parameters);
    expect(outputs.flat().map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }]);
    return outputs.map((output) => output.map(({ json }) => json['processId']));
  };

  test('sends each document by one output, and a failure by the first', async () => {
    const [sure, unsure, unknown, failed] = [newProcess(), newProcess(), newProcess(), newProcess()];
    const field = { name: 'nome', stdName: 'name', value: 'x', score: 0.99 };
    expect(await outputsOf(resultOf(sure, { fields: [field] }))).toEqual([[sure], []]);
    expect(await outputsOf(resultOf(unsure))).toEqual([[], [unsure]]);
    expect(await outputsOf({ ...resultOf(unknown), result: [] })).toEqual([[], [unknown]]);
    expect(await outputsOf({ ...failure('R130', 'Unsupported file format'), processId: failed })).toEqual([
      [failed],
      [],
    ]);
  });

  test('cannot be activated with settings that could read no result', async () => {
    const fieldRules = { rule: [{ name: 'cpf', format: 'passport' }] };
    await expect(activate({ parameters: { options: { fieldRules } } as never })).rejects.toThrow(
      '"Format" of the rule for the field "cpf" is "passport"',
    );
  });
});
