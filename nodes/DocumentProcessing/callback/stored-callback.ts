import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeOperationError,
} from 'n8n-workflow';
import { callbackSecretsOf, CREDENTIAL_TYPE } from '../transport/credential';
import { readPayload } from './body';
import { claimDelivery, deliveryKey } from './deduplication';
import { accept, respond, undoAndRethrow, WebhookRejection } from './webhook-response';
import { relayCallback, type RelayedCallback } from './relay';
import { type CallbackToken, verifyTokenWith } from './token';

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
  const token = verifyTokenWith(header, secrets);
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
  if (rejection && !rejection.message.includes('finished')) {
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
