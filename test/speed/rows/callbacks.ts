import { setTimeout as sleep } from 'node:timers/promises';
import { isLinear, median, megabytes, ratio, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import { memoryOf, newestExecutions, resetPeak } from '../run-workflow.ts';
import type { Row } from './row.ts';
import { asRows, LEGACY_ENGINE } from './small-answers.ts';

const CALLBACKS = 500;
const SHARE_OF_WEBHOOK = 0.9;
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
  /** Until the last response. */
  answered: number;
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

export const callbacks: Row = {
  name: 'callbacks',
  title: '500 callbacks in a burst to the trigger',
  bound: `n8n's isolates for expressions. n8n creates one for each call to any trigger except its own Webhook node (since
version 1.1), and another for the execution, which it does for the Webhook node too. That was 64 of the 75 ms per
callback in n8n 2.39. So version 1 of the Webhook node is measured too, and both without isolates, as docs/scaling.md
advises for webhook processes (N8N_EXPRESSION_ENGINE=legacy). Callbacks arrive no faster than n8n handles them, because
it responds only when the execution is stored. With 500 open at a time, the isolates take memory too (see below).`,
  async measure(harness, { scales, share, repeats }) {
    const count = CALLBACKS * share;
    const peer = await bursts(harness, { to: 'webhook', count, repeats });
    const older = await bursts(harness, { to: 'webhook-1', count, repeats: 1 });
    const ours = await bursts(harness, { to: 'trigger', count, repeats });
    const legacyPeer = await bursts(harness, { to: 'webhook', count, repeats, settings: LEGACY_ENGINE });
    const legacyOurs = await bursts(harness, { to: 'trigger', count, repeats, settings: LEGACY_ENGINE });
    const scaled = [{ work: `${count} callbacks`, times: 1, milliseconds: wallOf(ours) }];
    const rejected: string[] = [];
    for (const times of scales.filter((one) => one > 1)) {
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
    const rate = (all: BurstResult[]) => (count / wallOf(all)) * 1000;
    const lost = ours.some(({ accepted }) => accepted !== count) || rejected.length > 0;
    const compared = (measure: string, all: BurstResult[], peers: BurstResult[]) => ({
      measure,
      target: `≥ ${SHARE_OF_WEBHOOK} × the Webhook node's`,
      ours: rate(all).toFixed(0),
      peer: rate(peers).toFixed(0),
      ratio: ratio(rate(all), rate(peers)),
      reached: rate(all) >= SHARE_OF_WEBHOOK * rate(peers),
    });
    return {
      findings: [
        compared('callbacks a second, to the end of their executions', ours, peer),
        compared('the same, N8N_EXPRESSION_ENGINE=legacy', legacyOurs, legacyPeer),
        {
          measure: 'all taken, each once; cost linear',
          target: 'yes',
          ours: !lost && isLinear(scaled) ? 'yes' : 'no',
          reached: !lost && isLinear(scaled),
        },
      ],
      scaled,
      notes: [
        `The last callback gets its response after ${time(median(ours.map(({ answered }) => answered)))} (Webhook node: ` +
          `${time(median(peer.map(({ answered }) => answered)))}).`,
        'Version 1 of the Webhook node, which n8n treats like any other trigger: ' +
          `${rate(older).toFixed(0)} per second; ours is ${ratio(rate(ours), rate(older))} of that.`,
        ...rejected,
        `n8n's peak: ${peakOf(ours)} with the trigger, ${peakOf(peer)} with its own Webhook node, ` +
          `${peakOf(older)} with version 1 of it.`,
      ],
    };
  },
};
