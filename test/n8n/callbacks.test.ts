import { randomUUID } from 'node:crypto';
import { callBack, resultOf, startService } from '../support/callbackService.ts';
import type { Process } from '../support/callbackService.ts';
import { openedForAllTests } from '../support/opened.ts';
import { field } from '../support/samples.ts';
import { chosenLines, itemsOf, jsonOf, waitFor } from './n8n.ts';
import type { Execution } from './n8n.ts';
import { ownHost } from './sharedHost.ts';
import {
  action,
  branched,
  credentialFor,
  entry,
  manualTrigger,
  node,
  noOp,
  report,
  setJson,
  splitOut,
  START_EXTRACTION,
  trigger,
  workflow,
} from './workflowJson.ts';

/** docs/asynchronous.md was measured with `EARLY_RUNS=200`. */
const EARLY_RUNS = Number(process.env['EARLY_RUNS'] ?? 20);
const BURST = 500;
const RACING = 50;
const STARTS = 10;

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

const AFTER = noOp('After');

// Without options it has the default ones, with which it takes large results.
const wait = (options?: object) =>
  action('Wait', { ...START_EXTRACTION, delivery: 'wait', ...(options && { options }) });

const REVIEW = { options: { reviewOutput: true, minScore: 0.5 } };
const [DONE, END] = [noOp('Done'), noOp('Review')];
const SURE = { fields: [field('nome', 'Ana', 0.9)] };
const UNSURE = { fields: [field('nome', 'Ana', 0.4)] };

/** Those that a webhook starts, by its path. */
const workflows = (serviceUrl: string) => {
  const count = report('Count', `${serviceUrl}/count`, '={{ { processId: $json.processId } }}');
  const start = (delivery: string, more: object = {}) => action('Start', { ...START_EXTRACTION, delivery, ...more });
  const correlated = { options: { correlationId: '={{ $json.body.row }}' } };
  const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
  const loop = [
    entry('wait-loop'),
    splitOut('Rows', 'body.rows'),
    node('Loop', 'n8n-nodes-base.splitInBatches', 3),
    wait({ correlationId: "={{ 'row-' + $runIndex }}" }),
  ] as const;
  return {
    'to-trigger': workflow(
      'To the trigger',
      [entry('to-trigger'), start('trigger', correlated)],
      [trigger('Results', 'results'), AFTER, count],
    ),
    'to-url': workflow('To a URL', [entry('to-url'), start('url', { callbackUrl: '={{ $json.body.url }}' })]),
    'to-review': branched(
      workflow(
        'To the trigger, with a review',
        [entry('to-review'), start('trigger')],
        [trigger('Results', 'review-results', REVIEW)],
        [DONE],
        [END],
      ),
      'Results',
      'Done',
      'Review',
    ),
    'in-editor': workflow(
      'In the editor',
      [manualTrigger('Manual'), start('trigger')],
      [trigger('Results', 'editor-results'), AFTER],
    ),
    'wait-alone': workflow('Wait alone', [entry('wait-alone'), wait(), AFTER, count]),
    'wait-safe': workflow(
      'Wait beside a trigger',
      [entry('wait-safe'), wait(), AFTER, count],
      [trigger('Results', 'wait-results')],
    ),
    'wait-review': branched(
      workflow(
        'Wait, with a review',
        [entry('wait-review'), wait(REVIEW.options)],
        [DONE],
        [setJson('Review', "={{ { ...$json, row: $('Entry').item.json.body.row } }}")],
      ),
      'Wait',
      'Done',
      'Review',
    ),
    // Items go to "Wait" one by one, and all results to "After".
    'wait-loop': branched(
      workflow('Wait in a loop', [...loop, loop[2]], [AFTER], [trigger('Results', 'loop-results')]),
      'Loop',
      'After',
      'Wait',
    ),
    'wait-short': workflow('Wait shortly', [entry('wait-short'), wait({ limitWaitTime: { values: limit } }), AFTER]),
  };
};
type Path = keyof ReturnType<typeof workflows>;

function callBackWith20MB(process: Process): Promise<number> {
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(15_000_000, 7)]);
  const crops = [{ name: 'photo', stdName: null, value: photo.toString('base64') }];
  return callBack(process, resultOf(process.processId, { crops }));
}

/** A callback with a token that nobody has signed. */
const forged = (process: Process): Promise<number> =>
  callBack(process, undefined, { [process.webhook.authorization?.headers?.at(-1)?.name ?? '']: 'forged' });

