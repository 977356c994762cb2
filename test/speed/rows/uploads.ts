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
  bound: `V8's garbage collector. The chunks of a file are stored outside V8's heap. Each time they add up to 64 MB, V8 marks
its whole heap, which is 190 MB in n8n. That takes 0.11 to 0.25 s beside the other work, five or six times in 500 MB
(V8's trace names 'external memory pressure' as the reason). Chunks that arrive during the marking wait for the next
one, and freeing them is delayed on two busy cores. So memory rises by 140 to 160 MB in 500 MB and by at most 210 to
240 MB in 5 GB, but only by 60 to 110 MB when n8n just reads the files.

Growth is the price of speed: it is what passes through while V8 marks. With the ten files (five starts each), chunks
of 96 kB instead of 192 kB grew n8n by 38 MB instead of 49 MB, but took 1.6 s instead of 1.4 s. Chunks of 256 kB were
no faster than 192 kB. Waiting for each chunk through iterators left so many uncollected that n8n grew by 107 MB in
5 GB.

The bare client has no such heap around it. Inside the n8n process it takes about as long as the node (see below):
that bounds the wall time and the throughput.

Tried and rejected:

- Pausing the reading while 70 to 110 MB wait for V8, as a FinalizationRegistry reports. No more than 100 to 165 MB
  waited, and in 2 GB memory rose by 83 to 118 MB instead of 125 to 197 MB. But V8 did not mark faster: 2 GB took 6 s
  instead of 4 to 5.5 s, and 5 GB still rose by 120 to 158 MB.
- Freeing each chunk by hand once it is sent (ArrayBuffer's transfer). That would end the marking, but n8n's client
  does not report when a chunk is sent, and freeing one too early would send wrong bytes.
- Passing the chunks to the client through an iterator of our own instead of a web stream: no gain.
- Creating short-lived strings beside the chunks, so that V8 collects its young generation more often. With a heap of
  simple objects, 1.5 GB took 1.3 s instead of 3.4 s. In n8n, V8 marked as often, and memory grew by 150 MB.`,
  measure: async (harness, size) => await measure(harness, size, { kind: 'form', files: 10, bytes: 50 * MB }),
};

export const base64: Row = {
  name: 'base64',
  title: '10 × 50 MB as base64 JSON',
  bound: `V8's garbage collector, as with multipart, but with 2.3 times the bytes: the chunks and their base64. The node encodes
base64 itself. With Node's encoder and three times the files, the strings in between filled V8's heap, and n8n grew by
107 to 131 MB. Chunks are half as large as with multipart. With larger ones, memory rose by 116 MB and 64 MB with the
ten files, including the reading; with these, by 76 MB and 19 MB. HTTP Request keeps every file and its base64 in
memory at once and does not finish.`,
  measure: async (harness, size) => await measure(harness, size, { kind: 'base64', files: 10, bytes: 50 * MB }),
};

export const gigabyteForm: Row = {
  name: 'gigabyte-multipart',
  title: '1 × 1 GB multipart',
  bound: `The same as with ten files. Chunks are half as large: with the larger ones, memory rose by 86 to 127 MB, with these by
45 to 70 MB, including the reading (33 to 62 MB). Neither was faster.`,
  measure: async (harness, size) =>
    await measure(harness, size, { kind: 'form', files: 1, bytes: 1000 * MB, scales: [1, 3] }),
};

export const gigabyteBase64: Row = {
  name: 'gigabyte-base64',
  title: '1 × 1 GB as base64 JSON',
  bound: 'The same as with ten files: one large file behaves like many.',
  measure: async (harness, size) =>
    await measure(harness, size, { kind: 'base64', files: 1, bytes: 1000 * MB, scales: [1, 3] }),
};
