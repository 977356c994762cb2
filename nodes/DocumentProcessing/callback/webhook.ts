import type { IExecuteFunctions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject, textOf } from '../common/shape';
import { DEFAULT_OUTPUT, type OutputSettings } from '../documents/simplify';
import type { Item } from '../parameters/item';
import { readWaitLimit } from '../parameters/wait-limit';
import { readOutputSettings } from '../parameters/output-settings';
import { checkUrl } from '../transport/url';
import { checkReach } from './reach';
import type { Presence, Registration } from './process-state';
import { probe } from './probe';
import { activeTriggers, ownTriggers, possibleTriggers } from './registration';
import { type CallbackEvent, type CallbackToken, checkSecret, issueToken, TOKEN_HEADER, verifyToken } from './token';

/** Where the service delivers an asynchronous result (service interface, operations 2 and 13, `webhook`). */
export interface Webhook {
  url: string;
  fallbackUrl?: string | undefined;
  authorization: { headers: NamedText[]; queryStrings?: NamedText[] | undefined; mtls?: boolean | undefined };
}

/** The webhook as the service takes it, read from the item's parameters. What is not set is not sent. */
export async function readWebhook(item: Item, event: CallbackEvent, addresses: CallbackAddresses): Promise<Webhook> {
  const fallbackUrl = item.textOption('fallbackUrl');
  const headers = namedValues(item, 'callbackHeaders', 'header', 'Callback Headers');
  headers.forEach(checkHeader);
  const queryStrings = namedValues(item, 'callbackQueryStrings', 'queryString', 'Callback Query Strings');
  queryStrings.forEach(checkQueryString);
  const { url, header } = await readAddress(item, event, addresses);
  return {
    url,
    fallbackUrl: fallbackUrl && checkUrl(fallbackUrl, 'Fallback URL'),
    authorization: {
      headers: [...headers, header],
      queryStrings: queryStrings.length > 0 ? queryStrings : undefined,
      mtls: item.option('mtls') === true ? true : undefined,
    },
  };
}

async function readAddress(item: Item, event: CallbackEvent, addresses: CallbackAddresses): Promise<CallbackAddress> {
  addresses.checkSecret();
  const request = { event, correlationId: item.correlationId };
  const delivery = item.text('delivery');
  const checked = (address: CallbackAddress): CallbackAddress => {
    if (!isOn(item.option('sendAnyway'))) checkReach(address.url, addresses.baseUrl);
    return address;
  };
  if (delivery === 'trigger') return checked(await addresses.ofTrigger(request));
  if (delivery === 'url')
    return addresses.ofUrl(checkUrl(item.requiredText('callbackUrl', 'Callback URL'), 'Callback URL'), request);
  if (item.isTool) {
    throw new ValidationError(
      'An AI tool cannot wait for the result',
      'Use an operation that returns its result at once, e.g. "Extract Content", ' +
        'or set "Delivery" to the Document Processing Trigger.',
    );
  }
  // The time limit is checked before anything is sent.
  readWaitLimit(item);
  if (!item.isAlone) {
    throw new ValidationError(
      'Only one item at a time can wait for its result',
      'Put this node into a sub-workflow that is called for each item (Loop Over Items), ' +
        'or set "Delivery" to the Document Processing Trigger.',
    );
  }
  return checked(await addresses.ofWaitingExecution(request, readOutputSettings(item)));
}

// An expression may return the text "true".
const isOn = (value: unknown): boolean => value === true || value === 'true';

interface NamedText {
  name: string;
  value: string;
}

function namedValues(item: Item, name: string, member: string, label: string): NamedText[] {
  const list = item.pairsOption(name, member).map((pair) => ({ name: pair.name, value: textOf(pair.value) }));
  if (list.some((pair) => pair.name === ''))
    throw new ValidationError(`An entry of "${label}" has no name`, 'Give it a name or remove it.');
  return list;
}

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

/** A URL for the service to call back, and the header that proves the callback was requested. */
export interface CallbackAddress {
  url: string;
  header: NamedText;
}

/** What is requested, before it is known who receives the callback. */
interface CallbackRequest {
  event: CallbackEvent;
  correlationId: string;
}

const EVENT_NAMES: Record<CallbackEvent, string> = {
  contentExtraction: 'Content Extraction',
  enrichment: 'Enrichment',
};

