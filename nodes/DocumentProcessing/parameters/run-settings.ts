import type { INodeProperties } from 'n8n-workflow';
import type { Item } from './item';
import type { RequestSettings } from '../transport/request';

export interface RunSettings extends RequestSettings {
  maxConcurrency: number;
}

/** How requests are run: options that every operation has. */
export const runOptions: INodeProperties[] = [
  {
    displayName: 'Max Concurrency',
    name: 'maxConcurrency',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 5,
    description: 'How many requests may be under way at the same time',
  },
  {
    displayName: 'Repeat Uncertain Requests',
    name: 'retryUncertain',
    type: 'boolean',
    default: false,
    description:
      'Whether to also repeat requests the service may have processed, and billed, already: time-outs, cut connections, HTTP 500, 502 and 504',
  },
  {
    displayName: 'Retries',
    name: 'retries',
    type: 'number',
    typeOptions: { minValue: 0, maxValue: 10 },
    default: 3,
    description:
      'How often to repeat a request that cannot have been processed: refused connections, unknown hosts, HTTP 429 and 503. The pause the service asks for is kept.',
  },
  {
    displayName: 'Timeout',
    name: 'timeout',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 300,
    description: 'How many seconds to wait for the whole answer of one request',
  },
];

/** As timers take them. */
const wholeMilliseconds = (seconds: number): number => Math.min(2 ** 31 - 1, Math.max(1, Math.round(seconds * 1000)));

export function runSettings(item: Item): RunSettings {
  return {
    maxConcurrency: Math.max(1, Math.floor(item.numberOption('maxConcurrency') ?? 5)),
    retries: item.numberOption('retries') ?? 3,
    uncertain: item.option('retryUncertain') === true,
    timeoutMilliseconds: wholeMilliseconds(item.numberOption('timeout') || 300),
  };
}
