import type { IWebhookFunctions } from 'n8n-workflow';
import { asList } from '../engine/shape';

const REMEMBERED = 1000;

// Static data is read before a call and saved after it, so that calls at the same time would not see each other.
const inMemory = new Map<string, Set<string>>();

/**
 * Remembers what was delivered, in this process and across restarts. Says whether it is new.
 * Nothing may be awaited between the question and the answer.
 */
export function deliverOnce(context: IWebhookFunctions, delivery: string): boolean {
	const data = context.getWorkflowStaticData('node');
	const known = knownOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	for (const earlier of asList(data['delivered'])) known.add(String(earlier));
	if (known.has(delivery)) return false;
	known.add(delivery);
	forgetOldest(known);
	data['delivered'] = [...known];
	return true;
}

/** Takes a delivery back that did not come about, so that it can be tried again. */
export function forgetDelivery(context: IWebhookFunctions, delivery: string): void {
	const known = knownOf(`${context.getWorkflow().id}/${context.getNode().id}`);
	known.delete(delivery);
	context.getWorkflowStaticData('node')['delivered'] = [...known];
}

function knownOf(node: string): Set<string> {
	const known = inMemory.get(node) ?? new Set<string>();
	inMemory.set(node, known);
	return known;
}

function forgetOldest(known: Set<string>): void {
	for (const oldest of known) {
		if (known.size <= REMEMBERED) return;
		known.delete(oldest);
	}
}
