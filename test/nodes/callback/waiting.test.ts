import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { WebhookContext } from 'n8n-core';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { openInstance } from '../../engine/instance.ts';
import { type NodeRun, runNode } from '../../engine/execution.ts';
import type { WebhookResponse } from '../../engine/webhookServer.ts';
import { START_NODE } from '../../engine/workflow.ts';
import { runWebhook } from '../../engine/webhook.ts';
import { callResumeUrl, resumeAfterTimeout } from '../../engine/waitingExecution.ts';
import { LONGEST_RELAY } from '../../../nodes/DocumentProcessing/callback/relay';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { failure } from '../../support/envelope.ts';
import { CUT, SILENCE, startServer } from '../../support/server.ts';
import type { Answer } from '../../support/server.ts';
import { callBack, resultOf, startedAs, startService, type Process } from '../../support/callbackService.ts';
import { runOperation } from '../../support/document-node.ts';
import { letPass, timeOutAt } from '../../support/clock.ts';
import { openedForEachTest } from '../../support/opened.ts';
import { activate, claimsOf, inAnotherProcess, resumedBy, start, tokenOf, triggerSetup } from './workflow.ts';

const n8n = openedForEachTest(openInstance);
const service = openedForEachTest(startService);
afterEach(() => jest.restoreAllMocks());

const HOUR = 3_600_000;
const wait = async (
  parameters: INodeParameters = {},
  setup: Parameters<typeof start>[2] = {},
  operation = 'document.startExtraction',
) => await start({ n8n, service }, { delivery: 'wait', ...parameters }, setup, operation);

/** A call to the address at which the execution is resumed. */
const call = async (run: NodeRun, process: Process, body: unknown = resultOf(process.processId)) => {
  const { name, value } = tokenOf(process);
  return await callResumeUrl(run, { headers: { [name]: value }, body });
};

/** Counts the calls made to a URL from now on. */
function countCalls(url: string): () => number {
  let count = 0;
  const onStart = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (`http://${request.getHeader('host') as string}${request.path}` === url) count++;
  };
  subscribe('http.client.request.start', onStart);
  return () => {
    unsubscribe('http.client.request.start', onStart);
    return count;
  };
}

