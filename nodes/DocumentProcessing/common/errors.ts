import { ApplicationError } from 'n8n-workflow';

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

  /** The same, after words of our own. */
  after(words: string): Sentence {
    const [first = '', ...rest] = this.words;
    return new Sentence([words + first, ...rest], this.values);
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

/** What is wrong with the credential, in words of our own. n8n throws it where a request is sent. */
export class CredentialError extends ApplicationError {
  constructor(message: string) {
    super(message, { level: 'warning' });
  }
}

/** What is known about a request that did not succeed. */
export interface ServiceErrorFacts {
  httpStatus?: number | undefined;
  /** The service's own `status.code`. */
  code?: string | undefined;
  serviceMessage?: string | undefined;
  /** The service's `status.errors`, whose shape varies. */
  details?: unknown;
  requestId?: string | undefined;
  retryAfter?: string | undefined;
  location?: string | undefined;
  /** What the body held instead of an envelope, in words. */
  content?: string | undefined;
  /** The network's code, e.g. ECONNREFUSED, if no response came. */
  networkCode?: string | undefined;
  networkMessage?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** The message to show, instead of one composed from the other facts. */
  reason?: string | Sentence | undefined;
  /** What to do about `reason`. */
  advice?: string | undefined;
}

/** A request that did not succeed. `transport/errors` turns it into an error of n8n. */
export class ServiceError extends Error {
  constructor(readonly facts: ServiceErrorFacts) {
    super(facts.reason?.toString() ?? facts.serviceMessage ?? facts.networkCode ?? 'The request did not succeed');
  }
}
