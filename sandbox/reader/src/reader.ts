import pLimit, { type LimitFunction } from 'p-limit';
import {
  ReadingError,
  unreadPage,
  type PageReading,
  type Progress,
  type Reading,
  type ReadingOptions,
  type ReadingTask,
  type SourceDocument,
} from './reading.ts';
import type { Made, Make, Making, Name } from './making.ts';
import { pageLimit } from './pageBudget.ts';
import { EnginesProcess } from './processes/enginesProcess.ts';
import { MEGABYTE } from './processes/nodeProcess.ts';
import { WorkerProcess, type WorkerRequest } from './processes/workerProcess.ts';

export type ReaderSettings = {
  /** Processes, and so documents that are read at the same time. */
  workers: number;
  /** Documents that may wait for a process before `readDocument` fails with `busy`. */
  queueLength: number;
  /**
   * Time for a document. A page has half of what is left of it, the last one most: what was read until then is the answer.
   * What is made of the pages has as long again.
   */
  timeoutMs: number;
  /** Resident memory that a process may take, in megabytes. */
  memoryMb: number;
  /** Base64 that the pictures of a document may take; those of further pages are left out. */
  pictureBytes: number;
  /** Use the neural networks where this machine can run them. */
  networks: boolean;
};

const DEFAULTS: ReaderSettings = {
  workers: 1,
  queueLength: 64,
  timeoutMs: 120_000,
  memoryMb: 1000,
  pictureBytes: 64 * MEGABYTE,
  networks: true,
};

/** Opens a reader. Its processes start with the first document, so opening takes no time. */
export const openReader = (settings: Partial<ReaderSettings> = {}) => new DocumentReader({ ...DEFAULTS, ...settings });

/** In milliseconds. */
const CHECK_EVERY = 200;
/** A process that gives no sign of life so long is in a loop: the longest step of any page takes a second. */
const LONGEST_SILENCE = 10_000;
const TOO_MUCH = 'reading it took too much time or memory';
/** A process that keeps more of its memory limit than this after its work is replaced. */
const KEPT_SHARE = 0.85;

/** What was read of a document so far: whole pages, `of` how many, and what is known of the page that is read now. */
type Seen = { pages: PageReading[]; of: number; soFar: PageReading | null; hasBegun: boolean; pictureBytes: number };

const NOTHING_ELSE = { barcodes: false, codesOnly: false, crops: false, imageQuality: null, tags: [], explain: false };

/**
 * Reads documents in worker processes. One that takes too much is replaced, and the document goes on after that page.
 */
