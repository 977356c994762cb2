import pLimit, { type LimitFunction } from 'p-limit';
import {
  errorOf,
  ReadingError,
  unreadPage,
  withoutPaths,
  type PageReading,
  type Reading,
  type ReadingFailure,
  type ReadingTask,
  type SourceDocument,
  type SourcePages,
} from './reading.ts';
import { EnginesProcess } from './enginesProcess.ts';
import { MEGABYTE } from './readerProcess.ts';
import { WorkerEnded, WorkerProcess } from './workerProcess.ts';

export type PoolSettings = {
  workers: number;
  networks: boolean;
  timeoutMs: number;
  pageTimeoutMs: number;
  memoryMb: number;
};

/** In milliseconds. */
const CHECK_EVERY = 200;
/** A process that gives no sign of life so long is in a loop: the longest step of any page takes a second. */
const LONGEST_SILENCE = 10_000;
/** A process that keeps more of its memory limit than this after its work is replaced. */
const KEPT_SHARE = 0.85;

/** A document, from its first page on. */
type DocumentTask = Omit<ReadingTask, keyof SourcePages | 'pageTimeMs'> & SourceDocument;

/** What became of a task before it failed at a page; `page` is 0 if none had begun, `of` how many the document has. */
type Cut = { cause: ReadingError; read: PageReading[]; page: number; of: number; soFar: PageReading | null };

/** Processes that read documents. One that takes too much is replaced, and the document goes on after that page. */
export class WorkerPool {
  readonly #settings: PoolSettings;
  readonly #limit: LimitFunction;
  readonly #engines: EnginesProcess;
  readonly #idle: WorkerProcess[] = [];
  readonly #all = new Set<WorkerProcess>();
  #isClosed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
    this.#limit = pLimit(settings.workers);
    this.#engines = new EnginesProcess(settings.networks);
  }

  /** Documents that wait for a process. */
  get waiting(): number {
    return this.#limit.pendingCount;
  }

  read(task: DocumentTask): Promise<Reading | ReadingFailure> {
    return this.#limit(() => this.#readOn(task));
  }

  /** Starts every process and loads its engines, one after the other, so that documents are read meanwhile. */
  async warm(): Promise<string[]> {
    const missing = new Set<string>();
    for (let started = 0; started < this.#settings.workers; started++) {
      const answer = await this.#limit(async () => {
        const worker = this.#take('new');
        const lacks = (await worker.run({ work: 'warm' })) as string[];
        this.#release(worker);
        return lacks;
      });
      for (const lack of answer) missing.add(lack);
    }
    return [...missing];
  }

  close(): void {
    this.#isClosed = true;
    for (const worker of this.#all) worker.end();
    this.#engines.close();
  }

  /**
   * Reads a document; after a page that failed or ended its process, from the next page on. When the time of the document
   * is over, its other pages are unread.
   */
  async #readOn(task: DocumentTask): Promise<Reading | ReadingFailure> {
    const deadline = performance.now() + this.#settings.timeoutMs;
    const read: PageReading[] = [];
    let last = null as Cut | null;
    for (let [firstPage, textOnlyPage]: [number, number | null] = [1, null]; ;) {
      const pageTimeMs = Math.min(this.#settings.pageTimeoutMs, deadline - performance.now());
      const outcome = await this.#readFrom({ ...task, firstPage, textOnlyPage, pageTimeMs }, deadline);
      if (!('cause' in outcome)) {
        if (!last) return outcome;
        return readingOf('failure' in outcome ? read : [...read, ...outcome.pages], last);
      }
      const { cause, page, soFar } = outcome;
      if (this.#isClosed || (page === 0 && !last)) throw cause;
      read.push(...outcome.read);
      last = { ...outcome, of: Math.max(outcome.of, last?.of ?? 0) };
      const isOver = page === 0 || performance.now() >= deadline;
      // What takes so much in a PDF is its graphics.
      if (!isOver && task.format === 'application/pdf' && !soFar && textOnlyPage !== page) {
        [firstPage, textOnlyPage] = [page, page];
        continue;
      }
      if (page > 0) read.push(soFar ? { ...soFar, isPartial: true } : unreadPage(page));
      if (isOver || page === last.of) return readingOf(read, last);
      [firstPage, textOnlyPage] = [page + 1, null];
    }
  }

  async #readFrom(task: ReadingTask, deadline: number): Promise<Reading | ReadingFailure | Cut> {
    const worker = this.#take();
    const cut: Omit<Cut, 'cause'> = { read: [], page: 0, of: 0, soFar: null };
    let pageBegan = performance.now();
    let isLate = false;
    const answered = worker.run({ work: 'read', task }, (progress) => {
      if ('soFar' in progress) cut.soFar = progress.soFar;
      else {
        cut.read.push(...progress.read);
        [cut.page, cut.of, cut.soFar] = [progress.begins, progress.of, null];
        pageBegan = performance.now();
      }
    });
    const check = () => {
      if (isLate) return;
      const now = performance.now();
      isLate = now > deadline || now - pageBegan > task.pageTimeMs || worker.silence > LONGEST_SILENCE;
      const most = this.#settings.memoryMb * MEGABYTE;
      if (isLate || worker.memory > most) worker.kill();
      // It may wait for an engine that never answers.
      if (isLate || this.#engines.memory > most) this.#engines.kill();
    };
    const checking = setInterval(check, CHECK_EVERY);
    try {
      const answer = (await answered) as Reading | ReadingFailure;
      return 'failure' in answer && cut.page > 0 ? { ...cut, cause: errorOf(answer) } : answer;
    } catch (error) {
      if (error instanceof WorkerEnded) return { ...cut, cause: isLate ? tookTooLong() : neededTooMuch() };
      const why = withoutPaths((error as Error).message);
      return { ...cut, cause: new ReadingError('failed', `the document could not be read (${why})`) };
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

const tookTooLong = () => new ReadingError('timeout', 'reading the document took too long');
/** A crash, too: the engines end where they get no memory. */
const neededTooMuch = () => new ReadingError('failed', 'the document needs more memory than one may take');

const isUnread = (page: PageReading) => page.isPartial && page.text === '' && page.barcodes.length === 0;

/** A reading of pages from several processes; fails where nothing was read. Pages that had not begun are unread. */
async function readingOf(begun: PageReading[], { cause, of }: Cut): Promise<Reading> {
  const rest = Array.from({ length: Math.max(0, of - begun.length) }, (_, at) => unreadPage(begun.length + 1 + at));
  const pages = [...begun, ...rest];
  if (pages.every(isUnread)) throw cause;
  const { splitDocuments } = await import('./documents/splitDocuments.ts');
  return { pages, documents: splitDocuments(pages) };
}
