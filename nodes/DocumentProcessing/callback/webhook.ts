import type { CallbackAddress } from './callbacks';
import type { CallbackEvent } from './ticket';
import { checkUrl } from '../transport/address';
import type { Item, NameValue } from '../parameters/item';
import { Refusal } from '../common/errors';
import { textOf } from '../common/shape';
import { readLimit } from '../parameters/limit';
import { readOutputSettings } from '../parameters/output-settings';

/** Where the service delivers an asynchronous result (interface, 2 and 13, `webhook`). */
export interface Webhook {
  url: string;
  fallbackUrl?: string | undefined;
  authorization: { headers: NameValue[]; queryStrings?: NameValue[] | undefined; mtls?: boolean | undefined };
}

/** The webhook as the service takes it; what is not set is not sent. */
export async function readWebhook(item: Item, event: CallbackEvent): Promise<Webhook> {
  const fallbackUrl = item.textOption('fallbackUrl');
  const given = namedValues(item, 'callbackHeaders', 'header', 'Callback Headers');
  const queryStrings = namedValues(item, 'callbackQueryStrings', 'queryString', 'Callback Query Strings');
  const { url, header } = await readAddress(item, event);
  return {
    url,
    fallbackUrl: fallbackUrl && checkUrl(fallbackUrl, 'Fallback URL'),
    authorization: {
      headers: [...given, header],
      queryStrings: queryStrings.length > 0 ? queryStrings : undefined,
      mtls: item.option('mtls') === true ? true : undefined,
    },
  };
}

async function readAddress(item: Item, event: CallbackEvent): Promise<CallbackAddress> {
  const ticket = { event, correlationId: item.correlationId };
  const delivery = item.text('delivery');
  if (delivery === 'trigger') return item.callbacks.toTrigger(ticket);
  if (delivery === 'url')
    return item.callbacks.toUrl(checkUrl(item.requiredText('callbackUrl', 'Callback URL'), 'Callback URL'), ticket);
  checkWait(item);
  return await item.callbacks.toWaiting(ticket, readOutputSettings(item));
}

/** One execution can wait for one result, until a time that is known before anything is sent. */
function checkWait(item: Item): void {
  readLimit(item);
  if (item.isAlone) return;
  throw new Refusal(
    'Only one item at a time can wait for its result',
    'Put this node into a sub-workflow that is called for each item (Loop Over Items), or set "Delivery" to the Document Processing Trigger.',
  );
}

function namedValues(item: Item, name: string, member: string, label: string): NameValue[] {
  const list = item.pairsOption(name, member).map((pair) => ({ name: pair.name, value: textOf(pair.value) }));
  if (list.some((pair) => pair.name === ''))
    throw new Refusal(`An entry of "${label}" has no name`, 'Give it a name or remove it.');
  return list;
}
