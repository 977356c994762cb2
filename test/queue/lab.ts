// What the rows measure with: it sends rows into a workflow, waits until all has come to rest, and counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster } from './cluster.ts';
import { startService } from './service.ts';
import type { Answer, Process } from './service.ts';
import { CREDENTIAL } from '../n8n/workflowJson.ts';
import { resultsTable, workflows } from './workflows.ts';

export type WorkflowName = keyof ReturnType<typeof workflows>;
export type Lab = Awaited<ReturnType<typeof openLab>>;

export interface Outcome {
  /** Rows n8n has accepted. */
  accepted: number;
  /** Accepted rows of which no result came. */
  lost: number;
  /** Of those, the ones whose callback n8n answered with 503 before it called the node: the service has to repeat it. */
  refused: number;
  /** Rows whose result came more than once. */
  doubled: number;
  /** Executions that n8n still calls new or running when nothing happens any more. */
  stuck: number;
  /** The executions that have not succeeded: workflow and status. */
  unfinishedAs: string[];
  /** Rows of which the service has received more than one request. */
  sentTwice: number;
  /** Requests that began later than a second after Stop. */
  late?: number;
  /** Statuses with which callbacks were answered, the median and the longest answer in seconds, the memory peak of each process. */
  statuses: Record<string, number>;
  median: number;
  longest: number;
  /** From the first callback to the last answer, and to the last result. */
  answersPerSecond: number;
  resultsPerSecond: number;
  peaks: Record<string, number>;
  seconds: number;
}

// Nothing has happened for so long: it is over.
const QUIET = 10_000;
const LONGEST = 150_000;
const PAUSE = 250;

/** Waits until something is so, or for so long. */
async function until(isDone: () => boolean, limit: number, pause = 5): Promise<void> {
  for (const end = Date.now() + limit; !isDone() && Date.now() < end;) await sleep(pause);
}

