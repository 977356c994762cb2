// One workflow over files, in a freshly started n8n: first how long, then how much memory.
import { readFileSync } from 'node:fs';
import { median } from '../figures.ts';
import type { Files } from '../files.ts';
import type { BenchHarness } from '../harness.ts';
import type { Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';

export interface Uploads {
  /** Of the first of the sets, the median of the repeats. */
  wall: number;
  /** One for each set, with its memory: of the repeats, the one whose memory rose neither most nor least. */
  runs: Run[];
}

const WARMING = 100_000;
// At 10× each takes so long that one must do.
const REPEATED_SETS = 2;

/**
 * Time is taken before anything else: a forced collection leaves V8 with a small heap, and it collects more often for a
 * while. Memory is
 * taken in an n8n started for each run: what one has touched stays resident, and would hide what the next adds.
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
    const run = await middleRun(harness, path, set, index < REPEATED_SETS ? repeats.memory : 1);
    runs.push(run);
    if (run.outcome !== 'success') break;
  }
  return { wall: walls.length > 0 ? median(walls) : (runs[0]?.nodes[MEASURED] ?? Number.NaN), runs };
}

/** The first that does not succeed, or the one in the middle. */
async function middleRun(harness: BenchHarness, path: string, { pattern }: Files, repeats: number): Promise<Run> {
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

/** Starts n8n anew and lets the workflow run once, so that what is loaded at first use is there. */
export async function startWarm(harness: BenchHarness, path: string): Promise<void> {
  await harness.fresh();
  const small = harness.files(1, WARMING);
  await harness.run(path, { files: small.pattern });
  small.remove();
}

/** Whether the bytes that arrive are those of the file. */
export async function arrivesWhole(harness: BenchHarness, path: string, kind: 'form' | 'base64'): Promise<boolean> {
  const file = harness.files(1, WARMING);
  await harness.service('behave', { latency: 0, answer: 'document', keep: true });
  await harness.run(path, { files: file.pattern });
  const held = await harness.service('holds', readFileSync(file.paths[0] ?? '').toString('base64'));
  file.remove();
  return kind === 'form' ? held.bytes : held.base64;
}

/** How much more memory a run took at its peak than the mere reading of the same files did. */
export const growthOf = (run: Run | undefined, read: Run | undefined): number =>
  Math.max(0, riseOf(run) - riseOf(read));

/** From what n8n used when the run began, which differs a little from start to start. */
const riseOf = (run: Run | undefined): number => (run ? run.peak - run.before : Number.NaN);
