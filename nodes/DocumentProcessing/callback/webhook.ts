import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject, type NameValue, textOf } from '../common/shape';
import { DEFAULT_OUTPUT, type OutputSettings } from '../documents/simplify';
import type { Item } from '../parameters/item';
import type { ParameterReader } from '../parameters/parameter-reader';
import { readWaitLimit } from '../parameters/wait-limit';
import { readOutputSettings } from '../parameters/output-settings';
import { checkUrl } from '../transport/url';
import { checkReach } from './reach';
import type { Registration } from './process-state';
import { activeTriggers, registeredTriggers, unregisteredTriggers } from './registration';
import { isListening } from './probe';
import { type CallbackEvent, type CallbackToken, issueToken, TOKEN_HEADER } from './token';

/** Where the service delivers an asynchronous result (service interface, operations 2 and 13, `webhook`). */
export interface Webhook {
  url: string;
  fallbackUrl?: string | undefined;
  authorization: { headers: NameValue[]; queryStrings?: NameValue[] | undefined; mtls?: boolean | undefined };
}

/** How the result of an asynchronous operation comes back. */
export interface Callback {
  webhook: Webhook;
  /** Identifies the result when it comes back. */
  correlationId: string;
  /** Until when this execution waits for the result, if it does. */
  waitTill?: Date | undefined;
}

/** The webhook as the service takes it, read from the item's parameters. What is not set is not sent. */
export async function readWebhook(item: Item, event: CallbackEvent): Promise<Callback> {
  const { options } = item;
  const fallbackUrl = options.text('fallbackUrl');
  const headers = namedValues(options, 'callbackHeaders');
  const queryStrings = namedValues(options, 'callbackQueryStrings');
  const mtls = options.boolean('mtls');
  const correlationId = options.text('correlationId') || randomUUID();
  const { url, header, waitTill } = await readAddress(item, { event, correlationId });
  const webhook = {
    url,
    fallbackUrl: fallbackUrl === '' ? undefined : checkUrl(fallbackUrl, 'Fallback URL'),
    authorization: {
      headers: [...headers, header],
      queryStrings: queryStrings.length > 0 ? queryStrings : undefined,
      mtls: mtls === true ? true : undefined,
    },
  };
  return { webhook, correlationId, waitTill };
}

async function readAddress(item: Item, request: CallbackRequest): Promise<CallbackAddress & { waitTill?: Date }> {
  const { context, callbackSecret, baseUrl } = item.run;
  const addresses = new CallbackAddresses(context, callbackSecret);
  const delivery = item.choice('delivery') ?? item.requiredText('delivery');
  const sendAnyway = item.options.boolean('sendAnyway') ?? false;
  const checked = (address: CallbackAddress): CallbackAddress => {
    if (!sendAnyway) checkReach(address.url, baseUrl);
    return address;
  };
  if (delivery === 'trigger') return checked(await addresses.ofTrigger(request));
  if (delivery === 'url') return addresses.ofUrl(checkUrl(item.requiredText('callbackUrl'), 'Callback URL'), request);
  if (item.isTool) {
    throw new ValidationError(
      'An AI tool cannot wait for the result',
      'Use an operation that returns its result at once, e.g. "Extract Content", ' +
        'or set "Delivery" to the Document Processing Trigger.',
    );
  }
  const waitTill = readWaitLimit(item);
  if (!item.isAlone) {
    throw new ValidationError(
      'Only one item at a time can wait for its result',
      'Put this node into a sub-workflow that is called for each item (Loop Over Items), ' +
        'or set "Delivery" to the Document Processing Trigger.',
    );
  }
  return { ...checked(await addresses.ofWaitingExecution(request, readOutputSettings(item))), waitTill };
}

const namedValues = (options: ParameterReader, name: string): NameValue[] =>
  options.pairs(name).map((pair) => ({ name: pair.name, value: textOf(pair.value) }));

/** A URL for the service to call back, and the header that proves the callback was requested. */
export interface CallbackAddress {
  url: string;
  header: { name: string; value: string };
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
  ) {}

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
    const registered = registeredTriggers(this.context);
    const triggers = registered.length > 0 ? registered : await this.listening(unregisteredTriggers(this.context));
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
    const registered = activeTriggers(this.context);
    const known = registered.length > 0 ? registered : unregisteredTriggers(this.context);
    const [trigger] = await this.listening(known);
    return trigger
      ? this.ofUrl(trigger.url, { ...request, waiting: { executionId, output: changed, resumeUrl } })
      : this.ofUrl(resumeUrl, { ...request, waiting: { executionId, output: changed } });
  }

  private async listening(triggers: Registration[]): Promise<Registration[]> {
    const answers = await Promise.all(triggers.map(({ url }) => isListening(this.context, url, this.secret)));
    return triggers.filter((_, index) => answers[index]);
  }
}

/** What differs from the defaults: the token has to be short. */
const withoutDefaults = (settings: OutputSettings): Partial<OutputSettings> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_OUTPUT[name as keyof OutputSettings]),
    ),
  );
