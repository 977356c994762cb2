import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { parseDate } from '../common/dates';
import type { Item } from './item';
import { ValidationError } from '../common/errors';
import type { Period } from '../billing/billing';
import { beginningOfDay, endOfDay, monthsBefore, type Span, type Spans, spanBefore, wholeDays } from '../billing/spans';

export const periodFields: INodeProperties[] = [
  {
    displayName: 'Period',
    name: 'period',
    type: 'options',
    options: [
      { name: 'Custom', value: 'custom', description: 'From a start date to an end date' },
      { name: 'Last 30 Days', value: 'last30Days', description: 'The 30 whole days before today' },
      { name: 'Last 7 Days', value: 'last7Days', description: 'The 7 whole days before today' },
      { name: 'Last Month', value: 'lastMonth', description: 'The whole month before this one' },
      { name: 'This Month', value: 'thisMonth', description: 'From the first of this month to the end of today' },
      { name: 'Yesterday', value: 'yesterday' },
    ],
    default: 'yesterday',
    description: 'Which days to report, in the time zone of the workflow',
  },
  customDate('Start Date', 'startDate', 'The beginning of the period. A date without a time begins at midnight.'),
  customDate(
    'End Date',
    'endDate',
    'The end of the period. A date without a time, or at midnight, counts to the end of its day.',
  ),
];

function customDate(displayName: string, name: string, description: string): INodeProperties {
  return {
    displayName,
    name,
    type: 'dateTime',
    displayOptions: { show: { period: ['custom'] } },
    default: '',
    required: true,
    description,
  };
}

const PRESETS: Record<string, (today: DateTime) => Spans> = {
  yesterday: (today) => daysBefore(today, 1),
  last7Days: (today) => daysBefore(today, 7),
  last30Days: (today) => daysBefore(today, 30),
  thisMonth: (today) => withMonthBefore(wholeDays(today.startOf('month'), today)),
  lastMonth: (today) =>
    withMonthBefore(wholeDays(today.minus({ months: 1 }).startOf('month'), today.minus({ months: 1 }).endOf('month'))),
};

// Counted from noon, which every day has once.
const daysBefore = (today: DateTime, count: number): Spans => {
  const noon = today.set({ hour: 12 });
  const days = (from: number) => wholeDays(noon.minus({ days: from }), noon.minus({ days: from - count + 1 }));
  return { current: days(count), previous: days(2 * count) };
};

const withMonthBefore = (current: Span): Spans => ({ current, previous: monthsBefore(current, 1) });

/** The period as the service takes it. */
export const readPeriod = (item: Item, now: Date, timezone: string): Period =>
  asPeriod(readSpans(item, now, timezone).current);

/** `YYYY-MM-DD HH:MM:SS.mmmZ` in UTC (interface, 8). */
export const asPeriod = ({ start, end }: Span): Period => ({ startDate: inUtc(start), endDate: inUtc(end) });

const inUtc = (date: DateTime): string => date.toUTC().toFormat("yyyy-MM-dd HH:mm:ss.SSS'Z'");

export function readSpans(item: Item, now: Date, timezone: string): Spans {
  const name = item.text('period');
  if (name === 'custom') return readCustom(item, timezone);
  const preset = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
  if (preset) return preset(DateTime.fromJSDate(now, { zone: timezone }));
  throw new ValidationError(
    `The parameter "Period" is "${name}"`,
    `Give one of: ${Object.keys(PRESETS).join(', ')}, custom.`,
  );
}

function readCustom(item: Item, zone: string): Spans {
  const start = readDate(item, 'startDate', 'Start Date', zone).at;
  const end = endOfGiven(readDate(item, 'endDate', 'End Date', zone));
  if (end < start) throw new ValidationError('The "End Date" is before the "Start Date"', 'Exchange the two dates.');
  return { current: { start, end }, previous: spanBefore({ start, end }) };
}

const endOfGiven = ({ at, isWholeDay }: GivenDate): DateTime => (isWholeDay ? endOfDay(at) : at);

interface GivenDate {
  at: DateTime;
  isWholeDay: boolean;
}

/** A date in the workflow's time zone, unless the text names another. */
function readDate(item: Item, name: string, label: string, zone: string): GivenDate {
  const value = item.parameter(name);
  const text = item.requiredText(name, label).replace(/^"|"$/g, '');
  const at = parseDate(value instanceof Date || DateTime.isDateTime(value) ? value : text, zone).setZone(zone);
  if (!at.isValid)
    throw new ValidationError(
      `The parameter "${label}" is not a valid date`,
      'Give a date, e.g. 2025-01-31 or 2025-01-31T12:00:00.',
    );
  // A day chosen in the editor comes with the midnight it begins with.
  const isWholeDay = /^\d{4}-\d{2}-\d{2}(?:T00:00:00)?$/.test(text);
  return { at: isWholeDay ? beginningOfDay(at) : at, isWholeDay };
}
