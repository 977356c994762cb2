import {
  type IExecuteFunctions,
  type IHookFunctions,
  type INodeExecutionData,
  type IWebhookDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeOperationError,
} from 'n8n-workflow';
import { byReview, toItems } from '../common/output';
import { asObject } from '../common/shape';
import { asNodeError } from '../transport/errors';
import { readOutputSettings } from '../parameters/output-settings';
import { hasReviewOutput } from '../parameters/review-output';
import { readTriggerParameters } from '../parameters/trigger';
import { callbackSecretOf, CREDENTIAL_TYPE } from '../transport/credential';
import { claimDelivery, confirmDelivery, deliveryKey, releaseDelivery } from './deduplication';
import {
  accept,
  ANSWERED_BY_ACCEPT,
  checkToken,
  readPayload,
  readText,
  respond,
  undoAndRethrow,
  WebhookRejection,
  withErrorResponse,
} from './receive';
import type { Registration } from './process-state';
import { CALLBACK_PATH, isRegistered, register, unregister } from './registration';
import { relayCallback, type RelayedCallback } from './relay';
import { callbackOutputs } from './result';
import { type CallbackEvent, type CallbackToken, TOKEN_HEADER, verifyToken } from './token';

export const triggerWebhooks: IWebhookDescription[] = [
  { name: 'default', httpMethod: 'POST', ...ANSWERED_BY_ACCEPT, path: CALLBACK_PATH },
];

function registrationOf(context: IHookFunctions): Registration {
  return {
    url: String(context.getNodeWebhookUrl('default')),
    events: context.getNodeParameter('events') as CallbackEvent[],
  };
}

/** The service keeps no list of triggers: the URL is registered here, for the actions of the workflow to find it. */
export const registration = {
  async checkExists(this: IHookFunctions): Promise<boolean> {
    return isRegistered(this, registrationOf(this));
  },
  async create(this: IHookFunctions): Promise<boolean> {
    checkSettings(this);
    register(this, registrationOf(this));
    return true;
  },
  async delete(this: IHookFunctions): Promise<boolean> {
    unregister(this, registrationOf(this));
    return true;
  },
};

/** Found now, a mistake in the settings loses no result. */
function checkSettings(context: IHookFunctions): void {
  try {
    readOutputSettings(readTriggerParameters(context));
  } catch (caught) {
    throw asNodeError(context.getNode(), caught, 0, []);
  }
}

/** Receives a callback: starts an execution with it, or relays it to the execution that waits for it. */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
  await withErrorResponse(context, async () => {
    const { token, secret } = await checkToken(context);
    if (token.event === 'probe') return respond(context, 200, 'Listening');
    const text = await readText(context);
    const payload = readPayload(text);
    const delivery = deliveryKey(token, payload, text);
    if (token.waiting) return await relay(context, { token, text, delivery, secret });
    return await start(context, { token, payload, delivery });
  });

interface Delivery {
  token: CallbackToken;
  delivery: string;
}

async function start(context: IWebhookFunctions, { token, payload, delivery }: Delivery & { payload: unknown }) {
  const events = context.getNodeParameter('events') as string[];
  if (!events.includes(token.event)) return respond(context, 200, 'This trigger does not listen to the event');
  const settings = readOutputSettings(readTriggerParameters(context));
  const outputs = callbackOutputs(payload, token, settings, delivery);
  if (!(await claimDelivery(context, delivery))) return respond(context, 200, 'Accepted before');
  const release = () => releaseDelivery(context, delivery);
  const items = await toItems(context, outputs, 0).catch(undoAndRethrow(release));
  const marked = items.map((item, index) => (outputs[index]?.needsReview === true ? markedForReview(item) : item));
  return accept(context, [marked], {
    confirm: () => confirmDelivery(context, delivery),
    release,
  });
}

// A node whose first input is empty does not run, at least in the legacy execution order. So all items come by the
// first, and `execute` sends those that are marked by the output for review. n8n keeps other members of an item.
const REVIEW_MARK = 'needsReview';

const markedForReview = (item: INodeExecutionData): INodeExecutionData => ({ ...item, [REVIEW_MARK]: 1 });

