import { isLinear, median, ratio, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import { MEASURED } from '../workflows.ts';
import type { Row } from './row.ts';

const ITEMS = 1000;
const WIDTH = 5;
const SHARE_OF_PEER = 0.5;
// Each takes a second, and they differ by a third.
const ROUNDS = 3;

export const asRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://example.com/${index}.pdf`,
    text: `Rua das Flores, ${index}, Centro, Curitiba - PR, 80010-000`,
  }));

/** How docs/scaling.md advises to evaluate the expressions of triggers: without isolates. */
export const LEGACY_ENGINE = { N8N_EXPRESSION_ENGINE: 'legacy' };

/** Median time of the measured node in milliseconds. */
export async function wallOf(harness: BenchHarness, path: string, count: number, repeats: number): Promise<number> {
  const walls: number[] = [];
  for (let round = 0; round < repeats; round++) {
    const run = await harness.run(path, { rows: asRows(count) });
    if (run.outcome !== 'success') throw new Error(`${path} with ${count} rows: ${run.outcome}`);
    walls.push(run.nodes[MEASURED] ?? Number.NaN);
  }
  return median(walls);
}

export const smallAnswers: Row = {
  name: 'small-answers',
  title: '1,000 small JSON answers at 0 ms',
  bound:
    "n8n. Of 0.85 ms for an item, its expression takes 0.25 ms, n8n's HTTP client 0.25 ms, the garbage collector " +
    'and the kernel 0.2 ms.',
  async measure(harness, { scales, share, repeats }) {
    const count = ITEMS * share;
    await harness.service('behave', { latency: 0, answer: 'document' });
    await harness.restart();
    await wallOf(harness, 'json-ours', count, 1);
    await wallOf(harness, 'json-peer', count, 1);
    const scaled = [];
    for (const times of scales)
      scaled.push({
        work: `${(count * times).toFixed(0)} items`,
        times,
        milliseconds: await wallOf(harness, 'json-ours', count * times, times === 1 ? ROUNDS * repeats : 1),
      });
    const ours = scaled[0]?.milliseconds ?? Number.NaN;
    const peer = await wallOf(harness, 'json-peer', count, ROUNDS * repeats);
    const bodies = asRows(count).map(({ url }) => ({ text: JSON.stringify({ fileUrl: url }) }));
    const baselines = [];
    for (let round = 0; round <= repeats; round++) baselines.push(await harness.baseline({ bodies, width: WIDTH }));
    const baseline = median(baselines.slice(1));
    const overhead = (wall: number) => (wall - baseline) / count;
    return {
      findings: [
        {
          measure: 'overhead an item, over the baseline',
          target: `≤ ${SHARE_OF_PEER} × HTTP Request's`,
          ours: time(overhead(ours)),
          peer: time(overhead(peer)),
          baseline: `${time(baseline / count)} in all`,
          ratio: ratio(overhead(ours), overhead(peer)),
          reached: overhead(ours) <= SHARE_OF_PEER * overhead(peer),
        },
        { measure: 'cost linear', target: 'yes', ours: isLinear(scaled) ? 'yes' : 'no', reached: isLinear(scaled) },
      ],
      scaled,
      notes: [
        `${count} requests with a URL in JSON to the payment card operation. Our node outputs simplified items, ` +
          'HTTP Request the unchanged responses.',
      ],
    };
  },
};
