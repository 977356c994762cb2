// The rows of docs/making/scaling-measured.md. Each does one thing to n8n in queue mode and says what it is about when not all arrived.
import { setTimeout as sleep } from 'node:timers/promises';
import type { BinaryData, ExpressionEngine, Kind } from './cluster.ts';
import type { Lab, Outcome } from './lab.ts';
import { CONNECTIONS } from './proxy.ts';
import type { Routing } from './proxy.ts';
import { callBack, callBackAgain } from './service.ts';
import type { Process } from './service.ts';

export interface Row {
  name: string;
  /** Whether it is part of the short form, which CI runs. */
  isShort: boolean;
  /** Whose it is if something was lost, doubled or stuck, and what to do. Without it, all must have arrived once. */
  cause?: string;
  /** Of the webhook processes: `legacy`, as the page recommends, unless the row says otherwise. */
  engine?: ExpressionEngine;
  run: (lab: Lab, scale: number) => Promise<Outcome & { note?: string }>;
}

export interface Finding {
  row: Row;
  outcome: Awaited<ReturnType<Row['run']>>;
}

const BURST = 500;
const BURST_PROCESSES = [1, 2, 4];
const burstName = (processes: number) =>
  `${BURST} results at once, ${processes} webhook process${processes > 1 ? 'es' : ''}`;
const uploadName = (mode: BinaryData) =>
  `10 uploads of 50 MB, binary data in ${mode === 'database' ? 'the database' : 'a shared folder'}`;

/** Who is called with a burst of results. n8n treats its older Webhook node as any other trigger. */
const CALLED = {
  plain: "n8n's own Webhook node",
  older: 'version 1 of that node',
  trigger: 'the trigger',
  read: "n8n's own Webhook node, with *Read Callback* behind it",
};
export type Called = keyof typeof CALLED;
export const ENGINES: ExpressionEngine[] = ['legacy', 'vm'];
export const callbacksName = (to: Called, engine: ExpressionEngine) =>
  `callbacks: ${BURST} at once to ${CALLED[to]}, webhook processes with the expression engine \`${engine}\``;
const UNLIMITED_ROW = `${burstName(1)}, without a limit of connections`;

const REPEATED = 'the service repeats what was not accepted';

const LOST_BY_WORKER =
  'n8n. An execution that runs when its worker is killed stays "running" for a while, ends as "crashed" and is not run ' +
  'again; its requests may have been billed. Retry it in the list of executions, or have an error workflow tell you.';
const LOST_BY_RESTART =
  'n8n. Executions that were under way end with an error, or stay "new" or "running" until its main process restarts. ' +
  'Restart main after the database or Redis, retry what has failed, and run Redis with `appendonly yes`.';
const DOUBLED_BY_PROCESSES =
  'n8n. Its webhook processes share no store a trigger could lock. Route by the token header ' +
  '([how](../scaling.md#each-result-once)), or write results into a table with a unique key.';

const LATE_IN_A_BURST =
  'n8n. It took longer than the five minutes this service waits, or had no memory left: fewer connections at once ' +
  '([how](../scaling.md#a-burst)), more webhook processes, and a service that repeats.';

/**
 * A relay of the trigger waits 10 s for its answer, so that its caller is there when storing fails, or has gone. Routed by
 * token, repetitions reach the same process; otherwise any.
 */
const UNSTORED = [14, 5, 40]
  .flatMap((seconds) =>
    (['by token', 'round robin'] as const).map((routing) => ({
      ...{ to: 'waitSafely' as 'waitSafely' | 'trigger', seconds, patience: 60, routing: routing as Routing },
    })),
  )
  .concat([1, 30].map((patience) => ({ to: 'trigger', seconds: 5, patience, routing: 'by token' })));
type Unstored = (typeof UNSTORED)[number];

const STOPPED = [
  { items: 5000, latency: 0, isShort: false },
  { items: 2000, latency: 100, isShort: true },
  { items: 200, latency: 4000, isShort: false },
];

