import type { INodeProperties } from 'n8n-workflow';
import { bodyOption } from './body';
import { limitOption } from './limit';

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
        description: 'The service sends the result to an address you give, e.g. of a trigger in another workflow',
      },
      {
        name: 'Wait Here',
        value: 'wait',
        description: 'This execution pauses and goes on with the result. One item at a time.',
      },
    ],
    default: 'trigger',
    description: 'How the result comes back when it is ready',
  },
  {
    displayName:
      'Add a Document Processing Trigger to this workflow and activate it: it gives the service its address by itself',
    name: 'triggerNotice',
    type: 'notice',
    displayOptions: { show: { delivery: ['trigger'] } },
    default: '',
  },
  {
    displayName:
      'For many items, call a sub-workflow that waits for one of them in Loop Over Items, or deliver to the trigger. With a Document Processing Trigger in this workflow, no result can come too early.',
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
    required: true,
    placeholder: 'e.g. https://example.com/callback',
    description: 'The address the service sends the result to',
  },
];

export const callbackOptions: INodeProperties[] = [
  pairs('Callback Headers', 'callbackHeaders', 'Header', 'header', 'Headers the service sends with the callback'),
  pairs(
    'Callback Query Strings',
    'callbackQueryStrings',
    'Query String',
    'queryString',
    'Query parameters the service adds to the address of the callback',
  ),
  {
    displayName: 'Correlation ID',
    name: 'correlationId',
    type: 'string',
    default: '',
    placeholder: 'e.g. {{ $json.orderNumber }}',
    description: 'A text of your own that comes back with the result. One is made up when it is not set.',
  },
  {
    displayName: 'Fallback URL',
    name: 'fallbackUrl',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://example.com/fallback',
    description: 'The address the service uses when the connection to the first one does not come about',
  },
  limitOption,
  bodyOption,
];

export const mtlsOption: INodeProperties = {
  displayName: 'Mutual TLS',
  name: 'mtls',
  type: 'boolean',
  default: false,
  description: 'Whether the service shows a certificate of its own when it calls back',
};

function pairs(
  displayName: string,
  name: string,
  memberName: string,
  member: string,
  description: string,
): INodeProperties {
  return {
    displayName,
    name,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: `Add ${memberName.toLowerCase()}`,
    default: {},
    description,
    options: [
      {
        displayName: memberName,
        name: member,
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '' },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
  };
}
