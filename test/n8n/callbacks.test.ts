import { randomUUID } from 'node:crypto';
import { chosenLines, createHost, itemsOf, jsonOf, waitFor } from './n8n.ts';
import type { Execution, WorkflowJson } from './restApi.ts';
import type { Host } from './n8n.ts';
import { action, credentialFor, entry, node, START_EXTRACTION, trigger, workflow } from './workflowJson.ts';
import { callBack, resultOf, startService } from '../support/callbackService.ts';
import type { Process, Service } from '../support/callbackService.ts';

/** docs/asynchronous.md was measured with `EARLY_RUNS=200`. */
const EARLY_RUNS = Number(process.env['EARLY_RUNS'] ?? 20);
const BURST = 500;
const RACING = 50;

/**
 * n8n looks every two seconds whether its database answers within five, and otherwise answers callbacks with 503 itself,
 * as it does after a burst on a slow machine. These tests are about what comes to our nodes, so here it does not look.
 */
const UNWATCHED = { DB_PING_INTERVAL_SECONDS: '86400' };

/** n8n 2 starts a virtual machine for most executions, which takes most of the time where there are hundreds. */
const WITHOUT_ISOLATES = { N8N_EXPRESSION_ENGINE: 'legacy' };

/** Time-out of tests that repeat something hundreds of times, and of each wait in them: a slow machine takes minutes. */
const LONG = 900_000;
const LONG_WAIT = 300_000;

const after = (name: string) => node(name, 'n8n-nodes-base.noOp', 1);

const waiting = (limit?: number) => {
  const options =
    limit === undefined
      ? undefined
      : { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: limit, resumeUnit: 'minutes' } } };
  return action('Wait', { ...START_EXTRACTION, delivery: 'wait', ...(options && { options }) });
};

/** Items go to "Wait" one by one, and all results to "After". */
const inLoop = (one: WorkflowJson): WorkflowJson => {
  const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
  return { ...one, connections: { ...one.connections, Loop: { main: [to('After'), to('Wait')] } } };
};

const workflows = (serviceUrl: string) => {
  /** Reports each result to the service. */
  const count = node('Count', 'n8n-nodes-base.httpRequest', 4.2, {
    method: 'POST',
    url: `${serviceUrl}/count`,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: '={{ { processId: $json.processId } }}',
  });
  const options = { correlationId: '={{ $json.body.row }}' };
  return {
    toTrigger: workflow(
      'To the trigger',
      [
        entry('to-trigger'),
        action('Start', { ...START_EXTRACTION, delivery: 'trigger', options }),
        trigger('Results', 'results'),
        after('After'),
        count,
      ],
      ['Entry', 'Start'],
      ['Results', 'After', 'Count'],
    ),
    toUrl: workflow(
      'To a URL',
      [
        entry('to-url'),
        action('Start', { ...START_EXTRACTION, delivery: 'url', callbackUrl: '={{ $json.body.url }}' }),
      ],
      ['Entry', 'Start'],
    ),
    inEditor: workflow(
      'In the editor',
      [
        node('Manual', 'n8n-nodes-base.manualTrigger', 1),
        action('Start', { ...START_EXTRACTION, delivery: 'trigger' }),
        trigger('Results', 'editor-results'),
        after('After'),
      ],
      ['Manual', 'Start'],
      ['Results', 'After'],
    ),
    waitAlone: workflow(
      'Wait alone',
      [entry('wait-alone'), waiting(), after('After'), count],
      ['Entry', 'Wait', 'After', 'Count'],
    ),
    waitSafely: workflow(
      'Wait beside a trigger',
      [entry('wait-safe'), waiting(), after('After'), count, trigger('Results', 'wait-results')],
      ['Entry', 'Wait', 'After', 'Count'],
    ),
    waitInLoop: inLoop(
      workflow(
        'Wait in a loop',
        [
          entry('wait-loop'),
          node('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows' }),
          node('Loop', 'n8n-nodes-base.splitInBatches', 3),
          action('Wait', {
            ...START_EXTRACTION,
            delivery: 'wait',
            options: { correlationId: "={{ 'row-' + $runIndex }}" },
          }),
          after('After'),
          trigger('Results', 'loop-results'),
        ],
        ['Entry', 'Rows', 'Loop'],
        ['Wait', 'Loop'],
      ),
    ),
    waitShortly: workflow(
      'Wait shortly',
      [entry('wait-short'), waiting(0.02), after('After')],
      ['Entry', 'Wait', 'After'],
    ),
  };
};

