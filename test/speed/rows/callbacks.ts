import { setTimeout as sleep } from 'node:timers/promises';
import { isLinear, median, megabytes, ratio, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import { memoryOf, newestExecutions, resetPeak } from '../run-workflow.ts';
import type { Finding, Row } from './row.ts';
import { asRows, LEGACY_ENGINE } from './small-answers.ts';

const CALLBACKS = 500;
const SHARE_OF_ANSWERS = 0.7;
const TIMES_OF_MEDIAN = 2;
const SHARE_OF_RESULTS = 0.8;
const TIMES_OF_WAIT = 1.3;
const PAIRS = 20;
// Ten times the callbacks took n8n a quarter of an hour.
const LARGEST_SCALE = 3;
// n8n needs minutes for ten times the callbacks, whichever node gets them.
const TIMEOUT = 900_000;
const WARM_UP = 20;
const PAUSE = 1000;
// The last execution to end is among the last 100 to start.
const NEWEST = 100;

type Target = 'trigger' | 'webhook' | 'webhook-1';

interface BurstResult {
  /** From the first callback to the end of the last execution. */
  wall: number;
  /** Until the last response, and until that of the median callback. */
  answered: number;
  median: number;
  accepted: number;
  /** Responses other than 200, e.g. "890 with 503". */
  rejected: string;
  peak: number;
}

const finishedOf = async (harness: BenchHarness): Promise<number> => {
  const filter = encodeURIComponent(
    JSON.stringify({ workflowId: harness.workflowId('callbacks'), status: ['success'] }),
  );
  return (await harness.host.api<{ count: number }>('GET', `/executions?limit=1&filter=${filter}`)).count;
};

/** Polls rarely: each request costs n8n time. During a burst it can respond that its database is not ready. */
async function waitForEnd(harness: BenchHarness, count: number): Promise<void> {
  const deadline = Date.now() + TIMEOUT;
  while ((await finishedOf(harness).catch(() => 0)) < count) {
    if (Date.now() > deadline) throw new Error(`${count} executions had not ended after ${TIMEOUT / 1000} s`);
    await sleep(PAUSE);
  }
}

/** Sends one burst and waits until all executions have ended, by n8n's own clock. */
async function burst(harness: BenchHarness, to: Target, count: number): Promise<BurstResult> {
  const url = harness.host.webhookUrl(to === 'trigger' ? 'ours/callback' : to);
  if (to === 'trigger') {
    await harness.service('behave', { latency: 0, answer: 'process' });
    await harness.run('start', { rows: asRows(count), callbackUrl: url });
  }
  const before = await finishedOf(harness);
  const pid = harness.host.pid() ?? 0;
  resetPeak(pid);
  const begun = Date.now();
  const sent = await harness.service('burst', to === 'trigger' ? undefined : { url, count });
  const accepted = sent.statuses[200] ?? 0;
  await waitForEnd(harness, before + accepted);
  const newest = await newestExecutions(harness.host, harness.workflowId('callbacks'), NEWEST);
  const ended = Math.max(...newest.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
  return {
    wall: Math.max(ended - begun, sent.milliseconds),
    answered: sent.milliseconds,
    median: sent.median,
    accepted,
    rejected: othersIn(sent.statuses),
    peak: memoryOf(pid).peak,
  };
}

const othersIn = (statuses: Record<number, number>): string =>
  Object.entries(statuses)
    .filter(([status]) => status !== '200')
    .map(([status, count]) => `${count} with ${status}`)
    .join(', ');

async function bursts(
  harness: BenchHarness,
  { to, count, repeats, settings }: { to: Target; count: number; repeats: number; settings?: Record<string, string> },
): Promise<BurstResult[]> {
  await harness.restart(settings);
  await burst(harness, to, WARM_UP);
  const all: BurstResult[] = [];
  for (let round = 0; round < repeats; round++) all.push(await burst(harness, to, count));
  return all;
}

const peakOf = (all: BurstResult[]): string => megabytes(Math.max(...all.map(({ peak }) => peak)));

const wallOf = (all: BurstResult[]): number => median(all.map(({ wall }) => wall));

const answeredOf = (all: BurstResult[]): number => median(all.map(({ answered }) => answered));

const medianOf = (all: BurstResult[]): number => median(all.map((one) => one.median));

/** Callbacks a second, of bursts that take so many milliseconds. */
const perSecond = (all: BurstResult[], millisecondsOf: (all: BurstResult[]) => number): number =>
  ((all[0]?.accepted ?? 0) / millisecondsOf(all)) * 1000;

const atLeast = (share: number, measure: string, ours: number, peer: number): Finding => ({
  measure,
  target: `≥ ${share} × the Webhook node's`,
  ours: ours.toFixed(1),
  peer: peer.toFixed(1),
  ratio: ratio(ours, peer),
  reached: ours >= share * peer,
});

const atMost = (times: number, measure: string, ours: number, peer: number): Finding => ({
  measure,
  target: `≤ ${times} × the Webhook node's`,
  ours: time(ours),
  peer: time(peer),
  ratio: ratio(ours, peer),
  reached: ours <= times * peer,
});

type Wait = 'wait-alone' | 'wait-beside';

/** From the callback of a wait to the end of its execution, by n8n's own clock. */
async function resumeTime(harness: BenchHarness, path: Wait): Promise<number> {
  await harness.service('behave', { latency: 0, answer: 'process' });
  const answer = await fetch(harness.host.webhookUrl(path), { method: 'POST', headers: { connection: 'close' } });
  await answer.arrayBuffer();
  const newest = async (status: string) => {
    for (const end = Date.now() + TIMEOUT; Date.now() < end; await sleep(100)) {
      const [execution] = await newestExecutions(harness.host, harness.workflowId(path));
      if (execution?.status === status) return execution;
    }
    throw new Error(`The execution of ${path} is not ${status}`);
  };
  await newest('waiting');
  const called = Date.now();
  await harness.service('burst', undefined);
  const { stoppedAt } = await newest('success');
  return Date.parse(stoppedAt ?? '') - called;
}

/** In turn, so that other work on the machine meets both. */
async function resumeTimes(harness: BenchHarness, pairs: number): Promise<Record<Wait, number>> {
  await harness.restart();
  const times: Record<Wait, number[]> = { 'wait-alone': [], 'wait-beside': [] };
  for (let left = pairs; left > 0; left--)
    for (const path of ['wait-alone', 'wait-beside'] as const) times[path].push(await resumeTime(harness, path));
  return { 'wait-alone': median(times['wait-alone']), 'wait-beside': median(times['wait-beside']) };
}

export const callbacks: Row = {
  name: 'callbacks',
  title: '500 callbacks in a burst to the trigger',
  bound:
    "n8n's virtual machine for each call of a trigger that is not its own Webhook node. Version 1 of that node, " +
    'which n8n treats as any other trigger, is measured too: it bounds what ours can reach.',
  async measure(harness, { scales, share, repeats }) {
    const count = CALLBACKS * share;
    const peer = await bursts(harness, { to: 'webhook', count, repeats });
    const older = await bursts(harness, { to: 'webhook-1', count, repeats: 1 });
    const ours = await bursts(harness, { to: 'trigger', count, repeats });
    const legacyPeer = await bursts(harness, { to: 'webhook', count, repeats, settings: LEGACY_ENGINE });
    const legacyOurs = await bursts(harness, { to: 'trigger', count, repeats, settings: LEGACY_ENGINE });
    const wait = await resumeTimes(harness, Math.ceil(PAIRS * share));
    const scaled = [{ work: `${count} callbacks`, times: 1, milliseconds: wallOf(ours) }];
    const rejected: string[] = [];
    for (const times of scales.filter((one) => one > 1 && one <= LARGEST_SCALE)) {
      const work = `${count * times} callbacks`;
      const more = await bursts(harness, { to: 'trigger', count: count * times, repeats: 1 }).catch((error: Error) => {
        rejected.push(`Of ${work}, ${error.message}.`);
        return [];
      });
      for (const { wall, accepted, rejected: others } of more) {
        scaled.push({ work, times, milliseconds: wall });
        if (accepted < count * times) rejected.push(`Of ${work} n8n accepted ${accepted} and responded to ${others}.`);
      }
    }
    const lost = ours.some(({ accepted }) => accepted !== count) || rejected.length > 0;
    const compared = (all: BurstResult[], peers: BurstResult[], engine = '') => [
      atLeast(
        SHARE_OF_ANSWERS,
        `callbacks answered a second${engine}`,
        perSecond(all, answeredOf),
        perSecond(peers, answeredOf),
      ),
      atMost(TIMES_OF_MEDIAN, `median answer${engine}`, medianOf(all), medianOf(peers)),
      atLeast(
        SHARE_OF_RESULTS,
        `callbacks a second, to the end of their executions${engine}`,
        perSecond(all, wallOf),
        perSecond(peers, wallOf),
      ),
    ];
    return {
      findings: [
        ...compared(ours, peer),
        ...compared(legacyOurs, legacyPeer, ', N8N_EXPRESSION_ENGINE=legacy'),
        {
          ...atMost(TIMES_OF_WAIT, 'a wait beside a trigger goes on after', wait['wait-beside'], wait['wait-alone']),
          target: `≤ ${TIMES_OF_WAIT} × one without`,
        },
        {
          measure: 'all taken, each once; cost linear',
          target: 'yes',
          ours: !lost && isLinear(scaled) ? 'yes' : 'no',
          reached: !lost && isLinear(scaled),
        },
      ],
      scaled,
      notes: [
        `The last callback gets its response after ${time(answeredOf(ours))} (Webhook node: ${time(answeredOf(peer))}).`,
        `Version 1 of the Webhook node: ${perSecond(older, answeredOf).toFixed(1)} answered a second, median ` +
          `${time(medianOf(older))}, ${perSecond(older, wallOf).toFixed(1)} executions a second. Of the Webhook node's that ` +
          `is ${ratio(perSecond(older, answeredOf), perSecond(peer, answeredOf))}, ${ratio(medianOf(older), medianOf(peer))} ` +
          `and ${ratio(perSecond(older, wallOf), perSecond(peer, wallOf))}; ours is ` +
          `${ratio(perSecond(ours, answeredOf), perSecond(older, answeredOf))}, ${ratio(medianOf(ours), medianOf(older))} and ` +
          `${ratio(perSecond(ours, wallOf), perSecond(older, wallOf))} of it.`,
        ...rejected,
        `n8n's peak: ${peakOf(ours)} with the trigger, ${peakOf(peer)} with its own Webhook node, ` +
          `${peakOf(older)} with version 1 of it.`,
      ],
    };
  },
};
