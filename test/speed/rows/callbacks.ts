import { isLinear, median, ratio } from '../figures.ts';
import { waitFor } from '../../n8n/waiting.ts';
import type { BenchHarness } from '../harness.ts';
import { newestExecutions } from '../run-workflow.ts';
import { atMost, yes, type Finding, type Row } from './row.ts';
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

type Target = 'trigger' | 'webhook';

/** Milliseconds: of the median answer, until the last one, and to the end of the last execution. */
interface BurstResult {
  median: number;
  answered: number;
  wall: number;
  accepted: number;
}

const finishedOf = (harness: BenchHarness) => harness.host.countExecutions(harness.workflowId('callbacks'), 'success');

/** Sends one burst and waits until all executions have ended, by n8n's own clock. */
async function burst(harness: BenchHarness, to: Target, count: number): Promise<BurstResult> {
  const url = harness.host.webhookUrl(to === 'trigger' ? 'ours/callback' : to);
  if (to === 'trigger') {
    await harness.service('behave', { latency: 0, answer: 'process' });
    await harness.run('start', { rows: asRows(count), callbackUrl: url });
  }
  const before = await finishedOf(harness);
  const begun = Date.now();
  const sent = await harness.service('burst', to === 'trigger' ? undefined : { url, count });
  const accepted = sent.statuses[200] ?? 0;
  // Each request costs n8n time, and during a burst it may be too busy to answer.
  const hasEnded = async () => (await finishedOf(harness).catch(() => 0)) >= before + accepted;
  await waitFor(hasEnded, TIMEOUT, `the end of ${accepted} executions`, PAUSE);
  const newest = await newestExecutions(harness.host, harness.workflowId('callbacks'), NEWEST);
  const ended = Math.max(...newest.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
  const { milliseconds: answered } = sent;
  return { median: sent.median, answered, wall: Math.max(ended - begun, answered), accepted };
}

async function bursts(
  harness: BenchHarness,
  to: Target,
  { count, repeats, settings }: { count: number; repeats: number; settings?: Record<string, string> },
): Promise<BurstResult[]> {
  await harness.restart(settings);
  await burst(harness, to, WARM_UP);
  const all: BurstResult[] = [];
  for (let round = 0; round < repeats; round++) all.push(await burst(harness, to, count));
  return all;
}

type Time = 'median' | 'answered' | 'wall';

const medianOf = (all: BurstResult[], time: Time): number => median(all.map((one) => one[time]));

function atLeast(share: number, measure: string, time: Time, [all, peers]: BurstResult[][]): Finding {
  const perSecond = (bursts: BurstResult[] = []) => ((bursts[0]?.accepted ?? 0) / medianOf(bursts, time)) * 1000;
  const [ours, peer] = [perSecond(all), perSecond(peers)];
  return {
    measure,
    target: `≥ ${share} × the Webhook node's`,
    ours: ours.toFixed(1),
    peer: peer.toFixed(1),
    ratio: ratio(ours, peer),
    reached: ours >= share * peer,
  };
}

/** Bursts to the trigger beside as many to n8n's own Webhook node. */
async function compare(harness: BenchHarness, settings: Parameters<typeof bursts>[2], engine = '') {
  const peers = await bursts(harness, 'webhook', settings);
  const ours = await bursts(harness, 'trigger', settings);
  const medians = { ours: medianOf(ours, 'median'), peer: medianOf(peers, 'median') };
  const findings = [
    atLeast(SHARE_OF_ANSWERS, `callbacks answered a second${engine}`, 'answered', [ours, peers]),
    atMost(TIMES_OF_MEDIAN, "the Webhook node's", `median answer${engine}`, medians),
    atLeast(SHARE_OF_RESULTS, `callbacks a second, to the end of their executions${engine}`, 'wall', [ours, peers]),
  ];
  return { ours, findings };
}

type Wait = 'wait-alone' | 'wait-beside';

/** From the callback of a wait to the end of its execution, by n8n's own clock. */
async function resumeTime(harness: BenchHarness, path: Wait): Promise<number> {
  await harness.service('behave', { latency: 0, answer: 'process' });
  const answer = await fetch(harness.host.webhookUrl(path), { method: 'POST', headers: { connection: 'close' } });
  await answer.arrayBuffer();
  const newest = async (status: string) =>
    await waitFor(
      async () => {
        const found = await newestExecutions(harness.host, harness.workflowId(path)).catch(() => []);
        return found[0]?.status === status && found[0];
      },
      TIMEOUT,
      `an execution of ${path} that is ${status}`,
      100,
    );
  await newest('waiting');
  const called = Date.now();
  await harness.service('burst', undefined);
  return Date.parse((await newest('success')).stoppedAt ?? '') - called;
}

/** In turn, so that other work on the machine meets both. */
async function resumeTimes(harness: BenchHarness, pairs: number): Promise<{ ours: number; peer: number }> {
  await harness.restart();
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  for (let left = pairs; left > 0; left--) {
    times.peer.push(await resumeTime(harness, 'wait-alone'));
    times.ours.push(await resumeTime(harness, 'wait-beside'));
  }
  return { ours: median(times.ours), peer: median(times.peer) };
}

export const callbacks: Row = {
  name: 'callbacks',
  title: '500 callbacks in a burst to the trigger',
  bound:
    "n8n's virtual machine for each call of a trigger that is not its own Webhook node. Version 1 of that node, " +
    'which n8n treats as any other trigger, is slower too: it bounds what ours can reach.',
  async measure(harness, { scales, share, repeats }) {
    const count = CALLBACKS * share;
    const usual = await compare(harness, { count, repeats });
    const legacy = await compare(
      harness,
      { count, repeats, settings: LEGACY_ENGINE },
      ', N8N_EXPRESSION_ENGINE=legacy',
    );
    const wait = await resumeTimes(harness, Math.ceil(PAIRS * share));
    const scaled = [{ work: `${count} callbacks`, times: 1, milliseconds: medianOf(usual.ours, 'wall') }];
    let isComplete = usual.ours.every(({ accepted }) => accepted === count);
    for (const times of scales.filter((one) => one > 1 && one <= LARGEST_SCALE)) {
      const [one] = await bursts(harness, 'trigger', { count: count * times, repeats: 1 });
      scaled.push({ work: `${count * times} callbacks`, times, milliseconds: one?.wall ?? Number.NaN });
      isComplete &&= one?.accepted === count * times;
    }
    return {
      findings: [
        ...usual.findings,
        ...legacy.findings,
        atMost(TIMES_OF_WAIT, 'one without', 'a wait beside a trigger goes on after', wait),
        yes('all taken, each once; cost linear', isComplete && isLinear(scaled)),
      ],
      scaled,
    };
  },
};
