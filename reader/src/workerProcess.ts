import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Progress, ReadingTask } from './reading.ts';

/** What a worker process is asked for. */
export type WorkerRequest = { work: 'read'; task: ReadingTask } | { work: 'warm' };

/** What it sends: signs of life with its memory, its progress, and in the end one answer. */
export type WorkerMessage =
  | { type: 'pulse'; memory: number }
  | { type: 'progress'; progress: Progress }
  | { type: 'answer'; answer: unknown }
  | { type: 'error'; message: string };

type Task = {
  onProgress: (progress: Progress) => void;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
};

/** In bytes. */
export const MEGABYTE = 1_048_576;
/** In megabytes. What lives long in a process are its engines, outside of the heap. */
const HEAP = 700;
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

/**
 * A process that reads one document at a time. A thread would not do: the engines' native code ends the whole process when
 * its thread is ended in the middle of their work, or when they get no memory.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #task: Task | null = null;
  #memory = 0;
  #gaveSign = false;
  #lastSign = 0;
  hasEnded = false;

  constructor(networks: boolean) {
    this.#child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
      execArgv: ['--no-warnings', '--expose-gc', `--max-old-space-size=${HEAP}`],
      env: { ...process.env, READER_NETWORKS: networks ? 'on' : 'off', ...ALLOCATOR },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#child.on('error', () => this.#end());
    this.#child.on('exit', () => this.#end());
    endFirst(this.#child.pid);
    this.#ref(false);
  }

  get isBusy(): boolean {
    return this.#task !== null;
  }

  /** Resident memory in bytes. */
  get memory(): number {
    return residentMemory(this.#child.pid) ?? this.#memory;
  }

  /**
   * Milliseconds without a sign of life: of its processor time, because on a busy machine a process may wait long for its
   * turn; elsewhere than on Linux by the clock. A sign counts from when this is asked: the system takes long to tell a
   * time, and a document has many signs.
   */
  get silence(): number {
    const time = processorTime(this.#child.pid) ?? performance.now();
    if (this.#gaveSign) this.#lastSign = time;
    this.#gaveSign = false;
    return time - this.#lastSign;
  }

  /** Fails if the process ends before it answers. */
  run(request: WorkerRequest, onProgress: Task['onProgress'] = () => {}): Promise<unknown> {
    this.#ref(true);
    this.#gaveSign = true;
    const answered = new Promise<unknown>((resolve, reject) => (this.#task = { onProgress, resolve, reject }));
    this.#child.send(request, (error) => error && this.#end());
    return answered;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end();
  }

  /** Lets it end by itself, so that Node can keep what it compiled where NODE_COMPILE_CACHE is set. */
  end(): void {
    if (this.isBusy || !this.#child.connected) return this.kill();
    this.#child.disconnect();
    this.#end();
  }

  #receive(message: WorkerMessage): void {
    this.#gaveSign = true;
    if (message.type === 'pulse') this.#memory = message.memory;
    else if (message.type === 'progress') this.#task?.onProgress(message.progress);
    else {
      const task = this.#finish();
      if (message.type === 'answer') task?.resolve(message.answer);
      else task?.reject(new Error(message.message));
    }
  }

  #end(): void {
    this.hasEnded = true;
    this.#finish()?.reject(new WorkerEnded());
  }

  #finish(): Task | null {
    const task = this.#task;
    this.#task = null;
    this.#ref(false);
    return task;
  }

  /** An idle process must not keep this one running. */
  #ref(isNeeded: boolean): void {
    for (const handle of [this.#child, this.#child.channel])
      if (isNeeded) handle?.ref();
      else handle?.unref();
  }
}

/** The process ended in the middle of its work. */
export class WorkerEnded extends Error {
  constructor() {
    super('its process ended');
  }
}

function endFirst(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST_TO_END);
  } catch {
    // Only Linux has it.
  }
}

function residentMemory(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_SIZE;
  } catch {
    return null;
  }
}

function processorTime(pid: number | undefined): number | null {
  try {
    // The name of the program, in parentheses, may contain blanks.
    const counters = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(counters[11]) + Number(counters[12])) * MILLISECONDS_PER_TICK;
  } catch {
    return null;
  }
}
