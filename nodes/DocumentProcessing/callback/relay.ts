import { type IExecuteFunctions, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { asNumber, asObject, asText } from '../common/shape';
import { type CallbackToken, issueToken, TOKEN_HEADER } from './token';

const PROBE_TIMEOUT = 3000;
const LONGEST_RELAY = 60_000;
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1000;

/** Whether a trigger accepts callbacks at this URL now, and this n8n can reach itself there. */
export async function isListening(context: IExecuteFunctions, url: string, secret: string): Promise<boolean> {
  const headers = { [TOKEN_HEADER]: issueToken({ event: 'probe', correlationId: '' }, secret) };
  return await context.helpers
    .httpRequest({ method: 'POST', url, headers, timeout: PROBE_TIMEOUT, disableFollowRedirect: true })
    .then(
      () => true,
      () => false,
    );
}

/** Why a waiting execution did not accept a callback. */
export interface RelayRejection {
  status: number;
  message: string;
  /** n8n has not stored the execution as waiting yet. */
  isTooEarly: boolean;
}

/**
 * Relays a callback to the execution that waits for it. n8n rejects it until it has stored the execution as waiting; the
 * trigger is there from the start, and repeats the call until then.
 */
export async function relayCallback(
  context: IWebhookFunctions,
  body: string,
  token: CallbackToken,
  secret: string,
  resumeUrl: string,
): Promise<RelayRejection | undefined> {
  const headers = { [TOKEN_HEADER]: issueToken(token, secret), 'Content-Type': 'application/json' };
  const end = Date.now() + LONGEST_RELAY;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const rejection = await context.helpers
      .httpRequest({ method: 'POST', url: resumeUrl, headers, body, disableFollowRedirect: true })
      .then(() => undefined, readRejection);
    if (!rejection?.isTooEarly) return rejection;
    if (Date.now() > end) return { ...rejection, status: 503 };
    await sleep(pause);
  }
}

function readRejection(error: unknown): RelayRejection {
  const response = asObject(asObject(error)['response'] ?? asObject(asObject(error)['cause'])['response']);
  const message = asText(asObject(response['data'])['message']) ?? 'The waiting execution could not be reached';
  const status = asNumber(response['status']) ?? 502;
  // 409 says that the execution is running. n8n 1 also answers 500 while it stores the execution.
  return { status, message, isTooEarly: status >= 500 || (status === 409 && !message.includes('finished')) };
}
