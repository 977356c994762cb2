import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeOperationError,
  sleep,
} from 'n8n-workflow';
import { ConnectionError } from '../common/errors';
import { asList, asObject } from '../common/shape';
import { callbackSecretsOf, CREDENTIAL_TYPE } from '../transport/credential';
import { isSuccess } from '../transport/envelope';
import { readPayload } from './body';
import { claimDelivery, deliveryKey } from './deduplication';
import { saysFinished, storedExecution, waitingBaseUrl } from './n8n-internals';
import { type CallbackToken, TOKEN_HEADER, verifyToken } from './token';
import { callWebhook, isStarting, type WebhookAnswer } from './call-webhook';
import { accept, respond, undoAndRethrow, WebhookRejection } from './webhook-response';

// Passes a callback that has come to the trigger on to the execution that waits for it.

const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;
// An attempt that n8n has accepted is answered once n8n has stored the execution. One that is given up is lost work.
const LONGEST_ATTEMPT = 10_000;
// In a burst, more would only wait for each other in n8n, until each takes too long.
const ATTEMPTS_AT_ONCE = 10;

/** Attempts to relay a callback: how many run, and those that wait for their turn. */
export const relays = { running: 0, waiting: [] as Array<() => void> };

/** Why a waiting execution did not accept a callback. */
interface RelayRejection {
  status: number;
  message: string;
  /** n8n has not stored the execution as waiting yet, or was too busy to answer. */
  isTooEarly: boolean;
  /** n8n itself has not answered. */
  isUnreached?: boolean;
}

/** The callback of a waiting execution, which the service has sent to the trigger. */
interface RelayedCallback {
  token: CallbackToken;
  /** The token as it came: the waiting execution takes no other. */
  header: string;
  body: string;
  /** Identifies the result. */
  delivery: string;
}

/**
 * Relays a callback to the execution that waits for it. n8n rejects it until it has stored the execution as waiting, so
 * it is repeated for so many milliseconds after the first rejection.
 */
async function relayCallback(
  context: IWebhookFunctions | IExecuteFunctions,
  { token, header, body, delivery }: RelayedCallback,
  duration: number,
): Promise<RelayRejection | undefined> {
  const { resumeUrl = '', instanceId, executionId } = token.waiting as NonNullable<CallbackToken['waiting']>;
  // A waiting node without the option for it has its JSON read by n8n, up to 16 MB. A body of this type it reads itself.
  const headers = { [TOKEN_HEADER]: header, 'Content-Type': 'application/octet-stream' };
  const url = instanceId === context.getInstanceId() ? atOwnAddress(context, resumeUrl) : resumeUrl;
  const call = { url, headers, body, timeout: LONGEST_ATTEMPT };
  let begun = 0;
  const attempt = async () => {
    begun = performance.now();
    return await callWebhook(context, call);
  };
  let end = Infinity;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const rejection = readRejection(await inTurn(attempt));
    const isConflict = rejection?.status === 409;
    if (isConflict && (await hasResumedWith(context, executionId, delivery))) return undefined;
    if (!rejection?.isTooEarly) return rejection;
    // An n8n that gave no answer at all has had its time during the attempt.
    const isSilent = performance.now() - begun >= LONGEST_ATTEMPT;
    end = Math.min(end, (isSilent ? begun : performance.now()) + duration);
    if (performance.now() + pause > end) return rejection;
    await sleep(pause);
  }
}

/**
 * The URL at which this n8n resumes an execution of its own, by the one it had when that began to wait: n8n may have moved
 * since, and another program may be there.
 */
function atOwnAddress(context: IWebhookFunctions | IExecuteFunctions, resumeUrl: string): string {
  const base = waitingBaseUrl(context);
  return base === undefined ? resumeUrl : resumeUrl.replace(/^[^?]*(?=\/)/, base);
}

/** Runs an attempt when fewer than so many run in this process. */
async function inTurn<T>(attempt: () => Promise<T>): Promise<T> {
  if (relays.running >= ATTEMPTS_AT_ONCE) await new Promise<void>((resolve) => relays.waiting.push(resolve));
  else relays.running++;
  // Its place is passed on to the one that has waited longest.
  const leave = () => {
    const next = relays.waiting.shift();
    if (next) next();
    else relays.running--;
  };
  return await attempt().finally(leave);
}

/**
 * Whether an execution was resumed with this result, by an attempt that was not answered in time or by another process.
 * n8n rejects that with the same answer as before the execution waits, or after it has ended without the result. Of one
 * that was resumed, it has stored the items it continued with.
 */
async function hasResumedWith(
  context: IWebhookFunctions | IExecuteFunctions,
  executionId: string,
  delivery: string,
): Promise<boolean> {
  const stored = asObject(await storedExecution(context, executionId));
  // While it runs, what comes next. Once it has ended, what each node has done.
  const next = asList(asObject(stored['executionData'])['nodeExecutionStack']);
  const done = Object.values(asObject(asObject(stored['resultData'])['runData'])).flatMap(asList);
  const items = [...next, ...done].flatMap((one) => asList(asObject(asObject(one)['data'])['main']).flatMap(asList));
  return items.some((item) => asObject(asObject(item)['json'])['deliveryId'] === delivery);
}

