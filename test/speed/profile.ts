// CPU profiles of n8n, summed up by package and by function.
import { inspect } from './inspect.ts';
import type { Inspector } from './inspect.ts';

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface Profile {
  nodes: Array<{ id: number; callFrame: CallFrame }>;
  samples: number[];
  timeDeltas: number[];
}

interface Share {
  name: string;
  milliseconds: number;
}

const US_PER_MS = 1000;
const SAMPLE_EVERY_US = 500;
const OWNERS = 12;
const FUNCTIONS = 25;

/** The owner of a function: a package, Node, or V8 and the kernel. */
function ownerOf({ functionName, url }: CallFrame): string {
  if (url.startsWith('node:')) return 'Node';
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (name) return name;
  return functionName.startsWith('(') ? functionName.slice(1, -1) : 'V8 and system calls';
}

const nameOf = (frame: CallFrame): string =>
  `${frame.functionName || 'anonymous'} ${frame.url.replace(/.*\/node_modules\//, '')}:${frame.lineNumber + 1}`;

function sum(profile: Profile, naming: (frame: CallFrame) => string): Share[] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const totals = new Map<string, number>();
  for (const [index, sample] of profile.samples.entries()) {
    const frame = frames.get(sample);
    if (!frame || frame.functionName === '(idle)') continue;
    const name = naming(frame);
    totals.set(name, (totals.get(name) ?? 0) + (profile.timeDeltas[index] ?? 0) / US_PER_MS);
  }
  return [...totals]
    .map(([name, milliseconds]) => ({ name, milliseconds }))
    .sort((one, other) => other.milliseconds - one.milliseconds);
}

async function profileWhile<T>(inspector: Inspector, work: () => Promise<T>): Promise<{ value: T; profile: Profile }> {
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await inspector.call('Profiler.start');
  const value = await work();
  return { value, ...(await inspector.call<{ profile: Profile }>('Profiler.stop')) };
}

const lines = (shares: Share[], count: number): string[] =>
  shares.slice(0, count).map(({ name, milliseconds }) => `  ${milliseconds.toFixed(0).padStart(6)} ms  ${name}`);

/** Runs the work, and prints to stderr where n8n spent its time meanwhile. */
export async function profiled<T>(log: () => string, title: string, work: () => Promise<T>): Promise<T> {
  const inspector = await inspect(log);
  const { value, profile } = await profileWhile(inspector, work);
  inspector.close();
  const report = [
    `\n${title}, by owner:`,
    ...lines(sum(profile, ownerOf), OWNERS),
    `${title}, by function:`,
    ...lines(sum(profile, nameOf), FUNCTIONS),
  ];
  process.stderr.write(`${report.join('\n')}\n`);
  return value;
}
