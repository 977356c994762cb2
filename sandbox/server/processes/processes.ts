import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import type { DocumentReader } from 'document-processing-reader';
import pLimit from 'p-limit';
import { parseCallbackFault, type CallbackFault } from '../faults.ts';
import type { KeptDocuments } from '../console/keptDocuments.ts';
import { ServiceError, tooBusy } from '../errors.ts';
import { isObject } from '../json.ts';
import type { Settings } from '../settings.ts';
import type { SandboxDatabase, Usage } from '../store.ts';
import type { TraceContext } from '../traceContext.ts';
import { Turns } from '../turns.ts';
import { UploadFolder, type Upload } from '../upload/upload.ts';
import { Callbacks, type CallbackBody } from './callbacks.ts';
import { downloadAddress, runJob, type JobContext } from './job.ts';
import type { Delivery, Payload, ProcessRow, ProcessStore, StoredProcess, Webhook } from './processStore.ts';
import { ProcessLog } from './processLog.ts';
import { isMasked } from './webhook.ts';

export type NewProcess = { kind: ProcessRow['kind']; webhook: Webhook; job: object; upload: Upload | null };

/** The request that starts a process; `answered` resolves when its answer has been sent. */
export type StartRequest = StartedBy & { answered: Promise<void>; callbackFault: CallbackFault };

type StartedBy = { requestId: string } & TraceContext;

export type ProcessesContext = {
  settings: Settings;
  reader: DocumentReader;
  database: SandboxDatabase;
  store: ProcessStore;
  usage: Usage;
  keptDocuments: KeptDocuments;
  /** Of the files of requests and processes. */
  folder: string;
  now(): number;
  log(error: unknown): void;
};

/** Each has a connection, and a file until that is read. */
const DOWNLOADS_AT_ONCE = { inAll: 32, withOne: 16 };

/** Asynchronous processes: keeps them in the store, runs a few at a time, and sends their results. */
export class Processes {
  readonly #context: ProcessesContext;
  /** Those that read, and those that download: what comes slowly, or never, keeps no other from being read. */
  readonly #reading: ReturnType<typeof pLimit>;
  readonly #downloading = new Turns(DOWNLOADS_AT_ONCE);
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #log: ProcessLog;
  readonly #callbacks: Callbacks;

  constructor(context: ProcessesContext) {
    this.#context = context;
    this.#reading = pLimit(context.settings.workers);
    this.#log = new ProcessLog(context, this.#closing.signal);
    this.#callbacks = new Callbacks(context, this.#log, this.#closing.signal);
  }

  /** Refuses what would start a process, where those that have not ended take all the room: none of them makes some. */
  refuseIfFull(): void {
    const { unfinished } = this.#context.settings;
    const { processes, bytes } = this.#context.store.sizeOfUnfinished();
    if (processes < unfinished.processes && bytes < unfinished.bytes) return;
    throw tooBusy(
      `${processes} processes with ${Math.ceil(bytes / 2 ** 20)} MB have not ended: they wait, their callbacks are held, ` +
        'or nobody takes them and they are repeated. No other is started until one of them has ended (the console lists ' +
        'them, and POST /_sandbox/reset forgets them)',
    );
  }

  /** Starts a process and returns its id; the work continues after the request is answered. */
  async start(started: NewProcess, request: StartRequest): Promise<string> {
    this.refuseIfFull();
    const process = { id: this.#accept(started, request), kind: started.kind };
    const { callbackFault: fault } = request;
    const isEarly = fault.before || fault.delay !== null;
    if (isEarly) await this.#work(process);
    const send = async () => {
      if (!isEarly) await this.#work(process);
      await this.#deliver(process.id, fault);
    };
    await this.#beforeOrAfter(send, request);
    return process.id;
  }

  /** Writes it down. What waits for its turn is in memory by its ID alone: a job may be long, and any number may wait. */
  #accept(
    { kind, webhook, upload, ...process }: NewProcess,
    { requestId, traceparent, tracestate, callbackFault }: StartRequest,
  ): string {
    const { store, database, now } = this.#context;
    const id = randomUUID();
    const traced = { ...webhook, traceparent, tracestate };
    const job = { ...process.job, hasFile: upload !== null, callback: callbackFault.text };
    const row = { id, kind, webhook: traced, requestId, createdAt: now(), job };
    const file = this.#fileOf(id);
    // The files of a request are removed after it.
    if (upload) renameSync(upload.path, file);
    try {
      database.transaction(() => store.add(row));
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
    return id;
  }

  /** Adds a process whose work is that of an account: what it calls back is passed on, or replayed. Returns its id. */
  adopt(
    { traceparent, tracestate, webhook, ...process }: Pick<ProcessRow, 'id' | 'kind' | 'webhook'> & StartedBy,
    what: 'upstream' | 'replayed',
    detail: string,
  ): string {
    // An account may give an ID twice: a stub has only one.
    const id = this.#context.store.has(process.id) ? randomUUID() : process.id;
    const traced = { ...webhook, traceparent, tracestate };
    const row = { ...process, webhook: traced, id, createdAt: this.#context.now(), job: ELSEWHERE };
    this.#context.database.transaction(() => {
      this.#context.store.add(row);
      this.#log.step(row.id, what, detail);
    });
    return id;
  }

