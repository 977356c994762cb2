import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { WebhookContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import type { ActiveTrigger } from '../../engine/instance.ts';
import type { NodeRun } from '../../engine/execution.ts';
import { START_NODE } from '../../engine/workflow.ts';
import { callResumeUrl, resumeAfterTimeout } from '../../engine/waitingExecution.ts';
import { LONGEST_RELAY } from '../../../nodes/DocumentProcessing/callback/relay';
import { failure } from '../../support/envelope.ts';
import { CUT, SILENCE, startServer, type Answer } from '../../support/server.ts';
import { callBack, resultOf, startedAs, type Process } from '../../support/callbackService.ts';
import { letPass, timeOutAt } from '../../support/clock.ts';
import { serverForEachTest } from '../../support/opened.ts';
import { PNG } from '../../support/samples.ts';
import { claimsOf, resumedBy, tokenOf, triggerNode, workflowOfEachTest, type StartSetup } from './workflow.ts';
import { numbered } from '../../support/document-node.ts';

const { n8n, service, activate, start } = workflowOfEachTest();
afterEach(() => jest.restoreAllMocks());

type Waiting = Awaited<ReturnType<typeof start>>;

const wait = (
  parameters: INodeParameters = {},
  setup: StartSetup = {},
  operation = 'document.startExtraction',
): Promise<Waiting> => start({ delivery: 'wait', ...parameters }, { operation: operation, ...setup });

/** A call to the address at which the execution is resumed, with the token of a process. */
const call = async (run: NodeRun, process: Process, body: unknown = resultOf(process.processId), more = {}) => {
  const { name, value } = tokenOf(process);
  return await callResumeUrl(run, { headers: { [name]: value }, body, ...more });
};

/** The end of an execution whose result is delivered to the trigger. */
async function endBy(trigger: ActiveTrigger, { run, process }: Waiting, body?: unknown): Promise<NodeRun> {
  const resumed = n8n.resumed(run);
  expect(await callBack(process, body)).toBe(200);
  return await resumedBy(trigger, service, resumed);
}

describe('an execution that waits', () => {
  test('is resumed at its own address, and goes on with the result', async () => {
    const { run, process } = await wait({ options: { correlationId: 'row 7' } });
    expect(run.status).toBe('waiting');
    expect(process.webhook.url).toMatch(new RegExp(`^${n8n.baseUrl}webhook-waiting/${run.prepared.executionId}\\b`));
    const resumed = n8n.resumed(run);
    const body = resultOf(process.processId, { image: PNG.toString('base64') });
    expect(await callBack(process, body)).toBe(200);
    const reference = { processId: process.processId, event: 'contentExtraction', correlationId: 'row 7' };
    expect((await resumed).items).toMatchObject([
      {
        json: { type: 'carta', fields: { nome: process.processId }, ...reference },
        binary: { image: { mimeType: 'image/png' } },
        pairedItem: { item: 0 },
      },
    ]);
  });

  test('shows no signature of its own address where the service repeats it', async () => {
    service.respond(({ json }) => {
      const { url } = (json as Process).webhook;
      service.processes.push({ processId: '', webhook: { url } });
      return { status: 400, json: failure('R101', `webhook.url ${url} cannot be reached`) };
    });
    const { run, process } = await wait();
    const signature = new URL(process.webhook.url).searchParams.get('signature');
    expect(signature).toMatch(/^.{8,}$/);
    expect(run.error?.message).toContain('webhook-waiting');
    expect(run.error?.message).not.toContain(signature);
  });

  test.each([
    ['extraction', 'document.startExtraction', { error: 'Not signed in with *** (R101)' }],
    ['enrichment', 'enrichment.start', { status: { message: 'Not signed in with ***' } }],
  ])('says how its %s has failed, without the secrets of the credential', async (_, operation, expected) => {
    const { run, process } = await wait({}, {}, operation);
    const { processId } = process;
    const body = { ...failure('R101', 'Not signed in with token-of-the-test'), processId };
    expect((await call(run, process, body)).run?.items).toMatchObject([{ json: { ...expected, processId } }]);
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

  test('goes on waiting when a call is not its callback', async () => {
    const [{ run, process }, other] = [await wait(), await wait()];
    const outside = await start({ delivery: 'url', callbackUrl: 'https://example.com/' });
    expect((await callResumeUrl(run, { body: resultOf('x') })).response.status).toBe(401);
    const forged = { [tokenOf(process).name]: 'forged' };
    expect((await callResumeUrl(run, { body: resultOf('x'), headers: forged })).response.status).toBe(403);
    for (const { process: another } of [other, outside]) expect((await call(run, another)).response.status).toBe(403);
    expect((await call(run, process, 'not JSON')).response.status).toBe(400);
    expect((await call(run, process)).run?.status).toBe('success');
  });

  test('goes on waiting when its callback only names the process, and n8n logs it', async () => {
    const { run, process } = await wait();
    const log = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
    const passedOver = await call(run, process, startedAs(process.processId));
    expect([passedOver.response.status, passedOver.run]).toEqual([200, undefined]);
    const logged = / goes on waiting: a callback has named the process, without a result$/;
    expect(log).toHaveBeenCalledWith(expect.stringMatching(logged), expect.anything());
    expect((await call(run, process)).run?.items).toMatchObject([{ json: { fields: { nome: process.processId } } }]);
  });

  test('does not take the late result of its earlier wait for its own, which need not name its process', async () => {
    const options = { correlationId: 'order 7' };
    const waitAgain = () => wait({ options }, { executionId: 'loop' }, 'enrichment.start');
    const [earlier, later] = [await waitAgain(), await waitAgain()];
    const log = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
    const late = await call(later.run, earlier.process, { result: [], any: 'earlier' });
    expect([late.response.status, late.run]).toEqual([403, undefined]);
    const logged = / has not taken a result: the wait it came for is over$/;
    expect(log).toHaveBeenCalledWith(expect.stringMatching(logged), expect.anything());
    expect((await call(later.run, later.process)).run?.items).toMatchObject([
      { json: { processId: later.process.processId } },
    ]);
  });

  test.each(['Read }} {{ "it\\\\" `now`', 'Read\u2028it\u2029', 'constructor'])(
    'is resumed whatever its node is called: %s',
    async (nodeName) => {
      const { run, process } = await wait({}, { nodeName });
      expect((await call(run, process)).run?.status).toBe('success');
    },
  );

  test('goes on once when its callback comes several times in the same moment', async () => {
    const { run, process } = await wait();
    const calls = await Promise.all(Array.from({ length: 8 }, () => call(run, process)));
    expect(calls.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
    expect(calls.filter((one) => one.run !== undefined)).toHaveLength(1);
  });

  test('goes on with a repeated callback while the relay still tries, if n8n comes to no end', async () => {
    const { run, process } = await wait();
    let giveUp = (_reason: Error) => {};
    const begun = new Promise<void>((begin) => {
      const store = () => {
        begin();
        return new Promise((_resolve, reject) => (giveUp = reject));
      };
      void call(run, process, undefined, { store });
    });
    await begun;
    letPass(LONGEST_RELAY - 1000);
    expect((await call(run, process)).run?.status).toBe('success');
    giveUp(new Error('The connection was lost'));
  });

  test('gets its result from a trigger of another workflow at its fallback URL', async () => {
    const other = await activate({ workflowId: 'fallback' });
    const [fallbackUrl = ''] = other.urls;
    const { run, process } = await wait({ options: { fallbackUrl } });
    expect(process.webhook.url).toContain('/webhook-waiting/');
    expect(process.webhook.fallbackUrl).toBe(fallbackUrl);
    const atFallback = { ...process, webhook: { ...process.webhook, url: fallbackUrl } };
    expect((await endBy(other, { run, process: atFallback })).items).toMatchObject([
      { json: { fields: { nome: process.processId } } },
    ]);
  });
});

describe('the limit of a wait', () => {
  const limited = (values: INodeParameters) => ({ options: { limitWaitTime: { values } } });
  const after = (resumeAmount: number | string, resumeUnit: string) =>
    limited({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
  const at = (maxDateAndTime: string) => limited({ limitType: 'atSpecifiedTime', maxDateAndTime });

  test.each([
    ['24 hours when nothing is said', {}, 24],
    ['so many minutes', after(90, 'minutes'), 1.5],
    ['a date', at('={{ $now.plus({ hours: 5 }).toISO() }}'), 5],
    ['a number of milliseconds since 1970', at('={{ Date.now() + 5 * 3600 * 1000 }}'), 5],
  ])('is %s', async (_what, parameters, hours) => {
    const { waitTill = new Date(0) } = (await wait(parameters)).run;
    expect((waitTill.getTime() - Date.now()) / 3_600_000).toBeCloseTo(hours, 1);
  });

  test('reads a date without a zone in the zone of the workflow', async () => {
    const { run } = await wait(at('2199-06-01T12:00:00'), { timezone: 'America/Sao_Paulo' });
    expect(run.waitTill?.toISOString()).toBe('2199-06-01T15:00:00.000Z');
  });

  test.each([
    ['in the past', at('2020-01-01T00:00:00'), 'is not in the future'],
    ['no date', at('tomorrow'), 'is not a valid date'],
    ['empty', at(''), 'is not a valid date'],
    ['the end of time, which n8n would take for the past', at('9999-12-31T23:59:59'), 'is not a valid date'],
    ['later than the end of time', after(1e10, 'days'), 'is not a valid date'],
    ['in a millennium, which n8n would take for no limit', after(366_000, 'days'), 'is not a valid date'],
    ['no number', after('={{ "many" }}', 'hours'), 'is "many", not a number'],
  ])('that is %s is rejected before anything is sent', async (_what, parameters, reason) => {
    const { run } = await wait(parameters);
    expect(run.error?.message).toContain(reason);
    expect(service.requests).toHaveLength(0);
  });

  test('that has passed ends in an item that says so, and leaves what the node before has put out', async () => {
    const { run, process } = await wait({ options: { correlationId: 'row 7' } }, { items: [{ json: { order: 7 } }] });
    const ended = await resumeAfterTimeout(run);
    expect(ended.items.map(({ json }) => json)).toEqual([
      { timedOut: true, processId: process.processId, correlationId: 'row 7', requestId: 'req-1' },
    ]);
    expect(ended.of(START_NODE).items).toMatchObject([{ json: { order: 7 } }]);
  });
});

describe('nothing waits', () => {
  const onError = 'continueRegularOutput';

  test('for two items, and nothing is sent', async () => {
    const { run } = await wait({}, { items: numbered(2), onError });
    expect(run.waitTill).toBeUndefined();
    const error = expect.stringContaining('Only one item at a time can wait for its result');
    expect(run.items).toMatchObject([{ json: { error } }, { json: { error } }]);
    expect(service.requests).toHaveLength(0);
  });

  test('when the start has failed', async () => {
    service.respond(() => ({ status: 400, json: failure('R101', 'A specified parameter is wrong') }));
    const { run } = await wait({}, { onError });
    expect([run.status, run.waitTill]).toEqual(['success', undefined]);
  });

  test('when it was stopped while the start was under way', async () => {
    service.respond(() => SILENCE);
    const stop = new AbortController();
    const running = wait({}, { signal: stop.signal });
    await service.arrived(1);
    stop.abort();
    const { run } = await running;
    expect([run.status, run.waitTill]).toEqual(['canceled', undefined]);
  });
});

const waitBeside = (trigger: ActiveTrigger, setup: StartSetup = {}) =>
  start({ delivery: 'wait' }, { trigger, ...setup });

describe('beside an active trigger', () => {
  test('the result goes to the trigger, which repeats it until the execution is stored as waiting', async () => {
    const trigger = await activate();
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

  describe('whose probe', () => {
    const gate = serverForEachTest();
    const gateUrl = () => `${gate.url}/webhook/results/callback`;

    /** Starts a wait in an n8n whose URL is this, and in whose workflow there is a trigger. */
    const startAt = async (url: string) => {
      const { process } = await start({ delivery: 'wait' }, { baseUrl: `${url}/`, otherNodes: [triggerNode()] });
      return process.webhook.url;
    };
    /** The same, where it answers like this, in turn. */
    const startWith = async (...answers: Answer[]) => {
      gate.respond((_request, index) => answers[Math.min(index, answers.length - 1)] as Answer);
      return await startAt(gate.url);
    };

    const BUSY = { status: 503, json: { code: 503 } };
    const ABSENT = { status: 404, json: { code: 404, message: 'not registered' } };
    const LISTENING = { json: { message: 'Listening' } };

    test.each<[string, Answer]>([
      ['is cut off', CUT],
      ['is answered with 503, as n8n does when it is busy', BUSY],
      ['is answered with 429, as a proxy does', { status: 429, body: 'slow down' }],
    ])('%s is taken for busy: the result goes to it', async (_how, answer) => {
      expect(await startWith(answer)).toBe(gateUrl());
    });

    test('is not answered in time is taken for busy too', async () => {
      timeOutAt(gate.arrived(1));
      expect(await startWith(SILENCE)).toBe(gateUrl());
    });

    test('finds a trigger that listens is made once, however many executions wait', async () => {
      gate.respond(() => LISTENING);
      const urls = await Promise.all(Array.from({ length: 20 }, () => startAt(gate.url)));
      expect(urls).toEqual(Array(20).fill(gateUrl()));
      await startAt(gate.url);
      expect(gate.requests).toHaveLength(1);
    });

    test('finds a trigger that is busy is repeated after half a minute, not before', async () => {
      const probesAfter = async (seconds: number) => {
        letPass(seconds * 1000);
        await startWith(BUSY);
        return gate.requests.length;
      };
      expect([await probesAfter(0), await probesAfter(29), await probesAfter(2)]).toEqual([1, 1, 2]);
    });

    test.each<[string, Answer]>([
      ['is answered with 404', ABSENT],
      ['is answered with 403 by a proxy', { status: 403, body: '<html>Denied</html>' }],
      ['is redirected', { status: 302, headers: { location: 'https://example.com/login' } }],
    ])('%s finds no trigger of ours, and is repeated for the next execution', async (_how, answer) => {
      expect(await startWith(answer, LISTENING)).toContain('/webhook-waiting/');
      expect(await startWith(answer, LISTENING)).toBe(gateUrl());
    });

    test('is not let through, because n8n does not trust its own certificate, is none that could relay', async () => {
      const { cert, private: key } = await generate(undefined, { keySize: 2048 });
      const own = createTlsServer({ cert, key }).listen(0, '127.0.0.1');
      await once(own, 'listening');
      expect(await startAt(`https://127.0.0.1:${(own.address() as AddressInfo).port}`)).toContain('/webhook-waiting/');
      own.close();
    });

    test('is redirected shows its token to nobody else', async () => {
      const other = await startServer(() => LISTENING);
      await startWith({ status: 307, headers: { location: other.url } });
      expect(other.requests).toEqual([]);
      await other.close();
    });

    const STARTING = { status: 200, body: 'n8n is starting up. Please wait' };
    const NO_WEBHOOKS_YET = { status: 404, body: '<!DOCTYPE html><pre>Cannot POST /webhook/results/callback</pre>' };

    test('is answered by an n8n that is starting is repeated until there is a trigger', async () => {
      expect(await startWith(STARTING, NO_WEBHOOKS_YET, LISTENING)).toBe(gateUrl());
      expect(gate.requests).toHaveLength(3);
    });

    test('is answered with a page for longer than n8n takes to start is no trigger', async () => {
      void gate.arrived(2).then(() => letPass(13_000));
      expect(await startWith(NO_WEBHOOKS_YET)).toContain('/webhook-waiting/');
      expect(gate.requests).toHaveLength(2);
    });
  });
});

describe('the settings of the output', () => {
  test('go along as JSON: review, rules, formats, patterns and sums', async () => {
    const rule = [
      { name: 'cpf', required: true },
      { name: 'nome', format: 'regex', pattern: '^no such name$' },
    ];
    const sums = { sum: [{ total: 'nome', parts: { part: [{ name: 'nope' }] } }] };
    const options = { minScore: 0.95, reviewOutput: true, typedValues: true, fieldRules: { rule }, sums };
    const { run, process } = await wait({ options });
    expect((await call(run, process)).run?.outputs).toMatchObject([
      [],
      [
        {
          json: {
            missing: ['cpf'],
            invalid: ['nome'],
            notChecked: [expect.stringContaining('nope')],
            texts: { nome: process.processId },
          },
        },
      ],
    ]);
  });

  test('are refused, before anything is sent, if they do not fit into a header', async () => {
    const rule = Array.from({ length: 200 }, (_, index) => ({ name: `a rather long name of a field ${index}` }));
    const { run } = await wait({ options: { fieldRules: { rule } } });
    expect(run.error?.message).toContain('too long to be sent along');
    expect(service.requests).toHaveLength(0);
  });
});
