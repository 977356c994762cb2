import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { asList } from '../common/shape';
import { processIdOf } from './outputs';
import type { Ticket } from './ticket';

const REMEMBERED = 1000;

// n8n saves these with every callback.
const SAVED = 250;

const WAITING = 'waiting executions';

// Static data is read before a call and saved after it: calls at the same time do not see each other there, but here.
const inMemory = new Map<string, Set<string>>();

/** What a delivery is known by: its process, or, where the payload names none, every letter of it. */
export const deliveryOf = (ticket: Ticket, payload: unknown, text: string): string =>
  processIdOf(payload) ?? createHash('sha256').update(ticket.correlationId).update(text).digest('base64url');

/**
 * Says whether a delivery to a trigger is new, in this process and across restarts; from then on it is under way, until
 * it is kept or forgotten.
 * Nothing may be awaited between the question and the answer.
 */
export function deliverOnce(context: IWebhookFunctions, delivery: string): boolean {
  const [kept, underWay] = [keptOf(context), underWayOf(context)];
  for (const earlier of asList(context.getWorkflowStaticData('node')['delivered'])) kept.add(String(earlier));
  if (kept.has(delivery) || underWay.has(delivery)) return false;
  remember(underWay, delivery);
  return true;
}

/**
 * Keeps a delivery that has come about, in static data too, which n8n saves after the call: what is under way is not
 * saved, for it can still fail.
 */
export function keepDelivery(context: IWebhookFunctions, delivery: string): void {
  const kept = keptOf(context);
  underWayOf(context).delete(delivery);
  remember(kept, delivery);
  context.getWorkflowStaticData('node')['delivered'] = [...kept].slice(-SAVED);
}

/** Takes a delivery back that did not come about, so that it can be tried again. */
export function forgetDelivery(context: IWebhookFunctions, delivery: string): void {
  underWayOf(context).delete(delivery);
}

/** The same for waiting executions: n8n 1 resumes one as often as callbacks come in the same moment. */
export function resumeOnce(context: IWebhookFunctions, delivery: string): boolean {
  const known = knownOf(WAITING);
  const resumption = resumptionOf(context, delivery);
  if (known.has(resumption)) return false;
  remember(known, resumption);
  return true;
}

export function forgetResumption(context: IWebhookFunctions, delivery: string): void {
  knownOf(WAITING).delete(resumptionOf(context, delivery));
}

const resumptionOf = (context: IWebhookFunctions, delivery: string): string =>
  `${context.getExecutionId()}/${delivery}`;

const triggerKey = (context: IWebhookFunctions): string => `${context.getWorkflow().id}/${context.getNode().id}`;

const keptOf = (context: IWebhookFunctions): Set<string> => knownOf(triggerKey(context));

const underWayOf = (context: IWebhookFunctions): Set<string> => knownOf(`${triggerKey(context)}/under way`);

function knownOf(key: string): Set<string> {
  const known = inMemory.get(key) ?? new Set<string>();
  inMemory.set(key, known);
  return known;
}

/** The oldest are forgotten. */
function remember(known: Set<string>, delivery: string): void {
  known.add(delivery);
  for (const oldest of known) {
    if (known.size <= REMEMBERED) return;
    known.delete(oldest);
  }
}
