import { type IExecuteFunctions, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { asNumber, asObject, asText } from '../common/shape';
import { type CallbackToken, issueToken, TOKEN_HEADER } from './token';

const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;
// An attempt that n8n has accepted is answered once n8n has stored the execution.
const ATTEMPT_TIMEOUT = 10_000;

/** Why a waiting execution did not accept a callback. */
export interface RelayRejection {
  status: number;
  message: string;
  /** n8n has not stored the execution as waiting yet, or was too busy to answer. */
  isTooEarly: boolean;
}

/** The callback of a waiting execution, which the service has sent to the trigger. */
export interface RelayedCallback {
  token: CallbackToken;
  secret: string;
  body: string | Buffer;
}

/**
 * Relays a callback to the execution that waits for it. n8n rejects it until it has stored the execution as waiting, so
 * it is repeated for so many milliseconds.
 */
export async function relayCallback(
  context: IWebhookFunctions | IExecuteFunctions,
  { token, secret, body }: RelayedCallback,
  duration: number,
): Promise<RelayRejection | undefined> {
  const { resumeUrl, ...waiting } = token.waiting as NonNullable<CallbackToken['waiting']>;
  // Of a node of version 1.1 n8n reads JSON itself, up to 16 MB. The type of this body is one it leaves to the node.
  const headers = {
    [TOKEN_HEADER]: issueToken({ ...token, waiting }, secret),
    'Content-Type': 'application/octet-stream',
  };
  const request = { headers, body, timeout: ATTEMPT_TIMEOUT, disableFollowRedirect: true };
  const end = Date.now() + duration;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const rejection = await context.helpers
      .httpRequest({ method: 'POST', url: resumeUrl as string, ...request })
      .then(() => undefined, readRejection);
    if (!rejection?.isTooEarly || Date.now() + pause > end) return rejection;
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
