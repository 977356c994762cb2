import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { asList } from '../common/shape';
import { deliveries } from './process-state';
import { processIdOf } from './result';
import type { CallbackToken } from './token';

const LARGEST_SET = 1000;

// n8n writes these to its database with every callback.
const SAVED_DELIVERIES = 250;

const WAITING_EXECUTIONS = 'waiting executions';

/** What identifies a delivery: its process, or the whole text if the payload has no process ID. */
export const deliveryKey = (token: CallbackToken, payload: unknown, text: string): string =>
  processIdOf(payload) ?? createHash('sha256').update(token.correlationId).update(text).digest('base64url');

/**
 * Claims a delivery to a trigger; false if it was claimed before, also before a restart. The claim is to be confirmed or
 * released. It is synchronous on purpose: with an `await` between check and claim, two calls could claim the same one.
 */
export function claimDelivery(context: IWebhookFunctions, delivery: string): boolean {
  const [confirmed, inProgress] = [confirmedBy(context), inProgressBy(context)];
  for (const earlier of asList(context.getWorkflowStaticData('node')['delivered'])) confirmed.add(String(earlier));
  if (confirmed.has(delivery) || inProgress.has(delivery)) return false;
  addBounded(inProgress, delivery);
  return true;
}

/** Keeps a delivery that succeeded, in static data too. One in progress can still fail and is not saved. */
export function confirmDelivery(context: IWebhookFunctions, delivery: string): void {
  const confirmed = confirmedBy(context);
  inProgressBy(context).delete(delivery);
  addBounded(confirmed, delivery);
  context.getWorkflowStaticData('node')['delivered'] = [...confirmed].slice(-SAVED_DELIVERIES);
}

/** Gives up the claim on a delivery that failed, so that it can be tried again. */
export function releaseDelivery(context: IWebhookFunctions, delivery: string): void {
  inProgressBy(context).delete(delivery);
}

/** The same for a waiting execution: n8n 1 resumes it once for each callback that comes at the same moment. */
export function claimResumption(context: IWebhookFunctions, delivery: string): boolean {
  const resumed = setOf(WAITING_EXECUTIONS);
  const resumption = resumptionKey(context, delivery);
  if (resumed.has(resumption)) return false;
  addBounded(resumed, resumption);
  return true;
}

export function releaseResumption(context: IWebhookFunctions, delivery: string): void {
  setOf(WAITING_EXECUTIONS).delete(resumptionKey(context, delivery));
}

const resumptionKey = (context: IWebhookFunctions, delivery: string): string =>
  `${context.getExecutionId()}/${delivery}`;

const triggerKey = (context: IWebhookFunctions): string => `${context.getWorkflow().id}/${context.getNode().id}`;

const confirmedBy = (context: IWebhookFunctions): Set<string> => setOf(triggerKey(context));

const inProgressBy = (context: IWebhookFunctions): Set<string> => setOf(`${triggerKey(context)}/in progress`);

function setOf(key: string): Set<string> {
  const set = deliveries.get(key) ?? new Set<string>();
  deliveries.set(key, set);
  return set;
}

/** Adds a delivery, and drops the oldest of too many. */
function addBounded(set: Set<string>, delivery: string): void {
  set.add(delivery);
  for (const oldest of set) {
    if (set.size <= LARGEST_SET) return;
    set.delete(oldest);
  }
}
