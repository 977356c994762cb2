// Large files: how much more memory their upload takes than just reading them, and its speed.
import { median, megabytes, ratio, time } from '../figures.ts';
import type { Files } from '../files.ts';
import type { BenchHarness } from '../harness.ts';
import type { Body, Work as Requests } from '../baseline/client.ts';
import { memoryOf } from '../run-workflow.ts';
import type { Run } from '../run-workflow.ts';
import { MEASURED } from '../workflows.ts';
import { arrivesWhole, growthOf, measureUpload, startWarm } from './upload.ts';
import type { Finding, Measured, Row, Size } from './row.ts';

const MB = 1e6;
const GROWTH = 60 * MB;
const FASTER = 0.7;
const OF_THE_BASELINE = 0.8;

interface Work {
  kind: 'form' | 'base64';
  files: number;
  bytes: number;
  scales?: number[];
}

const asBody =
  (kind: Work['kind']) =>
  (path: string): Body =>
    kind === 'form' ? { form: path } : { json: path };

/** Median time of the bare client, after a warm-up. */
async function baselineOf(
  client: (requests: Omit<Requests, 'url'>) => Promise<number>,
  kind: Work['kind'],
  paths: string[],
  repeats: number,
): Promise<number> {
  const bodies = paths.map(asBody(kind));
  const taken = [];
  for (let times = 0; times <= repeats; times++) taken.push(await client({ bodies, width: WIDTH }));
  return median(taken.slice(1));
}

interface Inside {
  wall: number;
  /** Bytes more than when only reading. */
  growth: number;
}

/** Measures the bare client in an n8n that has just read the files, as it has when a node sends them. */
async function baselineInside(
  harness: BenchHarness,
  kind: Work['kind'],
  first: Files,
  others: Files,
  read: Run | undefined,
  repeats: number,
): Promise<Inside> {
  await startWarm(harness, 'only-read');
  await harness.run('only-read', { files: first.pattern });
  const wall = await baselineOf(harness.baselineInside, kind, first.paths, repeats);
  await startWarm(harness, 'only-read');
  await harness.collectGarbage();
  const run = await harness.run('only-read', { files: others.pattern });
  await harness.baselineInside({ bodies: others.paths.map(asBody(kind)), width: WIDTH });
  return { wall, growth: growthOf({ ...run, peak: memoryOf(harness.host.pid() ?? 0).peak }, read) };
}

/** The default of the node's "Max Concurrency". */
const WIDTH = 5;

const resultOf = (run: Run, growth: number): string =>
  run.outcome === 'success'
    ? `${megabytes(growth)}, ${time(run.nodes[MEASURED] ?? 0)}`
    : `${megabytes(growth)}, then: ${run.outcome}`;

