import { type IExecuteFunctions, type IWebhookFunctions, sleep } from 'n8n-workflow';
import { asList, asNumber, asObject, asText } from '../common/shape';
import { type CallbackToken, issueToken, TOKEN_HEADER } from './token';

const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;
// An attempt that n8n has accepted is answered once n8n has stored the execution.
const LONGEST_ATTEMPT = 10_000;
const SHORTEST_ATTEMPT = 500;

/** Why a waiting execution did not accept a callback. */
export interface RelayRejection {
  status: number;
  message: string;
  /** n8n has not stored the execution as waiting yet, or was too busy to answer. */
  isTooEarly: boolean;
  /** The execution runs: it does not wait yet, or it has been resumed. */
  isRunning: boolean;
}

/** The callback of a waiting execution, which the service has sent to the trigger. */
export interface RelayedCallback {
  token: CallbackToken;
  secret: string;
  body: string | Buffer;
  /** Identifies the result. */
  delivery: string;
}

/**
 * Relays a callback to the execution that waits for it. n8n rejects it until it has stored the execution as waiting, so
 * it is repeated for so many milliseconds.
 */
export async function relayCallback(
  context: IWebhookFunctions | IExecuteFunctions,
  { token, secret, body, delivery }: RelayedCallback,
  duration: number,
): Promise<RelayRejection | undefined> {
  const { resumeUrl, ...waiting } = token.waiting as NonNullable<CallbackToken['waiting']>;
  // Of a node of version 1.1 n8n reads JSON itself, up to 16 MB. The type of this body is one it leaves to the node.
  const headers = {
    [TOKEN_HEADER]: issueToken({ ...token, waiting }, secret),
    'Content-Type': 'application/octet-stream',
  };
  const request = { method: 'POST', url: resumeUrl as string, headers, body, disableFollowRedirect: true } as const;
  const end = Date.now() + duration;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const timeout = Math.min(LONGEST_ATTEMPT, Math.max(SHORTEST_ATTEMPT, end - Date.now()));
    const rejection = await context.helpers.httpRequest({ ...request, timeout }).then(() => undefined, readRejection);
    if (!rejection?.isTooEarly) return rejection;
    if (rejection.isRunning && (await hasResumedWith(context, waiting.executionId, delivery))) return undefined;
    if (Date.now() + pause > end) return rejection;
    await sleep(pause);
  }
}

/**
 * Whether an execution that runs was resumed with this result, by an attempt that was not answered in time or by another
 * process. n8n rejects both this one and one that does not wait yet with the same answer. Of one that was resumed, it has
 * stored the items it continues with. Reading them is no part of what n8n promises to a node: without it, nothing is known.
 */
async function hasResumedWith(
  context: IWebhookFunctions | IExecuteFunctions,
  executionId: string,
  delivery: string,
): Promise<boolean> {
  const { additionalData } = context as unknown as {
    additionalData?: { getRunExecutionData?: (executionId: string) => Promise<unknown> };
  };
  const read = async () => await additionalData?.getRunExecutionData?.(executionId);
  const execution = asObject(asObject(await read().catch(() => undefined))['executionData']);
  const [next] = asList(execution['nodeExecutionStack']);
  const items = asList(asObject(asObject(next)['data'])['main']).flatMap(asList);
  return items.some((item) => asObject(asObject(item)['json'])['deliveryId'] === delivery);
}

function readRejection(error: unknown): RelayRejection {
  const response = asObject(asObject(error)['response'] ?? asObject(asObject(error)['cause'])['response']);
  const message = asText(asObject(response['data'])['message']) ?? 'The waiting execution could not be reached';
  const status = asNumber(response['status']) ?? 502;
  // 409 says that the execution is running. n8n 1 also answers 500 while it stores the execution.
  const isRunning = status === 409 && !message.includes('finished');
  return { status, message, isTooEarly: status >= 500 || isRunning, isRunning };
}