export const rows: Row[] = [
  {
    name: 'synchronous extraction',
    isShort: true,
    run: async (lab, scale) => await lab.measure(() => lab.enterMany('sync', 300 * scale)),
  },
  ...ENGINES.flatMap((engine) =>
    (Object.keys(CALLED) as Called[]).map((to): Row => ({
      name: callbacksName(to, engine),
      isShort: engine === 'legacy' && (to === 'plain' || to === 'trigger'),
      engine,
      run: async (lab, scale) =>
        to === 'plain' || to === 'older'
          ? await ownWebhook(lab, to, BURST * scale)
          : await burst(lab, to, BURST * scale),
    })),
  ),
  ...[0, 5, 20, 100].map((delay): Row => ({
    name: `wait with a trigger, result after ${delay} ms`,
    isShort: delay === 0 || delay === 20,
    run: async (lab, scale) => await waits(lab, 'waitSafely', 100 * scale, delay),
  })),
  {
    name: 'wait with a trigger, 1,000 rows, result at once',
    isShort: false,
    run: async (lab, scale) => await waits(lab, 'waitSafely', 1000 * scale, 0),
  },
  {
    name: 'the same callback twice at once, to the trigger, routed by token',
    isShort: true,
    run: async (lab, scale) => await twice(lab, 'trigger', 100 * scale, 'by token'),
  },
  {
    name: 'the same callback twice at once, to the trigger, round robin',
    isShort: true,
    cause: DOUBLED_BY_PROCESSES,
    run: async (lab, scale) => await twice(lab, 'trigger', 100 * scale, 'round robin'),
  },
  {
    name: 'the same callback twice at once, round robin, with Remove Duplicates on `deliveryId` behind the trigger',
    isShort: false,
    cause:
      'n8n. The history of Remove Duplicates is read, changed and written back: of executions at the same moment on two ' +
      'workers both can pass. It drops repetitions that come later.',
    run: async (lab, scale) => await twice(lab, 'once', 100 * scale, 'round robin'),
  },
  {
    name: 'the same callback twice at once, round robin, into a table with a unique key (`examples/results-to-table.json`)',
    isShort: true,
    run: async (lab, scale) => await twice(lab, 'table', 100 * scale, 'round robin'),
  },
  {
    name: 'the same callback twice at once, to a waiting execution, round robin',
    isShort: true,
    run: async (lab, scale) => await twice(lab, 'waitSafely', 100 * scale, 'round robin'),
  },
  {
    name: `a webhook process is killed, results to the trigger; ${REPEATED}`,
    isShort: true,
    cause:
      'A result stored just before the process died was accepted without an answer, and its repetition reached another ' +
      'process. If this matters, write results into a table with a unique key.',
    run: async (lab, scale) => await killed(lab, 'trigger', 100 * scale, 'webhook'),
  },
  {
    name: `a webhook process is killed, waits with a trigger; ${REPEATED}`,
    isShort: false,
    run: async (lab, scale) => await killed(lab, 'waitSafely', 100 * scale, 'webhook'),
  },
  {
    name: 'a worker is killed, synchronous extraction',
    isShort: true,
    cause: LOST_BY_WORKER,
    run: async (lab, scale) => {
      lab.service.latency = 300;
      const outcome = await lab.measure(async () => {
        const [accepted] = await Promise.all([
          lab.enterMany('sync', 100 * scale),
          lab.arrived(Math.ceil(20 * scale)).then(() => lab.cluster.kill('worker 2')),
        ]);
        return accepted;
      });
      lab.service.latency = 0;
      await lab.cluster.restart('worker 2');
      return outcome;
    },
  },
  ...STOPPED.map(({ items, latency, isShort }): Row => ({
    name: `Stop, of ${items} items on a worker, each answered after ${latency} ms`,
    isShort,
    run: async (lab) => await stopped(lab, items, latency),
  })),
  {
    name: `a worker is killed, waits with a trigger; ${REPEATED}`,
    isShort: false,
    cause: LOST_BY_WORKER,
    run: async (lab, scale) => await killed(lab, 'waitSafely', 100 * scale, 'worker'),
  },
  ...(['redis', 'postgres'] as const).map((name): Row => ({
    name: `${name === 'redis' ? 'Redis' : 'PostgreSQL'} is restarted, results to the trigger; ${REPEATED}`,
    isShort: false,
    cause: LOST_BY_RESTART,
    run: async (lab, scale) => {
      const outcome = await delivered(lab, 'trigger', 100 * scale, async (answered) => {
        await answered(20 * scale);
        await lab.cluster[name].restart();
      });
      const before = outcome.stuck;
      if (before + outcome.lost === 0) return outcome;
      await lab.cluster.restart('main');
      await sleep(15_000);
      const left = lab.numberOf("select count(*) from execution_entity where status in ('new', 'running')");
      return { ...outcome, note: `${left} of ${before} still stuck after main was restarted` };
    },
  })),
  ...UNSTORED.map((unstored, index): Row => ({
    name:
      `${unstored.to === 'trigger' ? 'results to the trigger' : 'waits with a trigger'} cannot be stored: n8n's connection ` +
      `to PostgreSQL ends after ${unstored.seconds} s, the service waits ${unstored.patience} s for an answer, ${unstored.routing}`,
    isShort: index === 0,
    run: async (lab) => await notStored(lab, unstored),
  })),
  ...BURST_PROCESSES.map((count): Row => ({
    name: burstName(count),
    isShort: false,
    cause: LATE_IN_A_BURST,
    run: async (lab, scale) => await withWebhooks(lab, count, () => burst(lab, 'trigger', BURST * scale)),
  })),
  {
    name: UNLIMITED_ROW,
    isShort: false,
    cause: LATE_IN_A_BURST,
    run: async (lab, scale) => {
      lab.cluster.proxy.limitTo(Infinity);
      const outcome = await withWebhooks(lab, 1, () => burst(lab, 'trigger', BURST * scale));
      lab.cluster.proxy.limitTo(CONNECTIONS);
      return outcome;
    },
  },
  ...(['database', 'filesystem'] as const).map((mode): Row => ({
    name: uploadName(mode),
    isShort: false,
    run: async (lab) => {
      await lab.cluster.useBinaryData(mode);
      const file = new Blob([Buffer.alloc(50 * 1024 * 1024, '%PDF-1.4 ')], { type: 'application/pdf' });
      return await lab.measure(() => lab.enterMany('files', 10, { atOnce: 2, file }));
    },
  })),
  ...[0, 5, 20, 100].map((delay): Row => ({
    name: `wait without a trigger, result after ${delay} ms`,
    isShort: false,
    cause:
      'n8n. It rejects a result (409) until it has stored the execution as waiting. Add a Document Processing Trigger ' +
      'to the workflow: see the rows of waits with one.',
    run: async (lab, scale) => await waits(lab, 'waitAlone', 100 * scale, delay),
  })),
];

