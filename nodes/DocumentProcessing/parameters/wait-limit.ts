import type { INodeProperties } from 'n8n-workflow';
import { parseDate } from '../common/dates';
import type { Item } from './item';
import type { ParameterReader } from './parameter-reader';

const MILLISECONDS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

const DEFAULT_HOURS = 24;

/** How long an execution waits for its result. It has the shape of the same option in n8n's own nodes. */
export const waitLimitOption: INodeProperties = {
  displayName: 'Limit Wait Time',
  name: 'limitWaitTime',
  type: 'fixedCollection',
  displayOptions: { show: { '/delivery': ['wait'] } },
  default: { values: { limitType: 'afterTimeInterval', resumeAmount: DEFAULT_HOURS, resumeUnit: 'hours' } },
  description:
    'When to stop waiting and continue with <code>timedOut: true</code>. Default: 24 hours. n8n looks about once a minute.',
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
export function readWaitLimit({ options, now, timezone }: Item): Date {
  const at = endOfWait(options, now, timezone);
  if (!(at < LAST)) throw options.refusal('limitWaitTime', 'is not a valid date', VALID_DATE);
  if (at > now) return at;
  throw options.refusal(
    'limitWaitTime',
    'is not in the future',
    'Choose a time that leaves the service some minutes for its work.',
  );
}

/** From this on, n8n waits without a limit. */
const LAST = new Date('3000-01-01');

const VALID_DATE = 'Enter a date before the year 3000, e.g. 2025-01-31T12:00:00.';

function endOfWait(options: ParameterReader, now: Date, timezone: string): Date {
  const [limit] = options.addedRows('limitWaitTime');
  if (limit?.choice('limitType') !== 'atSpecifiedTime') {
    const unit = (limit?.choice('resumeUnit') ?? 'hours') as keyof typeof MILLISECONDS;
    return new Date(now.getTime() + (limit?.number('resumeAmount') ?? DEFAULT_HOURS) * MILLISECONDS[unit]);
  }
  // A date that is not valid is so in JavaScript too.
  return parseDate(limit.value('maxDateAndTime'), timezone).toJSDate();
}