function passOn(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[][] {
  const entries = items.map(({ [REVIEW_MARK]: mark, ...item }) => ({ item, needsReview: mark === 1 }));
  return byReview(
    entries,
    hasReviewOutput(asObject(context.getNodeParameter('options', 0, {}))['reviewOutput']),
    ({ item }) => item,
  );
}

// How long the caller is kept, and how long the execution that continues the relay may take.
const LONGEST_ANSWER = 1500;
const LONGEST_RELAY = 60_000;

/**
 * Relays a callback to the execution that waits for it. If n8n has not stored that execution in time, the caller is not
 * kept: n8n stores the callback as an execution of this workflow, which goes on relaying (`execute`).
 */
async function relay(
  context: IWebhookFunctions,
  { token, text, delivery, secret }: Delivery & { text: string; secret: string },
) {
  if (token.waiting?.resumeUrl === undefined)
    throw new WebhookRejection(403, 'The token of this callback was issued for something else');
  if (!(await claimDelivery(context, delivery))) return respond(context, 200, 'Accepted before');
  const rejection = await relayCallback(context, { token, secret, body: text, delivery }, LONGEST_ANSWER);
  const release = () => releaseDelivery(context, delivery);
  if (rejection?.isTooEarly) {
    const { executionId } = token.waiting;
    return accept(context, [[await storedCallback(context, executionId, text).catch(undoAndRethrow(release))]], {
      confirm: () => confirmDelivery(context, delivery),
      release,
    });
  }
  if (rejection) {
    release();
    return respond(context, rejection.status, rejection.message);
  }
  confirmDelivery(context, delivery);
  return respond(context, 200, 'Accepted');
}

const RELAYS_TO = 'relaysToExecution';
const STORED_CALLBACK = 'callback';

/** The item of an execution that only relays. The token as it came and the body are a file: n8n shows no file's content. */
async function storedCallback(
  context: IWebhookFunctions,
  executionId: string,
  text: string,
): Promise<INodeExecutionData> {
  const token = String(context.getHeaderData()[TOKEN_HEADER.toLowerCase()]);
  const file = await context.helpers.prepareBinaryData(Buffer.from(`${token}\n${text}`), 'callback.txt', 'text/plain');
  return { json: { [RELAYS_TO]: executionId }, binary: { [STORED_CALLBACK]: file } };
}

/** Runs in an execution the trigger has started: passes results on, and relays what has to be relayed. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const items = context.getInputData();
  const stored = await readStoredCallback(context, items);
  if (!stored) return passOn(context, items);
  const { executionId } = stored.token.waiting as NonNullable<CallbackToken['waiting']>;
  const rejection = await relayCallback(context, stored, LONGEST_RELAY);
  // One that has finished has taken the result from a repeated callback, or was stopped.
  if (rejection && !rejection.message.includes('finished')) {
    throw new NodeOperationError(context.getNode(), `Execution ${executionId} did not accept its result`, {
      description: `n8n responded "${rejection.message}". If that execution is still waiting, retry this one.`,
    });
  }
  const message = `This execution relayed a result to execution ${executionId}, which was waiting for it.`;
  context.addExecutionHints({ message, location: 'outputPane', type: 'info' });
  return [[]];
}

/** Only the trigger makes such an item: a result has other members beside this one, and the token is signed. */
async function readStoredCallback(
  context: IExecuteFunctions,
  [item]: INodeExecutionData[],
): Promise<RelayedCallback | undefined> {
  const isStored = item?.json[RELAYS_TO] !== undefined && Object.keys(item.json).length === 1;
  if (!isStored || item.binary?.[STORED_CALLBACK] === undefined) return undefined;
  const file = (await context.helpers.getBinaryDataBuffer(0, STORED_CALLBACK)).toString();
  const [header = ''] = file.split('\n', 1);
  const secret = callbackSecretOf(await context.getCredentials(CREDENTIAL_TYPE));
  const token = verifyToken(header, secret);
  if (token?.waiting?.resumeUrl === undefined) {
    throw new NodeOperationError(context.getNode(), 'The token of this callback is no longer valid', {
      description: 'The callback secret, or what it is derived from, has changed since the callback came.',
    });
  }
  const text = file.slice(header.length + 1);
  return { token, secret, body: text, delivery: deliveryKey(token, readPayload(text), text) };
}
