import { randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import { parseCallbackFault } from '../faults.ts';
import { pathOf } from '../plugins/requestLifecycle.ts';
import type { Memory } from '../memory.ts';
import type { Delivery, ProcessRow } from '../processes/processStore.ts';
import type { Processes } from '../processes/processes.ts';
import { webhookIn } from '../processes/webhook.ts';
import { isObject } from '../json.ts';
import { traceContextIn } from '../traceContext.ts';
import { Upload, type UploadFolder } from '../upload/upload.ts';
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
import { concealAnswer, concealPath, concealRequest, concealText, type Secrets } from './concealment.ts';
import { parsed, type ReceivedParameters, replacedValues } from './parameters.ts';
import { Replacements } from './replacements.ts';
import { isSignIn, secretsOf } from './secrets.ts';

export type UpstreamOptions = {
  url: string;
  keepValues: boolean;
  /** How the account reaches this sandbox; null if it cannot. */
  ownAddress(): string | null;
  memory: Memory;
  now(): number;
};

/** An answer of the account, to be passed on. */
export type UpstreamAnswer = { status: number; headers: Record<string, string>; bytes: Buffer; text: string };

/** What a callback of the account is answered. */
export type CallbackOutcome = { httpStatus: number; answer: string };

type Exchange = { file: string; recording: Recording; secrets: Secrets; isKnown: boolean };

/** Headers of one connection, and what the HTTP client sets itself. */
const OF_CONNECTION =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|x-sandbox-.*)$/;
/** What was decoded is no longer encoded. */
const OF_ENCODING = /^content-(encoding|length)$/;
/** Of the headers of an answer, what clients act on. */
const RECORDED_HEADERS = ['content-type', 'retry-after'];

/** Passes requests on to an account, and writes down what it answers and calls back. */
export class Upstream {
  readonly #cassette: Cassette;
  readonly #processes: Processes;
  readonly #options: UpstreamOptions;
  readonly #replacements: Replacements | null;
  readonly #key: Buffer | null;
  readonly #callbacks = new Map<string, (text: string) => Promise<CallbackOutcome>>();

  constructor(cassette: Cassette, processes: Processes, options: UpstreamOptions) {
    this.#cassette = cassette;
    this.#processes = processes;
    this.#options = options;
    this.#key = options.keepValues ? null : cassette.key();
    this.#replacements = this.#key && new Replacements(this.#key);
  }

  /** Returns the answer, and the file that it is written to; null if it cannot be written. */
  async pass(
    request: FastifyRequest,
    received: ReceivedParameters,
  ): Promise<{ answer: UpstreamAnswer; file: string | null }> {
    const exchange = this.#exchangeOf(request, received);
    const relay = await this.#relay(request, received, exchange);
    const answer = await this.#send(request, relay?.body ?? (request.body as Upload | undefined));
    const recorded = this.#recordedBody(exchange, answer.text, answer.bytes);
    const headers = RECORDED_HEADERS.flatMap((name) => {
      const value = answer.headers[name];
      return value === undefined ? [] : [[name, value.replace(CHARSET, 'charset=utf-8')] as const];
    });
    exchange.recording.answer = { status: answer.status, headers: Object.fromEntries(headers), ...recorded };
    relay?.answered(parsed(answer.text));
    return { answer, file: this.#write(exchange, request) ? exchange.file : null };
  }

  /** The account has answered, and billed it: that nothing can be written, e.g. on a full disk, takes nothing from it. */
  #write({ file, recording }: Exchange, { log }: FastifyRequest): boolean {
    try {
      this.#cassette.write(file, recording);
      return true;
    } catch (error) {
      log.error(`${file} was not recorded: ${(error as Error).message}`);
      return false;
    }
  }

  /** Takes a callback of the account: writes it down, and passes it on to whoever asked for it. */
  async callBack(id: string, text: string): Promise<CallbackOutcome> {
    const callback = this.#callbacks.get(id);
    if (!callback) throw new ServiceError('404', 404, 'No request of this run of the sandbox waits for this callback');
    return callback(text);
  }

  #exchangeOf(request: FastifyRequest, { kind, parameters }: ReceivedParameters): Exchange {
    const { headers, url } = request;
    const path = pathOf(request);
    const nothing = { texts: [], echoes: [], isSignIn: isSignIn(path, parameters, headers) };
    const sent = concealRequest(parameters, { ...nothing, replacements: null });
    const texts = secretsOf({ headers, url, parameters, concealed: sent });
    const secrets: Secrets = { ...nothing, replacements: this.#replacements, texts };
    const concealed = concealRequest(parameters, secrets);
    const recordedPath = concealPath(path, secrets);
    const { operation, subject } = describeRequest(recordedPath, kind);
    const recording: Recording = {
      operation: operation?.name ?? `${request.method} ${recordedPath}`,
      recordedAt: new Date(this.#options.now()).toISOString(),
      values: this.#replacements ? 'replaced' : 'kept',
      request: {
        method: request.method,
        path: recordedPath,
        kind,
        parameters: concealed,
        fingerprint: this.#key && fingerprintOf(sent, this.#key),
      },
      answer: { status: 0, headers: {}, text: '' },
      callbacks: [],
    };
    const isKnown = operation !== null && operation.service !== 'enrichment';
    return {
      file: this.#cassette.nextFile(secrets.isSignIn ? 'sign-in' : subject),
      recording,
      secrets: {
        ...secrets,
        echoes: replacedValues(parameters, concealed).filter(([found]) => found.length >= SHORTEST_ECHO),
      },
      isKnown,
    };
  }

  #recordedBody({ secrets, isKnown }: Exchange, text: string, bytes: Buffer): RecordedBody {
    const body = parsed(text);
    if (body !== undefined) return { body: concealAnswer(body, secrets, isKnown) };
    return { text: !text.includes('\uFFFD') ? concealText(text, secrets) : `${bytes.length} bytes that are no text` };
  }

