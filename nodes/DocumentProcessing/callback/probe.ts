import { type IExecuteFunctions, sleep } from 'n8n-workflow';
import { ConnectionError, whyUnsent } from '../common/errors';
import { callWebhook, isStarting, type WebhookAnswer } from './call-webhook';
import { digestOf, issueToken, TOKEN_HEADER } from './token';

/**
 * What is found at a trigger's URL. `busy`: something that has not answered as a trigger, but may be one. `absent`: an
 * answer that cannot come from a trigger of this credential. `unreachable`: this process cannot call it, others may.
 * `blocked`: n8n guards its network, and lets no call out to its own address.
 */
export type TriggerState = 'listening' | 'busy' | 'absent' | 'unreachable' | 'blocked';

/**
 * What was found, by URL, secret and workflow, and until when the answer counts. Executions that wait at the same
 * time share one probe, and later ones need none: it would add a request to n8n for each, when n8n is busiest.
 */
export const probes = new Map<string, { state: Promise<TriggerState>; validUntil: number }>();

/** What the trigger answers to a probe. */
export const LISTENING = 'Listening';

const TIMEOUT = 3000;
const LISTENING_VALID_FOR = 5 * 60_000;
const NO_ANSWER_VALID_FOR = 30_000;

// n8n takes up to nine seconds to start.
const LONGEST_START = 12_000;
const PAUSE = 250;

/** Asks whether a trigger of this workflow is listening. */
export async function probe(context: IExecuteFunctions, url: string, secret: string): Promise<TriggerState> {
  const key = digestOf([url, secret, context.getWorkflow().id].join('\n'));
  const known = probes.get(key);
  if (known && performance.now() < known.validUntil) return await known.state;
  const answer = ask(context, url, secret);
  const state = answer.then((found) => found.state);
  // Until there is an answer, those who come meanwhile wait for it.
  probes.set(key, { state, validUntil: Infinity });
  const { validFor } = await answer;
  probes.set(key, { state, validUntil: performance.now() + validFor });
  return await state;
}

/** What is found, and for how long it is not asked again. */
interface ProbeResult {
  state: TriggerState;
  validFor: number;
}

async function ask(context: IExecuteFunctions, url: string, secret: string): Promise<ProbeResult> {
  const correlationId = String(context.getWorkflow().id);
  const headers = { [TOKEN_HEADER]: issueToken({ event: 'probe', correlationId }, secret) };
  for (const end = performance.now() + LONGEST_START; ; await sleep(PAUSE)) {
    const answer = await callWebhook(context, { url, headers, timeout: TIMEOUT });
    if (answer instanceof ConnectionError) return withoutAnswer(answer);
    if (!isStarting(answer)) return withAnswer(answer);
    // It is no n8n, at least none that starts. Asking again would take as long.
    if (performance.now() > end) return { state: 'unreachable', validFor: NO_ANSWER_VALID_FOR };
  }
}

const BUSY: ProbeResult = { state: 'busy', validFor: NO_ANSWER_VALID_FOR };

/** A trigger that does not answer in time is busy; one that cannot be called at all could relay nothing either. */
function withoutAnswer(failure: ConnectionError): ProbeResult {
  const unsent = whyUnsent(failure);
  if (unsent === 'blocked') return { state: unsent, validFor: 0 };
  return unsent || failure.httpOrNetworkCode === '' ? { state: 'unreachable', validFor: 0 } : BUSY;
}

const BUSY_STATUS = [408, 429];
const REFUSED_STATUS = [401, 403, 407];

/**
 * n8n answers 404 where no trigger is registered; one of another workflow, or that uses another credential, answers 403.
 * Neither of them refuses with something else than JSON: a proxy does, that keeps this process from n8n.
 */
function withAnswer({ status, message }: WebhookAnswer): ProbeResult {
  if (status === 200 && message === LISTENING) return { state: 'listening', validFor: LISTENING_VALID_FOR };
  if (status >= 500 || BUSY_STATUS.includes(status)) return BUSY;
  if (REFUSED_STATUS.includes(status) && message === undefined) return { state: 'unreachable', validFor: 0 };
  // A trigger may be activated at any moment.
  return { state: 'absent', validFor: 0 };
}
