/** What is known of a request that did not succeed. */
export interface FailureFacts {
  httpStatus?: number | undefined;
  /** The service's own `status.code`. */
  code?: string | undefined;
  serviceMessage?: string | undefined;
  /** The service's `status.errors`, whose form varies. */
  details?: unknown;
  requestId?: string | undefined;
  retryAfter?: string | undefined;
  location?: string | undefined;
  /** What came instead of an envelope, in words. */
  content?: string | undefined;
  /** The network's code, e.g. ECONNREFUSED, where no answer came. */
  networkCode?: string | undefined;
  networkMessage?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** Said in place of what the other facts would say. */
  reason?: string | undefined;
  /** What to do then. */
  advice?: string | undefined;
}

/** A request that did not succeed, before it becomes an error of n8n's. */
export class ServiceFailure extends Error {
  constructor(readonly facts: FailureFacts) {
    super(facts.reason ?? facts.serviceMessage ?? facts.networkCode ?? 'The request did not succeed');
  }
}
