import { randomUUID } from 'crypto';
import { ValidationError } from '../common/errors';
import { warn } from '../common/output';
import { textOf } from '../common/shape';
import type { Item } from '../parameters/item';
import type { ParameterReader } from '../parameters/parameter-reader';
import { secretsInUrl } from '../transport/redact';
import { readWaitLimit } from '../parameters/wait-limit';
import { readOutputSettings } from '../parameters/output-settings';
import { type CallbackAddress, CallbackAddresses, type CallbackRequest } from './callback-address';
import { checkReachable, unreachableHost } from './private-network';
import { type CallbackEvent, checkSecret, TOKEN_HEADER } from './token';
import type { Wait } from './waiting';

/**
 * The webhook as the service takes it (service interface, operations 2 and 13), read from the item's parameters: what is not
 * set is not sent. Beside it what identifies the result when it comes back, and the wait of this execution, if it waits.
 */
export async function readWebhook(item: Item, event: CallbackEvent) {
  const { options } = item;
  const headers = namedValues(options, 'callbackHeaders');
  headers.forEach(checkHeader);
  const queryStrings = namedValues(options, 'callbackQueryStrings');
  queryStrings.forEach(checkQueryString);
  const mtls = options.boolean('mtls');
  const given = options.verbatim('correlationId');
  const correlationId = given.trim() === '' ? randomUUID() : given;
  const fallbackUrl = options.url('fallbackUrl') || undefined;
  const { url, header, wait } = await readAddress(item, fallbackUrl, { event, correlationId, nonce: randomUUID() });
  const webhook = {
    url,
    fallbackUrl,
    authorization: {
      headers: [...headers, header],
      queryStrings: queryStrings.length > 0 ? queryStrings : undefined,
      mtls: mtls === true ? true : undefined,
    },
  };
  return { webhook, correlationId, wait };
}

async function readAddress(
  item: Item,
  fallbackUrl: string | undefined,
  request: CallbackRequest,
): Promise<CallbackAddress & { wait?: Wait }> {
  const { context, callbackSecrets, baseUrl } = item.run;
  const callbackSecret = checkSecret(callbackSecrets[0]);
  const addresses = new CallbackAddresses(context, callbackSecret);
  const delivery = item.requiredChoice('delivery');
  const sendAnyway = item.options.boolean('sendAnyway') ?? false;
  const checked = (address: CallbackAddress): CallbackAddress => {
    if (!sendAnyway) {
      checkReachable(address.url, baseUrl);
      if (fallbackUrl !== undefined) checkReachable(fallbackUrl, baseUrl, true);
    }
    return address;
  };
  if (delivery === 'trigger') return checked(await addresses.ofTrigger(request));
  if (delivery === 'url') {
    const url = item.requiredUrl('callbackUrl');
    hintAtUnreachable(item, url);
    return addresses.ofUrl(url, request);
  }
  if (item.isTool) {
    throw new ValidationError(
      'An AI tool cannot wait for the result',
      'Use an operation that returns its result at once, e.g. "Extract Content", ' +
        'or set "Delivery" to the Document Processing Trigger.',
    );
  }
  const till = readWaitLimit(item);
  if (!item.isAlone) {
    throw new ValidationError(
      'Only one item at a time can wait for its result',
      'Put this node into a Loop Over Items, which gives it one item at a time, or set "Delivery" to the Document ' +
        'Processing Trigger.',
    );
  }
  const address = await addresses.ofWaitingExecution(request, readOutputSettings(item), fallbackUrl !== undefined);
  // n8n signs it.
  item.noteSecrets(secretsInUrl(address.url));
  return { ...checked(address), wait: { till, token: address.header.value } };
}

/** It may be that of a relay, which the service reaches in a way of its own; so the request is sent. */
function hintAtUnreachable({ run: { context, baseUrl, hostsTold } }: Item, url: string): void {
  const host = unreachableHost(url, baseUrl);
  if (host === undefined || hostsTold.has(host)) return;
  hostsTold.add(host);
  warn(
    context,
    `The "Callback URL" is at "${host}", an address inside your own network. A service on the internet cannot call it, ` +
      'and its result would be lost: enter the URL at which it is reached from the internet.',
  );
}

interface NamedText {
  name: string;
  value: string;
}

const namedValues = (options: ParameterReader, name: string): NamedText[] =>
  options.pairs(name, options.addedRows(name)).map((pair) => ({ name: pair.name, value: textOf(pair.value) }));

// What HTTP allows (RFC 9110, sections 5.1 and 5.5), and what clients of HTTP accept.
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** With a line break in it, the service would send other headers than these. */
function checkHeader({ name, value }: NamedText): void {
  if (!HEADER_NAME.test(name)) {
    throw new ValidationError(
      `The option "Callback Headers" has a name that no header can have: ${JSON.stringify(name)}`,
      'Use letters, digits and hyphens, without spaces.',
    );
  }
  if (!HEADER_VALUE.test(value)) {
    throw new ValidationError(
      `The header "${name}" of the option "Callback Headers" has a value that no header can have`,
      'Remove line breaks and other control characters, and encode characters beyond Latin-1, e.g. with encodeURIComponent().',
    );
  }
  if (name.toLowerCase() === TOKEN_HEADER.toLowerCase()) {
    throw new ValidationError(
      `The option "Callback Headers" has the header "${name}", in which the signed token is sent`,
      'Remove it: with two tokens the callback would be rejected. The node adds the header by itself.',
    );
  }
}

/** The service interface does not say whether the service encodes them. */
function checkQueryString({ name, value }: NamedText): void {
  if (!CONTROL_CHARACTER.test(name) && !CONTROL_CHARACTER.test(value)) return;
  throw new ValidationError(
    `The query string ${JSON.stringify(name)} of the option "Callback Query Strings" has a line break or another control character`,
    'Remove it, or encode it, e.g. with encodeURIComponent().',
  );
}
