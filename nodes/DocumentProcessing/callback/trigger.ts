import type { IHookFunctions, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { toItems } from '../common/output';
import { asOutputSettings } from '../parameters/output-settings';
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
import { isRegistered, register, unregister } from './registration';
import { relayCallback } from './relay';
import { callbackOutputs } from './result';
import type { CallbackEvent, CallbackToken } from './token';

export const triggerWebhooks: IWebhookDescription[] = [
  { name: 'default', httpMethod: 'POST', ...ANSWERED_BY_ACCEPT, path: 'callback' },
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
    register(this, registrationOf(this));
    return true;
  },
  async delete(this: IHookFunctions): Promise<boolean> {
    unregister(this, registrationOf(this));
    return true;
  },
};

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
  const settings = asOutputSettings((name) => context.getNodeParameter(name, null));
  const outputs = callbackOutputs(payload, token, settings);
  if (!claimDelivery(context, delivery)) return respond(context, 200, 'Accepted before');
  const release = () => releaseDelivery(context, delivery);
  return accept(context, await toItems(context, outputs, 0).catch(undoAndRethrow(release)), {
    confirm: () => confirmDelivery(context, delivery),
    release,
  });
}

async function relay(
  context: IWebhookFunctions,
  { token, text, delivery, secret }: Delivery & { text: string; secret: string },
) {
  const { resumeUrl, ...waiting } = token.waiting ?? {};
  if (resumeUrl === undefined)
    throw new WebhookRejection(403, 'The token of this callback was issued for something else');
  if (!claimDelivery(context, delivery)) return respond(context, 200, 'Accepted before');
  const relayed = { ...token, waiting: waiting as NonNullable<CallbackToken['waiting']> };
  const rejection = await relayCallback(context, text, relayed, secret, resumeUrl);
  if (rejection) {
    releaseDelivery(context, delivery);
    return respond(context, rejection.status, rejection.message);
  }
  confirmDelivery(context, delivery);
  return respond(context, 200, 'Accepted');
}
