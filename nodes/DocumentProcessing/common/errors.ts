/** A user mistake found before a request is sent: what it is, and how to correct it. */
export class ValidationError extends Error {
  constructor(
    message: string,
    readonly description: string,
  ) {
    super(message);
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
  reason?: string | undefined;
  /** What to do about `reason`. */
  advice?: string | undefined;
}

/** A request that did not succeed. `transport/errors` turns it into an error of n8n. */
export class ServiceError extends Error {
  constructor(readonly facts: ServiceErrorFacts) {
    super(facts.reason ?? facts.serviceMessage ?? facts.networkCode ?? 'The request did not succeed');
  }
}
