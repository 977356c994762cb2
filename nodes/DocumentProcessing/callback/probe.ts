import { type IExecuteFunctions, sleep } from 'n8n-workflow';
import { ConnectionError, whyUnsent } from '../common/errors';
import { callWebhook, isStarting, type WebhookAnswer } from './call-webhook';
import { digestOf, issueToken, TOKEN_HEADER } from './token';

/**
 * What is found at a trigger's URL. `busy`: something that has not answered as a trigger, but may be one. `absent`: an
 * answer that cannot come from a trigger of this credential. `unreachable`: this process cannot call it, others may.
 * `otherPage`: the same, after asking for long. `blocked`: n8n guards its network, and lets no call out to its own address.
 */
export type TriggerState = 'listening' | 'busy' | 'absent' | 'unreachable' | 'otherPage' | 'blocked';

/**
 * What was found, by URL, secret and workflow, and until when the answer counts. Executions that wait at the same
 * time share one probe, and later ones need none: it would add a request to n8n for each, when n8n is busiest.
 */
export const probes = new Map<string, { state: Promise<TriggerState>; validUntil: number }>();

/** What the trigger answers to a probe. */
export const LISTENING = 'Listening';

const TIMEOUT = 3000;
/** How long it is not asked again. What is absent may be activated at any moment. */
const VALID_FOR: Partial<Record<TriggerState, number>> = { listening: 5 * 60_000, busy: 30_000, otherPage: 30_000 };

// n8n takes up to nine seconds to start.
const LONGEST_START = 12_000;
const PAUSE = 250;

/** Asks whether a trigger of this workflow is listening. */
export async function probe(context: IExecuteFunctions, url: string, secret: string): Promise<TriggerState> {
  const key = digestOf([url, secret, context.getWorkflow().id].join('\n'));
  const known = probes.get(key);
  if (known && performance.now() < known.validUntil) return await known.state;
  const state = ask(context, url, secret);
  // Until there is an answer, those who come meanwhile wait for it.
  probes.set(key, { state, validUntil: Infinity });
  probes.set(key, { state, validUntil: performance.now() + (VALID_FOR[await state] ?? 0) });
  return await state;
}

async function ask(context: IExecuteFunctions, url: string, secret: string): Promise<TriggerState> {
  const correlationId = String(context.getWorkflow().id);
  const headers = { [TOKEN_HEADER]: issueToken({ event: 'probe', correlationId }, secret) };
  for (const end = performance.now() + LONGEST_START; ; await sleep(PAUSE)) {
    const answer = await callWebhook(context, { url, headers, timeout: TIMEOUT });
    if (answer instanceof ConnectionError) return withoutAnswer(answer);
    if (!isStarting(answer)) return withAnswer(answer);
    // It is no n8n, at least none that starts. Asking again would take as long.
    if (performance.now() > end) return 'otherPage';
  }
}

/** A trigger that does not answer in time is busy; one that cannot be called at all could relay nothing either. */
function withoutAnswer(failure: ConnectionError): TriggerState {
  const unsent = whyUnsent(failure);
  if (unsent === 'blocked') return unsent;
  return unsent || failure.httpOrNetworkCode === '' ? 'unreachable' : 'busy';
}

const BUSY_STATUS = [408, 429];
const REFUSED_STATUS = [401, 403, 407];

/**
 * n8n answers 404 where no trigger is registered; one of another workflow, or that uses another credential, answers 403.
 * Neither of them refuses with something else than JSON: a proxy does, that keeps this process from n8n.
 */
function withAnswer({ status, message }: WebhookAnswer): TriggerState {
  if (status === 200 && message === LISTENING) return 'listening';
  if (status >= 500 || BUSY_STATUS.includes(status)) return 'busy';
  return REFUSED_STATUS.includes(status) && message === undefined ? 'unreachable' : 'absent';
}
