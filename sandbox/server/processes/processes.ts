import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentReader } from 'document-processing-reader';
import pLimit from 'p-limit';
import { callbackBody, parseCallbackFault, type CallbackFault } from '../faults.ts';
import type { KeptDocuments } from '../console/keptDocuments.ts';
import { isDiskFull, ServiceError } from '../errors.ts';
import { Gate, type Memory } from '../memory.ts';
import type { Settings } from '../settings.ts';
import type { SandboxDatabase, Usage } from '../store.ts';
import type { TraceContext } from '../traceContext.ts';
import { UploadFolder, type Upload } from '../upload/upload.ts';
import { CertificateSource, deliver } from './callback.ts';
import { mayPass } from './deliveryFailures.ts';
import { runJob } from './job.ts';
import type {
  Delivery,
  Payload,
  ProcessRow,
  ProcessState,
  ProcessStore,
  Step,
  StoredProcess,
  Webhook,
} from './processStore.ts';
import { isMasked } from './webhook.ts';

export type NewProcess = { kind: ProcessRow['kind']; webhook: Webhook; job: object; upload: Upload | null };

/** The request that starts a process; `answered` resolves when its answer has been sent. */
export type StartRequest = StartedBy & { answered: Promise<void>; callbackFault: CallbackFault };

type StartedBy = { requestId: string } & TraceContext;

export type ProcessesContext = {
  settings: Settings;
  reader: DocumentReader;
  database: SandboxDatabase;
  memory: Memory;
  store: ProcessStore;
  usage: Usage;
  keptDocuments: KeptDocuments;
  /** Of the files of requests and processes. */
  folder: string;
  now(): number;
  log(error: unknown): void;
};

const MAXIMUM_STORED = 20_000;

/** Each has a connection, of which a process may have a thousand, for everything. */
const CALLBACKS_AT_ONCE = 250;

