import { Piscina } from 'piscina';
import { notProcessed, tooBusy, unsupportedFormat, wrongParameter } from '../../sandbox/src/errors.ts';
import type { Settings } from '../../sandbox/src/settings.ts';
import { Turns } from './semaphore.ts';
import type { SourceFile } from '../../sandbox/src/upload/source.ts';
import type { PageReading, ReadingOutcome, ReadingTask } from './reading.ts';
import type { ReadingThread } from './worker.ts';

export type Wanted = Partial<Pick<ReadingTask, 'barcodes' | 'codesOnly' | 'imageQuality' | 'crops' | 'tags'>>;

/** Somebody who reads documents. */
export type ReadsDocuments = { read(source: SourceFile, wanted?: Wanted): Promise<PageReading[]> };

/** Reads documents in worker threads; a bounded number may wait. */
export class Reader implements ReadsDocuments {
  readonly #pool: Piscina;
  // Piscina's own limit does not count tasks that can be aborted, so the waiting is done here.
  readonly #turns: Turns;
  readonly #mostWaiting: number;
  readonly #timeoutMs: number;
  readonly #workers: number;

  constructor({ workers, queueLength, readingTimeoutMs, networks }: Settings) {
    this.#workers = workers;
    this.#turns = new Turns(workers);
    this.#mostWaiting = queueLength;
    this.#timeoutMs = readingTimeoutMs;
    this.#pool = new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      // Threads start with the first document, so that the server listens at once.
      minThreads: 0,
      maxThreads: workers,
      // Engines take seconds to load: a thread that has them is kept for a while.
      idleTimeout: 1_800_000,
      workerData: { networks } satisfies ReadingThread,
      execArgv: ['--no-warnings'],
      // A document that needs more ends its thread, not the server.
      resourceLimits: { maxOldGenerationSizeMb: 1536 },
    });
  }

  /** For those who wait anyway: processes are accepted already and must not be refused any more. */
  readonly patient: ReadsDocuments = { read: (source, wanted) => this.#readInTurn(source, wanted) };

  async read(source: SourceFile, wanted?: Wanted): Promise<PageReading[]> {
    if (this.#turns.waiting >= this.#mostWaiting) throw tooBusy();
    return this.#readInTurn(source, wanted);
  }

  /**
   * Starts every thread and loads its engines, one thread after the other, so that documents are read meanwhile;
   * answers what is missing.
   */
  async warm(): Promise<string[]> {
    const missing = new Set<string>();
    // Threads that have their engines answer at once, and the one task more goes to the next.
    for (let threads = 1; threads <= this.#workers; threads++) {
      const answers = await Promise.all(
        Array.from({ length: threads }, () => this.#pool.run(null, { name: 'warm' }) as Promise<string[]>),
      );
      for (const answer of answers.flat()) missing.add(answer);
    }
    return [...missing];
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #readInTurn({ path, format, password }: SourceFile, wanted: Wanted = {}): Promise<PageReading[]> {
    const task = {
      path,
      format,
      password,
      barcodes: false,
      codesOnly: false,
      crops: false,
      imageQuality: null,
      tags: [],
      ...wanted,
    };
    const outcome = await this.#turns.take(() => this.#run(task));
    if (!('failure' in outcome)) return outcome.pages;
    if (outcome.failure === 'password') throw wrongParameter('filePassword', outcome.message);
    throw unsupportedFormat(outcome.message);
  }

  async #run(task: ReadingTask): Promise<ReadingOutcome> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      return (await this.#pool.run(task, { signal })) as ReadingOutcome;
    } catch (error) {
      throw notProcessed(
        signal.aborted
          ? 'reading the document took too long'
          : `the document could not be read (${(error as Error).message})`,
      );
    }
  }
}
