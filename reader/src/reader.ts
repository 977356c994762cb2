import pLimit, { type LimitFunction } from 'p-limit';
import type { Piscina } from 'piscina';
import {
  ReadingError,
  type Reading,
  type ReadingFailure,
  type ReadingOptions,
  type ReadingTask,
  type SourceDocument,
} from './reading.ts';

export type ReaderSettings = {
  /** Threads, and so documents that are read at the same time. */
  workers: number;
  /** Documents that may wait for a thread before `readDocument` fails with `busy`. */
  queueLength: number;
  timeoutMs: number;
  /** Use the neural networks where this machine can run them. */
  networks: boolean;
};

const DEFAULTS: ReaderSettings = { workers: 1, queueLength: 64, timeoutMs: 120_000, networks: true };

/** Opens a reader. Its threads start with the first document, so opening takes no time. */
export const openReader = (settings: Partial<ReaderSettings> = {}) => new DocumentReader({ ...DEFAULTS, ...settings });

/** Reads documents in worker threads. */
export class DocumentReader {
  readonly #settings: ReaderSettings;
  // Piscina's own limit does not count tasks that can be aborted, so documents wait here.
  readonly #limit: LimitFunction;
  #pool: Promise<Piscina> | null = null;

  constructor(settings: ReaderSettings) {
    this.#settings = settings;
    this.#limit = pLimit(settings.workers);
  }

  /**
   * Reads a file into pages and documents. Fails with a `ReadingError`; `whenBusy: 'wait'` never fails with `busy`, for
   * work that was accepted already.
   */
  async readDocument(
    file: SourceDocument,
    { whenBusy = 'fail', ...options }: ReadingOptions & { whenBusy?: 'fail' | 'wait' } = {},
  ): Promise<Reading> {
    if (whenBusy === 'fail' && this.#limit.pendingCount >= this.#settings.queueLength)
      throw new ReadingError('busy', 'Too many documents are waiting to be read');
    const { path, format, password } = file;
    const nothingElse = { barcodes: false, codesOnly: false, crops: false, imageQuality: null, tags: [] };
    const task: ReadingTask = { path, format, password, ...nothingElse, ...options };
    const outcome = await this.#limit(() => this.#run(task));
    if ('failure' in outcome) throw new ReadingError(outcome.failure.code, outcome.failure.message);
    return outcome;
  }

  /**
   * Starts every thread and loads its engines, one thread after the other, so that documents are read meanwhile.
   * Returns what is missing on this machine, in words.
   */
  async warm(): Promise<string[]> {
    const pool = await this.#start();
    const missing = new Set<string>();
    // Threads that have their engines answer at once, and the one task more goes to the next.
    for (let threads = 1; threads <= this.#settings.workers; threads++) {
      const answers = await Promise.all(
        Array.from({ length: threads }, () => pool.run(null, { name: 'warm' }) as Promise<string[]>),
      );
      for (const answer of answers.flat()) missing.add(answer);
    }
    return [...missing];
  }

  async close(): Promise<void> {
    await (await this.#pool)?.destroy();
  }

  async #run(task: ReadingTask): Promise<Reading | ReadingFailure> {
    const signal = AbortSignal.timeout(this.#settings.timeoutMs);
    try {
      return (await (await this.#start()).run(task, { signal })) as Reading | ReadingFailure;
    } catch (error) {
      if (signal.aborted) throw new ReadingError('timeout', 'reading the document took too long');
      throw new ReadingError('failed', `the document could not be read (${(error as Error).message})`);
    }
  }

  #start(): Promise<Piscina> {
    return (this.#pool ??= this.#newPool());
  }

  async #newPool(): Promise<Piscina> {
    const { workers, networks } = this.#settings;
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: workers,
      // Engines take seconds to load: a thread that has them is kept for a while.
      idleTimeout: 1_800_000,
      workerData: { networks },
      execArgv: ['--no-warnings'],
      // A document that needs more ends its thread, not the process.
      resourceLimits: { maxOldGenerationSizeMb: 1536 },
    });
  }
}
