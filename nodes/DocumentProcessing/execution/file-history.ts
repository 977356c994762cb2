import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import { warn } from '../common/output';
import { textOf } from '../common/shape';
import { fingerprintOf } from '../transport/fingerprint';
import { entriesOf } from '../transport/request';
import { runConcurrently } from './concurrency';
import type { Job } from './plan';
import type { Results } from './results';

/** How many files are remembered; the oldest is forgotten first. Each call reads and writes all of them, 27 bytes each. */
const REMEMBERED = 50_000;

/** With room for entries that are removed again: they must not push out a file that is remembered. */
const historyWith = (passing: number): ICheckProcessedOptions => ({
  mode: 'entries',
  maxEntries: REMEMBERED + passing,
});

// Each is a file being read.
const FILES_AT_A_TIME = 5;

/** How many files are asked about at once, at first and then twice as many each time: each call reads and writes all entries. */
const FIRST_ASKED = 40;

type Store = IExecuteFunctions['helpers'];

/**
 * The files this node has read before, in n8n's deduplication store. Its helper records whatever it is asked about. So a
 * file has two entries, a key and a mark, and was read if only the key is there. Asking adds both; the mark is removed once
 * the answer is output. What a killed n8n leaves behind is therefore a file to be sent again, never one taken for read.
 * Nothing fails because the store does: all files are sent then.
 */
export class FileHistory {
  /** What is sent in this run. */
  private readonly sent = new Set<Job>();

  /** By what is sent, the password included: one that is wrong says nothing of another. */
  private readonly firstWith = new Map<string, Job>();

  /** Entries of this run that do not stay. */
  private passing = 0;

  private isUsable = true;

  private asking: Promise<unknown> | undefined;

  constructor(
    private readonly context: IExecuteFunctions,
    private readonly baseUrl: string,
    private readonly results: Results,
  ) {}

  /** The jobs whose files were not read yet. While some are being sent, the next ones are compared. */
  async *unread(planned: Job[]): AsyncGenerator<Job> {
    const askFrom = (begin: number, count: number) => (this.asking = this.takeOut(planned.slice(begin, begin + count)));
    let next = askFrom(0, FIRST_ASKED);
    for (let begin = 0, count = FIRST_ASKED; begin < planned.length; count *= 2) {
      const jobs = await next;
      begin += count;
      next = askFrom(begin, count * 2);
      yield* jobs;
    }
  }

  /** Those of the jobs that would not be sent, because of an earlier run or an equal one before. Leaves the store as it was. */
  async alreadyRead(planned: Job[]): Promise<Set<Job>> {
    await this.identifyAll(planned);
    let read = new Set<string>();
    await this.use('No file counts as read.', async (store) => {
      const asked = await this.ask(store, planned, planned);
      await remove(store, asked.added);
      read = asked.read;
    });
    return new Set(planned.filter((job) => this.earlierOf(job) ?? (job.file && read.has(job.file.key))));
  }

  /** Those of the jobs that are to be sent. Equal files are one job; its other items wait for what becomes of it. */
  private async takeOut(planned: Job[]): Promise<Job[]> {
    await this.identifyAll(planned);
    const jobs = planned.filter((job) => {
      const first = this.earlierOf(job);
      if (first) this.results.repeat(first, job.items);
      return !first;
    });
    const before = await this.findRead(jobs, planned);
    const tried = new Set(this.results.filesAnswered.map(({ key }) => key));
    const triedWith = new Set(this.results.filesAnswered.map(({ withPassword }) => withPassword));
    return jobs.filter((job) => {
      const { file } = job;
      if (!file) return true;
      // An earlier try of this run says nothing of another password.
      const isRead = tried.has(file.key) ? triedWith.has(file.withPassword) : before.has(file.key);
      if (isRead) {
        this.firstWith.delete(file.withPassword);
        for (const item of [...job.items, ...(job.repeats ?? [])]) this.results.skip(item);
      } else this.sent.add(job);
      return !isRead;
    });
  }

