import { isLinear, kilobytes, megabytes, ratio, time } from '../figures.ts';
import { itemsOf } from '../../n8n/n8n.ts';
import type { BenchHarness } from '../harness.ts';
import { MEASURED } from '../workflows.ts';
import type { Row } from './row.ts';

const CROPS = 40;
const CHARACTERS = 60_000_000;
const MAX_RATIO = 3;
const ITEM_BYTES = 100_000;

/** Measures the rise of n8n's memory, and the size of the items' JSON. */
async function measureCrops(harness: BenchHarness, path: string, crops: number, characters: number) {
  await harness.restart();
  await harness.service('behave', { latency: 0, answer: { crops: 1, characters: 4000 } });
  await harness.run(path, {});
  await harness.service('behave', { latency: 0, answer: { crops, characters } });
  await harness.collectGarbage();
  const run = await harness.run(path, {});
  const items = run.id === undefined ? [] : itemsOf(await harness.host.execution(run.id), MEASURED);
  const files = Object.keys(items[0]?.binary ?? {}).length;
  return {
    outcome: run.outcome,
    wall: run.nodes[MEASURED] ?? Number.NaN,
    rise: run.peak - run.before,
    json: Math.max(0, ...items.map(({ json }) => JSON.stringify(json).length)),
    files,
  };
}

export const crops: Row = {
  name: 'crops',
  title: '1 answer with 40 crops, 60 MB of base64',
  bound:
    "The base64 of the crops, in memory until the last one is stored. With a credential that signs in, n8n's own " +
    'client reads the response, which takes four times its size.',
  async measure(harness, { scales, share }) {
    const characters = CHARACTERS * share;
    const runs = [];
    for (const times of scales)
      runs.push({ times, ...(await measureCrops(harness, 'crops-ours', CROPS * times, characters * times)) });
    const peer = await measureCrops(harness, 'crops-peer', CROPS, characters);
    const [ours] = runs;
    const rise = ours?.rise ?? Number.NaN;
    const json = Math.max(...runs.filter(({ outcome }) => outcome === 'success').map((run) => run.json));
    const scaled = runs
      .filter(({ outcome }) => outcome === 'success')
      .map(({ times, wall, rise: growth }) => ({
        work: `${CROPS * times} crops, ${megabytes(characters * times)}`,
        times,
        milliseconds: wall,
        growth,
      }));
    return {
      findings: [
        {
          measure: 'peak over what n8n used before',
          target: `≤ ${MAX_RATIO} × the answer`,
          ours: megabytes(rise),
          peer: megabytes(peer.rise),
          baseline: megabytes(characters),
          ratio: ratio(rise, characters),
          reached: rise <= MAX_RATIO * characters,
        },
        {
          measure: 'JSON of an item',
          target: `≤ ${kilobytes(ITEM_BYTES)}`,
          ours: kilobytes(json),
          peer: kilobytes(peer.json),
          reached: json <= ITEM_BYTES,
        },
        {
          measure: 'crops that are files',
          target: String(CROPS),
          ours: String(ours?.files ?? 0),
          peer: String(peer.files),
          reached: runs.every(({ times, files }) => files === CROPS * times),
        },
        { measure: 'cost linear', target: 'yes', ours: isLinear(scaled) ? 'yes' : 'no', reached: isLinear(scaled) },
      ],
      scaled,
      notes: [
        `HTTP Request: ${time(peer.wall)}, with the crops as text in the item. ${runs
          .filter(({ outcome }) => outcome !== 'success')
          .map((run) => `At ${run.times}×: ${run.outcome}.`)
          .join(' ')}`.trim(),
      ],
    };
  },
};
