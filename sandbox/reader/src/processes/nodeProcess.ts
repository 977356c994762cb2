/** What the processes of a reader have in common: how they are started, and what the system says of them. */
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReadingError } from '../reading.ts';

/** In bytes. */
export const MEGABYTE = 1_048_576;
/** In megabytes. What lives long in a process is outside of the heap. */
const HEAP = 700;
/** In megabytes: a half of the space for young objects, which would grow to 64 and stay. */
const YOUNG = 4;
/**
 * Of Linux, in bytes: with an arena for each thread, and thresholds that grow, it keeps several times what is in use. So
 * pieces from this size on, the pixels of pages, go back to the system when they are freed. The networks have memory of
 * their own.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(MEGABYTE),
  MALLOC_TRIM_THRESHOLD_: String(4 * MEGABYTE),
};
const PAGE_SIZE = 4096;
/** Of processor time in Linux. */
const MILLISECONDS_PER_TICK = 10;
/** The highest score: where memory runs out, the system ends this process and not the one that answers requests. */
const FIRST_TO_END = '1000';

/** Starts a process that runs a module of this folder. It does not keep this one running. */
export function startProcess(name: 'workerMain' | 'enginesMain', parameters: string[] = []): ChildProcess {
  // Compiled, it is another kind of file.
  const file = new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
  const child = fork(fileURLToPath(file), parameters, {
    execArgv: ['--no-warnings', '--expose-gc', `--max-old-space-size=${HEAP}`, `--max-semi-space-size=${YOUNG}`],
    env: { ...process.env, ...ALLOCATOR },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Nobody else may listen, and it would end this process.
  child.on('error', () => {});
  if (child.pid === undefined)
    throw new ReadingError('failed', 'this machine has no room (open files, processes) for another process');
  try {
    writeFileSync(`/proc/${child.pid}/oom_score_adj`, FIRST_TO_END);
  } catch {
    // Only Linux has it.
  }
  keepRunningFor(child, false);
  return child;
}

/** Whether this process runs on as long as the other one does. */
export function keepRunningFor(child: ChildProcess, isNeeded: boolean): void {
  for (const handle of [child, child.channel])
    if (isNeeded) handle?.ref();
    else handle?.unref();
}

/** In bytes; null elsewhere than on Linux. */
export function residentMemory(child: ChildProcess): number | null {
  const pages = toldOf(child, 'statm')?.split(' ')[1];
  return pages === undefined ? null : Number(pages) * PAGE_SIZE;
}

/** In milliseconds; null elsewhere than on Linux. */
export function processorTime(child: ChildProcess): number | null {
  // The name of the program, in parentheses, may contain blanks.
  const counters = toldOf(child, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return counters ? (Number(counters[11]) + Number(counters[12])) * MILLISECONDS_PER_TICK : null;
}

function toldOf({ pid }: ChildProcess, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
