import { type IExecuteFunctions, sleep } from 'n8n-workflow';
import { ConnectionError } from '../common/errors';
import { callOwnWebhook, isStarting, type OwnAnswer } from './own-call';
import { type Presence, probes } from './process-state';
import { digestOf, issueToken, TOKEN_HEADER } from './token';

/** What the trigger answers to a probe. */
export const LISTENING = 'Listening';

const TIMEOUT = 3000;
const LISTENING_COUNTS = 5 * 60_000;
const NO_ANSWER_COUNTS = 30_000;

// n8n takes up to nine seconds to start.
const LONGEST_START = 12_000;
const PAUSE = 250;

/** Asks a trigger whether it is listening. */
export async function probe(context: IExecuteFunctions, url: string, secret: string): Promise<Presence> {
  const key = digestOf(`${url}\n${secret}`);
  const known = probes.get(key);
  if (known && Date.now() < known.validUntil) return await known.presence;
  const answer = ask(context, url, secret);
  const presence = answer.then((found) => found.presence);
  // Until there is an answer, those who come meanwhile wait for it.
  probes.set(key, { presence, validUntil: Infinity });
  const { counts } = await answer;
  probes.set(key, { presence, validUntil: Date.now() + counts });
  return await presence;
}

/** What is found, and for how long it is not asked again. */
interface Found {
  presence: Presence;
  counts: number;
}

async function ask(context: IExecuteFunctions, url: string, secret: string): Promise<Found> {
  const headers = { [TOKEN_HEADER]: issueToken({ event: 'probe', correlationId: '' }, secret) };
  for (const end = Date.now() + LONGEST_START; ; await sleep(PAUSE)) {
    const answer = await callOwnWebhook(context, { url, headers, timeout: TIMEOUT });
    if (answer instanceof ConnectionError) return withoutAnswer(answer);
    if (!isStarting(answer)) return withAnswer(answer);
    // It is no n8n, at least none that starts. Asking again would take as long.
    if (Date.now() > end) return { presence: 'unreachable', counts: NO_ANSWER_COUNTS };
  }
}

const BUSY: Found = { presence: 'busy', counts: NO_ANSWER_COUNTS };
const UNREACHABLE_CODES = ['', 'ECONNREFUSED', 'ENOTFOUND'];

/** A trigger that does not answer in time is busy. n8n gives no code where it has not let the call out. */
const withoutAnswer = ({ httpOrNetworkCode: code }: ConnectionError): Found =>
  UNREACHABLE_CODES.includes(code) ? { presence: 'unreachable', counts: 0 } : BUSY;

const BUSY_STATUS = [408, 429];

/** n8n answers 404 where no trigger is registered; one that uses another credential answers 403. */
function withAnswer({ status, message }: OwnAnswer): Found {
  if (status === 200 && message === LISTENING) return { presence: 'listening', counts: LISTENING_COUNTS };
  if (status >= 500 || BUSY_STATUS.includes(status)) return BUSY;
  // A trigger may be activated at any moment.
  return { presence: 'absent', counts: 0 };
}
