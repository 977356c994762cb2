import { DateTime, IANAZone, type Zone } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { endOfDay, RELATIVE_PERIODS, type Span, spanBefore, type Spans, startOfDay } from '../billing/period';
import type { Comparison } from '../billing/comparison';
import type { BillingSettings } from '../billing/outputs';
import { parseDate } from '../common/dates';
import { ValidationError } from '../common/errors';
import { budgetOptions, readBudget, readMoney } from './budget-fields';
import type { Item } from './item';

const customDate = (displayName: string, name: string, description: string): INodeProperties => ({
  displayName,
  name,
  type: 'dateTime',
  displayOptions: { show: { period: ['custom'] } },
  default: '',
  description,
});

export const billingFields: INodeProperties[] = [
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
      { name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
    ],
    default: 'yesterday',
    description: 'The days to report, in the time zone of the workflow',
  },
  customDate('Start Date', 'startDate', 'The start of the period. A date without a time starts at midnight.'),
  customDate(
    'End Date',
    'endDate',
    'The end of the period. A date without a time, or whose time is midnight or 23:59, includes the whole day. ' +
      'The same as Start Date means that day.',
  ),
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    options: [
      { name: 'Days', value: 'days', description: 'One item per day of the service (UTC) with consumption' },
      { name: 'Services', value: 'services', description: 'One item per such day and service' },
      { name: 'Totals', value: 'totals', description: 'One item for the whole period' },
    ],
    default: 'services',
    description: 'What each output item represents',
  },
  {
    displayName: 'Report',
    name: 'report',
    type: 'boolean',
    default: false,
    description:
      'Whether to add a report to the first item: a mail (subject, html, text), messages for Slack and Teams (slackBlocks, ' +
      'teamsCard), and a CSV file. With Output Totals there is one item.',
  },
];

export const billingOptions: INodeProperties[] = [
  {
    displayName: 'Compare With',
    name: 'compareWith',
    type: 'options',
    options: [
      {
        name: 'Average of the Same Days of the Last 4 Weeks',
        value: 'last4SameWeekdays',
        description: 'A Tuesday with the last 4 Tuesdays',
      },
      { name: 'Nothing', value: 'none', description: 'No comparison, also in a report' },
      {
        name: 'Period Before',
        value: 'previousPeriod',
        description: 'Per day if it is longer or shorter, e.g. November with October',
      },
      { name: 'Same Days Last Week', value: 'sameDaysLastWeek', description: 'A Monday with the Monday before it' },
    ],
    default: 'last4SameWeekdays',
    description:
      'What to compare the period with. Adds previous and change members to each row. ' +
      'If not set, only reports are compared, with the period before.',
  },
  ...budgetOptions,
  {
    displayName: 'Requests Sent',
    name: 'requestsSent',
    type: 'number',
    typeOptions: { minValue: 0 },
    default: 0,
    description:
      'How many requests this n8n sent in the period. What the service counted beyond them is "unaccounted" in the first ' +
      'item, and stands in the report.',
  },
  {
    displayName: 'Report Locale',
    name: 'reportLocale',
    type: 'string',
    default: 'en',
    placeholder: 'e.g. pt-BR',
    displayOptions: { show: { '/report': [true] } },
    description:
      'The language of the report (English, Portuguese or Spanish), and the locale of its numbers, dates and amounts',
  },
];

export function readBillingSettings(item: Item): BillingSettings {
  return {
    money: readMoney(item),
    rows: item.requiredChoice('output') as BillingSettings['rows'],
    spans: readSpans(item),
    now: DateTime.fromJSDate(item.now, { zone: item.timezone }),
    comparison: readComparison(item),
    budget: readBudget(item),
    requestsSent: item.options.number('requestsSent', { min: 0, whole: true }),
    reportLocale: readReportLocale(item),
  };
}

/** The period to report and the one before it, in the time zone of the workflow. */
export function readSpans(item: Item): Spans {
  const zone = item.timezone;
  if (!IANAZone.isValidZone(zone))
    throw new ValidationError(
      `The time zone of the workflow is "${zone}", which is not known`,
      'Choose another in the settings of the workflow.',
    );
  const relative = RELATIVE_PERIODS[item.requiredChoice('period')];
  return relative ? relative(DateTime.fromJSDate(item.now, { zone })) : readCustomSpans(item);
}