// n8n keeps a trigger under test in the memory of its main process only.
const UNSEEN_TEST_TRIGGER =
  ' A trigger that listens for a test event in the editor is seen only where n8n runs test executions in its main ' +
  'process. Where they run on workers (queue mode), activate the workflow, or set "Delivery" to "To a URL" with the ' +
  'test URL of the trigger.';

// The token travels in a header of the callback, and servers accept headers of a few thousand bytes.
const LONGEST_CORRELATION_ID = 1000;
const LONGEST_TOKEN = 6000;

/** The addresses at which the service can call this execution, or this workflow, back. */
export class CallbackAddresses {
  constructor(
    private readonly context: IExecuteFunctions,
    private readonly secret: string,
    /** Of the service that is to call back. */
    readonly baseUrl: string,
  ) {}

  checkSecret(): void {
    checkSecret(this.secret);
  }

  /** The token in a callback's header, or `undefined` if it is not one of this credential. */
  verify(header: string): CallbackToken | undefined {
    checkSecret(this.secret);
    return verifyToken(header, this.secret);
  }

  /** A given URL, e.g. that of a trigger in another workflow. */
  ofUrl(url: string, token: CallbackToken): CallbackAddress {
    if (Buffer.byteLength(token.correlationId) > LONGEST_CORRELATION_ID) {
      throw new ValidationError(
        `The option "Correlation ID" is longer than ${LONGEST_CORRELATION_ID} bytes`,
        'Enter a short text that identifies the item, e.g. an order number.',
      );
    }
    const value = issueToken(token, this.secret);
    if (value.length > LONGEST_TOKEN) {
      throw new ValidationError(
        'The output settings are too long to be sent along with the request',
        'Use fewer or shorter "Field Rules" and "Selected Fields", or set "Delivery" to the Document Processing Trigger, ' +
          'which has settings of its own.',
      );
    }
    return { url, header: { name: TOKEN_HEADER, value } };
  }

  /** The trigger of this workflow. */
  async ofTrigger(request: CallbackRequest): Promise<CallbackAddress> {
    const own = ownTriggers(this.context);
    // One that this process cannot reach may well be reached by the service.
    const triggers = own.length > 0 ? own : await this.present(['listening', 'busy', 'unreachable']);
    const trigger = triggers.find(({ events }) => events.includes(request.event));
    if (trigger) return this.ofUrl(trigger.url, request);
    throw triggers.length > 0
      ? new ValidationError(
          'The Document Processing Trigger of this workflow does not listen to the event ' +
            `"${EVENT_NAMES[request.event]}"`,
          'Add the event to the trigger and activate the workflow again.',
        )
      : new ValidationError(
          'This workflow has no Document Processing Trigger that is listening',
          'Add a Document Processing Trigger to this workflow and activate it (publish it, in n8n 2), ' +
            'or choose another "Delivery".' +
            (this.context.getMode() === 'manual' ? UNSEEN_TEST_TRIGGER : ''),
        );
  }

  /**
   * This execution, which is going to wait. n8n rejects a callback that arrives before it has stored the execution as
   * waiting, and the result would be lost. If the workflow has an active trigger, the callback goes there first, and the
   * trigger relays it.
   */
  async ofWaitingExecution(request: CallbackRequest, output: OutputSettings): Promise<CallbackAddress> {
    const executionId = this.context.getExecutionId();
    const changed = withoutDefaults(output);
    const { resumeUrl } = asObject(this.context.getWorkflowDataProxy(0)['$execution']) as { resumeUrl: string };
    // A trigger that does not answer in time is busy: this is when n8n takes long to store the execution as waiting, and a
    // result sent to the execution would be lost. One that cannot be reached could not relay the result either.
    const [trigger] = await this.present(['listening', 'busy'], activeTriggers(this.context));
    return trigger
      ? this.ofUrl(trigger.url, { ...request, waiting: { executionId, output: changed, resumeUrl } })
      : this.ofUrl(resumeUrl, { ...request, waiting: { executionId, output: changed } });
  }

  /** The triggers at whose URL one of these is found: those this process has registered, or else any other. */
  private async present(found: Presence[], own: Registration[] = []): Promise<Registration[]> {
    const triggers = own.length > 0 ? own : possibleTriggers(this.context);
    const presence = await Promise.all(triggers.map(({ url }) => probe(this.context, url, this.secret)));
    return triggers.filter((_, index) => found.includes(presence[index] as Presence));
  }
}

/** What differs from the defaults: the token has to be short. */
const withoutDefaults = (settings: OutputSettings): Partial<OutputSettings> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_OUTPUT[name as keyof OutputSettings]),
    ),
  );