const UNREACHED = 'The waiting execution could not be reached';

/** Why it was not accepted, or nothing. */
function readRejection(answer: WebhookAnswer | ConnectionError): RelayRejection | undefined {
  if (answer instanceof ConnectionError) {
    const { httpOrNetworkCode: code, message } = answer;
    // An n8n that guards its network refuses the call each time, and gives its reason.
    return code === ''
      ? { status: 502, message, isTooEarly: false }
      : { status: 502, message: `${UNREACHED}: ${message || code}`, isTooEarly: true, isUnreached: true };
  }
  if (isStarting(answer)) return { status: 503, message: 'n8n is starting', isTooEarly: true };
  const { status, message = `${UNREACHED}: something else than n8n answered with HTTP ${status}` } = answer;
  if (isSuccess(status)) return undefined;
  const isUnreached = answer.message === undefined;
  // The service would take a redirect for its own.
  if (status < 400) return { status: 502, message, isTooEarly: false, isUnreached };
  // 409 says that the execution is running. n8n 1 also answers 500 while it stores the execution.
  const isTooEarly = status >= 500 || (status === 409 && !saysFinished(message));
  return { status, message, isTooEarly, isUnreached };
}

// How long the caller is kept, and how long the execution that continues the relay may take.
const LONGEST_ANSWER = 1500;
export const LONGEST_RELAY = 60_000;

/**
 * Relays a callback to the execution that waits for it. If n8n has not stored that execution in time, the caller is not
 * kept: n8n stores the callback as an execution of this workflow, which goes on relaying (`execute`).
 */
export async function relayOrStore(
  context: IWebhookFunctions,
  callback: RelayedCallback,
): Promise<IWebhookResponseData> {
  const { token, delivery } = callback;
  if (token.waiting?.resumeUrl === undefined)
    throw new WebhookRejection(403, 'The token of this callback was issued for something else');
  const claim = await claimDelivery(context, token, delivery);
  if (!claim) return respond(context, 200, 'Accepted before');
  const rejection = await relayCallback(context, callback, LONGEST_ANSWER);
  if (rejection?.isTooEarly) {
    const stored = storedCallback(context, callback);
    return accept(context, [[await stored.catch(undoAndRethrow(claim.release))]], claim);
  }
  if (rejection) {
    claim.release();
    return respond(context, rejection.status, rejection.message);
  }
  claim.confirm();
  return respond(context, 200, 'Accepted');
}

const RELAYS_TO = 'relaysToExecution';
const STORED_CALLBACK = 'callback';

/** The item of an execution that only relays. The token as it came and the body are a file: n8n shows no file's content. */
async function storedCallback(
  context: IWebhookFunctions,
  { token, header, body }: RelayedCallback,
): Promise<INodeExecutionData> {
  const file = await context.helpers.prepareBinaryData(Buffer.from(`${header}\n${body}`), 'callback.txt', 'text/plain');
  return { json: { [RELAYS_TO]: token.waiting?.executionId }, binary: { [STORED_CALLBACK]: file } };
}

/** Only the trigger makes such an item: a result has other members beside this one, and the token is signed. */
export async function readStoredCallback(
  context: IExecuteFunctions,
  [item]: INodeExecutionData[],
): Promise<RelayedCallback | undefined> {
  const isStored = item?.json[RELAYS_TO] !== undefined && Object.keys(item.json).length === 1;
  if (!isStored || item.binary?.[STORED_CALLBACK] === undefined) return undefined;
  const file = (await context.helpers.getBinaryDataBuffer(0, STORED_CALLBACK)).toString();
  const [header = ''] = file.split('\n', 1);
  const secrets = callbackSecretsOf(await context.getCredentials(CREDENTIAL_TYPE));
  const token = verifyToken(header, secrets);
  if (token?.waiting?.resumeUrl === undefined) {
    throw new NodeOperationError(context.getNode(), 'The token of this callback is no longer valid', {
      description: 'The callback secret, or what it is derived from, has changed since the callback came.',
    });
  }
  const text = file.slice(header.length + 1);
  return { token, header, body: text, delivery: deliveryKey(token, readPayload(text), text) };
}

const TO_ITSELF =
  ' n8n must be able to call its own URL (N8N_WEBHOOK_URL): trust its certificate, have a way there from inside, and its host ' +
  'in NO_PROXY where it has a proxy.';

/** Goes on relaying in the execution that holds the callback. */
export async function continueRelay(context: IExecuteFunctions, stored: RelayedCallback): Promise<void> {
  const { executionId } = stored.token.waiting as NonNullable<CallbackToken['waiting']>;
  const rejection = await relayCallback(context, stored, LONGEST_RELAY);
  // One that has finished has taken the result from a repeated callback, or was stopped.
  if (rejection && !saysFinished(rejection.message)) {
    throw new NodeOperationError(context.getNode(), `Execution ${executionId} did not accept its result`, {
      description:
        `The last attempt ended with "${rejection.message}". If that execution is still waiting, retry this one.` +
        (rejection.isUnreached ? TO_ITSELF : ''),
    });
  }
  const message = rejection
    ? `Execution ${executionId} had finished when its result came.`
    : `This execution relayed a result to execution ${executionId}, which was waiting for it.`;
  context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
}