/**
 * A day is written in many ways: a day chosen in the editor, `$today` and a date of a database come with the time
 * midnight. As the end of a period it stands for the whole day, and so does its last minute.
 */
function readCustomSpans(item: Item): Spans {
  const from = readMoment(item, 'startDate');
  const to = readMoment(item, 'endDate');
  const current = areDaysElsewhere(from, to)
    ? daysOf(from.written, to.written, to.at.zone)
    : +from.at === +to.at && !isMidnight(to.at)
      ? daysOf(to.at, to.at, to.at.zone)
      : { start: isMidnight(from.at) ? startOfDay(from.at) : from.at, end: endOf(to) };
  if (current.end < current.start)
    throw new ValidationError('The "End Date" is before the "Start Date"', 'Swap the two dates.');
  // What it is compared with goes back four times as far, and a date begins in 1600 at the earliest: no year has a sign.
  if (current.start.plus({ years: 350 }) < current.end)
    throw new ValidationError(
      'From the "Start Date" to the "End Date" it is more than 350 years',
      'Check the years of the two dates.',
    );
  return { current, previous: spanBefore(current) };
}

/** A time in the time zone of the workflow, as a person or an expression gives it. */
interface Moment {
  at: DateTime;
  /** The same time in the time zone in which it was written. */
  written: DateTime;
  /** Whether it is midnight at the end of a day, written as 24:00. */
  endsDay: boolean;
}

function endOf({ at, endsDay }: Moment): DateTime {
  if (endsDay) return at.minus(1);
  const isLastMinute = at.hour === 23 && at.minute === 59 && (at.second === 0 || at.second === 59);
  return isMidnight(at) || isLastMinute ? endOfDay(at) : at;
}

/** Whether both are midnight where they were written, as a JavaScript date or a column of a database is, and not here. */
const areDaysElsewhere = (from: Moment, to: Moment): boolean =>
  isMidnight(from.written) && isMidnight(to.written) && !(isMidnight(from.at) && isMidnight(to.at)) && !to.endsDay;

const daysOf = (first: DateTime, last: DateTime, zone: Zone): Span => ({
  start: startOfDay(first).setZone(zone),
  end: endOfDay(last).setZone(zone),
});

/** Where clocks skip midnight, the first moment of the day stands for it. */
const isMidnight = (at: DateTime): boolean =>
  (at.hour === 0 && at.minute === 0 && at.second === 0 && at.millisecond === 0) || +at === +startOfDay(at);

function readMoment(item: Item, name: string): Moment {
  const text = item.requiredText(name);
  const written = parseDate(item.value(name), item.timezone);
  if (!written.isValid)
    throw item.refusal(
      name,
      'is not a valid date',
      'Enter a date before the year 3000, e.g. 2025-01-31 or 2025-01-31T12:00:00.',
    );
  const at = DateTime.fromMillis(written.toMillis(), { zone: item.timezone });
  return { at, written, endsDay: /^"?.{8,10}[T ]24:?00/.test(text) };
}

const hasReport = (item: Item): boolean => item.boolean('report') ?? false;

/** Without the options only reports are compared. */
function readComparison(item: Item): BillingSettings['comparison'] {
  const chosen = item.options.choice('compareWith');
  if (chosen === 'none') return undefined;
  if (chosen !== undefined) return { kind: chosen as Comparison['kind'], isChosen: true };
  return hasReport(item) ? { kind: 'previousPeriod', isChosen: false } : undefined;
}

/** The locale of the report; `undefined` for no report. */
function readReportLocale(item: Item): string | undefined {
  if (!hasReport(item)) return undefined;
  const locale = item.options.text('reportLocale') || 'en';
  try {
    Intl.getCanonicalLocales(locale);
    return locale;
  } catch {
    // Thrown for a text that is no language tag.
  }
  throw item.options.refusal('reportLocale', `is "${locale}"`, 'Enter a language tag, e.g. en, pt-BR or de.');
}
