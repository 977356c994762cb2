import type { ICheckProcessedOptions, IExecuteFunctions } from 'n8n-workflow';
import { warn } from '../common/output';
import { asObject, textOf } from '../common/shape';
import { fingerprintOf } from '../transport/fingerprint';
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
  /** Of what is sent in this run. */
  private readonly keys = new Map<Job, string>();

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
    const keys = [...new Set(this.keys.values())];
    const forgotten = this.forgottenOf(planned);
    let read = new Set<string>();
    await this.use('No file counts as read.', async (store) => {
      const asked = await this.ask(store, keys, forgotten);
      await remove(store, asked.added);
      read = asked.read;
    });
    const firstWith = new Map<string, Job>();
    return new Set(
      planned.filter((job) => {
        const key = this.keys.get(job);
        if (key === undefined) return false;
        const first = firstWith.get(withPassword(key, job));
        firstWith.set(withPassword(key, job), first ?? job);
        return read.has(key) || first !== undefined;
      }),
    );
  }

  /** Those of the jobs that are to be sent. Equal files are one job; its other items wait for what becomes of it. */
  private async takeOut(planned: Job[]): Promise<Job[]> {
    await this.identifyAll(planned);
    const forgotten = this.forgottenOf(planned);
    const jobs = this.joined(planned);
    const before = await this.findRead([...new Set(jobs.flatMap((job) => this.keys.get(job) ?? []))], forgotten);
    const tried = new Set(this.results.filesAnswered.map(({ key }) => key));
    const triedWith = new Set(this.results.filesAnswered.map(({ withPassword }) => withPassword));
    return jobs.filter((job) => {
      const key = this.keys.get(job);
      if (key === undefined) return true;
      // An earlier try of this run says nothing of another password.
      const isRead = tried.has(key) ? triedWith.has(withPassword(key, job)) : before.has(key);
      if (!isRead) return true;
      this.keys.delete(job);
      this.firstWith.delete(withPassword(key, job));
      for (const item of [...job.items, ...(job.repeats ?? [])]) this.results.skip(item);
      return false;
    });
  }

  /** Remembers the files whose results are output. All others of this run, in all its tries, are to be sent again. */
  async settle(isOutput: boolean): Promise<void> {
    // A run that stops leaves while the next files are compared.
    await this.asking;
    const before = this.results.filesAnswered.map(({ key }) => key);
    if (!this.isUsable || this.keys.size + before.length === 0) return;
    const { answered } = this.results;
    const isDone = ({ items }: Job) => items.every(({ index }) => answered.has(index));
    const now = [...this.keys].filter(([job]) => isDone(job)).map(([, key]) => key);
    const done = new Set(isOutput ? [...before, ...now] : []);
    // Of the passwords for a file, one may be right.
    const failed = [...new Set([...before, ...this.keys.values()])].filter((key) => !done.has(key));
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

  private forgottenOf(jobs: Job[]): Set<string | undefined> {
    return new Set(jobs.filter(isForgotten).map((job) => this.keys.get(job)));
  }

  private async identify(job: Job): Promise<void> {
    const [request] = job.requests;
    const timeout = AbortSignal.timeout(job.settings.timeoutMilliseconds);
    const cancelled = this.context.getExecutionCancelSignal();
    const signal = cancelled ? AbortSignal.any([timeout, cancelled]) : timeout;
    const aborted = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    // A file that cannot be read is reported when it is sent.
    const identified = request && fingerprintOf(this.baseUrl, request, signal).catch(() => undefined);
    const key = await Promise.race([identified, aborted]);
    if (key === undefined) return;
    this.keys.set(job, key);
    job.file = { key, withPassword: withPassword(key, job) };
  }

  private joined(jobs: Job[]): Job[] {
    return jobs.filter((job) => {
      const key = this.keys.get(job);
      const first = key === undefined ? undefined : this.firstWith.get(withPassword(key, job));
      if (key !== undefined && !first) this.firstWith.set(withPassword(key, job), job);
      if (!first) return true;
      this.results.repeat(first, job.items);
      this.keys.delete(job);
      return false;
    });
  }

  /** Those of the keys that have no mark. */
  private async findRead(keys: string[], forgotten: Set<string | undefined>): Promise<Set<string>> {
    let read = new Set<string>();
    if (!this.isUsable || keys.length === 0) return read;
    await this.use('Every file after that was sent, and none of this run is remembered.', async (store) => {
      ({ read } = await this.ask(store, keys, forgotten));
    });
    if (read.size > 0) await this.use(AGAIN, async (store) => await remove(store, [...read].map(markOf)));
    return read;
  }

  /** Adds the keys and their marks. Those were read that were there, without a mark. */
  private async ask(
    store: Store,
    keys: string[],
    forgotten: Set<string | undefined>,
  ): Promise<{ added: string[]; read: Set<string> }> {
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

function withPassword(key: string, { requests: [request] }: Job): string {
  const body = request?.body ?? { json: {} };
  const given = 'form' in body ? Object.fromEntries(body.form) : asObject(body.json);
  return `${key} ${textOf(given['filePassword'])}`;
}

const markOf = (key: string): string => `${key} unanswered`;

const isForgotten = ({ settings }: Job): boolean => settings.forgetAlreadyRead;
