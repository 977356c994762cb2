import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import type { RequestSettings } from '../transport/request';
import { LARGEST_RESPONSE } from '../transport/response-body';
import type { Item } from './item';

export interface RunSettings extends RequestSettings {
  /** What an answer costs, for the record of the execution. */
  unitPrice: number | undefined;
  maxConcurrency: number;
  /** Whether to read a file again that was read already. */
  forgetAlreadyRead: boolean;
}

/** One item at a time can wait for its result. */
const unlessWaiting = { displayOptions: { hide: { '/delivery': ['wait'] } } };

/** Options of every operation: how its requests are sent. */
export const RUN_OPTIONS: INodeProperties[] = [
  {
    displayName: 'Preview',
    name: 'preview',
    type: 'boolean',
    // Nobody pays because an option was added, and not switched on.
    default: true,
    description: 'Whether to send nothing: each item says what would be sent. It is on once it is added.',
  },
  {
    displayName: 'Timeout',
    name: 'timeout',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 300,
    description: 'How many seconds to wait for the complete response to one request',
  },
  {
    displayName: 'Max Response Size',
    name: 'maxResponseSize',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: LARGEST_RESPONSE,
    description:
      'How many megabytes the response to one request may have, unpacked, a quarter of them beside images and files',
  },
  {
    displayName: 'Retries',
    name: 'retries',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: 10 },
    default: 3,
    description:
      'How often to repeat a request that was not processed: refused connections, unknown hosts, HTTP 429, 503',
  },
  {
    displayName: 'Repeat Uncertain Requests',
    name: 'retryUncertain',
    type: 'boolean',
    default: false,
    description:
      'Whether to also repeat requests that may already be processed and billed: timeouts, cut connections, HTTP 500, 502, 504',
  },
  {
    displayName: 'Max Concurrency',
    name: 'maxConcurrency',
    type: 'number',
    ...unlessWaiting,
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 5,
    description: 'Maximum number of requests sent at the same time',
  },
];

const unitPriceOption: INodeProperties = {
  displayName: 'Unit Price',
  name: 'unitPrice',
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 0,
  description:
    'What an answered request costs. The custom data of the execution then has its estimated "cost" and the number of its "requests".',
};

/** The collection "Options" of an operation: first what it reads and returns, last how its requests are sent. */
export const optionsField = (own: INodeProperties[], defaults: INodeParameters = {}): INodeProperties =>
  optionsOnly([...own, ...RUN_OPTIONS, unitPriceOption], defaults);

/** The collection "Options" of an operation that sends no request. */
export const optionsOnly = (options: INodeProperties[], defaults: INodeParameters = {}): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: { ...defaults },
  options,
});

/** Whether an item asks that nothing is sent. Whoever does so, by an expression, does not want to pay. */
export function readPreview(item: Item): boolean {
  item.requireOption('preview');
  return item.options.boolean('preview') ?? false;
}

export function readRunSettings({ options }: Item): RunSettings {
  const seconds = options.number('timeout', { min: 0 }) || 300;
  return {
    unitPrice: options.number('unitPrice', { min: 0 }),
    maxConcurrency: options.number('maxConcurrency', { min: 1, max: 100, whole: true }) ?? 5,
    retries: options.number('retries', { min: 0, max: 10, whole: true }) ?? 3,
    uncertain: options.boolean('retryUncertain') ?? false,
    maxResponseSize: options.number('maxResponseSize', { min: 0 }) || LARGEST_RESPONSE,
    // Timers take whole milliseconds, up to 31 bits.
    timeoutMilliseconds: Math.min(2 ** 31 - 1, Math.max(1, Math.round(seconds * 1000))),
    forgetAlreadyRead: options.boolean('forgetAlreadyRead') ?? false,
  };
}
