import { isLinear, kilobytes, megabytes, ratio } from '../figures.ts';
import { itemsOf } from '../../n8n/n8n.ts';
import type { BenchHarness } from '../harness.ts';
import { riseOf } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';
import { limited, yes, type Row } from './row.ts';

const CROPS = 40;
const CHARACTERS = 60_000_000;
const MAX_RATIO = 3;
const ITEM_BYTES = 100_000;

/** Measures the rise of n8n's memory, and the size of the items' JSON, with so many times the crops. */
async function measureCrops(harness: BenchHarness, path: string, times: number, share: number) {
  const [crops, characters] = [CROPS * times, CHARACTERS * times * share];
  await harness.restart();
  await harness.service('behave', { latency: 0, answer: { crops: 1, characters: 4000 } });
  await harness.run(path, {});
  await harness.service('behave', { latency: 0, answer: { crops, characters } });
  await harness.collectGarbage();
  const run = await harness.run(path, {});
  const items = run.id === undefined ? [] : itemsOf(await harness.host.execution(run.id), MEASURED);
  return {
    scaled: {
      work: `${crops} crops, ${megabytes(characters)}`,
      times,
      milliseconds: run.nodes[MEASURED] ?? Number.NaN,
      growth: riseOf(run),
    },
    isDone: run.outcome === 'success',
    json: Math.max(0, ...items.map(({ json }) => JSON.stringify(json).length)),
    files: Object.keys(items[0]?.binary ?? {}).length,
  };
}

export const crops: Row = {
  name: 'crops',
  title: '1 answer with 40 crops, 60 MB of base64',
  bound:
    "The base64 of the crops, in memory until the last one is stored. With a credential that signs in, n8n's own " +
    'client reads the response, which takes four times its size.',
  async measure(harness, { scales, share }) {
    const all = [];
    for (const times of scales) all.push(await measureCrops(harness, 'crops-ours', times, share));
    const peer = await measureCrops(harness, 'crops-peer', 1, share);
    const runs = all.filter(({ isDone }) => isDone);
    const scaled = runs.map((run) => run.scaled);
    const rise = scaled[0]?.growth ?? Number.NaN;
    const characters = CHARACTERS * share;
    return {
      findings: [
        {
          measure: 'peak over what n8n used before',
          target: `≤ ${MAX_RATIO} × the answer`,
          ours: megabytes(rise),
          peer: megabytes(peer.scaled.growth),
          baseline: megabytes(characters),
          ratio: ratio(rise, characters),
          reached: rise <= MAX_RATIO * characters,
        },
        {
          ...limited('JSON of an item', ITEM_BYTES, Math.max(...runs.map(({ json }) => json)), kilobytes),
          peer: kilobytes(peer.json),
        },
        {
          measure: 'crops that are files',
          target: String(CROPS),
          ours: String(all[0]?.files ?? 0),
          peer: String(peer.files),
          reached: all.every(({ scaled: { times }, files }) => files === CROPS * times),
        },
        yes('cost linear', isLinear(scaled)),
      ],
      scaled,
    };
  },
};
