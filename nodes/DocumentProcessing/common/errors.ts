import { asTextOrNumber } from './shape';

/** How the message of an error ends that names its item. */
export const ITEM_NUMBER = / \[item \d+\]$/;

/** A user mistake found before a request is sent: what it is, and how to correct it. */
export class ValidationError extends Error {
  constructor(
    message: string,
    readonly description: string,
  ) {
    super(message);
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

/** A request that did not succeed, by kind. `transport/node-error` words it and turns it into an error of n8n. */
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

const UNCONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
// Other codes are also those of a connection that was cut later: Node's message tells.
const WHILE_CONNECTING = /^(?:connect E|Client network socket disconnected before secure TLS connection)/;
const UNENCRYPTED = /^(?:EPROTO$|ERR_TLS_)/;
// What breaks an encrypted connection later has a code ERR_SSL_….
const UNTRUSTED = /^(?:UNABLE_TO_|(?!ERR_SSL_).*CERT)/;
// Where n8n guards its network. It has no code.
const BLOCKED = /^The request was blocked because/;

/**
 * Why nothing of a request has left this n8n, so that it can be repeated without being billed twice; `undefined` if something
 * may have. `unconnected`: there was nothing to send it over, nor the sign-in before it. Another attempt may have.
 */
export function whyUnsent(
  failure: ServiceError,
): 'blocked' | 'unconnected' | 'untrusted' | 'unencrypted' | 'unauthenticated' | undefined {
  if (failure instanceof AuthenticationError)
    return failure.failure && whyUnsent(failure.failure) === 'unconnected' ? 'unconnected' : 'unauthenticated';
  if (!(failure instanceof ConnectionError)) return undefined;
  const { httpOrNetworkCode: code, details } = failure;
  const { message = '' } = details;
  if (BLOCKED.test(message)) return 'blocked';
  if (UNCONNECTED.includes(code) || WHILE_CONNECTING.test(message)) return 'unconnected';
  if (UNTRUSTED.test(code)) return 'untrusted';
  return UNENCRYPTED.test(code) ? 'unencrypted' : undefined;
}
