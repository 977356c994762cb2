import { asTextOrNumber } from './shape';

/** How the message of an error ends that names its item. */
export const ITEM_NUMBER = / \[item \d+\]$/;

/** Text of our own with values from outside in it: only the values may hold a secret. */
export class Sentence {
  constructor(
    private readonly words: readonly string[],
    private readonly values: string[],
  ) {}

  /** The text with changed values. */
  withValues(change: (value: string) => string): string {
    return this.words
      .map((word, index) => (index === 0 ? word : change(this.values[index - 1] as string) + word))
      .join('');
  }

  /** The same, after words of our own or another sentence. */
  after(before: string | Sentence): Sentence {
    const { words, values } = before instanceof Sentence ? before : new Sentence([before], []);
    const [first = '', ...rest] = this.words;
    return new Sentence([...words.slice(0, -1), `${words.at(-1)}${first}`, ...rest], [...values, ...this.values]);
  }

  toString(): string {
    return this.withValues((value) => value);
  }
}

/** For a text of our own that repeats what came from outside: sentence`The file "${name}" is empty`. */
export const sentence = (words: TemplateStringsArray, ...values: Array<string | number>): Sentence =>
  new Sentence(words, values.map(String));

/** A user mistake found before a request is sent: what it is, and how to correct it. */
export class ValidationError extends Error {
  readonly description: string;

  constructor(
    private readonly what: string | Sentence,
    private readonly advice: string | Sentence,
  ) {
    super(String(what));
    this.description = String(advice);
  }

  /** Message and description with changed values from outside. */
  withValues(change: (value: string) => string): { message: string; description: string } {
    const changed = (text: string | Sentence) => (typeof text === 'string' ? text : text.withValues(change));
    return { message: changed(this.what), description: changed(this.advice) };
  }
}

/** What the service or the network has said about a request that did not succeed. It may hold secrets. */
export interface ErrorDetails {
  message?: string | undefined;
  /** The service's own `status.errors`, whose shape varies. */
  errors?: unknown;
  requestId?: string | undefined;
  /** Whether a result came all the same. */
  hasResult?: boolean | undefined;
  retryAfter?: string | undefined;
  location?: string | undefined;
}

/** A request that did not succeed, by kind. `transport/errors` words it and turns it into an error of n8n. */
export abstract class ServiceError extends Error {
  constructor(
    message: string,
    /** Empty if the kind has neither. */
    readonly httpOrNetworkCode = '',
    readonly details: ErrorDetails = {},
    readonly advice = '',
  ) {
    super(message);
  }
}

/** A response with an HTTP status of failure, or with something else than an envelope, in words. */
export class HttpStatusError extends ServiceError {
  constructor(
    readonly httpStatus: number,
    details?: ErrorDetails,
    readonly content?: string,
  ) {
    super(`HTTP ${httpStatus}`, String(httpStatus), details);
  }
}

/** An envelope whose `status.code` is no success. */
export class EnvelopeError extends HttpStatusError {
  constructor(
    readonly code: string,
    httpStatus: number,
    details?: ErrorDetails,
  ) {
    super(httpStatus, details);
  }
}

/** No response came, or not all of it. Without a code n8n has not let the request out: it guards its network. */
export class ConnectionError extends ServiceError {
  constructor(code: string | undefined, message: string, advice?: string) {
    super(message, code, { message }, advice);
  }
}

export class TimeoutError extends ConnectionError {
  constructor(readonly seconds: number) {
    super('ETIMEDOUT', '');
  }
}

/** A response that is not the result that was asked for. */
export class UnreadableResponseError extends ServiceError {
  constructor(message: string, advice: string, requestId?: unknown) {
    super(message, '', { requestId: asTextOrNumber(requestId) }, advice);
  }
}

/** There is no token to send, e.g. because the sign-in failed. n8n throws it where a request is sent. */
export class AuthenticationError extends ServiceError {
  constructor(
    message: string,
    /** Of the sign-in. */
    readonly failure?: ServiceError,
  ) {
    super(message, failure?.httpOrNetworkCode, {
      errors: failure?.details.errors,
      retryAfter: failure?.details.retryAfter,
      requestId: failure?.details.requestId,
    });
  }
}