describe('an execution that waits', () => {
  test('is resumed at the address this n8n has now, if it has moved since: its result comes to the trigger there', async () => {
    const trigger = await activate({ n8n, service });
    const { run, process } = await wait({}, { staticData: trigger.staticData() });
    const { name, value } = tokenOf(process);
    // As n8n is after a restart on another port.
    const moved = await startServer(() => ({ json: { message: 'Accepted' } }));
    const request = { headers: { [name]: value }, body: resultOf(process.processId) };
    const setup = { ...triggerSetup(service), baseUrl: `${moved.url}/` };
    const { response } = await runWebhook(DocumentProcessingTrigger, { ...setup, request });
    await moved.close();
    expect(response.status).toBe(200);
    expect(moved.requests.map(({ path }) => path)).toEqual([
      expect.stringMatching(new RegExp(`^/webhook-waiting/${run.prepared.executionId}(\\?|$)`)),
    ]);
  });

  test('is resumed at its own address, and goes on with the result', async () => {
    const { run, process } = await wait({ options: { correlationId: 'row 7' } });
    expect(run.status).toBe('waiting');
    expect(process.webhook.url).toMatch(new RegExp(`^${n8n.baseUrl}webhook-waiting/${run.prepared.executionId}\\b`));
    const resumed = n8n.resumed(run);
    expect(await callBack(process)).toBe(200);
    expect((await resumed).items).toMatchObject([
      {
        json: {
          type: 'carta',
          fields: { nome: process.processId },
          processId: process.processId,
          event: 'contentExtraction',
          correlationId: 'row 7',
        },
        pairedItem: { item: 0 },
      },
    ]);
  });

  test('puts the result out as the node says: raw, split, with files', async () => {
    const raw = await wait({ output: 'raw' });
    expect((await call(raw.run, raw.process)).run?.items).toMatchObject([{ json: resultOf(raw.process.processId) }]);

    const parameters = { splitInto: 'documents', options: { fieldNames: 'stdName' } };
    const { run, process } = await wait(parameters);
    const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64');
    const result = [resultOf('a').result, resultOf('b').result]
      .flat()
      .map((one) => ({ ...(one as object), crops: [{ name: 'photo', value: photo }] }));
    const items = (await call(run, process, { ...resultOf(process.processId), result })).run?.items;
    expect(items).toMatchObject([
      { json: { fields: { name: 'a' } }, binary: { crop_photo: { mimeType: 'image/jpeg' } } },
      { json: { fields: { name: 'b' } } },
    ]);
  });

  test('has the members of a callback once, though they are selected', async () => {
    const selectedFields = ['processId', 'correlationId', 'event', 'deliveryId', 'nome'];
    const { run, process } = await wait({ output: 'selectedFields', selectedFields });
    const { correlationId } = claimsOf(process);
    const { processId } = process;
    expect((await call(run, process)).run?.items.map(({ json }) => json)).toEqual([
      {
        fields: { nome: processId },
        requestId: 'req-1',
        processId,
        event: 'contentExtraction',
        correlationId,
        deliveryId: processId,
      },
    ]);
  });

  test('goes on with an enrichment, its payload whole', async () => {
    const { run, process } = await wait({ options: { correlationId: 'row 7' } }, {}, 'enrichment.start');
    const resumed = await call(run, process, [{ any: 'shape' }]);
    expect(resumed.run?.items).toMatchObject([
      { json: { payload: [{ any: 'shape' }], processId: null, event: 'enrichment', correlationId: 'row 7' } },
    ]);
  });

  test('goes on with an item that says what happened when the extraction has failed', async () => {
    const { run, process } = await wait();
    const resumed = await call(run, process, {
      ...failure('R130', 'Unsupported file format'),
      processId: process.processId,
    });
    expect(resumed.run?.items).toMatchObject([
      { json: { error: 'Unsupported file format (R130)', processId: process.processId } },
    ]);
  });

  test('shows no signature of its own address where the service repeats it', async () => {
    const refusing = await startServer(({ json }) => {
      const { url } = (json as { webhook: { url: string } }).webhook;
      return { status: 400, json: failure('R101', `webhook.url ${url} cannot be reached`) };
    });
    const parameters = { source: 'url', fileUrl: 'https://example.com/a.pdf', delivery: 'wait' };
    const { error } = await runOperation(refusing, 'document.startExtraction', parameters, { baseUrl: n8n.baseUrl });
    await refusing.close();
    const sent = (refusing.requests[0]?.json as { webhook: { url: string } }).webhook.url;
    const signature = new URL(sent).searchParams.get('signature');
    expect(signature).toMatch(/^.{8,}$/);
    expect(error?.message).toContain('webhook-waiting');
    expect(error?.message).not.toContain(signature);
  });

  test('repeats no secret of the credential that the failure of an extraction says', async () => {
    const { run, process } = await wait();
    const body = { ...failure('R101', 'Not signed in with token-of-the-test'), processId: process.processId };
    expect((await call(run, process, body)).run?.items).toMatchObject([
      { json: { error: 'Not signed in with *** (R101)' } },
    ]);
  });

  test('is resumed without its credential being read', async () => {
    const { run, process } = await wait();
    const reading = jest.spyOn(WebhookContext.prototype, 'getCredentials');
    expect((await call(run, process)).run?.status).toBe('success');
    expect(reading).not.toHaveBeenCalled();
  });

  test('stores nothing of which the token of its result could be made', async () => {
    const { run, process } = await wait();
    const data = JSON.stringify(run.record.data);
    const { value } = tokenOf(process);
    for (const part of [...value.split('.'), String(claimsOf(process)['nonce'])]) expect(data).not.toContain(part);
  });

  test('goes on waiting when something in the token of its callback is another', async () => {
    const { run, process } = await wait();
    const { name, value } = tokenOf(process);
    const [, signature = ''] = value.split('.');
    for (const other of [{ event: 'enrichment' }, { correlationId: 'other' }, { waiting: { executionId: '1' } }]) {
      const claims = Buffer.from(JSON.stringify({ ...claimsOf(process), ...other })).toString('base64url');
      const headers = { [name]: `${claims}.${signature}` };
      const refused = await callResumeUrl(run, { headers, body: resultOf(process.processId) });
      expect([refused.response.status, refused.run]).toEqual([403, undefined]);
    }
  });

  test('goes on waiting when a call is not its callback', async () => {
    const [one, other] = [
      await wait({ options: { correlationId: 'same' } }),
      await wait({ options: { correlationId: 'same' } }),
    ];
    const outside = await start({ n8n, service }, { delivery: 'url', callbackUrl: 'https://example.com/' });
    expect(await callResumeUrl(one.run, { body: resultOf('x') })).toMatchObject({ response: { status: 401 } });
    expect(
      await callResumeUrl(one.run, { body: resultOf('x'), headers: { [tokenOf(one.process).name]: 'forged' } }),
    ).toMatchObject({ response: { status: 403 } });
    for (const process of [other.process, outside.process]) {
      const refused = await call(one.run, process);
      expect([refused.response.status, refused.run]).toEqual([403, undefined]);
    }
    for (const malformed of ['', 'not JSON', '7', '{}'])
      expect([malformed, (await call(one.run, one.process, malformed)).response.status]).toEqual([malformed, 400]);
    expect((await call(one.run, one.process)).run?.status).toBe('success');
  });

  test('goes on waiting when its callback only names the process, and n8n logs it', async () => {
    const { run, process } = await wait();
    const log = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
    for (let count = 0; count < 2; count++) {
      const passedOver = await call(run, process, startedAs(process.processId));
      expect([passedOver.response.status, passedOver.run]).toEqual([200, undefined]);
    }
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(/ goes on waiting: a callback has named the process, without a result$/),
      expect.anything(),
    );
    const resumed = (await call(run, process)).run;
    expect(resumed?.items).toMatchObject([{ json: { fields: { nome: process.processId } } }]);
  });

  test('does not take the late result of an earlier wait of the same execution for its own', async () => {
    const [earlier, later] = [await wait({}, { executionId: 'loop' }), await wait({}, { executionId: 'loop' })];
    const log = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
    const late = await call(later.run, earlier.process);
    expect([late.response.status, late.run]).toEqual([403, undefined]);
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(/ has not taken a result: the wait it came for is over$/),
      expect.anything(),
    );
    expect((await call(later.run, later.process)).run?.items).toMatchObject([
      { json: { processId: later.process.processId } },
    ]);
  });

  test('nor if both have the same correlation ID', async () => {
    const setup = { executionId: 'loop with one ID' };
    const order = { options: { correlationId: 'order 7' } };
    const [earlier, later] = [await wait(order, setup), await wait(order, setup)];
    const late = await call(later.run, earlier.process);
    expect([late.response.status, late.run]).toEqual([403, undefined]);
    expect((await call(later.run, later.process)).run?.items).toMatchObject([
      { json: { processId: later.process.processId, correlationId: 'order 7' } },
    ]);
  });

  test('nor of an enrichment, whose result need not say which process it is of', async () => {
    const setup = { executionId: 'loop with one ID of enrichments' };
    const order = { options: { correlationId: 'order 7' } };
    const waitAgain = async () => await wait(order, setup, 'enrichment.start');
    const [earlier, later] = [await waitAgain(), await waitAgain()];
    const late = await call(later.run, earlier.process, { any: 'earlier' });
    expect([late.response.status, late.run]).toEqual([403, undefined]);
    expect((await call(later.run, later.process, { any: 'own' })).run?.items).toMatchObject([{ json: { any: 'own' } }]);
  });

  test.each(['Read }} {{ "it\\\\" `now`', "$('it')", 'Read\u2028it\u2029', 'constructor', 'prototype', 'toString'])(
    'is resumed whatever its node is called: %s',
    async (nodeName) => {
      const { run, process } = await wait({}, { nodeName });
      expect((await call(run, process)).run?.status).toBe('success');
    },
  );

  test('goes on with its own result though an earlier one had the same process ID', async () => {
    service.respond(({ json }) => {
      service.processes.push({ processId: '17', webhook: (json as Process).webhook });
      return { json: startedAs(17) };
    });
    const setup = { executionId: 'loop with one process ID' };
    for (const { run, process } of [await wait({}, setup), await wait({}, setup)])
      expect((await call(run, process)).run?.items).toMatchObject([{ json: { processId: '17' } }]);
    const trigger = await activate({ n8n, service });
    for (const { run, process } of [
      await start({ n8n, service, trigger }, { delivery: 'wait' }),
      await start({ n8n, service, trigger }, { delivery: 'wait' }),
    ]) {
      expect(process.webhook.url).toBe(trigger.urls[0]);
      const resumed = n8n.resumed(run);
      expect(await callBack(process)).toBe(200);
      expect((await resumedBy(trigger, service, resumed)).items).toMatchObject([{ json: { processId: '17' } }]);
    }
  });

  test('goes on once when its callback comes several times in the same moment', async () => {
    const { run, process } = await wait();
    const calls = await Promise.all(Array.from({ length: 8 }, () => call(run, process)));
    expect(calls.map(({ response }) => response.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(calls.filter((one) => one.run !== undefined)).toHaveLength(1);
  });

  describe.each([
    ['stays', false],
    ['goes while n8n stores it', true],
  ])('where the caller %s', (_when, goes) => {
    /** A call that n8n stores, or not, at this end. */
    const callUntil = async ({ run, process }: Awaited<ReturnType<typeof wait>>, end: () => Promise<void>) => {
      const caller = new AbortController();
      const { name, value } = tokenOf(process);
      const store = async (response: WebhookResponse) => {
        if (goes) caller.abort();
        if (goes) await once(response, 'close');
        await end();
      };
      const { signal } = caller;
      return callResumeUrl(run, { headers: { [name]: value }, body: resultOf(process.processId), store, signal }).catch(
        () => undefined,
      );
    };

    test('goes on with a repeated callback if n8n could not store it', async () => {
      const waiting = await wait();
      const full = async () => await Promise.reject(new Error('The disk is full'));
      expect((await callUntil(waiting, full))?.run).toBeUndefined();
      expect((await call(waiting.run, waiting.process)).run?.status).toBe('success');
    });

    test('has accepted a repeated callback before if n8n has stored it', async () => {
      const waiting = await wait();
      await callUntil(waiting, async () => await Promise.resolve());
      const again = await call(waiting.run, waiting.process);
      expect([again.response.text, again.run]).toEqual(['{"message":"Accepted before"}', undefined]);
    });

    test('goes on with a repeated callback while the relay still tries, if n8n comes to no end', async () => {
      const waiting = await wait();
      let endStoring = () => undefined as void;
      const begun = new Promise<void>((begin) => {
        void callUntil(waiting, () => {
          begin();
          return new Promise((_resolve, reject) => (endStoring = () => reject(new Error('The connection was lost'))));
        });
      });
      await begun;
      letPass(LONGEST_RELAY - 1000);
      const again = call(waiting.run, waiting.process);
      expect((await again).run?.status).toBe('success');
      endStoring();
    });
  });

  test('has left what the node before it has put out as it was', async () => {
    const { run } = await wait({}, { items: [{ json: { order: 7 } }] });
    expect(run.of(START_NODE).items).toMatchObject([{ json: { order: 7 } }]);
    expect((await resumeAfterTimeout(run)).of(START_NODE).items).toMatchObject([{ json: { order: 7 } }]);
  });
});

