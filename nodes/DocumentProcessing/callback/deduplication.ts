import { createHash } from 'crypto';
import { type IWebhookFunctions, sleep } from 'n8n-workflow';
import { asList } from '../common/shape';
import { type Claim, WebhookRejection } from './webhook-response';
import { processIdOf } from '../documents/envelope-outputs';
import { outcomeOf } from './result';
import type { CallbackToken } from './token';

// Calls at the same time do not see each other's changes of static data, and the last writer wins. So what must be told
// apart at once is known to the process, and what must survive a restart stands in static data too.

/** Deliveries that were accepted, and those in progress, with the time until which that counts. */
interface Deliveries {
  accepted: Set<string>;
  inProgress: Map<string, { until: number }>;
}

/**
 * The deliveries this process has seen, so that of several calls with one result, at the same time, only the first is
 * accepted. By trigger, and one entry for all waiting executions.
 */
const deliveries = new Map<string, Deliveries>();

const LARGEST_SET = 1000;

// n8n writes these to its database with every callback.
const SAVED_DELIVERIES = 250;

// How long a repeated callback waits for the end of the first one, and how often it looks.
const LONGEST_WAIT = 5000;
export const PAUSE = 25;

// How long a claim counts that nobody confirms or releases: n8n does not come to an end. A trigger's caller is the
// service, which may repeat for long. Of a wait it is the relay, which has to come in before it gives up (LONGEST_RELAY).
const LONGEST_CLAIM = 5 * 60_000;
const LONGEST_CLAIM_OF_WAIT = 30_000;

const WAITING_EXECUTIONS = 'waiting executions';

// After the process ID, where the result may still follow.
const WITHOUT_RESULT = /:(?:failed|started)$/;

/**
 * What identifies a delivery, the same each time it comes: its process, or its request and the whole text if there is no
 * process ID. A process can be started, fail and then succeed, so what is not its result is a delivery of its own.
 */
export function deliveryKey(token: CallbackToken, payload: unknown, text: string): string {
  const processId = processIdOf(payload);
  if (processId === undefined) return createHash('sha256').update(requestOf(token)).update(text).digest('base64url');
  const outcome = outcomeOf(payload, token.event);
  return outcome === 'result' ? processId : `${processId}:${outcome}`;
}

const requestOf = ({ nonce, correlationId }: CallbackToken): string => nonce ?? correlationId;

/** Claims a delivery to a trigger; `undefined` if it was accepted before, also before a restart. */
export async function claimDelivery(
  context: IWebhookFunctions,
  token: CallbackToken,
  deliveryId: string,
): Promise<Claim | undefined> {
  // Extractions and enrichments may be numbered apart. Each wait needs its own result, even if a process is given twice.
  const delivery = `${token.waiting ? requestOf(token) : token.event}/${deliveryId}`;
  const known = deliveriesOf(`${context.getWorkflow().id}/${context.getNode().id}`);
  for (const earlier of asList(context.getWorkflowStaticData('node')['delivered'])) known.accepted.add(String(earlier));
  // After the result, these say nothing any more.
  if (WITHOUT_RESULT.test(delivery) && known.accepted.has(delivery.replace(WITHOUT_RESULT, ''))) return undefined;
  const claimed = await claim(known, delivery, LONGEST_CLAIM);
  // In static data too, but only now: one in progress can still fail.
  const confirm = () => {
    claimed?.confirm();
    context.getWorkflowStaticData('node')['delivered'] = [...known.accepted].slice(-SAVED_DELIVERIES);
  };
  return claimed && { ...claimed, confirm };
}

/** The end of a wait: n8n 1 resumes the execution once for each callback that comes at the same moment. */
export const claimResumption = async (context: IWebhookFunctions, token: CallbackToken): Promise<Claim | undefined> =>
  await claim(
    deliveriesOf(WAITING_EXECUTIONS),
    `${context.getExecutionId()}/${requestOf(token)}`,
    LONGEST_CLAIM_OF_WAIT,
  );

function deliveriesOf(key: string): Deliveries {
  const known = deliveries.get(key) ?? { accepted: new Set(), inProgress: new Map() };
  deliveries.set(key, known);
  return known;
}

/**
 * A repeated callback that comes while the first is in progress waits for its end: an early "accepted" would lose the
 * result if the first then fails. There is no `await` between check and claim, so that no two calls claim the same one.
 */
async function claim(known: Deliveries, delivery: string, longest: number): Promise<Claim | undefined> {
  const { accepted, inProgress } = known;
  for (const [other, { until }] of inProgress) if (performance.now() > until) inProgress.delete(other);
  for (const end = performance.now() + LONGEST_WAIT; ; await sleep(PAUSE)) {
    if (accepted.has(delivery)) return undefined;
    if (!inProgress.has(delivery)) break;
    if (performance.now() > end)
      throw new WebhookRejection(503, 'This callback is being received already. Repeat it later');
  }
  const own = { until: performance.now() + longest };
  inProgress.set(delivery, own);
  const release = () => {
    // It may have become that of another call.
    if (inProgress.get(delivery) === own) inProgress.delete(delivery);
  };
  return { confirm: () => accept(known, delivery), release };
}

/** Adds a delivery to the accepted ones, and drops the oldest of too many. */
function accept({ accepted, inProgress }: Deliveries, delivery: string): void {
  inProgress.delete(delivery);
  accepted.add(delivery);
  for (const oldest of accepted) {
    if (accepted.size <= LARGEST_SET) return;
    accepted.delete(oldest);
  }
}