  async #send(request: FastifyRequest, body: Upload | undefined): Promise<UpstreamAnswer> {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined || OF_CONNECTION.test(name) ? [] : [[name, String(value)] as [string, string]],
    );
    const init = {
      method: request.method,
      headers,
      redirect: 'manual',
      ...(body && { body: await openAsBlob(body.path) }),
    } as const;
    try {
      const response = await fetch(`${this.#options.url}${request.url}`, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      const answered = [...response.headers].filter(
        ([name]) => !OF_CONNECTION.test(name) && !OF_ENCODING.test(name) && name !== 'set-cookie',
      );
      return {
        status: response.status,
        headers: Object.fromEntries(answered),
        bytes,
        text: decode(bytes, response.headers.get('content-type')),
      };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      const reason = cause?.code ?? cause?.message ?? message;
      throw new ServiceError('502', 502, `The account at ${this.#options.url} did not answer (${reason})`);
    }
  }

  /** The request with an address of the sandbox in place of the webhook; null if it has no webhook that can be called. */
  async #relay(request: FastifyRequest, { json }: ReceivedParameters, exchange: Exchange) {
    const { webhook, fileBase64 } = json ?? {};
    const isWhole = !(fileBase64 instanceof Upload && fileBase64.problem);
    if (!json || !isObject(webhook) || typeof webhook['url'] !== 'string' || !isWhole) return null;
    const target = webhookIn(webhook);
    // The account answers what it thinks of one that cannot be called.
    if (!target) return null;
    const address = this.#options.ownAddress();
    if (address === null)
      throw new ServiceError(
        '400',
        400,
        'The account cannot call this sandbox back, so nothing was sent to it. Start the sandbox with --public-url ' +
          'and an address that the account reaches',
        { parameter: 'webhook.url' },
      );
    const id = randomUUID();
    const kind = processKindOf(pathOf(request));
    const fault = parseCallbackFault(request.callbackFault);
    let row: ProcessRow | null = null;
    const adopt = (processId: string) =>
      (row ??= this.#processes.adopt(
        {
          ...{ kind, webhook: target, requestId: request.id, ...traceContextIn(request.headers) },
          id: processId || id,
        } as const,
        'upstream',
        exchange.file,
      ));
    this.#callbacks.set(id, async (text) => {
      exchange.recording.callbacks.push(this.#recordedBody(exchange, text, Buffer.from(text)));
      // One that comes before the answer is written with it.
      if (exchange.recording.answer.status > 0) this.#write(exchange, request);
      const body = parsed(text);
      const process = adopt(processIdIn(body));
      const delivery = await this.#processes.pass(process, { text, failed: isFailure(body) }, fault);
      return outcomeOf(delivery);
    });
    return {
      body: await withWebhook(json, { url: `${address}/_sandbox/callbacks/${id}` }, request.folder),
      answered: (body: unknown) => {
        const processId = processIdIn(isObject(body) ? body['result'] : null);
        if (processId !== '') adopt(processId);
      },
    };
  }
}

/** What is shorter may stand in any message. */
const SHORTEST_ECHO = 4;

const CHARSET = /charset=["']?([\w.:-]+)["']?/i;

function decode(bytes: Buffer, contentType: string | null): string {
  try {
    return new TextDecoder(CHARSET.exec(contentType ?? '')?.[1]).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

/** The account hears what the webhook answered, so that it repeats a callback, or not, as it would have. */
function outcomeOf(delivery: Delivery | null): CallbackOutcome {
  if (!delivery) return { httpStatus: 200, answer: '' };
  if (delivery.httpStatus === null) return { httpStatus: 502, answer: delivery.error ?? '' };
  return { httpStatus: delivery.httpStatus, answer: delivery.answer ?? '' };
}

const PIECE = 3 * 2 ** 16;

/** Writes the body again; its file goes from disk to disk. */
async function withWebhook(json: Record<string, unknown>, webhook: { url: string }, folder: UploadFolder) {
  const { fileBase64, ...rest } = json;
  const text = JSON.stringify({ ...rest, webhook });
  const body = folder.newFile();
  if (fileBase64 instanceof Upload) {
    body.write(Buffer.from(`${text.slice(0, -1)},"fileBase64":"`));
    for await (const piece of createReadStream(fileBase64.path, { highWaterMark: PIECE }))
      body.write(Buffer.from((piece as Buffer).toString('base64')));
    body.write(Buffer.from('"}'));
  } else body.write(Buffer.from(text));
  return body.end();
}