  /**
   * Passes on what an account has called back. Returns, once it is on disk, how to wait for what the webhook answers last:
   * null if nothing is sent.
   */
  async pass(id: string, payload: Payload, fault: CallbackFault): Promise<() => Promise<Delivery | null>> {
    await this.#keep(id, payload);
    // With a hundred megabytes each takes a while.
    await pause();
    // Another may come before it is sent, and take its place.
    const body = await this.#callbacks.write(id, fault, payload.text);
    const deliver = async () => {
      if (fault.delay) await sleep(fault.delay, null, { signal: this.#closing.signal });
      await this.#deliver(id, fault, body);
    };
    const delivering = deliver().finally(() => body.remove());
    this.#track(delivering);
    return async () => {
      await delivering;
      return this.#context.store.find(id)?.deliveries.at(-1) ?? null;
    };
  }

  /** Sends recorded callbacks one after the other. */
  async replay(id: string, payloads: Payload[], request: Omit<StartRequest, keyof StartedBy>): Promise<void> {
    // They wait on disk, as long as it may take: the first with its process.
    const [first] = payloads;
    if (first) await this.#keep(id, first);
    const hasAny = first !== undefined;
    const folder = new UploadFolder(this.#context.folder);
    const later: { path: string; failed: boolean }[] = [];
    for (const { text, failed } of payloads.slice(1)) later.push({ path: (await folder.write([text])).path, failed });
    const send = async () => {
      if (hasAny) await this.#deliver(id, request.callbackFault);
      else await this.#log.end(id, 'failed');
      for (const { path, failed } of later) {
        await this.#keep(id, { text: readFileSync(path, 'utf8'), failed });
        await this.#deliver(id, request.callbackFault);
      }
      folder.remove();
    };
    await this.#beforeOrAfter(send, request);
  }

  /** Sends the result of a process again, or for the first time if its callback is held; `callback` makes it go wrong. */
  async send(id: string, callback: string | undefined): Promise<void> {
    const { store, database } = this.#context;
    const row = store.find(id);
    if (!row) throw new ServiceError('404', 404, `No such process: ${id}`);
    const isHere = store.hasFailed(id) !== null;
    if (row.state === 'waiting' || row.state === 'running' || row.state === 'sending')
      throw new ServiceError('409', 409, 'The process is still at work: its callback is not sent yet');
    if (!isHere)
      throw new ServiceError(
        '409',
        409,
        'The result of this process is not here: it never came, or has made room for newer ones',
      );
    if (isMasked(row))
      throw new ServiceError('409', 409, 'The process was imported without the secrets of its webhook or its result');
    const fault = parseCallbackFault(callback);
    database.transaction(() => {
      store.setState(id, 'sending');
      this.#log.step(id, row.state === 'held' ? 'released' : 'sentAgain', fault.text || null);
    });
    await this.#call(id, fault);
  }

  /** Continues processes that an earlier run did not finish. What an account was to call back comes no more. */
  resume(): void {
    const fault = parseCallbackFault(undefined);
    const { settings, store } = this.#context;
    const { from, to } = settings.movedReceiver ?? { from: [], to: '' };
    for (const address of from) store.moveReceiver(address, to);
    for (const id of store.withPayload()) this.#track(this.#callbacks.repeat(id, fault));
    for (const process of store.unfinished()) {
      const { id, state, finishedAt } = process;
      if (finishedAt !== null) {
        // That run was killed while an answer came.
        const end = this.#log.end(id, store.hasFailed(id) ? 'failed' : 'finished');
        this.#track(end.then(() => this.#callbacks.repeat(id, fault)));
      } else if (state === 'sending' && store.hasFailed(id) !== null) this.#track(this.#call(id, fault));
      else if (state === 'sending' || isElsewhere(store.find(id)?.job)) this.#track(this.#log.end(id, 'failed'));
      else {
        const { callback } = store.find(id)?.job as { callback?: string };
        this.#track(this.#work(process).then(() => this.#deliver(id, parseCallbackFault(callback))));
      }
    }
  }

  /** Writes what has happened already, as soon as the disk has room. */
  write(work: () => void): void {
    this.#track(this.#log.write(work));
  }

  /** The files that the next run still needs. */
  filesToKeep(): Set<string> {
    const unread = this.#context.store.unfinished().filter(({ state }) => state !== 'sending');
    return new Set(unread.map(({ id }) => id));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.allSettled(this.#running), sleep(2000, null, { ref: false })]);
    // What cannot be written, as on a full disk, counts as a try.
    await this.#log.write(() => this.#context.store.stopReading()).catch(() => {});
  }

  /** Sends callbacks when the fault says; usually once the request is answered. */
  async #beforeOrAfter(
    send: () => Promise<void>,
    { answered, callbackFault: fault }: Omit<StartRequest, keyof StartedBy>,
  ): Promise<void> {
    if (fault.before) return send();
    const later = async () => {
      await answered;
      if (fault.delay) await sleep(fault.delay, null, { signal: this.#closing.signal });
      await send();
    };
    this.#track(later());
  }

  /** Reads the document, once: the result is on disk with what is billed before it is sent. */
  async #work({ id, kind }: Pick<ProcessRow, 'id' | 'kind'>): Promise<void> {
    const { settings, reader, store, usage, keptDocuments, folder, now } = this.#context;
    const [file, downloads, bill] = [this.#fileOf(id), new UploadFolder(folder), usage.begin()];
    // It may have been forgotten, or failed by an import, while it waited for its turn.
    const rowOf = () => (store.isUnfinished(id) ? store.find(id) : null);
    const work = async (row: StoredProcess) => {
      const inTurn: JobContext['inTurn'] = downloadAddress(row) === null ? (read) => read() : this.#reading;
      const { text, failed, counted } = await runJob(row, { reader, settings, folder: downloads, file, inTurn });
      // A reader that is closed has read nothing.
      if (failed !== null) this.#closing.signal.throwIfAborted();
      await this.#log.write(() => {
        if (counted) bill(now(), { service: 'content-extraction', requests: 0, ...counted });
        if (!store.isUnfinished(id)) return;
        if (kind === 'contentExtraction') this.#log.step(id, 'read', failed);
        store.toSend(id, { text, failed: failed !== null });
      });
    };
    const started = rowOf();
    if (kind === 'enrichment') return started ? work(started) : undefined;
    const address = started && downloadAddress(started);
    const inTurn = (work: () => Promise<void>) =>
      address === null ? this.#reading(work) : this.#downloading.take(address, work);
    return inTurn(async () => {
      // The next run does it.
      this.#closing.signal.throwIfAborted();
      const row = rowOf();
      if (!row) return rmSync(file, { force: true });
      await this.#log.write(() => {
        store.setState(id, 'running');
        this.#log.step(id, 'reading');
      });
      try {
        await work(row);
        if (downloads.document && store.has(id)) keptDocuments.keep(row.requestId, downloads.document);
        rmSync(file, { force: true });
      } finally {
        downloads.remove();
      }
    });
  }

  #keep(id: string, payload: Payload): Promise<void> {
    return this.#log.write(() => this.#context.store.toSend(id, payload));
  }

  async #deliver(id: string, fault: CallbackFault, written?: CallbackBody): Promise<void> {
    // It may have been reset, or failed by an import, meanwhile.
    if (this.#closing.signal.aborted || !this.#context.store.isUnfinished(id)) return;
    if (fault.hold) return this.#log.end(id, 'held');
    if (fault.text) await this.#log.write(() => this.#log.step(id, 'broken', fault.text));
    await this.#call(id, fault, written);
  }

  async #call(id: string, fault: CallbackFault, written?: CallbackBody): Promise<void> {
    await this.#callbacks.send(id, fault, written);
    this.#track(this.#callbacks.repeat(id, fault));
  }

  #fileOf(id: string): string {
    return join(this.#context.folder, id);
  }

  #track(work: Promise<void>): void {
    const tell = (error: unknown) => {
      if (!this.#closing.signal.aborted) this.#context.log(error);
    };
    const tracked = work.catch(tell).finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}

/** The job of a process whose work is done by an account. */
const ELSEWHERE = { isElsewhere: true };
const isElsewhere = (job: unknown) => isObject(job) && job['isElsewhere'] === true;
