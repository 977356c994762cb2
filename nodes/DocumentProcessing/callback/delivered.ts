import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { asList } from '../engine/shape';
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
 * Remembers a delivery to a trigger, in this process and across restarts. Says whether it is new.
 * Nothing may be awaited between the question and the answer.
 */
export function deliverOnce(context: IWebhookFunctions, delivery: string): boolean {
	const data = context.getWorkflowStaticData('node');
	const known = knownOf(triggerKey(context));
	for (const earlier of asList(data['delivered'])) known.add(String(earlier));
	if (known.has(delivery)) return false;
	remember(known, delivery);
	keepDeliveries(context);
	return true;
}

/** Puts the newest into static data, which n8n saves after the call. */
export function keepDeliveries(context: IWebhookFunctions): void {
	context.getWorkflowStaticData('node')['delivered'] = [...knownOf(triggerKey(context))].slice(-SAVED);
}

/** Takes a delivery back that did not come about, so that it can be tried again. */
export function forgetDelivery(context: IWebhookFunctions, delivery: string): void {
	knownOf(triggerKey(context)).delete(delivery);
	keepDeliveries(context);
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

const resumptionOf = (context: IWebhookFunctions, delivery: string): string => `${context.getExecutionId()}/${delivery}`;

const triggerKey = (context: IWebhookFunctions): string => `${context.getWorkflow().id}/${context.getNode().id}`;

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
