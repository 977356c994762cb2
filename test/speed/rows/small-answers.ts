import { isLinear, median, time } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import { MEASURED } from '../workflows.ts';
import { atMost, yes, type Row, type Scaled } from './row.ts';

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

/** The same at each scale. The first is the figure that counts, and is measured more often. */
export async function scaledWalls(
  harness: BenchHarness,
  path: string,
  work: string,
  { count, scales, repeats }: { count: number; scales: number[]; repeats: number },
): Promise<Scaled[]> {
  const scaled: Scaled[] = [];
  for (const times of scales) {
    const milliseconds = await wallOf(harness, path, count * times, times === 1 ? repeats : 1);
    scaled.push({ work: `${(count * times).toFixed(0)} ${work}`, times, milliseconds });
  }
  return scaled;
}

export const smallAnswers: Row = {
  name: 'small-answers',
  title: '1,000 small JSON answers at 0 ms',
  bound:
    "n8n. Of 0.85 ms for an item, its expression takes 0.25 ms, n8n's HTTP client 0.25 ms, the garbage collector " +
    'and the kernel 0.2 ms.',
  async measure(harness, { scales, share, repeats: rounds }) {
    const count = ITEMS * share;
    const repeats = ROUNDS * rounds;
    await harness.service('behave', { latency: 0, answer: 'document' });
    await harness.restart();
    for (const path of ['json-ours', 'json-peer']) await wallOf(harness, path, count, 1);
    const scaled = await scaledWalls(harness, 'json-ours', 'items', { count, scales, repeats });
    const peer = await wallOf(harness, 'json-peer', count, repeats);
    const bodies = asRows(count).map(({ url }) => ({ text: JSON.stringify({ fileUrl: url }) }));
    const baseline = await harness.baseline({ bodies, width: WIDTH }, rounds);
    const overhead = (wall: number) => (wall - baseline) / count;
    const figures = { ours: overhead(scaled[0]?.milliseconds ?? Number.NaN), peer: overhead(peer) };
    const compared = atMost(SHARE_OF_PEER, "HTTP Request's", 'overhead an item, over the baseline', figures);
    return {
      findings: [{ ...compared, baseline: `${time(baseline / count)} in all` }, yes('cost linear', isLinear(scaled))],
      scaled,
    };
  },
};