  /** Remembers the files whose results are output. All others of this run, in all its tries, are to be sent again. */
  async settle(isOutput: boolean): Promise<void> {
    // A run that stops leaves while the next files are compared.
    await this.asking;
    const sent = [...this.sent];
    const before = this.results.filesAnswered.map(({ key }) => key);
    if (!this.isUsable || sent.length + before.length === 0) return;
    const { answered } = this.results;
    const now = sent.filter(({ items }) => items.every(({ index }) => answered.has(index)));
    const done = new Set(isOutput ? [...before, ...keysOf(now)] : []);
    // Of the passwords for a file, one may be right.
    const failed = [...new Set([...before, ...keysOf(sent)])].filter((key) => !done.has(key));
    // What failed loses its key first: one without its mark would count as read if n8n were killed in between.
    const passing = [...failed, ...[...done, ...failed].map(markOf)];
    await this.use(AGAIN, async (store) => {
      // Another execution that read the store earlier may have written over the keys.
      if (done.size > 0) await store.checkProcessedAndRecord([...done], 'node', historyWith(passing.length));
      await remove(store, passing);
    });
  }

  private async identifyAll(jobs: Job[]): Promise<void> {
    await runConcurrently(jobs, FILES_AT_A_TIME, async (job) => await this.identify(job), this.results.stopped);
  }

  /** The job that sends the same with the same password, if this is not the first. */
  private earlierOf(job: Job): Job | undefined {
    if (!job.file) return undefined;
    const first = this.firstWith.get(job.file.withPassword);
    if (!first) this.firstWith.set(job.file.withPassword, job);
    return first;
  }

  private async identify(job: Job): Promise<void> {
    const [request] = job.requests;
    const timeout = AbortSignal.timeout(job.settings.timeoutMilliseconds);
    const signals = [timeout, this.context.getExecutionCancelSignal() ?? []].flat();
    // To each: Node 20 forgets a time limit that only another signal is made of.
    const aborted = new Promise<undefined>((resolve) =>
      signals.forEach((signal) => signal.addEventListener('abort', () => resolve(undefined))),
    );
    // A file that cannot be read is reported when it is sent.
    const identified = request && fingerprintOf(this.baseUrl, request, AbortSignal.any(signals)).catch(() => undefined);
    const key = await Promise.race([identified, aborted]);
    if (key !== undefined) job.file = { key, withPassword: `${key} ${passwordOf(job)}` };
  }

  /** The keys of the jobs that have no mark. */
  private async findRead(jobs: Job[], planned: Job[]): Promise<Set<string>> {
    let read = new Set<string>();
    if (!this.isUsable || keysOf(jobs).length === 0) return read;
    await this.use('Every file after that was sent, and none of this run is remembered.', async (store) => {
      ({ read } = await this.ask(store, jobs, planned));
    });
    if (read.size > 0) await this.use(AGAIN, async (store) => await remove(store, [...read].map(markOf)));
    return read;
  }

  /** Adds keys and their marks. Those were read that were there, without a mark, unless a planned job forgets them. */
  private async ask(store: Store, jobs: Job[], planned: Job[]): Promise<{ added: string[]; read: Set<string> }> {
    const keys = keysOf(jobs);
    const forgotten = new Set(keysOf(planned.filter(({ settings }) => settings.forgetAlreadyRead)));
    const asked = [...keys, ...keys.map(markOf)];
    this.passing += asked.length;
    const { new: added } = await store.checkProcessedAndRecord(asked, 'node', historyWith(this.passing));
    const isNew = new Set(added);
    const isRead = (key: string) => !isNew.has(key) && isNew.has(markOf(key)) && !forgotten.has(key);
    return { added: added as string[], read: new Set(keys.filter(isRead)) };
  }

  /** n8n has no store for a workflow that was never saved, and its database can be full or away. */
  private async use(consequence: string, work: (store: Store) => Promise<void>): Promise<void> {
    try {
      await work(this.context.helpers);
    } catch (caught) {
      this.isUsable = false;
      warn(
        this.context,
        `n8n could not say or note which files were read already (${(caught as Error).message}). ${consequence}`,
      );
    }
  }
}

// n8n looks for each entry among all it has, and does nothing else meanwhile: nine seconds for 10,000 among 50,000.
const REMOVED_AT_A_TIME = 250;

async function remove(store: Store, entries: string[]): Promise<void> {
  for (let start = 0; start < entries.length; start += REMOVED_AT_A_TIME)
    await store.removeProcessed(entries.slice(start, start + REMOVED_AT_A_TIME), 'node', historyWith(0));
}

const AGAIN = 'Files of this run may be sent again the next time.';

const keysOf = (jobs: Job[]): string[] => [...new Set(jobs.flatMap(({ file }) => file?.key ?? []))];

const passwordOf = ({ requests: [request] }: Job): string =>
  textOf(entriesOf(request?.body).find(([name]) => name === 'filePassword')?.[1]);

const markOf = (key: string): string => `${key} unanswered`;
