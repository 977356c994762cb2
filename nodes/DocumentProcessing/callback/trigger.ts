import type {
  IExecuteFunctions,
  IHookFunctions,
  INodeExecutionData,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { addToCustomData } from '../common/custom-data';
import { byReview, hintsOf, toItems, warn } from '../common/output';
import { asList, asObject, textOf } from '../common/shape';
import { asNodeError } from '../transport/node-error';
import type { Secrets } from '../transport/redact';
import { readOutputSettings } from '../parameters/output-settings';
import { addsOutput } from '../parameters/node-outputs';
import { callbackSecretOf, CREDENTIAL_TYPE } from '../transport/credential';
import { claimDelivery, deliveryKey } from './deduplication';
import { readPayload, readText } from './body';
import {
  accept,
  type Claim,
  logProblem,
  respond,
  undoAndRethrow,
  WebhookRejection,
  withErrorResponse,
} from './webhook-response';
import { LISTENING } from './probe';
import { register, unregister } from './registration';
import { callbackOutputs, traceOf } from './result';
import { continueRelay, readStoredCallback, relayOrStore } from './relay';
import { type CallbackEvent, type CallbackToken, checkSecret, checkToken, headerOf } from './token';
import { checkEvents, EVENT_NAMES, readEvents, readTriggerParameters } from './trigger-parameters';

/** With these, n8n activates it by itself, e.g. when it starts. */
const BY_ITSELF = ['init', 'leadershipChange'];

/** The service keeps no list of triggers: each process of n8n knows those it has activated. */
export async function registerTrigger(context: IHookFunctions): Promise<boolean> {
  if (!BY_ITSELF.includes(context.getActivationMode())) await checkSettings(context);
  register(context);
  return true;
}

export function unregisterTrigger(context: IHookFunctions): boolean {
  unregister(context);
  return true;
}

/** Found now, a mistake in the settings or the credential loses no result. */
async function checkSettings(context: IHookFunctions): Promise<void> {
  try {
    checkSecret(callbackSecretOf(await context.getCredentials(CREDENTIAL_TYPE)));
    checkEvents(context);
    readOutputSettings(readTriggerParameters(context));
  } catch (caught) {
    throw asNodeError(context.getNode(), caught, 0, []);
  }
}

/** Receives a callback: starts an execution with it, or relays it to the execution that waits for it. */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
  await withErrorResponse(context, async () => {
    const { token, secrets } = await checkToken(context);
    if (token.event === 'probe') return answerProbe(context, token);
    const text = await readText(context);
    const payload = readPayload(text);
    const delivery = deliveryKey(token, payload, text);
    if (token.waiting) return await relayOrStore(context, { token, header: headerOf(context), body: text, delivery });
    return await start(context, { token, payload, delivery, secrets });
  });

/** A copy of a workflow has the URL of the original where both have the same path. */
function answerProbe(context: IWebhookFunctions, { correlationId: workflowId }: CallbackToken): IWebhookResponseData {
  if (workflowId === String(context.getWorkflow().id)) return respond(context, 200, LISTENING);
  throw new WebhookRejection(403, 'This trigger belongs to another workflow');
}

interface Delivery {
  token: CallbackToken;
  payload: unknown;
  delivery: string;
  secrets: Secrets;
}

/** Who listens for a test event wants to see it, also one that came before. n8n stops listening after it. */
const IN_TEST: Claim = { confirm: () => undefined, release: () => undefined };

async function start(context: IWebhookFunctions, { token, payload, delivery, secrets }: Delivery) {
  if (!readEvents(context).some((event) => event === token.event)) {
    const event = EVENT_NAMES[token.event as CallbackEvent];
    logProblem(context, 'warn', `has dropped a result: it does not listen to the event "${event}"`);
    return respond(context, 200, 'This trigger does not listen to the event');
  }
  const settings = readOutputSettings(readTriggerParameters(context));
  const outputs = callbackOutputs(payload, token, settings, delivery, secrets);
  const claim = context.getMode() === 'manual' ? IN_TEST : await claimDelivery(context, token, delivery);
  if (!claim) return respond(context, 200, 'Accepted before');
  const items = await toItems(context, outputs, 0).catch(undoAndRethrow(claim.release));
  const hints = hintsOf(outputs);
  const marked = items.map((item, index) => ({
    ...item,
    ...(outputs[index]?.needsReview === true && { [REVIEW_MARK]: 1 }),
    ...(index === 0 && hints.length > 0 && { [HINTS]: { messages: hints } }),
  }));
  return accept(context, [marked], claim);
}

// A node whose first input is empty does not run, at least in the legacy execution order. So all items come by the
// first, and `execute` sends those that are marked by the output for review. n8n keeps other members of an item. The
// webhook that has made them runs before there is an execution, which has hints.
const REVIEW_MARK = 'needsReview';
const HINTS = 'hints';

function passOn(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[][] {
  const entries = items.map(({ [REVIEW_MARK]: mark, [HINTS]: hints, ...item }) => {
    for (const message of asList(asObject(hints)['messages'])) warn(context, textOf(message));
    return { item, needsReview: mark === 1 };
  });
  const outputs = entries.map(({ item: { json }, needsReview }) => ({ json, needsReview }));
  addToCustomData(context, traceOf(outputs, []));
  return byReview(entries, addsOutput(asObject(context.getNodeParameter('options', 0, {}))['reviewOutput']));
}

/** Runs in an execution the trigger has started: passes results on, and relays what has to be relayed. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const items = context.getInputData();
  const stored = await readStoredCallback(context, items);
  if (!stored) return passOn(context, items);
  await continueRelay(context, stored);
  return [[]];
}