describe('a wait with a fallback URL', () => {
  test('gets its result from a trigger of another workflow there', async () => {
    const other = await activate({ n8n, service }, { workflowId: 'fallback' });
    const fallbackUrl = other.urls[0] as string;
    const { run, process } = await wait({ options: { fallbackUrl } });
    expect(process.webhook.url).toContain('/webhook-waiting/');
    expect(process.webhook.fallbackUrl).toBe(fallbackUrl);
    const resumed = n8n.resumed(run);
    const fallback = { ...process, webhook: { ...process.webhook, url: fallbackUrl } };
    expect(await callBack(fallback)).toBe(200);
    expect((await resumedBy(other, service, resumed)).items).toMatchObject([
      { json: { fields: { nome: process.processId } } },
    ]);
  });

  test('takes it at its own address too', async () => {
    const { run, process } = await wait({ options: { fallbackUrl: 'https://example.com/fallback' } });
    expect((await call(run, process)).run?.items).toMatchObject([{ json: { processId: process.processId } }]);
  });
});

describe('the limit of a wait', () => {
  const limited = (values: object) => ({ options: { limitWaitTime: { values } } }) as INodeParameters;
  const inHours = ({ waitTill }: NodeRun): number => ((waitTill?.getTime() ?? 0) - Date.now()) / HOUR;

  test.each([
    ['is 24 hours when nothing is said', {}, 24],
    ['is so many minutes', limited({ limitType: 'afterTimeInterval', resumeAmount: 90, resumeUnit: 'minutes' }), 1.5],
    ['is so many hours', limited({ limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' }), 2],
    ['is so many days', limited({ limitType: 'afterTimeInterval', resumeAmount: 3, resumeUnit: 'days' }), 72],
    [
      'is a date',
      limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus({ hours: 5 }).toISO() }}' }),
      5,
    ],
    [
      'is a date of an expression',
      limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus({ hours: 5 }) }}' }),
      5,
    ],
    [
      'is a number of milliseconds since 1970',
      limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ Date.now() + 5 * 3600 * 1000 }}' }),
      5,
    ],
  ])('%s', async (_what, parameters, hours) => {
    const { run } = await wait(parameters);
    expect(inHours(run)).toBeCloseTo(hours, 2);
  });

  test('reads a date without a zone in the zone of the workflow', async () => {
    const { run } = await wait(limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '2199-06-01T12:00:00' }), {
      timezone: 'America/Sao_Paulo',
    });
    expect(run.waitTill?.toISOString()).toBe('2199-06-01T15:00:00.000Z');
  });

  test.each([
    [
      'in the past',
      limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00' }),
      'is not in the future',
    ],
    ['no date', limited({ limitType: 'atSpecifiedTime', maxDateAndTime: 'tomorrow' }), 'is not a valid date'],
    ['empty', limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '' }), 'is not a valid date'],
    [
      'the end of time, which n8n would take for the past',
      limited({ limitType: 'atSpecifiedTime', maxDateAndTime: '9999-12-31T23:59:59' }),
      'is not a valid date',
    ],
    [
      'later than the end of time',
      limited({ limitType: 'afterTimeInterval', resumeAmount: 1e10, resumeUnit: 'days' }),
      'is not a valid date',
    ],
    [
      'in a millennium, which n8n would take for no limit',
      limited({ limitType: 'afterTimeInterval', resumeAmount: 366_000, resumeUnit: 'days' }),
      'is not a valid date',
    ],
    [
      'no time at all',
      limited({ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'hours' }),
      'is not in the future',
    ],
    [
      'no number',
      limited({ limitType: 'afterTimeInterval', resumeAmount: '={{ "many" }}', resumeUnit: 'hours' }),
      'is "many", not a number',
    ],
  ])('that is %s is rejected before anything is sent', async (_what, parameters, reason) => {
    const { run } = await wait(parameters);
    expect(run.error?.message).toContain(reason);
    expect(run.error?.message).toMatch(/\[item 0\]$/);
    expect(run.status).toBe('error');
    expect(service.requests).toHaveLength(0);
  });

  test('that has passed ends in an item that says so', async () => {
    const { run, process } = await wait({ options: { correlationId: 'row 7' } }, { items: [{ json: { order: 7 } }] });
    expect((await resumeAfterTimeout(run)).items.map(({ json }) => json)).toEqual([
      { timedOut: true, processId: process.processId, correlationId: 'row 7', requestId: 'req-1' },
    ]);
  });
});

