import { errorOf, ReadingError, type Reading, type ReadingOptions, type SourceDocument } from './reading.ts';
import { WorkerPool } from './workerPool.ts';

export type ReaderSettings = {
  /** Processes, and so documents that are read at the same time. */
  workers: number;
  /** Documents that may wait for a process before `readDocument` fails with `busy`. */
  queueLength: number;
  /** Time for a document. */
  timeoutMs: number;
  /** Time for a page: what was read of it until then is the answer. */
  pageTimeoutMs: number;
  /** Resident memory that a process may take, in megabytes. */
  memoryMb: number;
  /** Use the neural networks where this machine can run them. */
  networks: boolean;
};

const DEFAULTS: ReaderSettings = {
  workers: 1,
  queueLength: 64,
  timeoutMs: 120_000,
  pageTimeoutMs: 60_000,
  memoryMb: 1000,
  networks: true,
};

/** Opens a reader. Its processes start with the first document, so opening takes no time. */
export const openReader = (settings: Partial<ReaderSettings> = {}) => new DocumentReader({ ...DEFAULTS, ...settings });

/** Reads documents in worker processes. */
export class DocumentReader {
  readonly #queueLength: number;
  readonly #pool: WorkerPool;

  constructor(settings: ReaderSettings) {
    this.#queueLength = settings.queueLength;
    this.#pool = new WorkerPool(settings);
  }

  /**
   * Reads a file into pages and documents. Fails with a `ReadingError`; `whenBusy: 'wait'` never fails with `busy`, for
   * work that was accepted already.
   */
  async readDocument(
    file: SourceDocument,
    { whenBusy = 'fail', ...options }: ReadingOptions & { whenBusy?: 'fail' | 'wait' } = {},
  ): Promise<Reading> {
    if (whenBusy === 'fail' && this.#pool.waiting >= this.#queueLength)
      throw new ReadingError('busy', 'Too many documents are waiting to be read');
    const { path, format, password } = file;
    const nothingElse = {
      barcodes: false,
      codesOnly: false,
      crops: false,
      imageQuality: null,
      tags: [],
      explain: false,
    };
    const outcome = await this.#pool.read({ path, format, password, ...nothingElse, ...options });
    if ('failure' in outcome) throw errorOf(outcome);
    return outcome;
  }

  /**
   * Starts every process and loads its engines, one after the other, so that documents are read meanwhile. Returns what
   * is missing on this machine, in words.
   */
  warm(): Promise<string[]> {
    return this.#pool.warm();
  }

  async close(): Promise<void> {
    this.#pool.close();
  }
}
