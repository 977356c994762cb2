import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentReader } from 'document-processing-reader';
import pLimit from 'p-limit';
import { parseCallbackFault, type CallbackFault } from '../faults.ts';
import type { Settings } from '../settings.ts';
import type { ProcessRow, ProcessStore, Usage, Webhook } from '../store.ts';
import { UploadFolder, type Upload } from '../upload/upload.ts';
import { CertificateSource, deliver } from './callback.ts';
import { runJob, type JobResult } from './job.ts';

export type NewProcess = { kind: ProcessRow['kind']; webhook: Webhook; job: object; upload: Upload | null };

/** The request that starts a process; `answered` resolves when its answer has been sent. */
export type StartRequest = { requestId: string; answered: Promise<void>; callbackFault: CallbackFault };

export type ProcessesContext = {
  settings: Settings;
  reader: DocumentReader;
  store: ProcessStore;
  usage: Usage;
  folder: string;
  now(): number;
};

const MAXIMUM_STORED = 20_000;

/** Asynchronous processes: keeps them in the store, runs a few at a time, and sends their results. */
export class Processes {
  readonly #context: ProcessesContext;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #certificates: CertificateSource;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(context: ProcessesContext) {
    this.#context = context;
    this.#limit = pLimit(context.settings.workers);
    this.#certificates = new CertificateSource(context.settings);
    mkdirSync(context.folder, { recursive: true });
  }

  /** Starts a process and returns its id; the work continues after the request is answered. */
  async start(
    { kind, webhook, job, upload }: NewProcess,
    { requestId, answered, callbackFault: fault }: StartRequest,
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
    const result = fault.before || fault.delay !== null ? await this.#work(process) : null;
    if (fault.before) await this.#deliver(process, result as JobResult, fault);
    else this.#track(this.#afterAnswer(process, result, fault, answered));
    return id;
  }

  /** Continues processes that an earlier run did not finish. */
  resume(): void {
    const fault = parseCallbackFault(undefined);
    for (const row of this.#context.store.unfinished())
      this.#track(this.#afterAnswer(row, null, fault, Promise.resolve()));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.allSettled(this.#running), sleep(2000, null, { ref: false })]);
  }

  /** Moves the file out of the request's folder, which is removed after the request. */
  async #keepFile(id: string, job: object, upload: Upload | null): Promise<object> {
    if (!upload) return job;
    const path = join(this.#context.folder, id);
    await rename(upload.path, path);
    return { ...job, path };
  }

  async #afterAnswer(
    row: ProcessRow,
    earlyResult: JobResult | null,
    fault: CallbackFault,
    answered: Promise<void>,
  ): Promise<void> {
    await answered;
    const result = earlyResult ?? (await this.#work(row));
    if (fault.delay) await sleep(fault.delay, null, { signal: this.#closing.signal });
    if (!this.#closing.signal.aborted) await this.#deliver(row, result, fault);
  }

  #work(row: ProcessRow): Promise<JobResult> {
    const { settings, reader, store, usage, folder, now } = this.#context;
    const downloads = new UploadFolder(folder);
    const work = () => runJob(row, { reader, settings, folder: downloads });
    if (row.kind === 'enrichment') return work();
    return this.#limit(async () => {
      store.setState(row.id, 'running', null, null);
      const result = await work();
      await downloads.remove();
      if (result.counted) usage.record(now(), { service: 'content-extraction', requests: 0, ...result.counted });
      return result;
    });
  }

  async #deliver(row: ProcessRow, result: JobResult, fault: CallbackFault): Promise<void> {
    const { settings, store, now } = this.#context;
    const context = {
      certificates: this.#certificates,
      ca: settings.callbackCa,
      timeoutMs: settings.callbackTimeoutMs,
      now,
      record: store.addDelivery.bind(store),
    };
    const once = () => deliver(row.id, row.webhook, result.payload, fault, context);
    const deliveries: boolean[] = [];
    if (fault.together) deliveries.push(...(await Promise.all(Array.from({ length: fault.times }, once))));
    else for (let time = 0; time < fault.times && !fault.never; time++) deliveries.push(await once());
    const state = !result.failed && deliveries.some(Boolean) ? 'finished' : 'failed';
    store.setState(row.id, state, now(), JSON.stringify(result.payload).slice(0, MAXIMUM_STORED));
    await this.#removeFile(row.id);
  }

  async #removeFile(id: string): Promise<void> {
    const path = join(this.#context.folder, id);
    if (existsSync(path)) await rm(path, { force: true });
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(() => {}).finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}
