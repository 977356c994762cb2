import { Piscina } from 'piscina';
import { notProcessed, ServiceError, tooBusy, unsupportedFormat, wrongParameter } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { SourceFile } from '../upload/source.ts';
import type { PageReading, ReadingOutcome, ReadingTask } from './document.ts';

export type Wanted = Partial<Pick<ReadingTask, 'barcodes' | 'imageQuality' | 'crops'>>;

/** Reads documents in worker threads; a bounded number may wait. */
export class Reader {
  readonly #pool: Piscina<ReadingTask, ReadingOutcome>;
  readonly #timeoutMs: number;

  constructor({ workers, queueLength, readingTimeoutMs }: Settings) {
    this.#timeoutMs = readingTimeoutMs;
    this.#pool = new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      // Threads start with the first document, so that the server listens at once.
      minThreads: 0,
      maxThreads: workers,
      maxQueue: queueLength,
      idleTimeout: 300_000,
      execArgv: ['--no-warnings'],
    });
  }

  async read({ path, format, password }: SourceFile, wanted: Wanted = {}): Promise<PageReading[]> {
    const task = { path, format, password, barcodes: false, crops: false, imageQuality: null, ...wanted };
    const outcome = await this.#run(task);
    if (!('failure' in outcome)) return outcome.pages;
    if (outcome.failure === 'password') throw wrongParameter('filePassword', outcome.message);
    throw unsupportedFormat(outcome.message);
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #run(task: ReadingTask): Promise<ReadingOutcome> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#pool.run(task, { signal });
    } catch (error) {
      throw asReadingError(error as Error, signal.aborted);
    }
  }
}

function asReadingError(error: Error, tookTooLong: boolean): ServiceError {
  if (tookTooLong) return notProcessed('reading the document took too long');
  if (/queue.*limit|no task queue/i.test(error.message)) return tooBusy();
  return notProcessed(`the document could not be read (${error.message})`);
}