/** Asynchronous processes: keeps them in the store, runs a few at a time, and sends their results. */
export class Processes {
  readonly #context: ProcessesContext;
  readonly #limit: ReturnType<typeof pLimit>;
  /** Callbacks have a part of the memory, and each a part of theirs. */
  readonly #sending: Gate;
  readonly #smallest: number;
  readonly #certificates: CertificateSource;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(context: ProcessesContext) {
    this.#context = context;
    this.#limit = pLimit(context.settings.workers);
    const bytes = context.settings.memoryBytes / 4;
    this.#sending = new Gate(bytes);
    this.#smallest = bytes / CALLBACKS_AT_ONCE;
    this.#certificates = new CertificateSource(context.settings);
  }

  /** Starts a process and returns its id; the work continues after the request is answered. */
  async start(
    { kind, webhook, job, upload }: NewProcess,
    { requestId, traceparent, tracestate, answered, callbackFault: fault }: StartRequest,
  ): Promise<string> {
    const { store, database, now } = this.#context;
    const id = randomUUID();
    const traced = { ...webhook, traceparent, tracestate };
    const process: ProcessRow = {
      ...{ id, kind, webhook: traced, requestId, createdAt: now(), job: { ...job, hasFile: upload !== null } },
      ...{ state: 'waiting', finishedAt: null, outcome: null },
    };
    const file = this.#fileOf(id);
    // The files of a request are removed after it.
    if (upload) renameSync(upload.path, file);
    try {
      database.transaction(() => store.add(process));
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
    const isEarly = fault.before || fault.delay !== null;
    if (isEarly) await this.#work(process);
    const send = async () => {
      if (!isEarly) await this.#work(process);
      await this.#deliver(process, null, fault);
    };
    await this.#beforeOrAfter(send, { answered, callbackFault: fault });
    return id;
  }

  /** Adds a process whose work is that of an account: what it calls back is passed on, or replayed. */
  adopt(
    { traceparent, tracestate, webhook, ...process }: Pick<ProcessRow, 'id' | 'kind' | 'webhook'> & StartedBy,
    what: 'upstream' | 'replayed',
    detail: string,
  ): ProcessRow {
    // An account may give an ID twice: a stub has only one.
    const id = this.#context.store.has(process.id) ? randomUUID() : process.id;
    const traced = { ...webhook, traceparent, tracestate };
    const row = { ...process, webhook: traced, id, createdAt: this.#context.now(), job: ELSEWHERE };
    this.#context.database.transaction(() => {
      this.#context.store.add(row);
      this.#step(row.id, what, detail);
    });
    return { ...row, state: 'waiting', finishedAt: null, outcome: null };
  }

  find(id: string): ProcessRow | null {
    return this.#context.store.find(id);
  }

  /** Passes on what an account has called back; returns what the webhook answered last, null if nothing was sent. */
  async pass(row: ProcessRow, payload: Payload, fault: CallbackFault): Promise<Delivery | null> {
    // Another may come meanwhile, and take its place on disk.
    const delivering = this.#keep(row.id, payload).then(() => this.#deliver(row, payload, fault));
    this.#track(delivering);
    await delivering;
    return this.#context.store.find(row.id)?.deliveries.at(-1) ?? null;
  }

  /** Sends recorded callbacks one after the other. */
  async replay(row: ProcessRow, payloads: Payload[], request: Omit<StartRequest, keyof StartedBy>): Promise<void> {
    const send = async () => {
      if (payloads.length === 0) await this.#end(row.id, 'failed', null);
      while (payloads.length > 0) {
        await this.#keep(row.id, payloads.shift() as Payload);
        await this.#deliver(row, null, request.callbackFault);
      }
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
    if (isMasked(row.webhook))
      throw new ServiceError('409', 409, 'The process was imported without the secrets of its webhook');
    const fault = parseCallbackFault(callback);
    database.transaction(() => {
      store.setState(id, 'sending', row.finishedAt, row.outcome);
      this.#step(id, row.state === 'held' ? 'released' : 'sentAgain', fault.text || null);
    });
    await this.#call(row, null, fault);
  }

  /** Continues processes that an earlier run did not finish. What an account was to call back comes no more. */
  resume(): void {
    const fault = parseCallbackFault(undefined);
    const { settings, store } = this.#context;
    const { from, to } = settings.movedReceiver ?? { from: [], to: '' };
    for (const address of from) store.moveReceiver(address, to);
    for (const id of store.withPayload()) this.#track(this.#repeat(id, fault));
    for (const row of store.unfinished()) {
      const isToSend = row.state === 'sending' && store.hasFailed(row.id) !== null;
      if (isToSend) this.#track(this.#call(row, null, fault));
      else if (row.state === 'sending' || isElsewhere(row.job)) this.#track(this.#end(row.id, 'failed', null));
      else this.#track(this.#work(row).then(() => this.#deliver(row, null, fault)));
    }
  }

  /** The files that the next run still needs. */
  filesToKeep(): Set<string> {
    const unread = this.#context.store.unfinished().filter(({ state }) => state !== 'sending');
    return new Set(unread.map(({ id }) => id));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.allSettled(this.#running), sleep(2000, null, { ref: false })]);
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
  #work(row: ProcessRow): Promise<void> {
    const { settings, reader, store, usage, keptDocuments, folder, now } = this.#context;
    const [file, downloads] = [this.#fileOf(row.id), new UploadFolder(folder)];
    const work = async () => {
      const { payload, failed, counted } = await runJob(row, { reader, settings, folder: downloads, file });
      // A reader that is closed has read nothing.
      this.#closing.signal.throwIfAborted();
      const result = { text: JSON.stringify(payload), failed };
      await this.#write(() => {
        if (row.kind === 'contentExtraction') this.#step(row.id, 'read', failed ? statusOf(payload) : null);
        if (counted) usage.record(now(), { service: 'content-extraction', requests: 0, ...counted });
        if (store.has(row.id)) store.toSend(row.id, result);
      });
      row.job = {};
    };
    if (row.kind === 'enrichment') return work();
    return this.#limit(async () => {
      await this.#write(() => {
        store.setState(row.id, 'running', null, null);
        this.#step(row.id, 'reading');
      });
      try {
        await work();
        if (downloads.document) keptDocuments.keep(row.requestId, downloads.document);
        rmSync(file, { force: true });
      } finally {
        downloads.remove();
      }
    });
  }

  async #keep(id: string, payload: Payload): Promise<void> {
    const { store } = this.#context;
    if (store.has(id)) await this.#write(() => store.toSend(id, payload));
  }

  /** Without a payload it is the one on disk: of those that wait for their turn none is in memory. */
  async #deliver(row: ProcessRow, payload: Payload | null, fault: CallbackFault): Promise<void> {
    // It may have been reset meanwhile.
    if (this.#closing.signal.aborted || !this.#context.store.has(row.id)) return;
    if (fault.hold) return this.#end(row.id, 'held', payload);
    if (fault.text) await this.#write(() => this.#step(row.id, 'broken', fault.text));
    await this.#call(row, payload, fault);
  }

  /** Sends a result, as often as the fault says, and again where nobody has taken it. */
  async #call(row: ProcessRow, payload: Payload | null, fault: CallbackFault): Promise<void> {
    // Of one that is sent a hundred times at once, and may be made large, there is one in memory.
    let body: Buffer | null = null;
    const bodyOf = () => (body ??= this.#bodyOf(row.id, payload, fault));
    const bytes = this.#bytesOf(row.id, payload, fault);
    const once = (time: number) => this.#send(row.id, { bodyOf, bytes: fault.together && time > 0 ? 0 : bytes }, fault);
    const times = [...Array(fault.never ? 0 : fault.times).keys()];
    const deliveries: boolean[] = [];
    if (fault.together) deliveries.push(...(await Promise.all(times.map(once))));
    else for (const time of times) deliveries.push(await once(time));
    const isFailed = payload?.failed ?? this.#context.store.hasFailed(row.id) ?? true;
    await this.#end(row.id, !isFailed && deliveries.some(Boolean) ? 'finished' : 'failed', payload);
    this.#track(this.#repeat(row.id, fault));
  }

  /** Sends a callback again while the reason why nobody has taken it may pass, unless it is sent by hand meanwhile. */
  async #repeat(id: string, fault: CallbackFault): Promise<void> {
    const { store } = this.#context;
    for (let row = store.find(id); row !== null; row = store.find(id)) {
      const pause = pauseBeforeRepeating(row);
      if (pause === null) return;
      await sleep(pause, null, { signal: this.#closing.signal });
      const later = store.find(id);
      const isFailed = store.hasFailed(id);
      if (!later || isFailed === null || later.state === 'sending' || later.deliveries.length > row.deliveries.length)
        return;
      const body = { bodyOf: () => this.#bodyOf(id, null, fault), bytes: this.#bytesOf(id, null, fault) };
      const isAnswered = await this.#send(id, body, fault);
      if (isAnswered && !isFailed) await this.#end(id, 'finished', null);
    }
  }

  #bodyOf(id: string, payload: Payload | null, fault: CallbackFault): Buffer {
    return Buffer.from(callbackBody((payload ?? this.#context.store.payloadOf(id))?.text ?? '', fault));
  }

  /** What it takes in memory, as text and as bytes. */
  #bytesOf(id: string, payload: Payload | null, { oversizedBytes }: CallbackFault): number {
    return 2 * ((payload?.text.length ?? this.#context.store.payloadBytes(id)) + oversizedBytes);
  }

  #send(id: string, { bodyOf, bytes }: { bodyOf(): Buffer; bytes: number }, fault: CallbackFault): Promise<boolean> {
    const { settings, store, memory, now } = this.#context;
    const context = {
      certificates: this.#certificates,
      ca: settings.callbackCa,
      localhost: settings.localhost,
      timeoutMs: settings.callbackTimeoutMs,
      now,
      record: (delivery: Delivery) => this.#write(() => store.addDelivery(delivery)),
    };
    return this.#sending.pass(Math.max(bytes, this.#smallest), async () => {
      memory.hold(bytes);
      try {
        // While it waited for its turn it may have been reset, and imported without its secrets.
        const webhook = store.find(id)?.webhook;
        return webhook !== undefined && !isMasked(webhook) && (await deliver(id, webhook, bodyOf(), fault, context));
      } finally {
        memory.free(bytes);
      }
    });
  }

  #end(id: string, state: ProcessState, payload: Payload | null): Promise<void> {
    const { store, now } = this.#context;
    return this.#write(() => {
      if (state === 'held') this.#step(id, 'held');
      const { text } = payload ?? store.payloadOf(id) ?? { text: '' };
      store.end(id, state, now(), text.slice(0, MAXIMUM_STORED));
    });
  }

  #step(id: string, what: Step['what'], detail: string | null = null): void {
    this.#context.store.addStep(id, { at: this.#context.now(), what, detail });
  }

  #fileOf(id: string): string {
    return join(this.#context.folder, id);
  }

  /** Writes what has happened already: where the disk is full, again each second until there is room. */
  async #write(work: () => void): Promise<void> {
    const { database, log } = this.#context;
    for (let isTold = false; ; isTold = true) {
      try {
        database.transaction(work);
        return database.overwriteDeleted();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        if (!isTold) log(error);
      }
      await sleep(1000, null, { signal: this.#closing.signal });
    }
  }

  #track(work: Promise<void>): void {
    const tell = (error: unknown) => {
      if (!this.#closing.signal.aborted) this.#context.log(error);
    };
    const tracked = work.catch(tell).finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}

/** For an hour, each pause a quarter longer than the one before. Clocks are set meanwhile. */
const MOST_TIMES = 31;

/**
 * Milliseconds until a callback is sent again, null if it is not: somebody has taken it, the reason does not pass, its secrets
 * are not here, or the account whose callback it is repeats it. They grow, so that it comes soon after a receiver that was away is back.
 */
function pauseBeforeRepeating({ webhook, deliveries, steps }: StoredProcess): number | null {
  const last = deliveries.at(-1);
  if (!last || !mayPass(last) || isMasked(webhook) || steps.some(({ what }) => what === 'upstream')) return null;
  const times = deliveries.filter(({ target }) => target === 'url').length;
  return times > MOST_TIMES ? null : 1000 * 1.25 ** (times - 1);
}

/** The job of a process whose work is done by an account. */
const ELSEWHERE = { isElsewhere: true };
const isElsewhere = (job: unknown) => (job as Partial<typeof ELSEWHERE>).isElsewhere === true;

function statusOf(payload: Record<string, unknown>): string {
  const { code, message } = payload['status'] as { code: string; message: string };
  return `${code}: ${message}`;
}
