import type { ChildProcess } from 'node:child_process';
import type { FindEngines } from '../recognition/engineCalls.ts';
import type { Make } from '../making.ts';
import { keepRunningFor, processorTime, residentMemory, startProcess } from './nodeProcess.ts';
import { ReadingError, type PageReading, type Progress, type ReadingErrorCode, type ReadingTask } from '../reading.ts';

/** What a worker process is asked for, or is told: where the engines are. */
export type WorkerRequest =
  | { work: 'read'; task: ReadingTask }
  | { work: 'make'; pages: PageReading[]; make: Make }
  | { work: 'warm' }
  | { work: 'findEngines'; address: string | null };

/**
 * What it sends: signs of life with its memory, its progress, in the end one answer; and when it needs the engines, with the
 * address of those that it lost.
 */
export type WorkerMessage =
  | { type: 'findEngines'; lost: string | null }
  | { type: 'pulse'; memory: number }
  | { type: 'progress'; progress: Progress }
  | { type: 'answer'; answer: unknown }
  | { type: 'error'; code: ReadingErrorCode; message: string };

type Task = PromiseWithResolvers<unknown> & { onProgress: (progress: Progress) => void };

/**
 * A process that reads one document at a time. A thread would not do: the engines' native code ends the whole process when
 * its thread is ended in the middle of their work, or when they get no memory.
 */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #findEngines: FindEngines;
  #task: Task | null = null;
  #memory = 0;
  #gaveSign = false;
  #lastSign = 0;
  hasEnded = false;

  constructor(findEngines: FindEngines) {
    this.#findEngines = findEngines;
    this.#child = startProcess('workerMain');
    this.#child.on('message', (message: WorkerMessage) => this.#receive(message));
    this.#child.on('error', () => this.#end());
    this.#child.on('exit', () => this.#end());
  }

  /** Resident memory in bytes. */
  get memory(): number {
    return residentMemory(this.#child) ?? this.#memory;
  }

  /**
   * Milliseconds without a sign of life: of its processor time, because on a busy machine a process may wait long for its
   * turn; elsewhere than on Linux by the clock. A sign counts from when this is asked: the system takes long to tell a
   * time, and a document has many signs.
   */
  get silence(): number {
    const time = processorTime(this.#child) ?? performance.now();
    if (this.#gaveSign) this.#lastSign = time;
    this.#gaveSign = false;
    return time - this.#lastSign;
  }

  /** Fails with a `ReadingError`, also if the process ends before it answers. */
  run(request: WorkerRequest, onProgress: Task['onProgress'] = () => {}): Promise<unknown> {
    keepRunningFor(this.#child, true);
    this.#gaveSign = true;
    const task = { ...Promise.withResolvers<unknown>(), onProgress };
    this.#task = task;
    this.#child.send(request, (error) => error && this.#end());
    return task.promise;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end();
  }

  /** Lets it end by itself, so that Node can keep what it compiled where NODE_COMPILE_CACHE is set. */
  end(): void {
    if (this.#task || !this.#child.connected) return this.kill();
    this.#child.disconnect();
    this.#end();
  }

  #receive(message: WorkerMessage): void {
    this.#gaveSign = true;
    if (message.type === 'pulse') this.#memory = message.memory;
    else if (message.type === 'findEngines') void this.#tellEngines(message.lost);
    else if (message.type === 'progress') this.#task?.onProgress(message.progress);
    else {
      const task = this.#finish();
      if (message.type === 'answer') task?.resolve(message.answer);
      else task?.reject(new ReadingError(message.code, message.message));
    }
  }

  async #tellEngines(lost: string | null): Promise<void> {
    const address = await this.#findEngines(lost).catch(() => null);
    if (this.#child.connected) this.#child.send({ work: 'findEngines', address } satisfies WorkerRequest);
  }

  #end(): void {
    this.hasEnded = true;
    // A crash, too: the engines end where they get no memory.
    this.#finish()?.reject(new ReadingError('failed', 'the document needs more memory than one may take'));
  }

  #finish(): Task | null {
    const task = this.#task;
    this.#task = null;
    keepRunningFor(this.#child, false);
    return task;
  }
}