export class DocumentReader {
  readonly #settings: ReaderSettings;
  readonly #limit: LimitFunction;
  readonly #engines: EnginesProcess;
  readonly #idle: WorkerProcess[] = [];
  readonly #all = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(settings: ReaderSettings) {
    this.#settings = settings;
    this.#limit = pLimit(settings.workers);
    this.#engines = new EnginesProcess(settings.networks);
  }

  /**
   * Reads a file into pages and documents, and makes more of them. Fails with a `ReadingError`; `whenBusy: 'wait'` never
   * fails with `busy`, for work that was accepted already.
   */
  async readDocument<N extends Name = 'nothing'>(
    { path, format, password }: SourceDocument,
    { whenBusy = 'fail', ...options }: ReadingOptions & { whenBusy?: 'fail' | 'wait' } = {},
    make?: Make<N>,
  ): Promise<Reading & { made: Made<N> }> {
    if (whenBusy === 'fail' && this.#isFull())
      throw new ReadingError('busy', 'Too many documents are waiting to be read');
    return this.#limit(async () => {
      const pages = await this.#readPages({ path, format, password, ...NOTHING_ELSE, ...options });
      return this.#make(pages, make);
    });
  }

  /** Makes something of pages that were read before. */
  async make<N extends Name>(pages: PageReading[], make: Make<N>): Promise<Made<N>> {
    return (await this.#limit(() => this.#make(pages, make))).made;
  }

  /** Whether every process has a document, or begins with one, and as many wait as may. */
  #isFull(): boolean {
    const { workers, queueLength } = this.#settings;
    return this.#limit.activeCount + this.#limit.pendingCount >= workers + queueLength;
  }

  /**
   * Starts every process and loads its engines, one after the other, so that documents are read meanwhile. Returns what
   * is missing on this machine, in words.
   */
  async warm(): Promise<string[]> {
    const missing: string[] = [];
    for (let started = 0; started < this.#settings.workers; started++)
      await this.#limit(async () => {
        const worker = this.#take('new');
        missing.push(...((await worker.run({ work: 'warm' })) as string[]));
        this.#release(worker);
      });
    return [...new Set(missing)];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const worker of this.#all) worker.end();
    this.#engines.close();
  }

  /**
   * The pages of a document; after one that failed or ended its process, from the next one on. When the time of the document
   * is over, its other pages are unread.
   */
  async #readPages(task: Omit<ReadingTask, 'firstPage' | 'textOnlyPage' | 'timeMs'>): Promise<PageReading[]> {
    const deadline = performance.now() + this.#settings.timeoutMs;
    const seen: Seen = { pages: [], of: 0, soFar: null, hasBegun: false, pictureBytes: 0 };
    const { pages } = seen;
    let textOnlyPage: number | null = null;
    let cause: ReadingError | null = null;
    let isOver = false;
    do {
      const timeMs = deadline - performance.now();
      const from = { firstPage: pages.length + 1, textOnlyPage, timeMs };
      const failure = await this.#readFrom({ ...task, ...from }, deadline, seen);
      if (failure && (this.#isClosed || seen.of === 0)) throw failure;
      cause = failure ?? cause;
      const next = pages.length + 1;
      isOver = !failure || !seen.hasBegun || next > seen.of || performance.now() >= deadline;
      // What takes so much in a PDF is its graphics.
      const isTriedAgain: boolean =
        !isOver && task.format === 'application/pdf' && !seen.soFar && textOnlyPage !== next;
      textOnlyPage = isTriedAgain ? next : null;
      if (seen.soFar) pages.push({ ...seen.soFar, isPartial: true, missing: TOO_MUCH });
      else if (!isTriedAgain && next <= seen.of) pages.push(unreadPage(next));
    } while (!isOver && pages.length < seen.of);
    while (pages.length < seen.of) pages.push(unreadPage(pages.length + 1));
    if (cause && pages.every(isUnread)) throw cause;
    return pages;
  }

  async #make<N extends Name>(pages: PageReading[], make: Make<N> | ['nothing'] = ['nothing']) {
    const deadline = performance.now() + this.#settings.timeoutMs;
    // Pictures are not needed for it.
    const texts = pages.map((page) => ({ ...page, image: null, crops: [], placed: [] }));
    const request = { work: 'make', pages: texts, make: make as Make } as const;
    const { documents, made } = (await this.#run(request, () => deadline)) as Making<N>;
    let at = 0;
    const whole = documents.map((document) => {
      const own = pages.slice(at, (at += document.pages));
      const text = own.map((page) => page.text).join('\n');
      return { ...document, pages: own, text, sections: own.flatMap(({ sections }) => sections) };
    });
    return { pages, documents: whole, made };
  }

  /** Reads pages until the last one, or returns why the next one was not read. */
  async #readFrom(task: ReadingTask, deadline: number, seen: Seen): Promise<ReadingError | null> {
    const limitOf = (pagesLeft: number) => performance.now() + pageLimit(deadline - performance.now(), pagesLeft);
    let pageDeadline = limitOf(1);
    [seen.soFar, seen.hasBegun] = [null, false];
    const onProgress = (progress: Progress) => {
      if ('soFar' in progress) seen.soFar = progress.soFar;
      else if ('read' in progress) {
        seen.pages.push(this.#withinRoom(progress.read, seen));
        seen.soFar = null;
      } else {
        [seen.of, seen.soFar, seen.hasBegun] = [progress.of, null, true];
        pageDeadline = limitOf(seen.of - seen.pages.length);
      }
    };
    return this.#run({ work: 'read', task }, () => pageDeadline, onProgress).then(
      () => null,
      (error: ReadingError) => error,
    );
  }

  /** A page without its pictures, where they are too much with those of the pages before it. */
  #withinRoom(page: PageReading, seen: Seen): PageReading {
    const most = this.#settings.pictureBytes;
    const pictures = [page.image ?? '', ...page.crops.map(({ value }) => value)];
    seen.pictureBytes += pictures.reduce((sum, { length }) => sum + length, 0);
    if (seen.pictureBytes <= most) return page;
    const why = `its pictures are left out: those of a document have ${Math.round(most / MEGABYTE)} MB`;
    return { ...page, image: null, placed: [], crops: [], isPartial: true, missing: page.missing ?? why };
  }

  /** Has a process do it, and ends one that takes too much. */
  async #run(
    request: WorkerRequest,
    deadline: () => number,
    onProgress?: (progress: Progress) => void,
  ): Promise<unknown> {
    const worker = this.#take();
    let isLate = false;
    const answered = worker.run(request, onProgress);
    const check = () => {
      if (isLate) return;
      isLate = performance.now() > deadline() || worker.silence > LONGEST_SILENCE;
      const most = this.#settings.memoryMb * MEGABYTE;
      if (isLate || worker.memory > most) worker.kill();
      // It may wait for an engine that never answers.
      if ((isLate && request.work === 'read') || this.#engines.memory > most) this.#engines.kill();
    };
    const checking = setInterval(check, CHECK_EVERY);
    try {
      return await answered;
    } catch (error) {
      throw isLate ? new ReadingError('timeout', 'reading the document took too long') : error;
    } finally {
      clearInterval(checking);
      this.#release(worker);
    }
  }

  /** An idle process, the one used last; a new one if there is none. To load all engines, rather a new one. */
  #take(rather?: 'new'): WorkerProcess {
    const idle = rather === 'new' && this.#all.size < this.#settings.workers ? undefined : this.#idle.pop();
    if (idle && !idle.hasEnded) return idle;
    const worker = new WorkerProcess((lost) => this.#engines.find(lost));
    this.#all.add(worker);
    return worker;
  }

  /** What an engine allocated once it keeps, so a process that grew is replaced. */
  #release(worker: WorkerProcess): void {
    const most = KEPT_SHARE * this.#settings.memoryMb * MEGABYTE;
    if (this.#isClosed || worker.memory > most) worker.kill();
    if (this.#engines.memory > most) this.#engines.kill();
    if (worker.hasEnded) this.#all.delete(worker);
    else this.#idle.push(worker);
  }
}

const isUnread = (page: PageReading) => page.isPartial && page.text === '' && page.barcodes.length === 0;