describe.each(chosenLines())('callbacks in n8n %s', (line) => {
  const service = openedForAllTests(startService);
  const host = ownHost(line, { settings: UNWATCHED });
  let ids: Record<Path, string>;
  /** Its wait ends while other tests run: n8n looks once a minute. */
  let short: Process;

  const enter = async (path: Path, body?: object) => void (await (await host.callWebhook(path, body)).arrayBuffer());
  const start = async (path: Path, body: object = {}): Promise<Process> => {
    const before = service.processes.length;
    await enter(path, body);
    return (await waitFor(() => service.processes[before])) as Process;
  };
  /** The same, once it waits. */
  const startWaiting = async (path: Path, body?: object) => {
    const process = await start(path, body);
    await waitFor(async () => (await host.executions(ids[path])).find(({ status }) => status === 'waiting'));
    return process;
  };
  /** So many processes of which the trigger gets the results. Their callbacks have the tokens of a few starts. */
  const startMany = async (count: number): Promise<Process[]> => {
    const before = service.processes.length;
    await Promise.all(Array.from({ length: STARTS }, () => enter('to-trigger')));
    await waitFor(() => service.processes.length === before + STARTS);
    const started = service.processes.slice(before);
    return started.flatMap(({ webhook }) =>
      Array.from({ length: count / STARTS }, () => ({ processId: randomUUID(), webhook })),
    );
  };
  /** How many results of each process have arrived. */
  const resultCountsOf = (processes: Process[]): number[] =>
    processes.map(({ processId }) => service.deliveries.filter((one) => one === processId).length);
  const allArrived = async (...processes: Process[]) =>
    await waitFor(
      () => resultCountsOf(processes).every((count) => count > 0),
      LONG_WAIT,
      `a result of each of ${processes.length} processes`,
    );

  const successes = (path: Path) => host.countExecutions(ids[path], 'success');
  /** n8n stores the executions of a burst for a while. Until then SQLite is busy, and n8n 1 responds with 503. */
  const storedAll = async (path: Path, count: number) =>
    await waitFor(
      async () => (await successes(path).catch(() => 0)) >= count,
      LONG_WAIT,
      'the success of all executions',
    );

  const say = (text: string) => process.stdout.write(`n8n ${line}: ${text}\n`);

  beforeAll(async () => {
    await host.createCredentials([credentialFor(service.url)]);
    ids = await host.createWorkflows(workflows(service.url));
    for (const id of Object.values(ids)) await host.activate(id);
    short = await start('wait-short');
  });

  /** The execution whose node "After" has output the result of a process. */
  const withResultOf = async (path: Path, { processId }: Process) =>
    await host.finished(ids[path], (run) => jsonOf(run, 'After').some((json) => json['processId'] === processId));

  describe('the trigger', () => {
    test('takes the result of its workflow with its correlation ID, and no callback without a valid token or body', async () => {
      const process = await start('to-trigger', { row: 'row-7' });
      expect(process.webhook.url).toBe(host.webhookUrl('results/callback'));
      const before = (await host.executions(ids['to-trigger'])).length;
      expect(await callBack({ ...process, webhook: { url: process.webhook.url } })).toBe(401);
      expect(await forged(process)).toBe(403);
      // n8n refuses some by itself, others come to the node.
      for (const malformed of ['', 'not JSON', '"text"', '{"cut": ', '{"neither": "result nor status"}'])
        expect([malformed, await callBack(process, malformed)]).toEqual([malformed, 400]);
      expect((await host.executions(ids['to-trigger'])).length).toBe(before);
      expect(await callBack(process)).toBe(200);
      expect(jsonOf(await withResultOf('to-trigger', process), 'After')).toMatchObject([
        {
          type: 'carta',
          fields: { nome: process.processId },
          processId: process.processId,
          event: 'contentExtraction',
          correlationId: 'row-7',
        },
      ]);
    });

    test('is called no more once its workflow is deactivated', async () => {
      const id = ids['to-trigger'];
      const process = await start('to-trigger');
      const isCalled = async () => (await forged(process)) === 403;
      expect(await isCalled()).toBe(true);
      await host.deactivate(id);
      // n8n 2.41 responds first and removes the webhooks after that.
      await waitFor(async () => !(await isCalled()), 60_000, 'the removal of the webhook');
      await host.activate(id);
      await waitFor(isCalled, 60_000, 'the webhook');
    });
  });

  test.each<Path>(['to-trigger', 'wait-alone', 'wait-safe'])(
    '%s: a callback of 20 MB comes with its crops as binary data',
    async (path) => {
      const process = await (path === 'to-trigger' ? start(path) : startWaiting(path));
      expect(await callBackWith20MB(process)).toBe(200);
      const [item] = itemsOf(await withResultOf(path, process), 'After');
      expect(item?.binary?.['crop_photo']).toMatchObject({ mimeType: 'image/jpeg', fileName: 'crop_photo.jpg' });
      expect(JSON.stringify(item?.json).length).toBeLessThan(1000);
      if (path === 'to-trigger')
        expect(await callBack(process, `{"result": "${'x'.repeat(105 * 1024 * 1024)}"}`).catch(() => 413)).toBe(413);
    },
  );

  describe('with a review output', () => {
    /** What came to "Done" and "Review" of a result with these documents. */
    const branches = async (path: Path, process: Process, ...documents: object[]) => {
      const result = { ...resultOf(process.processId), result: documents.map((one) => ({ type: 'carta', ...one })) };
      expect(await callBack(process, result)).toBe(200);
      const both = (run: Execution) => [jsonOf(run, 'Done'), jsonOf(run, 'Review')];
      const isIt = (run: Execution) => both(run).some(([json]) => json?.['processId'] === process.processId);
      return both(await host.finished(ids[path], isIt));
    };

    test('the trigger starts by one output or the other', async () => {
      const [sure, unsure] = [await start('to-review'), await start('to-review')];
      expect(await branches('to-review', sure, SURE)).toMatchObject([[{ needsReview: false }], []]);
      expect(await branches('to-review', unsure, UNSURE)).toMatchObject([[], [{ lowConfidence: ['nome'] }]]);
    });

    test('a wait goes on by the review output, in n8n 1 by the first', async () => {
      const process = await startWaiting('wait-review', { row: 'row-7' });
      const [done, review] = await branches('wait-review', process, SURE, UNSURE);
      if (line === '1.123') expect([done, review]).toMatchObject([[{ needsReview: false }, { needsReview: true }], []]);
      else expect([done, review]).toMatchObject([[{ needsReview: false }], [{ needsReview: true, row: 'row-7' }]]);
    });
  });

  describe('in the editor', () => {
    test('a trigger that listens for a test event accepts one callback to its test URL', async () => {
      expect(await host.runManually(ids['in-editor'], 'Results')).toMatchObject({ waitingForWebhook: true });
      const process = await start('to-url', { url: host.testWebhookUrl('editor-results/callback') });
      expect(await forged(process)).toBe(403);
      expect(await callBack(process)).toBe(200);
      const execution = await withResultOf('in-editor', process);
      expect([execution.mode, jsonOf(execution, 'After')]).toMatchObject([
        'manual',
        [{ fields: { nome: process.processId }, event: 'contentExtraction' }],
      ]);
      expect(await callBack(process)).toBe(404);
    });

    test('a test run finds the active trigger of its workflow', async () => {
      const before = service.processes.length;
      await host.runManually(ids['in-editor'], 'Manual');
      const process = (await waitFor(() => service.processes[before])) as Process;
      expect(process.webhook.url).toBe(host.webhookUrl('editor-results/callback'));
      expect(await callBack(process)).toBe(200);
      expect((await withResultOf('in-editor', process)).mode).toBe('webhook');
    });
  });

  describe('a waiting execution', () => {
    test('resumes with its result only', async () => {
      const process = await startWaiting('wait-alone');
      expect(process.webhook.url).toContain('/webhook-waiting/');
      expect(await forged(process)).toBe(403);
      expect(await callBack(process, 'not JSON')).toBeGreaterThanOrEqual(400);
      expect(await callBack(process)).toBe(200);
      expect(jsonOf(await withResultOf('wait-alone', process), 'After')).toMatchObject([
        { fields: { nome: process.processId }, event: 'contentExtraction' },
      ]);
    });

    test.each<Path>(['wait-alone', 'wait-safe'])(
      '%s resumes once when its callback arrives 8 times at once',
      async (path) => {
        const process = await startWaiting(path);
        const statuses = await Promise.all(Array.from({ length: 8 }, () => callBack(process)));
        say(`${path}: n8n responded to 8 simultaneous callbacks with ${statuses.join(', ')}`);
        await withResultOf(path, process);
        await allArrived(process);
        expect(resultCountsOf([process])).toEqual([1]);
      },
    );

    test('continues with `timedOut: true` when its wait time is over', async () => {
      expect(jsonOf(await withResultOf('wait-short', short), 'After')).toMatchObject([
        { timedOut: true, processId: short.processId },
      ]);
    });

    test('in Loop Over Items takes the results of the items one by one', async () => {
      const before = service.processes.length;
      await enter('wait-loop', { rows: ['a', 'b', 'c'] });
      for (const index of [0, 1, 2]) {
        const process = (await waitFor(() => service.processes[before + index])) as Process;
        expect(await callBack(process)).toBe(200);
      }
      const started = service.processes.slice(before);
      expect(jsonOf(await withResultOf('wait-loop', started[2] as Process), 'After')).toMatchObject(
        started.map(({ processId }, index) => ({ processId, correlationId: `row-${index}` })),
      );
    });

    test('survives a power cut', async () => {
      const burst = await startMany(RACING);
      await Promise.all(burst.map((process) => callBack(process)));
      await allArrived(...burst);
      const settled = await start('to-trigger');
      expect(await callBack(settled)).toBe(200);
      await allArrived(settled);
      const [alone, beside] = [await startWaiting('wait-alone'), await startWaiting('wait-safe')];
      await host.kill();
      // What follows are hundreds.
      await host.start(WITHOUT_ISOLATES);
      expect([await callBack(alone), await callBack(beside)]).toEqual([200, 200]);
      await withResultOf('wait-alone', alone);
      await withResultOf('wait-safe', beside);

      // So do the trigger's URL and its record of results. n8n may have lost the last entries of simultaneous callbacks.
      const process = await start('to-trigger');
      expect(process.webhook.url).toBe(host.webhookUrl('results/callback'));
      expect([...new Set(await Promise.all([...burst, settled, process].map((one) => callBack(one))))]).toEqual([200]);
      await allArrived(process);
      const twice = resultCountsOf(burst).filter((count) => count > 1).length;
      say(`${twice} of ${RACING} simultaneous results were output again after a power cut`);
      expect(resultCountsOf([settled, process])).toEqual([1, 1]);
    });
  });

  describe('in hundreds:', () => {
    test(
      'the trigger outputs 500 callbacks in a burst, each once',
      async () => {
        const before = await successes('to-trigger');
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
        say(`n8n rejected ${rejected} of a burst of ${BURST}, which were repeated`);
        await allArrived(...processes);
        // n8n rejects what waited a minute for its database. Such an execution stays "new" or "running" for ever.
        if (rejected === 0) await storedAll('to-trigger', before + STARTS + BURST);
        expect(resultCountsOf(processes).filter((count) => count !== 1)).toEqual([]);
      },
      LONG,
    );

    /** Starts waits whose results come after so many milliseconds. */
    const startEarly = async (path: Path, delay: number) => {
      service.delay = delay;
      const processes: Process[] = [];
      for (let run = 0; run < EARLY_RUNS; run++) processes.push(await start(path));
      service.delay = undefined;
      return processes;
    };
    const answered = (count: number) => waitFor(() => service.answers.length >= count, LONG_WAIT, `${count} answers`);

    test('a wait beside a trigger has a result that comes before its start is answered kept by an execution of its own', async () => {
      const [before, earlier] = [await successes('wait-safe'), service.answers.length];
      service.delay = 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      service.held = promise;
      const process = await start('wait-safe');
      service.delay = undefined;
      service.held = undefined;
      await answered(earlier + 1);
      expect(service.answers.slice(earlier)).toEqual([200]);
      expect(resultCountsOf([process])).toEqual([0]);
      resolve();
      await withResultOf('wait-safe', process);
      // The one that waited, and the one that kept the result for it.
      await storedAll('wait-safe', before + 2);
      expect(await successes('wait-safe')).toBe(before + 2);
      expect(resultCountsOf([process])).toEqual([1]);
    });

    test.each([0, 5, 20, 100])(
      'a wait beside a trigger loses no result that arrives after %d ms; without one it can (the number is printed)',
      async (delay) => {
        const before = service.answers.length;
        const processes = await startEarly('wait-safe', delay);
        await allArrived(...processes);
        expect(resultCountsOf(processes).filter((count) => count !== 1)).toEqual([]);
        await answered(before + EARLY_RUNS);
        await startEarly('wait-alone', delay);
        await answered(before + 2 * EARLY_RUNS);
        const lost = service.answers.slice(before + EARLY_RUNS).filter((status) => status !== 200);
        say(`${lost.length} of ${EARLY_RUNS} results after ${delay} ms arrived before the execution was stored`);
        // n8n 2 responds that the execution is running (409), n8n 1 fails (500).
        expect(lost.filter((status) => ![409, 500].includes(status))).toEqual([]);
      },
      LONG,
    );
  });
});
