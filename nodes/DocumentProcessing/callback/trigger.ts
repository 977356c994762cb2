import type { IHookFunctions, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { outputSettings } from '../parameters/output-settings';
import { toItems } from '../documents/items';
import { deliverOnce, deliveryOf, forgetDelivery, keepDelivery } from './delivered';
import { handOver } from './hand-over';
import { callbackOutputs } from './outputs';
import {
  accept,
  answer,
  ANSWERED_BY_ACCEPT,
  answering,
  checkTicket,
  NotTaken,
  readPayload,
  readText,
  thenThrow,
} from './receive';
import { isRegistered, register, type Registration, unregister } from './registration';
import type { CallbackEvent, Ticket } from './ticket';

export const triggerWebhooks: IWebhookDescription[] = [
  { name: 'default', httpMethod: 'POST', ...ANSWERED_BY_ACCEPT, path: 'callback' },
];

function registrationOf(context: IHookFunctions): Registration {
  return {
    url: String(context.getNodeWebhookUrl('default')),
    events: context.getNodeParameter('events') as CallbackEvent[],
  };
}

/**
 * The service knows nothing of triggers: what is registered is the address, where the actions of the workflow find it.
 */
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

/** Takes a callback: starts an execution with it, or hands it over to the one that waits for it. */
export const receive = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
  await answering(context, async () => {
    const { ticket, secret } = await checkTicket(context);
    if (ticket.event === 'probe') return answer(context, 200, 'Listening');
    const text = await readText(context);
    const payload = readPayload(text);
    const delivery = deliveryOf(ticket, payload, text);
    if (ticket.waiting) return await passOn(context, { ticket, text, delivery, secret });
    return await start(context, { ticket, payload, delivery });
  });

interface Delivery {
  ticket: Ticket;
  delivery: string;
}

async function start(context: IWebhookFunctions, { ticket, payload, delivery }: Delivery & { payload: unknown }) {
  const events = context.getNodeParameter('events') as string[];
  if (!events.includes(ticket.event)) return answer(context, 200, 'This trigger does not listen to the event');
  const outputs = callbackOutputs(
    payload,
    ticket,
    outputSettings((name) => context.getNodeParameter(name, null)),
  );
  if (!deliverOnce(context, delivery)) return answer(context, 200, 'Taken before');
  const forget = () => forgetDelivery(context, delivery);
  return accept(context, await toItems(context, outputs, 0).catch(thenThrow(forget)), {
    keep: () => keepDelivery(context, delivery),
    forget,
  });
}

async function passOn(
  context: IWebhookFunctions,
  { ticket, text, delivery, secret }: Delivery & { text: string; secret: string },
) {
  const { resumeUrl, ...waiting } = ticket.waiting ?? {};
  if (resumeUrl === undefined) throw new NotTaken(403, 'The ticket of this callback belongs to something else');
  if (!deliverOnce(context, delivery)) return answer(context, 200, 'Taken before');
  const handedOver = await handOver(
    context,
    text,
    { ...ticket, waiting: waiting as NonNullable<Ticket['waiting']> },
    secret,
    resumeUrl,
  );
  if (handedOver === undefined) {
    keepDelivery(context, delivery);
    return answer(context, 200, 'Taken');
  }
  forgetDelivery(context, delivery);
  return answer(context, handedOver.status, handedOver.message);
}
