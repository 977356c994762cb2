// Measures a workflow that uploads files in a freshly started n8n: first its time, then its memory.
import { readFileSync } from 'node:fs';
import { median } from '../figures.ts';
import type { Files } from '../files.ts';
import type { BenchHarness } from '../harness.ts';
import { riseOf, type Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';

export interface Uploads {
  /** Median time of the first set. */
  wall: number;
  /** One run for each set: of the repeats, the one with the median rise of memory. */
  runs: Run[];
}

const WARM_UP_BYTES = 100_000;
// At 10× a run takes too long to repeat it.
const REPEATED_SETS = 2;

/**
 * Measures the time first: after a forced garbage collection V8 has a small heap and collects more often for a while.
 * Measures memory in an n8n restarted for each run: memory once used stays resident and would hide what a run adds.
 */
export async function measureUpload(
  harness: BenchHarness,
  path: string,
  sets: Files[],
  repeats: { wall: number; memory: number },
): Promise<Uploads> {
  const walls: number[] = [];
  if (repeats.wall > 0) await startWarm(harness, path);
  for (let times = 0; times < repeats.wall; times++)
    walls.push((await harness.run(path, { files: sets[0]?.pattern })).nodes[MEASURED] ?? Number.NaN);
  const runs: Run[] = [];
  for (const [index, set] of sets.entries()) {
    const run = await medianRun(harness, path, set, index < REPEATED_SETS ? repeats.memory : 1);
    runs.push(run);
    if (run.outcome !== 'success') break;
  }
  return { wall: walls.length > 0 ? median(walls) : (runs[0]?.nodes[MEASURED] ?? Number.NaN), runs };
}

/** The run with the median rise of memory, or the first that fails. */
async function medianRun(harness: BenchHarness, path: string, { pattern }: Files, repeats: number): Promise<Run> {
  const runs: Run[] = [];
  for (let times = 0; times < repeats; times++) {
    await startWarm(harness, path);
    await harness.collectGarbage();
    const run = await harness.run(path, { files: pattern });
    if (run.outcome !== 'success') return run;
    runs.push(run);
  }
  return runs.toSorted((one, other) => riseOf(one) - riseOf(other))[Math.floor(runs.length / 2)] as Run;
}

/** Restarts n8n and runs the workflow once, so that everything loaded on first use is loaded. */
export async function startWarm(harness: BenchHarness, path: string): Promise<void> {
  await harness.restart();
  const small = harness.files(1, WARM_UP_BYTES);
  await harness.run(path, { files: small.pattern });
  small.remove();
}

/** Whether the service receives exactly the bytes of the file. */
export async function arrivesWhole(harness: BenchHarness, path: string, kind: 'form' | 'base64'): Promise<boolean> {
  const file = harness.files(1, WARM_UP_BYTES);
  await harness.service('behave', { latency: 0, answer: 'document', keep: true });
  await harness.run(path, { files: file.pattern });
  const held = await harness.service('holds', readFileSync(file.paths[0] ?? '').toString('base64'));
  file.remove();
  return kind === 'form' ? held.bytes : held.base64;
}