describe('nothing waits', () => {
  test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
    'for two items, and nothing is sent (%s)',
    async (onError) => {
      const { run } = await wait({}, { items: [{ json: {} }, { json: {} }], onError });
      expect(run.waitTill).toBeUndefined();
      expect(JSON.stringify(run.error?.message ?? run.outputs)).toContain(
        'Only one item at a time can wait for its result',
      );
      expect(service.requests).toHaveLength(0);
    },
  );

  test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
    'when the start has failed (%s)',
    async (onError) => {
      service.respond(() => ({ status: 400, json: failure('R101', 'A specified parameter is wrong') }));
      const { run } = await wait({}, { onError });
      expect(run.waitTill).toBeUndefined();
      expect(run.status).toBe(onError === 'stopWorkflow' ? 'error' : 'success');
      expect(JSON.stringify(run.error?.message ?? run.outputs)).toContain('A specified parameter is wrong (R101)');
    },
  );

  test('when it was stopped while the start was under way', async () => {
    service.respond(() => SILENCE);
    const stop = new AbortController();
    const running = wait({}, { signal: stop.signal });
    await service.arrived(1);
    stop.abort();
    const { run } = await running;
    expect([run.status, run.waitTill]).toEqual(['canceled', undefined]);
  });

  test('when the result goes elsewhere', async () => {
    const { run } = await start({ n8n, service }, { delivery: 'url', callbackUrl: 'https://example.com/' });
    expect([run.status, run.waitTill]).toEqual(['success', undefined]);
  });
});

