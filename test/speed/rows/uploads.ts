// Large files: how much more memory their upload takes than just reading them, and its speed.
import { megabytes, ratio } from '../figures.ts';
import type { BenchHarness } from '../harness.ts';
import { riseOf, type Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';
import { arrivesWhole, measureUpload } from './upload.ts';
import { atMost, limited, type Finding, type Measured, type Row, type Size } from './row.ts';

const MB = 1e6;
const GROWTH = 60 * MB;
const FASTER = 0.7;
const OF_THE_BASELINE = 0.8;
/** The default of the node's "Max Concurrency". */
const WIDTH = 5;

interface Work {
  kind: 'form' | 'base64';
  files: number;
  bytes: number;
  /** With ten gigabytes too much would be written to the disk. */
  scales?: number[];
}

/** How much more the memory rose than in a run that only read the same files. */
const growthOf = (run: Run | undefined, read: Run | undefined): number =>
  run && read ? Math.max(0, riseOf(run) - riseOf(read)) : Number.NaN;

async function measure(
  harness: BenchHarness,
  { scales, repeats, share }: Size,
  { kind, files, bytes, scales: allowed = scales }: Work,
): Promise<Measured> {
  const sets = scales
    .filter((times) => allowed.includes(times))
    .map((times) => ({ times, ...harness.files(files * times, Math.round(bytes * share)) }));
  const first = sets.slice(0, 1);
  const isWhole = await arrivesWhole(harness, `${kind}-ours`, kind);
  await harness.service('behave', { latency: 0, answer: 'document' });
  const read = await measureUpload(harness, 'only-read', sets, { wall: 0, memory: repeats });
  const ours = await measureUpload(harness, `${kind}-ours`, sets, { wall: repeats, memory: repeats });
  const { cut } = await harness.service('counts', undefined);
  const wall = kind === 'form' ? repeats : 0;
  const peer = await measureUpload(harness, `${kind}-peer`, first, { wall, memory: 1 });
  const bodies = (first[0]?.paths ?? []).map((path) => (kind === 'form' ? { form: path } : { json: path }));
  const baseline = await harness.baseline({ bodies, width: WIDTH }, repeats);
  for (const set of sets) set.remove();

  const growths = ours.runs.map((run, index) => growthOf(run, read.runs[index]));
  const [growth = Number.NaN] = growths;
  const peerGrowth = growthOf(peer.runs[0], read.runs[0]);
  const failures = ours.runs.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'success');
  const isComplete = failures.length === 0 && isWhole && cut === 0;
  const peerOutcome = peer.runs[0]?.outcome;
  const findings: Finding[] = [
    {
      ...limited('growth over reading', GROWTH, growth, megabytes),
      ...{ peer: megabytes(peerGrowth), ratio: ratio(growth, peerGrowth) },
    },
    ...(sets.length > 1
      ? [limited(`growth over reading, up to ${sets.at(-1)?.times}×`, GROWTH, Math.max(...growths), megabytes)]
      : []),
    {
      measure: 'finishes, every byte there',
      target: 'yes',
      ours: failures.join(', ') || (isComplete ? 'yes' : 'no'),
      peer: peerOutcome === 'success' ? 'yes' : peerOutcome,
      reached: isComplete,
    },
  ];
  if (kind === 'form' && files > 1)
    findings.push(atMost(FASTER, 'HTTP Request', 'wall', { ours: ours.wall, peer: peer.wall }), {
      ...atMost(1 / OF_THE_BASELINE, 'the baseline', 'throughput', { ours: ours.wall, baseline }),
      ...{ target: `≥ ${OF_THE_BASELINE} × the baseline`, ratio: ratio(baseline, ours.wall) },
    });
  const scaled = ours.runs.map((run, index) => {
    const { times = 1 } = sets[index] ?? {};
    const work = `${files * times} × ${megabytes(bytes * share)}`;
    return { work, times, milliseconds: run.nodes[MEASURED] ?? 0, growth: growths[index] ?? 0 };
  });
  return { findings, scaled };
}

const rowOf = (name: string, title: string, bound: string, work: Work): Row => ({
  ...{ name, title, bound },
  measure: async (harness, size) => await measure(harness, size, work),
});

export const multipart = rowOf(
  'multipart',
  '10 × 50 MB multipart',
  "V8's garbage collector. The chunks of a file lie outside V8's heap, and V8 marks all of that, 190 MB in n8n, " +
    'each time they add up to 64 MB: what arrives meanwhile is the growth. The bare client takes about as long ' +
    'inside n8n.',
  { kind: 'form', files: 10, bytes: 50 * MB },
);

export const base64 = rowOf(
  'base64',
  '10 × 50 MB as base64 JSON',
  'As with multipart, with 2.3 times the bytes. HTTP Request keeps every file and its base64 in memory at once.',
  { kind: 'base64', files: 10, bytes: 50 * MB },
);

const GIGABYTE = { files: 1, bytes: 1000 * MB, scales: [1, 3] };

export const gigabyteForm = rowOf('gigabyte-multipart', '1 × 1 GB multipart', 'As with ten files.', {
  ...{ kind: 'form', ...GIGABYTE },
});

export const gigabyteBase64 = rowOf('gigabyte-base64', '1 × 1 GB as base64 JSON', 'As with ten files.', {
  ...{ kind: 'base64', ...GIGABYTE },
});