/** Runs so many items, queued by a webhook process, and presses Stop in the main process. */
async function stopped(lab: Lab, items: number, latency: number): Promise<Outcome & { late: number; note: string }> {
  const { service, cluster } = lab;
  service.latency = latency;
  let note = '';
  let late = 0;
  const outcome = await lab.measure(async () => {
    const rows = Array.from({ length: items }, () => `stopped-${++calls}`);
    const headers = { 'content-type': 'application/json' };
    await fetch(cluster.webhookUrl('many'), { method: 'POST', headers, body: JSON.stringify({ rows }) });
    await lab.arrived(10);
    const id = lab.numberOf('select max(id) from execution_entity');
    const pressed = performance.now();
    await cluster.api.call('POST', `/executions/${id}/stop`);
    const [answered, before] = [performance.now(), service.requests.length];
    // What is under way ends, and what would still begin had time for it.
    await sleep(latency + 5000);
    const after = service.requests.slice(before);
    const last = ((after.at(-1) ?? answered) - answered) / 1000;
    late = after.filter((time) => time - answered > LATE).length;
    note =
      `n8n answered after ${((answered - pressed) / 1000).toFixed(1)} s; ${after.length} requests came after that` +
      (after.length > 0 ? `, the last ${last.toFixed(1)} s later` : '');
    return [];
  });
  service.latency = 0;
  return { ...outcome, late, note };
}

/** Milliseconds: the node looks once a second, and a request takes a moment to arrive. */
const LATE = 1500;

let calls = 0;

/** What n8n itself takes to store and answer so many webhooks at once. */
async function ownWebhook(lab: Lab, to: 'plain' | 'older', count: number): Promise<Outcome> {
  const url = lab.cluster.webhookUrl(to);
  const rows = Array.from({ length: count }, () => `${to}-${++calls}`);
  return await lab.measure(async () => {
    const call = async (row: string) =>
      await callBack(lab.service, { processId: row, row, url, headers: {} }, BURST_PATIENCE);
    await Promise.all(rows.map(call));
    return rows;
  });
}

const BURST_PATIENCE = 300_000;

/** All results in the same moment, once, by a service that waits for long. */
async function burst(lab: Lab, to: 'trigger' | 'read', count: number): Promise<Outcome> {
  const { accepted, processes } = await lab.begin(to, count);
  return await lab.measure(async () => {
    await Promise.all(processes.map((process) => callBack(lab.service, process, BURST_PATIENCE)));
    return accepted;
  });
}