async function measure(
  harness: BenchHarness,
  size: Size,
  { kind, files, bytes, scales = size.scales }: Work,
): Promise<Measured> {
  const used = size.scales.filter((times) => scales.includes(times));
  const sets = used.map((times) => ({ times, ...harness.files(files * times, Math.round(bytes * size.share)) }));
  const isWhole = await arrivesWhole(harness, `${kind}-ours`, kind);
  await harness.service('behave', { latency: 0, answer: 'document' });
  const read = await measureUpload(harness, 'only-read', sets, { wall: 0, memory: size.repeats });
  const ours = await measureUpload(harness, `${kind}-ours`, sets, { wall: size.repeats, memory: size.repeats });
  const counts = await harness.service('counts', undefined);
  const [first] = sets;
  const peer = await measureUpload(harness, `${kind}-peer`, first ? [first] : [], {
    wall: kind === 'form' ? size.repeats : 0,
    memory: 1,
  });
  const baseline = await baselineOf(harness.baseline, kind, first?.paths ?? [], size.repeats);
  const more = sets[1] ?? first;
  const inside =
    first && more
      ? await baselineInside(harness, kind, first, more, read.runs[sets.indexOf(more)], size.repeats)
      : { wall: Number.NaN, growth: Number.NaN };
  for (const set of sets) set.remove();

  const growths = ours.runs.map((run, index) => growthOf(run, read.runs[index]));
  const peerRun = peer.runs[0];
  const peerGrowth = growthOf(peerRun, read.runs[0]);
  const growthFinding = (measure: string, growth: number): Finding => ({
    measure,
    target: `≤ ${megabytes(GROWTH)}`,
    ours: megabytes(growth),
    reached: growth <= GROWTH,
  });
  const [growth = Number.NaN] = growths;
  const findings: Finding[] = [
    { ...growthFinding('growth over reading', growth), peer: megabytes(peerGrowth), ratio: ratio(growth, peerGrowth) },
    ...(used.length > 1 ? [growthFinding(`growth over reading, up to ${used.at(-1)}×`, Math.max(...growths))] : []),
    {
      measure: 'finishes, every byte there',
      target: 'yes',
      ours: failures(ours.runs) || (isWhole && counts.cut === 0 ? 'yes' : 'no'),
      peer: peerRun?.outcome === 'success' ? 'yes' : peerRun?.outcome,
      reached: failures(ours.runs) === '' && isWhole && counts.cut === 0,
    },
  ];
  if (kind === 'form' && files > 1) findings.push(...speed(ours.wall, peer.wall, baseline));
  const scaled = ours.runs.map((run, index) => ({
    work: `${files * (used[index] ?? 1)} × ${megabytes(bytes * size.share)}`,
    times: used[index] ?? 1,
    milliseconds: run.nodes[MEASURED] ?? 0,
    growth: growths[index] ?? 0,
  }));
  return {
    findings,
    scaled,
    notes: [
      `HTTP Request at 1×: ${peerRun ? resultOf(peerRun, peerGrowth) : ''}. The bare client: ${time(baseline)}; ` +
        `inside the n8n process: ${time(inside.wall)}, and at ${more?.times ?? 1}× it grew by ` +
        `${megabytes(inside.growth)} over reading.`,
      ...bounded(size, used),
    ],
  };
}

const failures = (runs: Run[]): string =>
  runs
    .map(({ outcome }) => outcome)
    .filter((outcome) => outcome !== 'success')
    .join(', ');

const bounded = (size: Size, used: number[]): string[] =>
  used.length < size.scales.length
    ? [
        `Not measured at ${size.scales.filter((times) => !used.includes(times)).join('× and ')}×: that would write ` +
          'too much to the disk.',
      ]
    : [];

const speed = (ours: number, peer: number, baseline: number): Finding[] => [
  {
    measure: 'wall',
    target: `≤ ${FASTER} × HTTP Request`,
    ours: time(ours),
    peer: time(peer),
    ratio: ratio(ours, peer),
    reached: ours <= FASTER * peer,
  },
  {
    measure: 'throughput',
    target: `≥ ${OF_THE_BASELINE} × the baseline`,
    ours: time(ours),
    baseline: time(baseline),
    ratio: ratio(baseline, ours),
    reached: baseline / ours >= OF_THE_BASELINE,
  },
];

export const multipart: Row = {
  name: 'multipart',
  title: '10 × 50 MB multipart',
  bound:
    "V8's garbage collector. The chunks of a file lie outside V8's heap, and V8 marks all of that, 190 MB in n8n, " +
    'each time they add up to 64 MB: what arrives meanwhile is the growth. The bare client takes about as long ' +
    'inside n8n.',
  measure: async (harness, size) => await measure(harness, size, { kind: 'form', files: 10, bytes: 50 * MB }),
};

export const base64: Row = {
  name: 'base64',
  title: '10 × 50 MB as base64 JSON',
  bound: 'As with multipart, with 2.3 times the bytes. HTTP Request keeps every file and its base64 in memory at once.',
  measure: async (harness, size) => await measure(harness, size, { kind: 'base64', files: 10, bytes: 50 * MB }),
};

export const gigabyteForm: Row = {
  name: 'gigabyte-multipart',
  title: '1 × 1 GB multipart',
  bound: 'As with ten files.',
  measure: async (harness, size) =>
    await measure(harness, size, { kind: 'form', files: 1, bytes: 1000 * MB, scales: [1, 3] }),
};

export const gigabyteBase64: Row = {
  name: 'gigabyte-base64',
  title: '1 × 1 GB as base64 JSON',
  bound: 'As with ten files.',
  measure: async (harness, size) =>
    await measure(harness, size, { kind: 'base64', files: 1, bytes: 1000 * MB, scales: [1, 3] }),
};
