import { Worker } from 'node:worker_threads';
import type { Grey } from '../preprocessing/grey.ts';
import type { Look } from './tesseract.ts';
import type { WordLine } from './words.ts';

/** A picture to read; without one the engine only starts. */
export type Request = { id: number; picture: Grey | null; look: Look | null };
export type Answer = { id: number; lines: WordLine[]; error: string | null };

type Waiting = { resolve(lines: WordLine[]): void; reject(error: Error): void };

/** A thread of its own for the engine, which blocks the thread it reads in: other engines work meanwhile. */
export class TesseractThread {
  readonly #worker = new Worker(new URL('./tesseractWork.ts', import.meta.url), { execArgv: ['--no-warnings'] });
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  hasEnded = false;

  constructor() {
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error as Error));
    this.#worker.on('exit', () => this.#end(new Error('the recognition of text ended')));
    // Nobody has to end it: it does not keep the process running unless something is waited for.
    this.#worker.unref();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  read(picture: Grey, look: Look): Promise<WordLine[]> {
    return this.#ask({ picture, look });
  }

  async started(): Promise<void> {
    await this.#ask({ picture: null, look: null });
  }

  #ask(what: Omit<Request, 'id'>): Promise<WordLine[]> {
    const id = ++this.#lastId;
    this.#worker.ref();
    this.#worker.postMessage({ id, ...what } satisfies Request);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle({ id, lines, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error === null) waiting?.resolve(lines);
    else waiting?.reject(new Error(error));
  }

  #end(error: Error): void {
    this.hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
