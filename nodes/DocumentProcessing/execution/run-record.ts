import type { IExecuteFunctions, ITaskMetadata } from 'n8n-workflow';
import { isSummary, readSummary } from '../billing/summary';
import { addToCustomData, isIdentifier } from '../common/custom-data';
import { EnvelopeError, ServiceError } from '../common/errors';
import { asNumber, asTextOrNumber } from '../common/shape';
import { processIdOf } from '../documents/envelope-outputs';
import type { Operation } from '../operations/operation';
import type { Envelope } from '../transport/envelope';
import { redactOwn, type Secrets } from '../transport/redact';

interface Outcome {
  requestId: string | undefined;
  /** The service's code, or that of HTTP or the network. */
  status: string | undefined;
}

/** What a run of the node sent and got, so that its execution is found again: in n8n's custom data, and in its traces. */
export class RunRecord {
  private readonly requestIds: { first?: string | undefined; last?: string | undefined; failed?: string | undefined } =
    {};

  private processId: string | undefined;

  private units: number | undefined;

  private requests = 0;

  private attempts = 0;

  private elapsedMilliseconds = 0;

  private readonly last: { answer?: Outcome; failure?: Outcome } = {};

  constructor(private readonly operation: Operation | Error) {}

  readonly noteAttempt = (): void => void this.attempts++;

  /** How a request has ended, after all its attempts. */
  readonly noteOutcome = (outcome: Envelope | Error): void => {
    this.requests++;
    if (outcome instanceof Error) return this.noteFailure(outcome);
    this.noteRequestId(outcome.requestId);
    this.last.answer = {
      requestId: asTextOrNumber(outcome.requestId),
      status: asTextOrNumber(outcome.status['code']),
    };
    this.elapsedMilliseconds += asNumber(outcome.elapsedMilliseconds) ?? 0;
    this.processId = processIdOf(outcome) ?? this.processId;
  };

  /** What the answers to an item's requests say of its account, the first of them about the period itself. */
  noteAnswers([envelope]: Envelope[]): void {
    if (!(this.operation instanceof Error) && this.operation.resource === 'billing' && isSummary(envelope?.result))
      this.units = readSummary(envelope?.result).totals.billingCount;
  }

  /** A failure of a request or, if its answer cannot be read, of an item. */
  noteFailure(cause: unknown): void {
    if (!(cause instanceof ServiceError)) return;
    const { requestId } = cause.details;
    this.noteRequestId(requestId);
    this.requestIds.failed = requestId ?? this.requestIds.failed;
    const status = (cause instanceof EnvelopeError && cause.code) || cause.httpOrNetworkCode || 'error';
    this.last.failure = { requestId, status };
  }

  /** Hands it to n8n. `secrets` are those that a service could repeat in what it calls an ID. */
  write(context: IExecuteFunctions, secrets: Secrets, needsReview: number): void {
    const { first, last, failed } = this.requestIds;
    const outcome = this.last.failure ?? this.last.answer;
    const given = [first, last, failed, this.processId, outcome?.requestId, outcome?.status];
    // All at once: where each item has secrets of its own, there are thousands.
    const [firstRequestId, lastRequestId, failedRequestId, processId, requestId, status] = redactOwn(
      given.map((text) => text ?? ''),
      secrets,
    ).map((shown) => (isIdentifier(shown) ? shown : undefined));
    addToCustomData(context, {
      firstRequestId,
      lastRequestId,
      failedRequestId,
      processId,
      units: this.units,
      needsReview,
    });
    if (this.operation instanceof Error) return;
    addToTrace(context, {
      'documentProcessing.operation': `${this.operation.resource}.${this.operation.operation}`,
      'documentProcessing.requests': this.requests,
      'documentProcessing.attempts': this.attempts,
      'documentProcessing.elapsedMilliseconds': this.elapsedMilliseconds,
      ...(requestId === undefined ? {} : { 'documentProcessing.requestId': requestId }),
      ...(status === undefined ? {} : { 'documentProcessing.status': status }),
    });
  }

  private noteRequestId(id: unknown): void {
    const text = asTextOrNumber(id);
    if (text === undefined) return;
    this.requestIds.first ??= text;
    this.requestIds.last = text;
  }
}

/** n8n keeps it with the run of the node; n8n 1 shows it nowhere. */
function addToTrace(context: IExecuteFunctions, tracing: NonNullable<ITaskMetadata['tracing']>): void {
  try {
    // What an older AI Agent calls as a tool has no run of its own: it would be taken for the agent's.
    if (context.getExecuteData().node.name === context.getNode().name) context.setMetadata({ tracing });
  } catch {
    // The run goes on without.
  }
}
