import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../operations/operation.ts';
import type { Reader } from '../../../reader/src/reader.ts';
import type { Settings } from '../settings.ts';
import type { ProcessRow, ProcessStore } from '../store/processes.ts';
import type { Usage } from '../store/usage.ts';
import { UploadFolder, type Upload } from '../upload/upload.ts';
import { parseCallbackFault, type CallbackFault } from './callbackFault.ts';
import { CertificateSource } from './certificate.ts';
import { deliver } from './deliver.ts';
import { perform, type Outcome } from './job.ts';
import { Turns } from '../../../reader/src/semaphore.ts';
import type { Webhook } from './webhook.ts';

export type NewProcess = { kind: ProcessRow['kind']; webhook: Webhook; job: object; upload: Upload | null };

export type ProcessesContext = {
  settings: Settings;
  reader: Reader;
  store: ProcessStore;
  usage: Usage;
  folder: string;
  now(): number;
};

const LONGEST_STORED = 20_000;

/** Asynchronous processes: kept in the store, worked off a few at a time, their results called back. */
export class Processes {
  readonly #context: ProcessesContext;
  readonly #turns: Turns;
  readonly #certificates: CertificateSource;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(context: ProcessesContext) {
    this.#context = context;
    this.#turns = new Turns(context.settings.workers);
    this.#certificates = new CertificateSource(context.settings);
    mkdirSync(context.folder, { recursive: true });
  }

  /** Takes a process on and answers with its id; the work goes on after the request was answered. */
  async start(
    { kind, webhook, job, upload }: NewProcess,
    { requestId, answered, callbackFault: fault }: Call,
  ): Promise<string> {
    const id = randomUUID();
    const row = {
      id,
      kind,
      webhook,
      requestId,
      createdAt: this.#context.now(),
      job: await this.#keepFile(id, job, upload),
    };
    this.#context.store.add(row);
    const process: ProcessRow = { ...row, state: 'waiting', finishedAt: null, outcome: null };
    const outcome = fault.before || fault.delay !== null ? await this.#work(process) : null;
    if (fault.before) await this.#deliver(process, outcome as Outcome, fault);
    else this.#follow(this.#afterAnswer(process, outcome, fault, answered));
    return id;
  }

  /** Takes up what an earlier run left unfinished. */
  resume(): void {
    const fault = parseCallbackFault(undefined);
    for (const row of this.#context.store.unfinished())
      this.#follow(this.#afterAnswer(row, null, fault, Promise.resolve()));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.allSettled(this.#running), sleep(2000, null, { ref: false })]);
  }

  /** The request's own folder goes when the request is over, so the file moves out of it. */
  async #keepFile(id: string, job: object, upload: Upload | null): Promise<object> {
    if (!upload) return job;
    const path = join(this.#context.folder, id);
    await rename(upload.path, path);
    return { ...job, path };
  }

  async #afterAnswer(
    row: ProcessRow,
    early: Outcome | null,
    fault: CallbackFault,
    answered: Promise<void>,
  ): Promise<void> {
    await answered;
    const outcome = early ?? (await this.#work(row));
    if (fault.delay) await sleep(fault.delay, null, { signal: this.#closing.signal });
    if (!this.#closing.signal.aborted) await this.#deliver(row, outcome, fault);
  }

  #work(row: ProcessRow): Promise<Outcome> {
    const { settings, reader, store, usage, folder, now } = this.#context;
    const work = () =>
      this.#turns.take(async () => {
        store.setState(row.id, 'running', null, null);
        const downloads = new UploadFolder(folder);
        const outcome = await perform(row, { reader: reader.patient, settings, folder: downloads });
        await downloads.remove();
        if (outcome.counted) usage.record(now(), { service: 'content-extraction', requests: 0, ...outcome.counted });
        return outcome;
      });
    return row.kind === 'enrichment'
      ? perform(row, { reader: reader.patient, settings, folder: new UploadFolder(folder) })
      : work();
  }

  async #deliver(row: ProcessRow, outcome: Outcome, fault: CallbackFault): Promise<void> {
    const { settings, store, now } = this.#context;
    const context = {
      certificates: this.#certificates,
      ca: settings.callbackCa,
      timeoutMs: settings.callbackTimeoutMs,
      now,
      record: store.addDelivery.bind(store),
    };
    const once = () => deliver(row.id, row.webhook, outcome.body, fault, context);
    const delivered: boolean[] = [];
    if (fault.together) delivered.push(...(await Promise.all(Array.from({ length: fault.times }, once))));
    else for (let time = 0; time < fault.times && !fault.never; time++) delivered.push(await once());
    const state = !outcome.failed && delivered.some(Boolean) ? 'finished' : 'failed';
    store.setState(row.id, state, now(), JSON.stringify(outcome.body).slice(0, LONGEST_STORED));
    await this.#dropFile(row.id);
  }

  async #dropFile(id: string): Promise<void> {
    const path = join(this.#context.folder, id);
    if (existsSync(path)) await rm(path, { force: true });
  }

  #follow(work: Promise<void>): void {
    const followed = work.catch(() => {}).finally(() => this.#running.delete(followed));
    this.#running.add(followed);
  }
}