describe('beside an active trigger', () => {
  const waitBeside = async (trigger: Awaited<ReturnType<typeof activate>>, setup: Parameters<typeof start>[2] = {}) =>
    await start({ n8n, service, trigger }, { delivery: 'wait' }, setup);

  test('the result goes to the trigger, which repeats it until the execution is stored as waiting', async () => {
    const trigger = await activate({ n8n, service });
    service.delay = 0;
    const { run, process } = await waitBeside(trigger);
    service.delay = undefined;
    expect(process.webhook.url).toBe(trigger.urls[0]);
    const resumed = n8n.resumed(run);
    expect((await resumedBy(trigger, service, resumed)).items).toMatchObject([
      { json: { fields: { nome: process.processId }, processId: process.processId } },
    ]);
    expect(trigger.executions).toHaveLength(0);
    expect(await callBack(process)).toBe(200);
  });

  test('a callback that only names the process takes no place of the result', async () => {
    const trigger = await activate({ n8n, service });
    const { run, process } = await waitBeside(trigger);
    jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
    const resumed = n8n.resumed(run);
    for (const body of [startedAs(process.processId), startedAs(process.processId), resultOf(process.processId)])
      expect(await callBack(process, body)).toBe(200);
    expect((await resumedBy(trigger, service, resumed)).items).toMatchObject([
      { json: { fields: { nome: process.processId }, deliveryId: process.processId } },
    ]);
    expect(await callBack(process, startedAs(process.processId))).toBe(200);
    expect(trigger.executions).toHaveLength(0);
  });

  test('the trigger is asked once, however many executions wait', async () => {
    const trigger = await activate({ n8n, service });
    const probes = countCalls(trigger.urls[0] ?? '');
    const beside = await Promise.all(Array.from({ length: 20 }, () => waitBeside(trigger)));
    for (const { process } of beside) expect(process.webhook.url).toBe(trigger.urls[0]);
    await waitBeside(trigger);
    expect(probes()).toBe(1);
  });

  test('an item is taken for a stored callback only if it has nothing else', async () => {
    const file = { data: Buffer.from('no token\n{}').toString('base64'), mimeType: 'text/plain' };
    const pass = (json: IDataObject) =>
      runNode(DocumentProcessingTrigger, { ...triggerSetup(service), items: [{ json, binary: { callback: file } }] });
    expect((await pass({ relaysToExecution: '1' })).error?.message).toBe(
      'The token of this callback is no longer valid',
    );
    const result = { relaysToExecution: '1', type: 'carta' };
    expect((await pass(result)).items).toMatchObject([{ json: result }]);
  });

  describe('whose probe', () => {
    const gate = openedForEachTest(() => startServer());

    /** Starts a wait in an n8n whose URL answers like this, in turn, and which has a trigger registered. */
    const startWith = async (...answers: Answer[]) => {
      gate.respond((_request, index) => answers[Math.min(index, answers.length - 1)] as Answer);
      const url = `${gate.url}/webhook/results/callback`;
      const staticData = {
        global: { documentProcessingTriggers: { trigger: { url, events: ['contentExtraction'] } } },
      };
      const { process } = await start(
        { n8n: { ...n8n, baseUrl: `${gate.url}/` }, service },
        { delivery: 'wait' },
        { staticData },
      );
      return process.webhook.url;
    };

    test.each<[string, Answer]>([
      ['is cut off', CUT],
      ['is answered with 500', { status: 500 }],
      ['is answered with 503, as n8n does when it is busy', { status: 503, json: { code: 503 } }],
      ['is answered with 429, as a proxy does', { status: 429, body: 'slow down' }],
    ])('%s is taken for busy: the result goes to it', async (_how, answer) => {
      expect(await startWith(answer)).toBe(`${gate.url}/webhook/results/callback`);
    });

    test('finds a trigger that is busy is repeated after half a minute, not before', async () => {
      const now = Date.now();
      const probesAt = async (seconds: number) => {
        jest.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000);
        await startWith({ status: 503, json: { code: 503 } });
        return gate.requests.length;
      };
      expect([await probesAt(0), await probesAt(29), await probesAt(31)]).toEqual([1, 1, 2]);
    });

    test('is not answered in time is taken for busy too', async () => {
      timeOutAt(gate.arrived(1));
      expect(await startWith(SILENCE)).toBe(`${gate.url}/webhook/results/callback`);
    });

    test.each<[string, Answer]>([
      ['is answered with 404', { status: 404, json: { code: 404, message: 'not registered' } }],
      ['is answered with 403', { status: 403, json: { message: 'The token of this callback is not valid' } }],
      ['is answered with 200 by something else', { status: 200, json: { ok: true } }],
      ['is redirected', { status: 302, headers: { location: 'https://example.com/login' } }],
    ])('%s is no trigger of ours: the result goes to the execution', async (_how, answer) => {
      expect(await startWith(answer)).toContain('/webhook-waiting/');
    });

    test('is not let through, because n8n does not trust its own certificate, is none that could relay', async () => {
      const { cert, private: key } = await generate(undefined, { keySize: 2048 });
      const own = createTlsServer({ cert, key }).listen(0, '127.0.0.1');
      await once(own, 'listening');
      const url = `https://127.0.0.1:${(own.address() as AddressInfo).port}/`;
      const known = { url: `${url}webhook/results/callback`, events: ['contentExtraction'] };
      const { process } = await start(
        { n8n: { ...n8n, baseUrl: url }, service },
        { delivery: 'wait' },
        { staticData: { global: { documentProcessingTriggers: { trigger: known } } } },
      );
      own.close();
      expect(process.webhook.url).toContain('/webhook-waiting/');
    });

    test('is redirected shows its token to nobody else', async () => {
      const other = await startServer(() => ({ json: { message: 'Listening' } }));
      await startWith({ status: 307, headers: { location: other.url } });
      expect(other.requests).toEqual([]);
      await other.close();
    });

    test('finds nothing at the URL is repeated for the next execution', async () => {
      await gate.close();
      expect(await startWith()).toContain('/webhook-waiting/');
      const reopened = createServer((_request, response) => response.end('{"message":"Listening"}'));
      await once(reopened.listen(Number(new URL(gate.url).port), '127.0.0.1'), 'listening');
      expect(await startWith()).toBe(`${gate.url}/webhook/results/callback`);
      reopened.closeAllConnections();
      reopened.close();
    });

    const STARTING = { status: 200, body: 'n8n is starting up. Please wait' };
    const NO_WEBHOOKS_YET = { status: 404, body: '<!DOCTYPE html><pre>Cannot POST /webhook/results/callback</pre>' };

    test('is answered by an n8n that is starting is repeated until there is a trigger', async () => {
      const url = await startWith(STARTING, NO_WEBHOOKS_YET, { json: { message: 'Listening' } });
      expect([url, gate.requests.length]).toEqual([`${gate.url}/webhook/results/callback`, 3]);
    });

    test('is answered with a page for longer than n8n takes to start is no trigger', async () => {
      void gate.arrived(2).then(() => letPass(13_000));
      expect(await startWith(NO_WEBHOOKS_YET)).toContain('/webhook-waiting/');
      expect(gate.requests).toHaveLength(2);
    });
  });

  test('a trigger that was asked and has been switched off since is sent no more', async () => {
    const trigger = await activate({ n8n, service });
    const setup = { otherNodes: [{ type: DocumentProcessingTrigger, node: { webhookId: 'results' } }] };
    expect((await waitBeside(trigger, setup)).process.webhook.url).toBe(trigger.urls[0]);
    await trigger.deactivate();
    expect((await waitBeside(trigger, setup)).process.webhook.url).toContain('/webhook-waiting/');
  });

  test('a trigger that was not listening is found as soon as it is', async () => {
    const trigger = await activate({ n8n, service });
    const staticData = trigger.staticData();
    await trigger.deactivate();
    // The same process each time: it would know the answer of the first probe.
    const nodeClass = inAnotherProcess().action;
    const startAgain = async () => {
      const { process } = await start({ n8n, service }, { delivery: 'wait' }, { staticData, nodeClass });
      return process.webhook.url;
    };
    expect(await startAgain()).toContain('/webhook-waiting/');
    const active = await activate({ n8n, service });
    expect(await startAgain()).toBe(active.urls[0]);
  });

  test('no secret and no address of an execution stands open in the token but the one it is for', async () => {
    const trigger = await activate({ n8n, service });
    const { run, process } = await waitBeside(trigger);
    expect(claimsOf(process)).toMatchObject({
      waiting: {
        executionId: run.prepared.executionId,
        resumeUrl: expect.stringContaining(`webhook-waiting/${run.prepared.executionId}`),
      },
    });
  });

  test('a result that nobody waits for any more is rejected, and can be delivered again', async () => {
    const trigger = await activate({ n8n, service });
    const [first, second] = [
      await waitBeside(trigger, { executionId: 'again' }),
      await waitBeside(trigger, { executionId: 'again' }),
    ];
    const resumed = n8n.resumed(second.run);
    expect([await callBack(first.process), await callBack(first.process)]).toEqual([401, 401]);
    expect(await callBack(second.process)).toBe(200);
    expect((await resumed).items).toMatchObject([{ json: { processId: second.process.processId } }]);
  });

  test.each([
    [
      'listens with another credential',
      async (trigger: Awaited<ReturnType<typeof activate>>) =>
        await start({ n8n, service, trigger }, { delivery: 'wait' }, { credential: { callbackSecret: 'another' } }),
    ],
    [
      'cannot be reached',
      async (trigger: Awaited<ReturnType<typeof activate>>) => {
        const staticData = trigger.staticData();
        await trigger.deactivate();
        return await start({ n8n, service }, { delivery: 'wait' }, { staticData });
      },
    ],
  ])('that %s, the result goes to the execution itself', async (_what, startBeside) => {
    const { run, process } = await startBeside(await activate({ n8n, service }));
    expect(process.webhook.url).toContain('/webhook-waiting/');
    const resumed = n8n.resumed(run);
    expect(await callBack(process)).toBe(200);
    expect((await resumed).status).toBe('success');
  });
});

