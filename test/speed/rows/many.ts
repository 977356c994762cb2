import { isLinear, median, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import type { Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';
import { atMost, limited, yes, type Row } from './row.ts';
import { startWarm } from './upload.ts';

const FILES = 1000;
const BYTES = 100_000;
const LATENCY = 200;
const WIDTH = 20;
const SLACK = 1.1;
const SKIP_SLACK = 1.05;
const SECONDS = 400;

const wallOf = (run: Run): number => run.nodes[MEASURED] ?? Number.NaN;

/** Runs a workflow with files while each answer takes its time, and tells what the service counted. */
async function runWith(harness: BenchHarness, path: string, files: string | undefined) {
  await harness.service('behave', { latency: LATENCY, answer: 'document' });
  const run = await harness.run(path, { files }, SECONDS);
  return { run, wall: wallOf(run), ...(await harness.service('counts', undefined)) };
}

/** The time with *Skip Files Already Read* beside the time without, each with files never seen before; then the same again. */
async function measureSkip(harness: BenchHarness, width: 'form' | 'many', count: number, repeats: number) {
  const [ours, skip] = [`${width}-ours`, `${width}-skip`];
  const walls = new Map<string, number[]>([ours, skip].map((path) => [path, []]));
  let again = Number.NaN;
  await startWarm(harness, skip);
  for (let round = 0; round < repeats; round++) {
    for (const path of round % 2 === 0 ? [ours, skip] : [skip, ours]) {
      const files = harness.files(count, BYTES);
      walls.get(path)?.push((await runWith(harness, path, files.pattern)).wall);
      if (path === skip && Number.isNaN(again)) again = (await runWith(harness, path, files.pattern)).requests;
      files.remove();
    }
  }
  return { baseline: median(walls.get(ours) ?? []), ours: median(walls.get(skip) ?? []), again };
}

export const many: Row = {
  name: 'many',
  title: '1,000 × 100 kB at 200 ms latency, 20 wide',
  bound:
    'The latency: 50 rounds of 200 ms are nine tenths of the time. HTTP Request sends all requests at once, so it ' +
    'waits only once.',
  async measure(harness, { scales, share, repeats }) {
    const sets = scales.map((times) => {
      const count = FILES * times * share;
      return { times, count, ...harness.files(count, BYTES) };
    });
    const [first] = sets;
    await harness.service('behave', { latency: 0, answer: 'document' });
    const bodies = (first?.paths ?? []).map((form) => ({ form }));
    const upload = await harness.baseline({ bodies, width: WIDTH }, repeats);
    await startWarm(harness, 'many-ours');
    const runs: Array<Awaited<ReturnType<typeof runWith>> & { set: (typeof sets)[number] }> = [];
    for (const set of sets)
      for (let round = 0; round < (set === first ? repeats : 1); round++)
        runs.push({ set, ...(await runWith(harness, 'many-ours', set.pattern)) });
    const peer = await runWith(harness, 'form-peer', first?.pattern);
    for (const set of sets) set.remove();
    const skip = await measureSkip(harness, 'many', FILES * share, repeats);
    const skipByDefault = await measureSkip(harness, 'form', FILES * share, repeats);

    const scaled = sets.map((set) => {
      const walls = runs.filter((run) => run.set === set).map(({ wall }) => wall);
      return { work: `${set.count.toFixed(0)} files`, times: set.times, milliseconds: median(walls) };
    });
    const figures = {
      ours: scaled[0]?.milliseconds ?? Number.NaN,
      baseline: ((FILES * share) / WIDTH) * LATENCY + upload,
    };
    const isComplete = runs.every(({ run, requests, set }) => run.outcome === 'success' && requests === set.count);
    return {
      findings: [
        {
          ...atMost(SLACK, `(rounds of ${LATENCY} ms + the baseline)`, 'wall', figures),
          peer: peer.run.outcome === 'success' ? time(peer.wall) : peer.run.outcome,
        },
        {
          ...limited('most in flight', WIDTH, Math.max(...runs.map(({ peakInFlight }) => peakInFlight))),
          peer: String(peer.peakInFlight),
        },
        atMost(SKIP_SLACK, 'without it', 'wall, Skip Files Already Read', skip),
        atMost(SKIP_SLACK, 'without it', 'the same, 5 at a time as the node comes', skipByDefault),
        { ...limited('requests for the same files again', 0, skip.again), target: '0' },
        yes('all arrive, cost linear', isComplete && isLinear(scaled)),
      ],
      scaled,
    };
  },
};
