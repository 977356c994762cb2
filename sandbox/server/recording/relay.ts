import { randomUUID } from 'node:crypto';
import { createReadStream, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { ServiceError } from '../errors.ts';
import { parseCallbackFault } from '../faults.ts';
import { isObject, MOST_MEMBERS, parsed } from '../json.ts';
import { withNumbersOf } from '../jsonText.ts';
import { bytesOf, type Memory } from '../memory.ts';
import { pathOf } from '../plugins/requestLifecycle.ts';
import type { Processes } from '../processes/processes.ts';
import type { Delivery } from '../processes/processStore.ts';
import { webhookIn } from '../processes/webhook.ts';
import { waysToWrite } from '../secrets.ts';
import { traceContextIn } from '../traceContext.ts';
import { Upload, type UploadFolder } from '../upload/upload.ts';
import { textOfCallback, TIMES_IN_MEMORY, type AccountAnswer } from './account.ts';
import { isFailure, processIdIn, processKindOf, type Cassette } from './cassette.ts';
import type { ReceivedParameters } from './parameters.ts';
import { recordedBody, type Place } from './recordedBody.ts';

type RelayOptions = {
  /** How the account reaches this sandbox; null if it cannot. */
  ownAddress(): string | null;
  memory: Memory;
};

/** What a callback of the account is answered. */
type CallbackOutcome = { httpStatus: number; answer: string };

/** One on disk, and what its request has told of it. */
type Callback = Pick<FastifyRequest, 'headers' | 'log'> & { path: string | null };

/**
 * A request whose callbacks may come: also several, or one before the answer. The rest of it is on disk. Its secrets are as they
 * were sent.
 */
type Awaited = Place & {
  callbackFault: string | undefined;
  /** Why the request is in no recording; null if it is in one. Nobody knows before the account has answered. */
  whyNot: Promise<string | null>;
  /** Whether there was a callback. */
  hasCome: boolean;
  /** The digest of the last callback, if nobody has taken it: it is repeated then, and recorded once. */
  refused: string | null;
  /** A callback whose sender has hung up before it was answered. */
  unheard: { sha256: string; outcome: Promise<CallbackOutcome> } | null;
  /** The ID of its process, or what is needed to start that. */
  process: string | ((processId: string) => string);
};

/** Says why a request is in no recording, or that it is in one. */
type Ended = (whyNot: string | null) => void;

/** Has the account call this sandbox back, passes on what comes to whoever asked for it, and writes it down. */
export class CallbackRelay {
  readonly #cassette: Cassette;
  readonly #processes: Processes;
  readonly #options: RelayOptions;
  /** Callbacks wait on disk. Of each thing that is done with one there is one text in memory, while nobody else is waited for. */
  readonly #receiving = pLimit(1);
  readonly #recording = pLimit(1);
  readonly #unrecorded = new Set<Promise<void>>();
  readonly #awaited = new Map<string, Awaited>();
  /** Of requests that the account has not answered. */
  readonly #unanswered = new Set<Ended>();
  #isClosed = false;

  constructor(cassette: Cassette, processes: Processes, options: RelayOptions) {
    this.#cassette = cassette;
    this.#processes = processes;
    this.#options = options;
  }

  /** What has been called back is recorded, unless the account has not answered yet. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const ended of this.#unanswered) ended('the sandbox was stopped before the account had answered');
    await Promise.all(this.#unrecorded);
  }

  /** The request with an address of the sandbox in place of its webhook; null if it has no webhook that can be called. */
  async open(request: FastifyRequest, { json, text }: ReceivedParameters, place: Place) {
    const { webhook, fileBase64 } = json ?? {};
    const isWhole = !(fileBase64 instanceof Upload && fileBase64.problem);
    if (!json || !isObject(webhook) || typeof webhook['url'] !== 'string' || !isWhole) return null;
    const target = webhookIn(webhook);
    // The account answers what it thinks of one that cannot be called.
    if (!target) return null;
    const address = this.#options.ownAddress();
    this.#processes.refuseIfFull();
    if (address === null)
      throw new ServiceError(
        '400',
        400,
        'The account cannot call this sandbox back, so nothing was sent to it. Start the sandbox with --public-url ' +
          'and an address that the account reaches',
        { parameter: 'webhook.url' },
      );
    const { log } = request;
    const id = randomUUID();
    const called = { ...json, webhook: { url: `${address}/_sandbox/callbacks/${id}` } };
    const body = await written(called, text, request.folder);
    const bytes = bytesOf(id, place.file, JSON.stringify(target), ...place.manner.secrets, ...[...place.values].flat());
    request.folder.takeMemory(bytes);
    const { promise: whyNot, resolve } = Promise.withResolvers<string | null>();
    const ended: Ended = (reason) => {
      this.#unanswered.delete(ended);
      resolve(reason);
      if (this.#awaited.has(id)) this.#options.memory.keep('awaited', bytes, () => this.#forget(id, log));
    };
    this.#unanswered.add(ended);
    const process = {
      ...{ kind: processKindOf(pathOf(request)), webhook: target, requestId: request.id },
      ...traceContextIn(request.headers),
    };
    const awaited: Awaited = {
      ...{ ...place, callbackFault: request.callbackFault, whyNot, unheard: null, hasCome: false, refused: null },
      process: (processId) => this.#processes.adopt({ ...process, id: processId || id }, 'upstream', place.file),
    };
    this.#awaited.set(id, awaited);
    const answered = ({ status, text }: AccountAnswer): void => {
      // It calls back for none that it refuses: such take no other's place. One that has failed may have been begun.
      if (status >= 400 && status < 500) this.#awaited.delete(id);
      const answer = parsed(text, MOST_MEMBERS);
      const processId = processIdIn(isObject(answer) ? answer['result'] : null);
      if (processId !== '' && typeof awaited.process !== 'string') awaited.process = awaited.process(processId);
    };
    return { body, answered, ended };
  }

  #forget(id: string, log: FastifyRequest['log']): void {
    const { file, hasCome } = this.awaitedAs(id);
    this.#awaited.delete(id);
    if (!hasCome)
      log.error(`The callback of ${file} is awaited no more: others take the memory for it (SANDBOX_MEMORY_MB)`);
  }

  /** Whose callback it is; refuses one that nobody waits for. */
  awaitedAs(id: string): Awaited {
    const awaited = this.#awaited.get(id);
    if (!awaited) throw new ServiceError('404', 404, 'No request of this run of the sandbox waits for this callback');
    return awaited;
  }

  /**
   * Takes a callback of the account, and says what its receiver does. An account that has hung up meanwhile repeats it, and
   * then hears of the first.
   */
  async callBack(id: string, request: FastifyRequest): Promise<CallbackOutcome> {
    const awaited = this.awaitedAs(id);
    const { sha256 } = (request.body ?? { sha256: '' }) as Upload;
    const repeated = awaited.unheard?.sha256 === sha256 ? awaited.unheard.outcome : null;
    if (repeated) awaited.unheard = null;
    const outcome = repeated ?? this.#take(awaited, request, sha256);
    let isUnderWay = true;
    void request.answered.then(() => {
      if (isUnderWay) awaited.unheard = { sha256, outcome };
    });
    const forget = () => {
      if (awaited.unheard?.outcome === outcome) awaited.unheard = null;
    };
    outcome.then(({ httpStatus }) => httpStatus < 300 || forget(), forget);
    return outcome.finally(() => (isUnderWay = false));
  }

  /** Passes a callback on to whoever asked for it, and writes it down meanwhile. */
  async #take(awaited: Awaited, request: FastifyRequest, sha256: string): Promise<CallbackOutcome> {
    const { headers, log } = request;
    awaited.hasCome = true;
    const callback = { path: keptFile(request), headers, log };
    let delivered: () => Promise<Delivery | null>;
    try {
      delivered = await this.#receiving(() => this.#withText(callback, (text) => this.#passOn(awaited, text)));
    } catch (error) {
      if (callback.path !== null) rmSync(callback.path, { force: true });
      if (!this.#isClosed) log.error(`A callback for ${awaited.file} was not passed on: ${(error as Error).message}`);
      throw error;
    }
    if (awaited.refused === sha256) rmSync(callback.path ?? '', { force: true });
    else {
      const recording = this.#record(awaited, callback).finally(() => this.#unrecorded.delete(recording));
      this.#unrecorded.add(recording);
    }
    const outcome = outcomeOf(await delivered());
    awaited.refused = outcome.httpStatus < 300 ? null : sha256;
    return outcome;
  }

  /** It was paid for, and comes perhaps once: that others take all the memory is no reason to refuse it. */
  async #withText<Result>({ path, headers }: Callback, work: (text: string) => Promise<Result>): Promise<Result> {
    const { memory } = this.#options;
    const text = path === null ? '' : await textOfCallback(path, headers);
    const bytes = TIMES_IN_MEMORY * text.length;
    memory.hold(bytes);
    try {
      return await work(text);
    } finally {
      memory.free(bytes);
    }
  }

  /** Returns, once it is on disk, how to wait for what its receiver says. */
  async #passOn(awaited: Awaited, text: string): Promise<() => Promise<Delivery | null>> {
    const body = parsed(text, MOST_MEMBERS);
    if (typeof awaited.process !== 'string') awaited.process = awaited.process(processIdIn(body));
    const fault = parseCallbackFault(awaited.callbackFault);
    await pause();
    return this.#processes.pass(awaited.process, { text, failed: isFailure(body) }, fault);
  }

  /** Writes a callback down, once the request that asked for it is. */
  async #record(awaited: Awaited, callback: Callback): Promise<void> {
    const { file, whyNot, process } = awaited;
    const { path, log } = callback;
    const write = async (text: string) => {
      const message = { text, bytes: Buffer.from(text), headers: {} };
      const manner = { ...awaited.manner, secrets: waysToWrite(awaited.manner.secrets) };
      this.#cassette.addCallback(file, await recordedBody(message, { ...awaited, manner }, log));
    };
    try {
      const reason = await whyNot;
      if (reason !== null) throw new Error(`the request that asked for it is in none (${reason})`);
      await this.#recording(() => this.#withText(callback, write));
    } catch (error) {
      log.error(`A callback of process ${String(process)} (${file}) is in no recording: ${(error as Error).message}`);
    } finally {
      if (path !== null) rmSync(path, { force: true });
    }
  }
}

