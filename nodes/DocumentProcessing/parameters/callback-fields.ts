import type { INodeProperties, IWebhookDescription } from 'n8n-workflow';
import { pairsOf } from './list-fields';
import { waitLimitOption } from './wait-limit';

/**
 * Their answer is given by `accept`. n8n 2 asks the node for an answer only if `responseData` is an empty text; if it is
 * missing, n8n gives its own.
 */
const WEBHOOK = { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: '' } as const;

/** The end of a trigger's URL. */
export const CALLBACK_PATH = 'callback';

export const triggerWebhooks: IWebhookDescription[] = [{ ...WEBHOOK, path: CALLBACK_PATH }];

/** The webhook that resumes a waiting execution. */
export const resumeWebhooks: IWebhookDescription[] = [{ ...WEBHOOK, path: '', restartWebhook: true }];

/**
 * n8n reads the body of a call itself, up to 16 MB, unless a node of version 1 has this option: then the node reads it,
 * once it has checked the token. A document's crops make larger bodies. n8n gives this to no later version of a node.
 */
export const bodyOption: INodeProperties = {
  displayName: 'Read Body Here',
  name: 'binaryData',
  type: 'hidden',
  default: true,
  builderHint: {
    propertyHint: 'Always set it to true: a member of "options" that is set replaces the default, which has it',
  },
};

/** The default of a collection that contains `bodyOption`. */
export const bodyOptionDefault = { [bodyOption.name]: bodyOption.default };

export const callbackFields: INodeProperties[] = [
  {
    displayName: 'Delivery',
    name: 'delivery',
    type: 'options',
    options: [
      {
        name: 'To the Document Processing Trigger',
        value: 'trigger',
        description: 'The trigger in this workflow starts an execution with the result',
      },
      {
        name: 'To a URL',
        value: 'url',
        description: 'The service sends the result to a URL you enter, e.g. of a trigger in another workflow',
      },
      {
        name: 'Wait Here',
        value: 'wait',
        description: 'This execution pauses until the result arrives. One item at a time.',
      },
    ],
    default: 'trigger',
    description: 'How you receive the result when it is ready',
  },
  {
    displayName:
      'Add a Document Processing Trigger to this workflow and activate it (publish it, in n8n 2). ' +
      'This node then sends its URL to the service.',
    name: 'triggerNotice',
    type: 'notice',
    displayOptions: { show: { delivery: ['trigger'] } },
    default: '',
  },
  {
    displayName:
      'To wait for several items, one after the other, put this node into a Loop Over Items, or deliver to the trigger. ' +
      'Add a Document Processing Trigger to this workflow: without it, a result that arrives very early is lost.',
    name: 'waitNotice',
    type: 'notice',
    displayOptions: { show: { delivery: ['wait'] } },
    default: '',
  },
  {
    displayName: 'Callback URL',
    name: 'callbackUrl',
    type: 'string',
    displayOptions: { show: { delivery: ['url'] } },
    default: '',
    placeholder: 'e.g. https://example.com/callback',
    description: 'The URL the service sends the result to',
  },
];

export const callbackOptions: INodeProperties[] = [
  {
    displayName: 'Correlation ID',
    name: 'correlationId',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderNumber }}',
    description: 'Your own text, returned with the result. Generated if empty.',
  },
  waitLimitOption,
  {
    displayName: 'Fallback URL',
    name: 'fallbackUrl',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://example.com/fallback',
    description: 'Used if the callback URL is unreachable',
  },
  {
    displayName: 'Callback Headers',
    name: 'callbackHeaders',
    ...pairsOf('Header', 'header'),
    description: 'Headers the service sends with the callback',
  },
  {
    displayName: 'Callback Query Strings',
    name: 'callbackQueryStrings',
    ...pairsOf('Query String', 'queryString'),
    description: 'Query parameters the service adds to the callback URL',
  },
  {
    displayName: 'Send Anyway',
    name: 'sendAnyway',
    type: 'boolean',
    displayOptions: { show: { '/delivery': ['trigger', 'wait'] } },
    default: false,
    description:
      'Whether to send the request even if the URL of this n8n looks like one the service cannot reach, e.g. localhost',
  },
  bodyOption,
];

export const mtlsOption: INodeProperties = {
  displayName: 'Mutual TLS',
  name: 'mtls',
  type: 'boolean',
  default: false,
  description: 'Whether the service uses mutual TLS (a client certificate) when it calls back',
};
