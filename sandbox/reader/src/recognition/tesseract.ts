import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
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
  await Promise.all(allThreads().map((thread) => thread.send(null)));
  return { value: null, milliseconds: 0 };
});

/** One image waits in each thread, so that none is idle. The others wait here, and are not begun once the page's time is up. */
const begun = pLimit(2 * THREADS);

/** Reads an image; positions are in its pixels. */
export const readWithTesseract = (picture: Grey, look: TesseractOptions): Promise<WordLine[]> =>
  begun(() => (isPageBudgetSpent() ? [] : readInThread(picture, look)));

const readInThread = engineFunction('readWithTesseract', (picture: Grey, look: TesseractOptions) => {
  const [idlest] = allThreads().toSorted((a, b) => a.waiting - b.waiting);
  return (idlest as TesseractThread).send({ picture, look });
});

/** All threads; those that ended are replaced. */
function allThreads(): TesseractThread[] {
  for (let at = 0; at < THREADS; at++) if (!threads[at] || threads[at]?.hasEnded) threads[at] = new TesseractThread();
  return threads;
}

/** An image to read, and where its lines are sent; without one the engine only starts. */
export type Request = { image: { picture: Grey; look: TesseractOptions } | null; port: MessagePort };
/** `milliseconds` of processor time. */
export type Answer = { lines: WordLine[]; error: string | null; milliseconds: number };

/** A worker thread with an engine, which blocks its thread while it reads. */
class TesseractThread {
  // Compiled, it is another kind of file.
  readonly #worker = new Worker(new URL(`./tesseractWorker${extname(import.meta.url)}`, import.meta.url), {
    execArgv: ['--no-warnings'],
  });
  hasEnded = false;
  waiting = 0;

  constructor() {
    for (const event of ['error', 'exit']) this.#worker.on(event, () => (this.hasEnded = true));
    // An idle thread must not keep the process running.
    this.#worker.unref();
  }

  async send(image: Request['image']): Promise<Measured<WordLine[]>> {
    const { port1: own, port2: port } = new MessageChannel();
    this.#worker.postMessage({ image, port } satisfies Request, [port]);
    this.waiting++;
    // The port closes where the thread ends.
    const ended = once(own, 'close').then(() => null);
    const answered = once(own, 'message').then(([answer]) => answer as Answer);
    const answer = await Promise.race([answered, ended]);
    this.waiting--;
    own.close();
    if (!answer || answer.error !== null) throw new Error(answer?.error ?? 'the recognition of text ended');
    return { value: answer.lines, milliseconds: answer.milliseconds };
  }
}
