import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import type { Memory } from '../memory.ts';
import type { Processes } from '../processes/processes.ts';
import { waysToWrite } from '../secrets.ts';
import type { Upload } from '../upload/upload.ts';
import { askAccount, type AccountAnswer } from './account.ts';
import { describeRequest, fingerprintOf, type Cassette, type Recording } from './cassette.ts';
import { answerSchema, concealHeaders, concealPath, concealRequest, valuesOf, type Manner } from './concealment.ts';
import { isFile, type ReceivedParameters } from './parameters.ts';
import { recordedBody } from './recordedBody.ts';
import { CallbackRelay } from './relay.ts';
import { Replacements } from './replacements.ts';
import { hideSecrets, isSignIn, secretsOf } from './secrets.ts';

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

type Exchange = {
  file: string;
  recording: Omit<Recording, 'answer' | 'callbacks'>;
  manner: Manner;
  /** As they were sent: there may be thousands of requests that wait for a callback. */
  secrets: string[];
  schemas: { answer: TSchema; callback: TSchema };
  values: ReadonlyMap<string, string>;
};

/** Passes requests on to an account, and writes down what it answers. */
export class Upstream {
  readonly callbacks: CallbackRelay;
  readonly #cassette: Cassette;
  readonly #options: UpstreamOptions;
  readonly #replacements: Replacements | null;
  readonly #key: Buffer | null;

  constructor(cassette: Cassette, processes: Processes, options: UpstreamOptions) {
    this.#cassette = cassette;
    this.callbacks = new CallbackRelay(cassette, processes, options);
    this.#options = options;
    this.#key = options.keepValues ? null : cassette.key();
    this.#replacements = this.#key && new Replacements(this.#key);
  }

  async close(): Promise<void> {
    await this.callbacks.close();
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
    const { file, manner, secrets, schemas, values } = exchange;
    const place = { file, manner: { ...manner, secrets }, schema: schemas.callback, values };
    const relay = await this.callbacks.open(request, received, place);
    const body = relay?.body ?? (request.body as Upload | undefined);
    let whyNot: string | null = null;
    try {
      const answer = await askAccount(this.#options.url, request, body, take);
      relay?.answered(answer);
      whyNot = answer.unread ? 'there is no memory for its answer (SANDBOX_MEMORY_MB)' : null;
      whyNot ??= await this.#write(exchange, answer, request);
      if (whyNot !== null) request.log.error(`${file} was not recorded: ${whyNot}`);
      return { answer, file: whyNot === null ? file : null };
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
    { file, recording, manner, schemas, values }: Exchange,
    answer: AccountAnswer,
    { log }: FastifyRequest,
  ): Promise<string | null> {
    try {
      const body = await recordedBody(answer, { file, manner, schema: schemas.answer, values }, log);
      const headers = concealHeaders(answer.headers, body, manner);
      this.#cassette.write(file, { ...recording, answer: { status: answer.status, headers, body } });
      return null;
    } catch (error) {
      return (error as Error).message;
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
    const secrets = secretsOf(found, headers);
    const manner: Manner = {
      replacements: this.#replacements,
      names: this.#options.names,
      secrets: waysToWrite(secrets),
      isSignIn: isSigningIn,
    };
    const { operation } = describeRequest(path, kind);
    const recordedPath = operation ? path : concealPath(path, manner);
    const { subject } = describeRequest(recordedPath, kind);
    const { json, leaves } = await concealRequest(
      { hidden: shown, sent: parameters, text },
      operation?.parameters,
      manner,
    );
    return {
      file: this.#cassette.nextFile(isSigningIn ? 'sign-in' : subject),
      manner,
      secrets,
      values: valuesOf(leaves),
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
}
