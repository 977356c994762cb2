import type { IExecuteFunctions, ITaskMetadata } from 'n8n-workflow';
import { addToCustomData, isIdentifier } from '../common/custom-data';
import { redactOwn, type Secrets } from '../transport/redact';
import type { Outcome } from './outcomes';

/**
 * Writes what a try of the node sent and got, so that its execution is found again: in n8n's custom data, and in its traces.
 * `secrets` are those that a service could repeat in what it calls an ID.
 */
export function writeRecord(
  context: IExecuteFunctions,
  /** Of the operation; empty if there is none. */
  name: string,
  outcomes: Outcome[],
  secrets: Secrets,
  needsReview: number,
): void {
  const receipts = [...new Set(outcomes.flatMap((one) => one.receipts))];
  const failures = outcomes.flatMap(({ said }) => said ?? []);
  const ids = outcomes
    .flatMap(({ receipts: own, said = {} }) => [...own, said])
    .flatMap(({ requestId }) => requestId ?? []);
  const last = failures.at(-1) ?? receipts.findLast((one) => one.isAnswered);
  const failed = failures.findLast((one) => one.requestId !== undefined)?.requestId;
  const process = receipts.findLast((one) => one.processId !== undefined)?.processId;
  const given = [ids[0], ids.at(-1), failed, process, last?.requestId, last?.status];
  // All at once: where each item has secrets of its own, there are thousands.
  const [firstRequestId, lastRequestId, failedRequestId, processId, requestId, status] = redactOwn(
    given.map((text) => text ?? ''),
    secrets,
  ).map((shown) => (isIdentifier(shown) ? shown : undefined));
  const priced = receipts.filter(({ unitPrice }) => unitPrice !== undefined);
  addToCustomData(context, {
    firstRequestId,
    lastRequestId,
    failedRequestId,
    processId,
    units: receipts.findLast((one) => one.units !== undefined)?.units,
    needsReview,
    requests: priced.reduce((total, { processed }) => total + processed, 0),
    cost: priced.reduce((total, { isAnswered, unitPrice = 0 }) => total + (isAnswered ? unitPrice : 0), 0),
  });
  if (name === '') return;
  const sum = (of: 'attempts' | 'elapsedMilliseconds') => receipts.reduce((total, one) => total + one[of], 0);
  addToTrace(context, {
    'documentProcessing.operation': name,
    'documentProcessing.requests': receipts.length,
    'documentProcessing.attempts': sum('attempts'),
    'documentProcessing.elapsedMilliseconds': sum('elapsedMilliseconds'),
    ...(requestId !== undefined && { 'documentProcessing.requestId': requestId }),
    ...(status !== undefined && { 'documentProcessing.status': status }),
  });
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
