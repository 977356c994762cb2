import { randomUUID } from 'node:crypto';
import { createReadStream, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { ServiceError, tooLarge } from '../errors.ts';
import { parseCallbackFault } from '../faults.ts';
import { bytesOf, type Memory } from '../memory.ts';
import { pathOf } from '../plugins/requestLifecycle.ts';
import type { Delivery, Webhook } from '../processes/processStore.ts';
import type { Processes } from '../processes/processes.ts';
import { webhookIn } from '../processes/webhook.ts';
import { checkStructure, isObject, MOST_MEMBERS, parsed } from '../json.ts';
import { withNumbersOf } from '../jsonText.ts';
import { hideTexts } from '../secrets.ts';
import { traceContextIn } from '../traceContext.ts';
import { Upload, type UploadFolder } from '../upload/upload.ts';
import { askAccount, textOfCallback, TIMES_IN_MEMORY, type AccountAnswer } from './account.ts';
import {
  describeRequest,
  fingerprintOf,
  isFailure,
  processIdIn,
  processKindOf,
  type Cassette,
  type Recording,
  type RecordedBody,
} from './cassette.ts';
import {
  answerSchema,
  concealHeaders,
  concealJson,
  concealPath,
  concealRequest,
  concealText,
  isText,
  withoutFiles,
  type Manner,
} from './concealment.ts';
import { isFile, MAXIMUM_BYTES, type ReceivedParameters } from './parameters.ts';
import { Replacements } from './replacements.ts';
import { HIDDEN, hideSecrets, isSignIn, secretsOf } from './secrets.ts';

export type UpstreamOptions = {
  url: string;
  keepValues: boolean;
  /** Names that stay where values are replaced. */
  names: ReadonlySet<string>;
  /** How the account reaches this sandbox; null if it cannot. */
  ownAddress(): string | null;
  memory: Memory;
  now(): number;
};

const LONGEST_SECRET = 1000;

/** What a callback of the account is answered. */
type CallbackOutcome = { httpStatus: number; answer: string };

/** One on disk, and what its request has told of it. */
type Callback = Pick<FastifyRequest, 'headers' | 'log'> & { path: string | null };

type Exchange = {
  file: string;
  recording: Omit<Recording, 'answer' | 'callbacks'>;
  manner: Manner;
  schemas: { answer: TSchema; callback: TSchema };
};

/** A request whose callbacks may come: also several, or one before the answer. The rest of it is on disk. */
type Awaited = Pick<Exchange, 'file' | 'manner'> & {
  schema: TSchema;
  callbackFault: string | undefined;
  /** Why the request is in no recording; null if it is in one. Nobody knows before the account has answered. */
  whyNot: Promise<string | null>;
  /** A callback whose sender has hung up before it was answered. */
  unheard: { sha256: string; outcome: Promise<CallbackOutcome> } | null;
  /** The ID of its process, or what is needed to start that. */
  process: string | ((processId: string) => string);
};

/** Says why a request is in no recording, or that it is in one. */
type Ended = (whyNot: string | null) => void;

/** Passes requests on to an account, and writes down what it answers and calls back. */
export class Upstream {
  readonly #cassette: Cassette;
  readonly #processes: Processes;
  readonly #options: UpstreamOptions;
  readonly #replacements: Replacements | null;
  readonly #key: Buffer | null;
  /** Callbacks wait on disk. Of each thing that is done with one there is one text in memory, while nobody else is waited for. */
  readonly #receiving = pLimit(1);
  readonly #recording = pLimit(1);
  readonly #unrecorded = new Set<Promise<void>>();
  readonly #awaited = new Map<string, Awaited>();
  /** Of requests that the account has not answered. */
  readonly #unanswered = new Set<Ended>();
  #isClosed = false;

  constructor(cassette: Cassette, processes: Processes, options: UpstreamOptions) {
    this.#cassette = cassette;
    this.#processes = processes;
    this.#options = options;
    this.#key = options.keepValues ? null : cassette.key();
    this.#replacements = this.#key && new Replacements(this.#key);
  }

  /** What has been called back is recorded, unless the account has not answered yet. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const ended of this.#unanswered) ended('the sandbox was stopped before the account had answered');
    await Promise.all(this.#unrecorded);
    this.#cassette.close();
  }

  /** A name that may be keyed by a person's number, as a recording has it; none where that has it as it is. */
  conceal(name: string): string {
    if (!/\d/.test(name) || this.#options.names.has(name)) return name;
    return this.#replacements?.text(name) ?? '';
  }

  /** Returns the answer, and the file that it is written to; null if it cannot be written. */
  async pass(
    request: FastifyRequest,
    received: ReceivedParameters,
  ): Promise<{ answer: AccountAnswer; file: string | null }> {
    const { memory } = this.#options;
    let taken = 0;
    const take = (bytes: number) => {
      memory.take(bytes);
      taken += bytes;
    };
    const exchange = await this.#exchangeOf(request, received);
    const relay = await this.#relay(request, received, exchange);
    const body = relay?.body ?? (request.body as Upload | undefined);
    let whyNot: string | null = null;
    try {
      const answer = await askAccount(this.#options.url, request, body, take);
      relay?.answered(answer);
      whyNot = answer.unread ? 'there is no memory for its answer (SANDBOX_MEMORY_MB)' : null;
      whyNot ??= await this.#write(exchange, answer, request);
      if (whyNot !== null) request.log.error(`${exchange.file} was not recorded: ${whyNot}`);
      return { answer, file: whyNot === null ? exchange.file : null };
    } catch (error) {
      whyNot = (error as Error).message;
      throw error;
    } finally {
      relay?.ended(whyNot);
      // What the account has billed is recorded also where the client has gone away.
      void request.answered.then(() => memory.free(taken));
    }
  }

  /**
   * The account has answered, and billed it: that nothing can be written, e.g. on a full disk, takes nothing from it. Returns
   * why, or null.
   */
  async #write(
    { file, recording, manner, schemas }: Exchange,
    answer: AccountAnswer,
    { log }: FastifyRequest,
  ): Promise<string | null> {
    try {
      const body = await recordedBody(answer, schemas.answer, { file, manner }, log);
      const headers = concealHeaders(answer.headers, body, manner);
      this.#cassette.write(file, { ...recording, answer: { status: answer.status, headers, body } });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
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
    const outcome = repeated ?? this.#take(awaited, request);
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
  async #take(awaited: Awaited, request: FastifyRequest): Promise<CallbackOutcome> {
    const { headers, log } = request;
    const callback = { path: keptFile(request), headers, log };
    let delivered: () => Promise<Delivery | null>;
    try {
      delivered = await this.#receiving(() => this.#withText(callback, (text) => this.#passOn(awaited, text)));
    } catch (error) {
      if (callback.path !== null) rmSync(callback.path, { force: true });
      if (!this.#isClosed) log.error(`A callback for ${awaited.file} was not passed on: ${(error as Error).message}`);
      throw error;
    }
    const recording = this.#record(awaited, callback).finally(() => this.#unrecorded.delete(recording));
    this.#unrecorded.add(recording);
    return outcomeOf(await delivered());
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
  async #record({ file, manner, schema, whyNot, process }: Awaited, callback: Callback): Promise<void> {
    const { path, log } = callback;
    const write = async (text: string) => {
      const message = { text, bytes: Buffer.from(text), headers: {} };
      this.#cassette.addCallback(file, await recordedBody(message, schema, { file, manner }, log));
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

  async #exchangeOf(
    { headers, url, method, body }: FastifyRequest,
    { kind, parameters, text, documents }: ReceivedParameters,
  ): Promise<Exchange> {
    const path = url.split('?', 1)[0] as string;
    const isSigningIn = isSignIn(path, parameters, headers);
    const found: string[] = [];
    const shown = hideSecrets(parameters, found, isSigningIn);
    // A secret that comes as a file, or in a body that is not read here, may be repeated all the same.
    const unread = found.some(isFile) ? [...documents, body as Upload] : [];
    for (const { path, size } of unread) if (size < LONGEST_SECRET) found.push(readFileSync(path, 'utf8'));
    const manner: Manner = {
      replacements: this.#replacements,
      names: this.#options.names,
      secrets: secretsOf(found, headers),
      isSignIn: isSigningIn,
    };
    const { operation } = describeRequest(path, kind);
    const recordedPath = operation ? path : concealPath(path, manner);
    const { subject } = describeRequest(recordedPath, kind);
    const { json, leaves } = await concealRequest({ parameters: shown, text }, operation?.parameters, manner);
    return {
      file: this.#cassette.nextFile(isSigningIn ? 'sign-in' : subject),
      manner,
      schemas: { answer: answerSchema(operation, false), callback: answerSchema(operation, true) },
      recording: {
        operation: operation?.name ?? `${method} ${recordedPath}`,
        recordedAt: new Date(this.#options.now()).toISOString(),
        values: this.#replacements ? 'replaced' : 'kept',
        request: {
          ...{ method, path: recordedPath, kind, isSignIn: isSigningIn, parameters: json },
          fingerprint: this.#key && fingerprintOf(leaves, this.#key),
        },
      },
    };
  }

  /** The request with an address of the sandbox in place of the webhook; null if it has no webhook that can be called. */
  async #relay(request: FastifyRequest, { json, text }: ReceivedParameters, { file, manner, schemas }: Exchange) {
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
    const id = randomUUID();
    const called = { ...json, webhook: { url: `${address}/_sandbox/callbacks/${id}` } };
    const body = await written(called, text, request.folder);
    const { promise: whyNot, resolve } = Promise.withResolvers<string | null>();
    const ended: Ended = (reason) => {
      this.#unanswered.delete(ended);
      resolve(reason);
    };
    this.#unanswered.add(ended);
    const awaited: Awaited = {
      ...{ file, manner, schema: schemas.callback, callbackFault: request.callbackFault, whyNot, unheard: null },
      process: this.#starting(request, target, { file, id }),
    };
    this.#awaited.set(id, awaited);
    const bytes = bytesOf(id, file, JSON.stringify(target), ...manner.secrets);
    this.#options.memory.keep('rows', bytes, () => this.#awaited.delete(id));
    const answered = ({ text }: AccountAnswer): void => {
      const answer = parsed(text, MOST_MEMBERS);
      const processId = processIdIn(isObject(answer) ? answer['result'] : null);
      if (processId !== '' && typeof awaited.process !== 'string') awaited.process = awaited.process(processId);
    };
    return { body, answered, ended };
  }

  #starting(request: FastifyRequest, webhook: Webhook, { file, id }: { file: string; id: string }) {
    const process = {
      ...{ kind: processKindOf(pathOf(request)), webhook, requestId: request.id },
      ...traceContextIn(request.headers),
    };
    return (processId: string) => this.#processes.adopt({ ...process, id: processId || id }, 'upstream', file);
  }
}

/** What is JSON stays as it was written. */
async function recordedBody(
  { text, bytes, headers }: Pick<AccountAnswer, 'text' | 'bytes' | 'headers'>,
  schema: TSchema,
  { file, manner }: Pick<Exchange, 'file' | 'manner'>,
  log: FastifyRequest['log'],
): Promise<RecordedBody> {
  try {
    // Each step takes a while with a hundred megabytes: others get their turn between them.
    await pause();
    checkStructure(text);
    await pause();
    if (withoutFiles(text).length > MAXIMUM_BYTES)
      throw tooLarge('body', `more than ${MAXIMUM_BYTES} bytes besides files`);
    await pause();
    const isJson = parsed(text) !== undefined;
    await pause();
    // White space around it is not in the file.
    if (isJson && text.trim() === text) return { json: await concealJson(text, schema, manner) };
    const isPacked = 'content-encoding' in headers;
    if (text === '' || manner.isSignIn || (isText(text, headers['content-type']) && !isPacked))
      return { text: await concealText(text, schema, manner) };
    return !isPacked && mayBeKept(text, bytes, manner)
      ? { base64: bytes.toString('base64') }
      : { missing: `${bytes.length} bytes that ${isPacked ? 'could not be unpacked' : 'are no text'}` };
  } catch (error) {
    // It would stop everything else for minutes, or has no stack for a text of megabytes. It is passed on all the same.
    const missing = `${bytes.length} bytes: ${(error as Error).message}`;
    log.error(`${file} has no body: ${missing}`);
    return { missing };
  }
}

/** The bytes of a document are a person's data. They may also be a text in which each letter has two of them. */
function mayBeKept(text: string, bytes: Buffer, { replacements, secrets }: Manner): boolean {
  const swapped = Buffer.concat([bytes.subarray(1), Buffer.alloc(1)]);
  const texts = [text, bytes.toString('utf16le'), swapped.toString('utf16le')];
  return !replacements && texts.every((one) => hideTexts(one, secrets, HIDDEN) === one);
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
