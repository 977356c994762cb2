import { isLinear, median, ratio, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import type { Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';
import type { Row } from './row.ts';
import { startWarm } from './upload.ts';

const FILES = 1000;
const BYTES = 100_000;
const LATENCY = 200;
const WIDTH = 20;
const SLACK = 1.1;
const SKIP_SLACK = 1.05;

const wallOf = (run: Run): number => run.nodes[MEASURED] ?? Number.NaN;

/** The time with *Skip Files Already Read* beside the time without, each with files never seen before; then the same again. */
async function measureSkip(harness: BenchHarness, width: 'form' | 'many', count: number, repeats: number) {
  const [ours, skip] = [`${width}-ours`, `${width}-skip`] as const;
  const paths = [ours, skip];
  const walls: Record<string, number[]> = { [ours]: [], [skip]: [] };
  let again = Number.NaN;
  await startWarm(harness, skip);
  for (let round = 0; round < repeats; round++) {
    for (const path of round % 2 === 0 ? paths : paths.toReversed()) {
      const files = harness.files(count, BYTES);
      await harness.service('behave', { latency: LATENCY, answer: 'document' });
      walls[path]?.push(wallOf(await harness.run(path, { files: files.pattern }, 400)));
      if (path === skip && Number.isNaN(again)) {
        await harness.service('behave', { latency: LATENCY, answer: 'document' });
        await harness.run(path, { files: files.pattern }, 400);
        again = (await harness.service('counts', undefined)).requests;
      }
      files.remove();
    }
  }
  return { without: median(walls[ours] ?? []), skipping: median(walls[skip] ?? []), again };
}

const skipping = (measure: string, walls: { without: number; skipping: number }) => ({
  measure,
  target: `≤ ${SKIP_SLACK} × without it`,
  ours: time(walls.skipping),
  baseline: time(walls.without),
  ratio: ratio(walls.skipping, walls.without),
  reached: walls.skipping <= SKIP_SLACK * walls.without,
});

export const many: Row = {
  name: 'many',
  title: '1,000 × 100 kB at 200 ms latency, 20 wide',
  bound:
    'The latency: 50 rounds of 200 ms are nine tenths of the time. HTTP Request sends all requests at once, so it ' +
    'waits only once.',
  async measure(harness, { scales, share, repeats }) {
    const sets = scales.map((times) => ({
      times,
      count: FILES * times * share,
      ...harness.files(FILES * times * share, BYTES),
    }));
    const [first] = sets;
    const all = { bodies: (first?.paths ?? []).map((form) => ({ form })), width: WIDTH };
    await harness.service('behave', { latency: 0, answer: 'document' });
    const uploads = [];
    for (let round = 0; round <= repeats; round++) uploads.push(await harness.baseline(all));
    const upload = median(uploads.slice(1));
    await harness.service('behave', { latency: LATENCY, answer: 'document' });
    const bare = await harness.baseline(all);
    await startWarm(harness, 'many-ours');
    const runs: Array<{ set: (typeof sets)[number]; run: Run; peakInFlight: number; arrive: boolean }> = [];
    for (const set of sets) {
      for (let round = 0; round < (set === first ? repeats : 1); round++) {
        await harness.service('behave', { latency: LATENCY, answer: 'document' });
        const run = await harness.run('many-ours', { files: set.pattern }, 400);
        const { requests, peakInFlight } = await harness.service('counts', undefined);
        runs.push({ set, run, peakInFlight, arrive: run.outcome === 'success' && requests === set.count });
      }
    }
    await harness.service('behave', { latency: LATENCY, answer: 'document' });
    const inside = await harness.baselineInside(all);
    await harness.service('behave', { latency: LATENCY, answer: 'document' });
    const peer = await harness.run('form-peer', { files: first?.pattern });
    const peerCounts = await harness.service('counts', undefined);
    for (const set of sets) set.remove();
    const skip = await measureSkip(harness, 'many', FILES * share, repeats);
    const skipByDefault = await measureSkip(harness, 'form', FILES * share, repeats);

    const scaled = sets.map((set) => {
      const walls = runs.filter((one) => one.set === set).map(({ run }) => wallOf(run));
      return { work: `${set.count.toFixed(0)} files`, times: set.times, milliseconds: median(walls) };
    });
    const ours = scaled[0]?.milliseconds ?? Number.NaN;
    const bound = ((FILES * share) / WIDTH) * LATENCY + upload;
    const peak = Math.max(...runs.map(({ peakInFlight }) => peakInFlight));
    const complete = runs.every(({ arrive }) => arrive);
    return {
      findings: [
        {
          measure: 'wall',
          target: `≤ ${SLACK} × (rounds of ${LATENCY} ms + the baseline)`,
          ours: time(ours),
          peer: peer.outcome === 'success' ? time(wallOf(peer)) : peer.outcome,
          baseline: time(bound),
          ratio: ratio(ours, bound),
          reached: ours <= SLACK * bound,
        },
        {
          measure: 'most in flight',
          target: `≤ ${WIDTH}`,
          ours: String(peak),
          peer: String(peerCounts.peakInFlight),
          reached: peak <= WIDTH,
        },
        skipping('wall, Skip Files Already Read', skip),
        skipping('the same, 5 at a time as the node comes', skipByDefault),
        {
          measure: 'requests for the same files again',
          target: '0',
          ours: String(skip.again),
          reached: skip.again === 0,
        },
        {
          measure: 'all arrive, cost linear',
          target: 'yes',
          ours: complete && isLinear(scaled) ? 'yes' : 'no',
          reached: complete && isLinear(scaled),
        },
      ],
      scaled,
      notes: [
        `The bare client needs ${time(upload)} to upload the same files without the latency, ${WIDTH} at a ` +
          `time; with it ${time(bare)}, and ${time(inside)} inside the n8n process. The first run after n8n's ` +
          `start took ${time(runs[0] ? wallOf(runs[0].run) : Number.NaN)}. HTTP Request sends all requests ` +
          'at once, so it waits for the latency only once.',
      ],
    };
  },
};
