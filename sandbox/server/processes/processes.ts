import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentReader } from 'document-processing-reader';
import pLimit from 'p-limit';
import { callbackBody, parseCallbackFault, type CallbackFault } from '../faults.ts';
import type { Exchanges } from '../console/exchanges.ts';
import { ServiceError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { Usage } from '../store.ts';
import type { TraceContext } from '../traceContext.ts';
import { UploadFolder, type Upload } from '../upload/upload.ts';
import { CertificateSource, deliver } from './callback.ts';
import { mayPass } from './explain.ts';
import { runJob, type JobResult } from './job.ts';
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
  store: ProcessStore;
  usage: Usage;
  exchanges: Exchanges;
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
    { requestId, traceparent, tracestate, answered, callbackFault: fault }: StartRequest,
  ): Promise<string> {
    const id = randomUUID();
    const row = {
      id,
      kind,
      webhook: { ...webhook, traceparent, tracestate },
      requestId,
      createdAt: this.#context.now(),
      job: await this.#keepFile(id, job, upload),
    };
    this.#context.store.add(row);
    const process: ProcessRow = { ...row, state: 'waiting', finishedAt: null, outcome: null };
    const early = fault.before || fault.delay !== null ? await this.#work(process) : null;
    await this.#beforeOrAfter(() => this.#workAndDeliver(process, early, fault), { answered, callbackFault: fault });
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
    this.#context.store.add(row);
    this.#step(row.id, what, detail);
    return { ...row, state: 'waiting', finishedAt: null, outcome: null };
  }

  /** Passes on what an account has called back; returns what the webhook answered last, null if nothing was sent. */
  async pass(row: ProcessRow, payload: Payload, fault: CallbackFault): Promise<Delivery | null> {
    const delivering = this.#deliver(row, payload, fault);
    this.#track(delivering);
    await delivering;
    return this.#context.store.find(row.id)?.deliveries.at(-1) ?? null;
  }

  /** Sends recorded callbacks one after the other. */
  async replay(row: ProcessRow, payloads: Payload[], request: Omit<StartRequest, keyof StartedBy>): Promise<void> {
    const send = async () => {
      for (const payload of payloads) await this.#deliver(row, payload, request.callbackFault);
      if (payloads.length === 0) this.#end(row.id, 'failed', '');
    };
    await this.#beforeOrAfter(send, request);
  }

  /** Sends the result of a process again, or for the first time if its callback is held; `callback` makes it go wrong. */
  async send(id: string, callback: string | undefined): Promise<void> {
    const { store } = this.#context;
    const row = store.find(id);
    if (!row) throw new ServiceError('404', 404, `No such process: ${id}`);
    const payload = store.payloadOf(id);
    if (row.state === 'waiting' || row.state === 'running' || row.state === 'sending')
      throw new ServiceError('409', 409, 'The process is still at work: its callback is not sent yet');
    if (!payload)
      throw new ServiceError(
        '409',
        409,
        'The result of this process is not here: it never came, or is not among the last 200',
      );
    if (isMasked(row.webhook))
      throw new ServiceError('409', 409, 'The process was imported without the secrets of its webhook');
    const fault = parseCallbackFault(callback);
    store.setState(id, 'sending', row.finishedAt, row.outcome);
    this.#step(id, row.state === 'held' ? 'released' : 'sentAgain', fault.text || null);
    await this.#call(row, payload, fault);
  }

  /** Continues processes that an earlier run did not finish. What an account was to call back comes no more. */
  resume(): void {
    const fault = parseCallbackFault(undefined);
    const { settings, store } = this.#context;
    const { from, to } = settings.movedReceiver ?? { from: [], to: '' };
    for (const address of from) store.moveReceiver(address, to);
    for (const id of store.withPayload()) this.#track(this.#repeat(id, fault));
    for (const row of store.unfinished()) {
      const payload = row.state === 'sending' ? store.payloadOf(row.id) : null;
      if (payload) this.#track(this.#call(row, payload, fault));
      else if (isElsewhere(row.job)) this.#end(row.id, 'failed', '');
      else this.#track(this.#workAndDeliver(row, null, fault));
    }
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

  async #workAndDeliver(row: ProcessRow, early: JobResult | null, fault: CallbackFault): Promise<void> {
    const { payload, failed } = early ?? (await this.#work(row));
    await this.#deliver(row, { text: JSON.stringify(payload), failed }, fault);
  }

  #work(row: ProcessRow): Promise<JobResult> {
    const { settings, reader, store, usage, exchanges, folder, now } = this.#context;
    const downloads = new UploadFolder(folder);
    const work = () => runJob(row, { reader, settings, folder: downloads });
    if (row.kind === 'enrichment') return work();
    return this.#limit(async () => {
      store.setState(row.id, 'running', null, null);
      this.#step(row.id, 'reading');
      const result = await work();
      this.#step(row.id, 'read', result.failed ? statusOf(result.payload) : null);
      if (downloads.document) exchanges.keepDocument(row.requestId, downloads.document);
      downloads.remove();
      if (result.counted) usage.record(now(), { service: 'content-extraction', requests: 0, ...result.counted });
      return result;
    });
  }

  async #deliver(row: ProcessRow, payload: Payload, fault: CallbackFault): Promise<void> {
    const { store } = this.#context;
    if (this.#closing.signal.aborted) return;
    // It was reset meanwhile.
    if (!store.has(row.id)) return this.#removeFile(row.id);
    store.keepPayload(row.id, payload);
    if (fault.text && !fault.hold) this.#step(row.id, 'broken', fault.text);
    if (fault.hold) {
      this.#step(row.id, 'held');
      this.#end(row.id, 'held', payload.text);
    } else await this.#call(row, payload, fault);
    await this.#removeFile(row.id);
  }

  /** Sends a result, as often as the fault says, and again where nobody has taken it. */
  async #call(row: ProcessRow, { text, failed }: Payload, fault: CallbackFault): Promise<void> {
    // Of one that is sent a hundred times at once, and may be made large, there is one in memory.
    const body = Buffer.from(callbackBody(text, fault));
    const once = () => this.#send(row, body, fault);
    const deliveries: boolean[] = [];
    if (fault.together) deliveries.push(...(await Promise.all(Array.from({ length: fault.times }, once))));
    else for (let time = 0; time < fault.times && !fault.never; time++) deliveries.push(await once());
    this.#end(row.id, !failed && deliveries.some(Boolean) ? 'finished' : 'failed', text);
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
      const payload = store.payloadOf(id);
      if (!later || !payload || later.state === 'sending' || later.deliveries.length > row.deliveries.length) return;
      const isAnswered = await this.#send(row, Buffer.from(callbackBody(payload.text, fault)), fault);
      if (isAnswered && !payload.failed) this.#end(id, 'finished', payload.text);
    }
  }

  #send({ id, webhook }: ProcessRow, body: Buffer, fault: CallbackFault): Promise<boolean> {
    const { settings, store, now } = this.#context;
    return deliver(id, webhook, body, fault, {
      certificates: this.#certificates,
      ca: settings.callbackCa,
      localhost: settings.localhost,
      timeoutMs: settings.callbackTimeoutMs,
      now,
      record: store.addDelivery.bind(store),
    });
  }

  #end(id: string, state: ProcessState, text: string): void {
    const { store, now } = this.#context;
    store.setState(id, state, now(), text.slice(0, MAXIMUM_STORED));
  }

  #step(id: string, what: Step['what'], detail: string | null = null): void {
    this.#context.store.addStep(id, { at: this.#context.now(), what, detail });
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

const REPEAT_FOR = 3_600_000;

/**
 * Milliseconds until a callback is sent again, null if it is not: somebody has taken it, the reason does not pass, or the
 * account whose callback it is repeats it. They grow, so that it comes soon after a receiver that was away is back.
 */
function pauseBeforeRepeating({ deliveries, steps }: StoredProcess): number | null {
  const [first] = deliveries;
  const last = deliveries.at(-1);
  if (!first || !last || !mayPass(last) || steps.some(({ what }) => what === 'upstream')) return null;
  const tried = last.at - first.at;
  return tried > REPEAT_FOR ? null : Math.max(1000, tried / 4);
}

/** The job of a process whose work is done by an account. */
const ELSEWHERE = { isElsewhere: true };
const isElsewhere = (job: unknown) => (job as Partial<typeof ELSEWHERE>).isElsewhere === true;

function statusOf(payload: Record<string, unknown>): string {
  const { code, message } = payload['status'] as { code: string; message: string };
  return `${code}: ${message}`;
}
