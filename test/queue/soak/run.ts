// node scripts/node.mjs test/queue/soak/run.ts [--minutes 3] [--seed 1] [--write]: mixed operations in a real n8n while the
// sandbox delays, refuses, resets, throttles, sends garbage, and calls back early, late, twice or never. `--write` writes
// docs/making/soak.md.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomFrom } from '../../support/random.ts';
import { startSandbox } from '../../support/sandbox.ts';
import type { RunningSandbox } from '../../support/sandbox.ts';
import { startServer } from '../../support/server.ts';
import { root } from '../../n8n/lines.ts';
import { memoryOf } from '../../n8n/memory.ts';
import { createHost, waitFor } from '../../n8n/n8n.ts';
import { CREDENTIAL } from '../../n8n/workflowJson.ts';
import { account, slopeOf } from './account.ts';
import type { LoggedProcess, LoggedRequest, Report, Submitted } from './account.ts';
import { soakPage } from './page.ts';
import { pick, startWeather } from './weather.ts';
import { KINDS, soakWorkflows } from './workflows.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 0x7fffffff) },
    write: { type: 'boolean', default: false },
  },
});
const MINUTES = Number(values.minutes);
const AT_ONCE = 6;
// A wait ends after a minute, which n8n looks at once a minute.
const LONGEST_OUTCOME = 240_000;
// Of a short run the caches of n8n are most of what grows.
const LEVEL_FROM_MINUTES = 20;
const LARGEST_SLOPE = 1;

const SAMPLES = ['identity', 'statement', 'property-registry', 'service-invoice', 'contract'].map((name) =>
  readFileSync(join(root, `sandbox/samples/${name}.pdf`)),
);

/** The process and its children, in megabytes. */
function megabytesOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return children.reduce((sum, child) => sum + megabytesOf(Number(child)), memoryOf(pid).now / 2 ** 20);
  } catch {
    return 0;
  }
}

/** Reads the sandbox's log again and again: it keeps the last requests and processes only. */
function followSandbox({ inspect }: RunningSandbox, itemOf: (entry: object) => string | undefined) {
  const requests = new Map<string, LoggedRequest>();
  const processes = new Map<string, LoggedProcess>();
  const read = async () => {
    const log = await inspect<{ requests: LoggedRequest[] }>('requests');
    for (const entry of log.requests) {
      const { requestId, path, httpStatus, code } = entry;
      requests.set(requestId, { requestId, path, httpStatus, code, item: itemOf(entry) });
    }
    const listed = await inspect<{ processes: LoggedProcess[] }>('processes');
    for (const one of listed.processes) processes.set(one.id, one);
  };
  let isStopped = false;
  const running = (async () => {
    for (; !isStopped; await sleep(2000)) await read();
  })();
  return {
    requests,
    processes,
    stop: async () => {
      isStopped = true;
      await running;
      await read();
    },
  };
}

async function main(): Promise<boolean> {
  const seed = Number(values.seed);
  const random = randomFrom(seed);
  // Takes the reports of the workflows.
  const collector = await startServer(() => ({ json: {} }));
  const reports = () => collector.requests.flatMap(({ json }) => (json ? [json as Report] : []));
  const sandbox = await startSandbox();
  const host = await createHost('2.41');
  try {
    await host.start();
    const data = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token, callbackSecret: 'secret of the soak' };
    await host.createCredentials([{ ...CREDENTIAL.documentProcessingApi, type: 'documentProcessingApi', data }]);
    for (const one of soakWorkflows(`${collector.url}/report`)) await host.activate(await host.createWorkflow(one));
    process.stdout.write(`n8n is ready; ${MINUTES} minutes, seed ${seed}\n`);

    const submitted: Submitted[] = [];
    const itemOfFile = new Map<string, string>();
    const itemOf = (entry: object) => {
      const text = JSON.stringify({ ...entry, headers: null });
      const sha256 = /"sha256":"([0-9a-f]{64})"/g;
      for (const [, digest = ''] of text.matchAll(sha256)) if (itemOfFile.has(digest)) return itemOfFile.get(digest);
      return /item-\d+/.exec(text)?.[0];
    };
    const log = followSandbox(sandbox, itemOf);
    const weather = startWeather(sandbox, random);

    const begun = Date.now();
    const memory: Array<[number, number, number]> = [];
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await sleep(2000))
        memory.push([(Date.now() - begun) / 60_000, megabytesOf(host.pid() ?? 0), megabytesOf(sandbox.pid ?? 0)]);
    })();

    const isDone = ({ item, kind }: Submitted) =>
      reports().some((one) => one.item === item) ||
      // Its result may never come: the account says why.
      (kind === 'trigger' && [...log.requests.values()].some((one) => one.item === item));
    const submit = async () => {
      const number = submitted.length + 1;
      const one = { item: `item-${number}`, kind: pick(KINDS, random), repeatsUncertain: random() < 0.3 };
      // What follows the end of a PDF is not read: the same document, but another file.
      const file = Buffer.concat([pick(SAMPLES, random), Buffer.from(`\n% ${one.item}\n`)]);
      itemOfFile.set(createHash('sha256').update(file).digest('hex'), one.item);
      submitted.push(one);
      const body = JSON.stringify({ ...one, file: file.toString('base64') });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(host.webhookUrl(`soak-${one.kind}`), { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`n8n answered ${response.status} to ${one.item}`);
      await waitFor(() => isDone(one), LONGEST_OUTCOME, `an outcome of ${one.item} (${one.kind})`).catch(
        (late: Error) => process.stdout.write(`${late.message}\n`),
      );
    };
    const work = async () => {
      while (Date.now() - begun < MINUTES * 60_000 || !weather.hasHadEveryFault()) await submit();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    await weather.stop();
    // The latest callbacks, and waits that end by their limit.
    await sleep(10_000);
    isOver = true;
    await watching;
    await log.stop();

    const seen = {
      reports: reports(),
      requests: [...log.requests.values()],
      processes: [...log.processes.values()],
    };
    const result = account({ submitted, ...seen });
    const half = memory.slice(Math.floor(memory.length / 2));
    const slopes = {
      n8n: slopeOf(half.map(([at, n8n]) => [at, n8n])),
      sandbox: slopeOf(half.map(([at, , size]) => [at, size])),
    };
    const figures = {
      date: new Date().toISOString().slice(0, 10),
      minutes: MINUTES,
      seed,
      items: submitted.length,
      requests: seen.requests.length,
      callbacks: seen.processes.reduce((sum, one) => sum + one.deliveries.length + one.deliveriesLeftOut, 0),
      faults: weather.armed(),
      account: result,
      slopes,
      memory: {
        first: half[0]?.[1] ?? 0,
        last: half.at(-1)?.[1] ?? 0,
        peak: Math.max(0, ...memory.map(([, size]) => size)),
      },
    };
    process.stdout.write(
      `${JSON.stringify({ ...figures, account: { ...result, findings: result.findings.length } }, null, 2)}\n`,
    );
    for (const finding of result.findings) process.stdout.write(`${finding}\n`);
    const isLevel = MINUTES < LEVEL_FROM_MINUTES || slopes.n8n < LARGEST_SLOPE;
    if (!isLevel) process.stdout.write(`n8n's memory grows by ${slopes.n8n.toFixed(2)} MB a minute\n`);
    if (values.write) writeFileSync(join(root, 'docs/making/soak.md'), soakPage(figures));
    return result.findings.length === 0 && isLevel;
  } finally {
    await host.close();
    await sandbox.stop();
    await collector.close();
  }
}

void main().then((isRight) => void (process.exitCode = isRight ? 0 : 1));
