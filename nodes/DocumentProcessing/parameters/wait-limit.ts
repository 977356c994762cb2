import type { INodeProperties } from 'n8n-workflow';
import { parseDate } from '../common/dates';
import type { Item } from './item';
import { ValidationError } from '../common/errors';
import { asObject, type JsonObject } from '../common/shape';

const MILLISECONDS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const DEFAULT_HOURS = 24;

/** How long an execution waits for its result. It has the shape of the same option in n8n's own nodes. */
export const waitLimitOption: INodeProperties = {
  displayName: 'Limit Wait Time',
  name: 'limitWaitTime',
  type: 'fixedCollection',
  displayOptions: { show: { '/delivery': ['wait'] } },
  default: { values: { limitType: 'afterTimeInterval', resumeAmount: DEFAULT_HOURS, resumeUnit: 'hours' } },
  description: 'When to stop waiting and continue with <code>timedOut: true</code>. Default: 24 hours.',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        {
          displayName: 'Limit Type',
          name: 'limitType',
          type: 'options',
          default: 'afterTimeInterval',
          options: [
            { name: 'After Time Interval', value: 'afterTimeInterval' },
            { name: 'At Specified Time', value: 'atSpecifiedTime' },
          ],
        },
        {
          displayName: 'Amount',
          name: 'resumeAmount',
          type: 'number',
          displayOptions: { show: { limitType: ['afterTimeInterval'] } },
          typeOptions: { minValue: 0, numberPrecision: 2 },
          default: DEFAULT_HOURS,
        },
        {
          displayName: 'Unit',
          name: 'resumeUnit',
          type: 'options',
          displayOptions: { show: { limitType: ['afterTimeInterval'] } },
          options: [
            { name: 'Days', value: 'days' },
            { name: 'Hours', value: 'hours' },
            { name: 'Minutes', value: 'minutes' },
          ],
          default: 'hours',
        },
        {
          displayName: 'Max Date and Time',
          name: 'maxDateAndTime',
          type: 'dateTime',
          displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
          default: '',
        },
      ],
    },
  ],
};

/** The time at which the wait ends. */
export function readWaitLimit(item: Item): Date {
  const given = item.option('limitWaitTime');
  const limit: JsonObject =
    typeof given === 'number' ? { resumeAmount: given, resumeUnit: 'minutes' } : asObject(asObject(given)['values']);
  const at =
    limit['limitType'] === 'atSpecifiedTime'
      ? parseDate(limit['maxDateAndTime'], item.timezone).toJSDate()
      : afterInterval(limit, item.now);
  if (at > item.now) return at;
  throw new ValidationError(
    'The option "Limit Wait Time" is not in the future',
    'Choose a time that leaves the service some minutes for its work.',
  );
}

function afterInterval(limit: JsonObject, now: Date): Date {
  const amount = Number(limit['resumeAmount'] ?? DEFAULT_HOURS);
  return new Date(now.getTime() + amount * (MILLISECONDS[String(limit['resumeUnit'] ?? 'hours')] ?? Number.NaN));
}