/** Runs something with another number of webhook processes. */
async function withWebhooks<T>(lab: Lab, count: number, run: () => Promise<T>): Promise<T> {
  if (count === 1) await lab.cluster.stop('webhook 2');
  for (let number = 3; number <= count; number++) await lab.cluster.start(`webhook ${number}`);
  const result = await run();
  for (let number = 3; number <= count; number++) await lab.cluster.stop(`webhook ${number}`);
  if (count === 1) await lab.cluster.start('webhook 2');
  return result;
}

/** Starts processes, and then delivers all their results at once; `meanwhile` happens during that. */
async function delivered(
  lab: Lab,
  to: 'trigger' | 'waitSafely',
  count: number,
  meanwhile?: (answered: (count: number) => Promise<void>) => Promise<void>,
): Promise<Outcome> {
  const { accepted, processes } = await lab.begin(to, count);
  const before = lab.service.answers.length;
  const answered = async (some: number) => {
    while (lab.service.answers.length < before + some) await sleep(10);
  };
  return await lab.measure(async () => {
    const deliver = meanwhile ? callBackAgain : callBack;
    await Promise.all([...processes.map((process) => deliver(lab.service, process)), meanwhile?.(answered)]);
    return accepted;
  });
}

/** Results that come so many milliseconds after their request was answered, once. */
async function waits(lab: Lab, name: 'waitSafely' | 'waitAlone', count: number, delay: number) {
  const probed = lab.cluster.proxy.calls.get(TRIGGER_PATH) ?? 0;
  lab.service.afterStart = (process) => void sleep(delay).then(() => callBack(lab.service, process));
  const outcome = await lab.measure(() => lab.enterMany(name, count));
  lab.service.afterStart = () => undefined;
  const calls = (lab.cluster.proxy.calls.get(TRIGGER_PATH) ?? 0) - probed;
  return name === 'waitSafely' ? { ...outcome, note: `${calls - count} probes` } : outcome;
}

const TRIGGER_PATH = '/webhook/wait-results/callback';

/** Each result twice in the same moment. */
async function twice(
  lab: Lab,
  to: 'trigger' | 'once' | 'table' | 'waitSafely',
  count: number,
  routing: 'round robin' | 'by token',
) {
  const { accepted, processes } = await lab.begin(to, count);
  if (to === 'waitSafely') await lab.waiting(accepted.length);
  lab.cluster.proxy.route(routing);
  const both = (process: Process) => Promise.all([callBack(lab.service, process), callBack(lab.service, process)]);
  const outcome = await lab.measure(async () => {
    await Promise.all(processes.map(both));
    return accepted;
  });
  lab.cluster.proxy.route('by token');
  return outcome;
}

const FEW = 3;

/** Results whose execution n8n begins to store, waits for a lock of PostgreSQL, and then loses the connection. */
async function notStored(lab: Lab, { to, seconds, patience, routing }: Unstored): Promise<Outcome> {
  const { accepted, processes } = await lab.begin(to, FEW);
  if (to === 'waitSafely') await lab.waiting(FEW);
  lab.cluster.proxy.route(routing);
  const lock =
    to === 'waitSafely'
      ? "select 1 from execution_entity where status = 'waiting' for update"
      : 'lock table execution_entity in share mode';
  const outcome = await lab.measure(async () => {
    const ended = lab.cluster.postgres.loseConnections(lock, seconds);
    await lab.locked();
    const answered = async (process: Process) => {
      while ((await callBack(lab.service, process, patience * 1000)) !== 200) await sleep(1000);
    };
    await Promise.all([ended, ...processes.map(answered)]);
    // The execution that relays tries for a minute.
    await lab.reported(accepted, 90_000);
    return accepted;
  });
  lab.cluster.proxy.route('by token');
  return outcome;
}

/** A process is killed while results are delivered or waits are started, and comes back. */
async function killed(lab: Lab, to: 'trigger' | 'waitSafely', count: number, kind: Kind): Promise<Outcome> {
  const victim = `${kind} 2`;
  const outcome =
    kind === 'webhook'
      ? await delivered(lab, to, count, async (answered) => {
          await answered(count / 5);
          await lab.cluster.kill(victim);
        })
      : await lab.measure(async () => {
          lab.service.afterStart = (process) => void callBackAgain(lab.service, process, 30);
          const begun = lab.service.processes.length;
          const [accepted] = await Promise.all([
            lab.enterMany(to, count),
            lab.started(begun + count / 5).then(() => lab.cluster.kill(victim)),
          ]);
          return accepted;
        });
  lab.service.afterStart = () => undefined;
  await lab.cluster.restart(victim);
  return outcome;
}