export async function openLab() {
  const service = await startService();
  const cluster = await startCluster().catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  const data = { baseUrl: service.url, accessToken: 'token', callbackSecret: 'secret of the scaling test' };
  const { port } = cluster.postgres;
  const database = { host: '127.0.0.1', port, database: 'postgres', user: 'n8n', password: 'n8n' };
  cluster.postgres.query(resultsTable().sql);
  await cluster.api.createCredentials([
    { ...CREDENTIAL.documentProcessingApi, type: 'documentProcessingApi', data },
    { id: 'postgres', name: 'Table', type: 'postgres', data: { ...database, ssl: 'disable' } },
  ]);
  for (const workflow of Object.values(workflows(service.url, cluster.webhookUrl)))
    await cluster.api.activate(await cluster.api.createWorkflow(workflow));

  let rows = 0;
  const numberOf = (sql: string) => Number(cluster.postgres.query(sql)[0]?.[0] ?? 0);

  /** Sends one row; true if n8n has accepted it. */
  const enter = async (name: WorkflowName, row: string, file?: Blob): Promise<boolean> => {
    const form = new FormData();
    if (file) form.append('data', file, 'file.pdf');
    form.append('row', row);
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ row }) };
    const request = { method: 'POST', signal: AbortSignal.timeout(120_000), ...(file ? { body: form } : json) };
    const response = await fetch(cluster.webhookUrl(name), request).catch(() => undefined);
    await response?.arrayBuffer().catch(() => undefined);
    return response?.ok === true;
  };

  /** Sends so many rows, some at once, and returns those n8n has accepted. */
  const enterMany = async (
    name: WorkflowName,
    count: number,
    { atOnce = 20, file = undefined as Blob | undefined } = {},
  ) => {
    const names = Array.from({ length: count }, () => `row-${++rows}`);
    const left = names.values();
    const accepted: string[] = [];
    const work = async () => {
      for (const row of left) if (await enter(name, row, file)) accepted.push(row);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return accepted;
  };

  /** Waits until there is nothing left to do, or nothing happens any more. */
  const settle = async (isDone: () => boolean) => {
    const state = () =>
      [service.results.size, sum(service.results), service.answers.length, service.processes.length].join();
    const end = Date.now() + LONGEST;
    let [last, since] = [state(), Date.now()];
    while (Date.now() < end && Date.now() - since < QUIET) {
      await sleep(PAUSE);
      if (isDone()) return;
      const now = state();
      if (now !== last) [last, since] = [now, Date.now()];
    }
  };

  /** Runs one row of the table: `act` sends and calls back, and returns the accepted rows. */
  const measure = async (
    act: () => Promise<string[]>,
    doneWhen = (accepted: string[]) => accepted.every((row) => service.results.has(row)),
  ): Promise<Outcome> => {
    const firstExecution = numberOf('select coalesce(max(id), 0) from execution_entity');
    const firstAnswer = service.answers.length;
    cluster.resetPeaks();
    const begun = performance.now();
    const accepted = await act();
    await settle(() => doneWhen(accepted));
    // What is doubled can come a moment later.
    await sleep(1500);
    const unfinished = `select count(*) from execution_entity where id > ${firstExecution} and status in ('new', 'running')`;
    await until(() => numberOf(unfinished) === 0, QUIET, PAUSE);
    const answers = service.answers.slice(firstAnswer);
    const statuses: Record<string, number> = {};
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
    const missing = accepted.filter((row) => !service.results.has(row));
    const statusesOf = (row: string) =>
      service.processes
        .filter((one) => one.row === row)
        .flatMap(({ processId }) => answers.filter((one) => one.processId === processId).map(({ status }) => status));
    return {
      accepted: accepted.length,
      lost: missing.length,
      refused: missing.filter((row) => statusesOf(row).length > 0 && statusesOf(row).every((status) => status === 503))
        .length,
      doubled: accepted.filter((row) => (service.results.get(row) ?? 0) > 1).length,
      stuck: numberOf(unfinished),
      unfinishedAs: cluster.postgres
        .query(
          `select count(*), w.name, e.status from execution_entity e join workflow_entity w on w.id = e."workflowId"
           where e.id > ${firstExecution} and e.status <> 'success' group by w.name, e.status`,
        )
        .map(([count, name, status]) => `${count} × ${name} ${status}`),
      sentTwice: accepted.filter((row) => (service.sent.get(row) ?? 0) > 1).length,
      statuses,
      ...speedOf(answers, accepted.length - missing.length, service.lastResult),
      peaks: cluster.peaks(),
      seconds: (performance.now() - begun) / 1000,
    };
  };

  return {
    service,
    cluster,
    enterMany,
    measure,
    numberOf,
    /** Starts so many processes. Resolves once the service has them all, or with those there are after a while. */
    begin: async (name: WorkflowName, count: number): Promise<{ accepted: string[]; processes: Process[] }> => {
      const accepted = await enterMany(name, count);
      const known = new Set(accepted);
      const started = () => service.processes.filter(({ row }) => known.has(row));
      await until(() => started().length >= accepted.length, 90_000, PAUSE);
      return { accepted, processes: started() };
    },
    /** Resolves once these rows have results, or after a while. */
    reported: async (accepted: string[], limit = 10_000) =>
      await until(() => accepted.every((row) => service.results.has(row)), limit),
    /** Resolves once so many executions wait. */
    waiting: async (count: number) => {
      const sql = "select count(*) from execution_entity where status = 'waiting'";
      await until(() => numberOf(sql) >= count, 60_000, PAUSE);
    },
    /** Resolves once a lock is held on executions. */
    locked: async () => {
      const sql = `select count(*) from pg_locks where relation = 'execution_entity'::regclass and mode in ('RowShareLock', 'ShareLock')`;
      await until(() => numberOf(sql) > 0, 10_000);
    },
    /** Resolves once the service has accepted so many processes in all. */
    started: async (count: number) => await until(() => service.processes.length >= count, 60_000),
    /** Resolves once so many more requests have come. */
    arrived: async (count: number) => {
      const before = sum(service.sent);
      await until(() => sum(service.sent) >= before + count, 60_000);
    },
    close: async () => {
      await cluster.dispose();
      await service.close();
    },
  };
}

/** How fast callbacks were answered, and their results came out. */
function speedOf(answers: Answer[], results: number, lastResult: number) {
  const times = answers.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const first = Math.min(...answers.map(({ begun }) => begun));
  const lastAnswer = Math.max(...answers.map(({ begun, seconds }) => begun + seconds * 1000));
  const perSecond = (count: number, end: number) => (answers.length > 0 ? (count / (end - first)) * 1000 : 0);
  return {
    median: times[Math.floor(times.length / 2)] ?? 0,
    longest: times.at(-1) ?? 0,
    answersPerSecond: perSecond(answers.length, lastAnswer),
    resultsPerSecond: perSecond(results, lastResult),
  };
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, one) => total + one, 0);