/** Its file would be removed where the account hangs up before its turn. The new name is one that a later start sweeps. */
function keptFile({ body }: FastifyRequest): string | null {
  if (!(body instanceof Upload)) return null;
  const path = join(dirname(body.path), randomUUID());
  renameSync(body.path, path);
  return path;
}

/** The account hears what the webhook answered, so that it repeats a callback, or not, as it would have. */
function outcomeOf(delivery: Delivery | null): CallbackOutcome {
  if (!delivery) return { httpStatus: 200, answer: '' };
  if (delivery.httpStatus === null) return { httpStatus: 502, answer: delivery.error ?? '' };
  return { httpStatus: delivery.httpStatus, answer: delivery.answer ?? '' };
}

const PIECE = 3 * 2 ** 16;

/** Writes the body again, with its numbers as they were sent; its file goes from disk to disk. */
async function written({ fileBase64, ...rest }: Record<string, unknown>, sent: string, folder: UploadFolder) {
  const text = await withNumbersOf(sent, JSON.stringify(rest));
  const body = folder.newFile();
  if (fileBase64 instanceof Upload) {
    body.write(Buffer.from(`${text.slice(0, -1)},"fileBase64":"`));
    for await (const piece of createReadStream(fileBase64.path, { highWaterMark: PIECE }))
      body.write(Buffer.from((piece as Buffer).toString('base64')));
    body.write(Buffer.from('"}'));
  } else body.write(Buffer.from(text));
  return body.end();
}