describe('a wait with a review output', () => {
  const options = {
    minScore: 0.95,
    reviewOutput: true,
    typedValues: true,
    fieldRules: { rule: [{ name: 'cpf', required: true }] },
  };

  test('goes on by the output for what is to be reviewed, with its settings', async () => {
    const { run, process } = await wait({ options });
    const resumed = (await call(run, process)).run;
    expect(resumed?.outputs.map((items) => items.map(({ json }) => [json['missing'], json['texts']]))).toEqual([
      [],
      [[['cpf'], { nome: process.processId }]],
    ]);
  });

  test('checks formats, patterns and sums, which go along as JSON', async () => {
    const rule = [
      { name: 'nome', format: 'cpf' },
      { name: 'nome', format: 'regex', pattern: '^no such name$' },
    ];
    const sums = { sum: [{ total: 'nome', parts: { part: [{ name: 'nope' }] } }] };
    for (const one of rule) {
      const { run, process } = await wait({ options: { fieldRules: { rule: [one] }, sums } });
      const { items = [] } = (await call(run, process)).run ?? {};
      expect(items).toMatchObject([{ json: { invalid: ['nome'], notChecked: [expect.stringContaining('nope')] } }]);
    }
  });

  test('is refused, before anything is sent, if its settings do not fit into a header', async () => {
    const rule = Array.from({ length: 200 }, (_, index) => ({ name: `a rather long name of a field ${index}` }));
    const before = service.requests.length;
    const { run } = await wait({ options: { fieldRules: { rule } } });
    expect(run.error?.message).toContain('too long to be sent along');
    expect(service.requests.length).toBe(before);
  });
});
