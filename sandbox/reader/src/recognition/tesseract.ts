import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { isPageBudgetSpent } from '../pageBudget.ts';
import type { Grey } from '../preprocessing/images.ts';
import { engineFunction, type Measured } from './engineCalls.ts';
import type { WordLine } from './words.ts';

/** Tesseract's page segmentation modes: a page, one block of lines, a single line, sparse text. */
export const SEGMENTATION = { page: 3, lines: 6, line: 7, scattered: 11 };

/** `characters`: the only ones that may be read; all if not set. */
export type TesseractOptions = { mode: number; dotsPerInch: number; characters?: string };

/** Lines of one page are read in parallel. More threads cost memory and are not faster. */
const THREADS = Math.min(2, availableParallelism());

const threads: TesseractThread[] = [];

/** Loads the engine and its languages. */
export const startTesseract = engineFunction('startTesseract', async () => {
  await Promise.all(allThreads().map((thread) => thread.started()));
  return { value: null, milliseconds: 0 };
});

/** One image waits in each thread, so that none is idle. The others wait here, and are not begun once the page's time is up. */
const begun = pLimit(2 * THREADS);

/** Reads an image; positions are in its pixels. */
export const readWithTesseract = (picture: Grey, look: TesseractOptions): Promise<WordLine[]> =>
  begun(() => (isPageBudgetSpent() ? [] : readInThread(picture, look)));

const readInThread = engineFunction('readWithTesseract', (picture: Grey, look: TesseractOptions) => {
  const [idlest] = allThreads().toSorted((a, b) => a.waiting - b.waiting);
  return (idlest as TesseractThread).read(picture, look);
});

/** All threads; those that ended are replaced. */
function allThreads(): TesseractThread[] {
  for (let at = 0; at < THREADS; at++) if (!threads[at] || threads[at]?.hasEnded) threads[at] = new TesseractThread();
  return threads;
}

/** An image to read; without one the engine only starts. */
export type Request = { id: number; picture: Grey | null; look: TesseractOptions | null };
/** `milliseconds` of processor time. */
export type Answer = { id: number; lines: WordLine[]; error: string | null; milliseconds: number };

type Waiting = { resolve(lines: Measured<WordLine[]>): void; reject(error: Error): void };

/** A worker thread with an engine, which blocks its thread while it reads. */
class TesseractThread {
  // Compiled, it is another kind of file.
  readonly #worker = new Worker(new URL(`./tesseractWorker${extname(import.meta.url)}`, import.meta.url), {
    execArgv: ['--no-warnings'],
  });
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  hasEnded = false;

  constructor() {
    this.#worker.on('message', (answer: Answer) => this.#receive(answer));
    this.#worker.on('error', (error) => this.#end(error as Error));
    this.#worker.on('exit', () => this.#end(new Error('the recognition of text ended')));
    // An idle thread must not keep the process running.
    this.#worker.unref();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  read(picture: Grey, look: TesseractOptions): Promise<Measured<WordLine[]>> {
    return this.#send({ picture, look });
  }

  async started(): Promise<void> {
    await this.#send({ picture: null, look: null });
  }

  #send(message: Omit<Request, 'id'>): Promise<Measured<WordLine[]>> {
    const id = ++this.#lastId;
    this.#worker.ref();
    this.#worker.postMessage({ id, ...message } satisfies Request);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive({ id, lines, error, milliseconds }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error === null) waiting?.resolve({ value: lines, milliseconds });
    else waiting?.reject(new Error(error));
  }

  #end(error: Error): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