function callBackWith20MB(process: Process): Promise<number> {
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(15_000_000, 7)]);
  const crops = [{ name: 'photo', stdName: null, value: photo.toString('base64') }];
  return callBack(process, resultOf(process.processId, { crops }));
}

describe.each(chosenLines())('callbacks in n8n %s', (line) => {
  let host: Host;
  let service: Service;
  let ids: Record<string, string>;
  /** Its wait ends while other tests run: n8n looks once a minute. */
  let short: Process;

  const enter = async (path: string, body?: object) => void (await (await host.callWebhook(path, body)).arrayBuffer());
  const start = async (path: string, body: object = {}): Promise<Process> => {
    const before = service.processes.length;
    await enter(path, body);
    return (await waitFor(async () => service.processes[before])) as Process;
  };
  /** So many processes of which the trigger gets the results. Their callbacks have the tokens of ten starts. */
  const startMany = async (count: number): Promise<Process[]> => {
    const before = service.processes.length;
    await Promise.all(Array.from({ length: 10 }, () => enter('to-trigger', {})));
    await waitFor(async () => service.processes.length === before + 10);
    const started = service.processes.slice(before);
    return started.flatMap(({ webhook }) =>
      Array.from({ length: count / 10 }, () => ({ processId: randomUUID(), webhook })),
    );
  };
  const finished = async (id = '') => (await host.executions(id)).filter(({ status }) => status === 'success');
  const stored = async (id = '', status = 'waiting') =>
    await waitFor(async () => (await host.executions(id)).find((one) => one.status === status));
  const tokenHeaderOf = ({ webhook }: Process): string => webhook.authorization?.headers?.at(-1)?.name ?? '';
  /** How many results of each process have arrived. */
  const resultCountsOf = (processes: Process[]): number[] =>
    processes.map(({ processId }) => service.deliveries.filter((one) => one === processId).length);
  const allArrived = async (processes: Process[]) =>
    await waitFor(
      async () => resultCountsOf(processes).every((count) => count > 0),
      LONG_WAIT,
      `a result of each of ${processes.length} processes`,
    );

  /** n8n stores the executions of a burst for a while. Until then SQLite is busy, and n8n 1 responds with 503. */
  const storedAll = async (id = '', older = 0) =>
    await waitFor(
      async () => {
        const executions = await host.executions(id).catch(() => []);
        const begun = executions.slice(0, executions.length - older);
        return begun.length > 0 && begun.every(({ status }) => status === 'success');
      },
      LONG_WAIT,
      'the success of all executions',
    );

  const report = (text: string) => process.stdout.write(`n8n ${line}: ${text}\n`);

  beforeAll(async () => {
    service = await startService();
    host = await createHost(line, { settings: UNWATCHED });
    await host.start();
    await host.createCredentials([credentialFor(service.url)]);
    ids = await host.createWorkflows(workflows(service.url));
    for (const id of Object.values(ids)) await host.activate(id);
    short = await start('wait-short');
  });
  afterAll(async () => {
    await host?.dispose();
    await service?.close();
  });

  /** The execution of this workflow whose node "After" has output such an item. */
  const withResult = async (
    id: string | undefined,
    matches: (json: Record<string, unknown>) => boolean,
  ): Promise<Execution> =>
    await waitFor(async () => {
      for (const { id: executionId } of await finished(id)) {
        const execution = await host.execution(executionId);
        if (jsonOf(execution, 'After').some(matches)) return execution;
      }
      return undefined;
    });
  const withResultOf = async (id: string | undefined, { processId }: Process) =>
    await withResult(id, (json) => json['processId'] === processId);

  describe('the trigger', () => {
    test('outputs the result of an extraction that its workflow started, with its correlation ID', async () => {
      const process = await start('to-trigger', { row: 'row-7' });
      expect(process.webhook.url).toBe(host.webhookUrl('results/callback'));
      expect(await callBack(process)).toBe(200);
      expect(jsonOf(await withResultOf(ids['toTrigger'], process), 'After')).toMatchObject([
        {
          type: 'carta',
          fields: { nome: process.processId },
          processId: process.processId,
          event: 'contentExtraction',
          correlationId: 'row-7',
        },
      ]);
    });

    test('rejects callbacks without a valid token or body, and starts no execution for them', async () => {
      const process = await start('to-trigger', { row: 'row-8' });
      const before = (await host.executions(ids['toTrigger'] ?? '')).length;
      const without = { ...process, webhook: { url: process.webhook.url } };
      expect(await callBack(without)).toBe(401);
      expect(await callBack(process, undefined, { [tokenHeaderOf(process)]: 'forged' })).toBe(403);
      // n8n refuses some by itself, others come to the node.
      for (const malformed of ['', 'not JSON', '"text"', '{"cut": ', '{"neither": "result nor status"}'])
        expect([malformed, await callBack(process, malformed)]).toEqual([malformed, 400]);
      expect((await host.executions(ids['toTrigger'] ?? '')).length).toBe(before);
      expect(await callBack(process)).toBe(200);
      await withResultOf(ids['toTrigger'], process);
    });

    test('accepts a callback of 20 MB, with its crops as binary data, and rejects one of 105 MB', async () => {
      const process = await start('to-trigger');
      expect(await callBackWith20MB(process)).toBe(200);
      const [item] = itemsOf(await withResultOf(ids['toTrigger'], process), 'After');
      expect(item?.binary?.['crop_photo']).toMatchObject({ mimeType: 'image/jpeg', fileName: 'crop_photo.jpg' });
      expect(JSON.stringify(item?.json).length).toBeLessThan(1000);
      expect(await callBack(process, `{"result": "${'x'.repeat(105 * 1024 * 1024)}"}`).catch(() => 413)).toBe(413);
    });

    test('is called no more once its workflow is deactivated', async () => {
      const id = ids['toTrigger'] ?? '';
      const process = await start('to-trigger');
      const isCalled = async () => (await callBack(process, undefined, { [tokenHeaderOf(process)]: 'forged' })) === 403;
      expect(await isCalled()).toBe(true);
      await host.deactivate(id);
      // n8n 2.41 responds first and removes the webhooks after that.
      await waitFor(async () => !(await isCalled()), 60_000, 'the removal of the webhook');
      await host.activate(id);
      await waitFor(isCalled, 60_000, 'the webhook');
    });
  });

  describe('in the editor', () => {
    test('a trigger that listens for a test event accepts one callback to its test URL', async () => {
      expect(await host.runManually(ids['inEditor'] ?? '', 'Results')).toMatchObject({ waitingForWebhook: true });
      const process = await start('to-url', { url: host.testWebhookUrl('editor-results/callback') });
      expect(await callBack(process, undefined, { [tokenHeaderOf(process)]: 'forged' })).toBe(403);
      expect(await callBack(process)).toBe(200);
      const execution = await withResultOf(ids['inEditor'], process);
      expect([execution.mode, jsonOf(execution, 'After')]).toMatchObject([
        'manual',
        [{ fields: { nome: process.processId }, event: 'contentExtraction' }],
      ]);
      expect(await callBack(process)).toBe(404);
    });

    test('a test run finds the active trigger of its workflow', async () => {
      const before = service.processes.length;
      await host.runManually(ids['inEditor'] ?? '', 'Manual');
      const process = (await waitFor(() => service.processes[before])) as Process;
      expect(process.webhook.url).toBe(host.webhookUrl('editor-results/callback'));
      expect(await callBack(process)).toBe(200);
      expect((await withResultOf(ids['inEditor'], process)).mode).toBe('webhook');
    });
  });

  describe('a waiting execution', () => {
    test('resumes with its result only', async () => {
      const process = await start('wait-alone');
      await stored(ids['waitAlone'], 'waiting');
      expect(process.webhook.url).toContain('/webhook-waiting/');
      expect(await callBack(process, undefined, { [tokenHeaderOf(process)]: 'forged' })).toBe(403);
      expect(await callBack(process, 'not JSON')).toBeGreaterThanOrEqual(400);
      expect(await callBack(process)).toBe(200);
      expect(jsonOf(await withResultOf(ids['waitAlone'], process), 'After')).toMatchObject([
        { fields: { nome: process.processId }, event: 'contentExtraction' },
      ]);
    });

    test.each([
      ['alone', 'wait-alone', 'waitAlone'],
      ['beside a trigger', 'wait-safe', 'waitSafely'],
    ])('%s resumes once when its callback arrives 8 times at once', async (_how, path, id) => {
      const process = await start(path);
      await stored(ids[id], 'waiting');
      const statuses = await Promise.all(Array.from({ length: 8 }, () => callBack(process)));
      report(`${path}: n8n responded to 8 simultaneous callbacks with ${statuses.join(', ')}`);
      await withResultOf(ids[id], process);
      await allArrived([process]);
      expect(resultCountsOf([process])).toEqual([1]);
    });

    test.each([
      ['accepts a callback of 20 MB', 'wait-alone', 'waitAlone'],
      ['has a callback of 20 MB relayed', 'wait-safe', 'waitSafely'],
    ])('%s', async (_what, path, id) => {
      const process = await start(path);
      await stored(ids[id], 'waiting');
      expect(await callBackWith20MB(process)).toBe(200);
      const [item] = itemsOf(await withResultOf(ids[id], process), 'After');
      expect(item?.binary?.['crop_photo']).toMatchObject({ mimeType: 'image/jpeg' });
    });

    test('continues with `timedOut: true` when its wait time is over', async () => {
      expect(jsonOf(await withResultOf(ids['waitShortly'], short), 'After')).toMatchObject([
        { timedOut: true, processId: short.processId },
      ]);
    });

    test('in Loop Over Items takes the results of the items one by one', async () => {
      const before = service.processes.length;
      await enter('wait-loop', { rows: ['a', 'b', 'c'] });
      for (const index of [0, 1, 2]) {
        const process = (await waitFor(async () => service.processes[before + index])) as Process;
        expect(await callBack(process)).toBe(200);
      }
      const started = service.processes.slice(before);
      const execution = await withResultOf(ids['waitInLoop'], started[2] as Process);
      expect(jsonOf(execution, 'After')).toMatchObject(
        started.map(({ processId }, index) => ({ processId, correlationId: `row-${index}` })),
      );
    });

    test('survives a power cut', async () => {
      const [alone, beside] = [await start('wait-alone'), await start('wait-safe')];
      const burst = await startMany(RACING);
      await Promise.all(burst.map((process) => callBack(process)));
      await allArrived(burst);
      const settled = await start('to-trigger');
      expect(await callBack(settled)).toBe(200);
      await allArrived([settled]);
      await stored(ids['waitAlone'], 'waiting');
      await stored(ids['waitSafely'], 'waiting');
      await host.kill();
      // What follows are hundreds.
      await host.start(WITHOUT_ISOLATES);
      expect([await callBack(alone), await callBack(beside)]).toEqual([200, 200]);
      await withResultOf(ids['waitAlone'], alone);
      await withResultOf(ids['waitSafely'], beside);

      // So do the trigger's URL and its record of results. n8n may have lost the last entries of simultaneous callbacks.
      const process = await start('to-trigger');
      expect(process.webhook.url).toBe(host.webhookUrl('results/callback'));
      expect([...new Set(await Promise.all([...burst, settled, process].map((one) => callBack(one))))]).toEqual([200]);
      await allArrived([process]);
      const twice = resultCountsOf(burst).filter((count) => count > 1).length;
      report(`${twice} of ${RACING} simultaneous results were output again after a power cut`);
      expect(resultCountsOf([settled, process])).toEqual([1, 1]);
    });
  });

  describe('in hundreds:', () => {
    test(
      'the trigger outputs 500 callbacks in a burst, each once',
      async () => {
        // A power cut has ended some of them.
        const older = (await host.executions(ids['toTrigger'] ?? '')).length;
        const processes = await startMany(BURST);
        // On a machine that does much else n8n itself fails with 5xx. The service repeats such callbacks.
        let left = processes;
        let rejected = 0;
        while (left.length > 0) {
          const statuses = await Promise.all(left.map((process) => callBack(process)));
          expect(statuses.filter((status) => status !== 200 && status < 500)).toEqual([]);
          left = left.filter((_, at) => statuses[at] !== 200);
          rejected += left.length;
        }
        report(`n8n rejected ${rejected} of a burst of ${BURST}, which were repeated`);
        await allArrived(processes);
        // n8n rejects what waited a minute for its database. Such an execution stays "new" or "running" for ever.
        if (rejected === 0) await storedAll(ids['toTrigger'], older);
        expect(resultCountsOf(processes).filter((count) => count !== 1)).toEqual([]);
      },
      LONG,
    );

    test.each([0, 5, 20, 100])(
      'a wait beside a trigger loses no result that arrives after %d ms',
      async (delay) => {
        service.delay = delay;
        const processes: Process[] = [];
        for (let run = 0; run < EARLY_RUNS; run++) processes.push(await start('wait-safe'));
        service.delay = undefined;
        await allArrived(processes);
        expect(resultCountsOf(processes).filter((count) => count !== 1)).toEqual([]);
        report(`beside a trigger, ${EARLY_RUNS} of ${EARLY_RUNS} results after ${delay} ms arrived, each once`);
      },
      LONG,
    );

    test('a wait beside a trigger has a result that comes seconds too early kept by an execution of its own', async () => {
      const [before, answered] = [(await host.executions(ids['waitSafely'] ?? '')).length, service.answers.length];
      service.delay = 0;
      service.held = 6000;
      const begun = performance.now();
      const process = await start('wait-safe');
      service.delay = undefined;
      service.held = 0;
      await waitFor(async () => service.answers.length > answered, 60_000);
      expect(service.answers.slice(answered)).toEqual([200]);
      report(`a callback that came too early was answered after ${Math.round(performance.now() - begun)} ms`);
      expect(performance.now() - begun).toBeLessThan(6000);
      expect(resultCountsOf([process])).toEqual([0]);
      await withResultOf(ids['waitSafely'], process);
      await storedAll(ids['waitSafely']);
      // The one that waited, and the one that kept the result for it.
      expect(await host.executions(ids['waitSafely'] ?? '')).toHaveLength(before + 2);
      expect(resultCountsOf([process])).toEqual([1]);
    });

    test.each([0, 5, 20, 100])(
      'a wait without a trigger can lose results that arrive after %d ms (the number is printed)',
      async (delay) => {
        service.delay = delay;
        const before = service.answers.length;
        for (let run = 0; run < EARLY_RUNS; run++) await start('wait-alone');
        service.delay = undefined;
        await waitFor(async () => service.answers.length >= before + EARLY_RUNS, LONG_WAIT);
        const lost = service.answers.slice(before).filter((status) => status !== 200).length;
        report(`${lost} of ${EARLY_RUNS} results after ${delay} ms arrived before the execution was stored`);
        // n8n 2 responds that the execution is running (409), n8n 1 fails (500).
        expect(service.answers.slice(before).filter((status) => ![200, 409, 500].includes(status))).toEqual([]);
      },
      LONG,
    );
  });
});
