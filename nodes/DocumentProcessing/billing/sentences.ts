// What every rendering of a report says, without full stops. A line that may be missing is a list of one or none.
import { alertWords } from './alerts';
import { isWholeDays } from './period';
import type { Report, ServiceRow } from './report-model';
import { upperFirst } from './service-names';
import { isEmpty, type Sums } from './summary';

/** What is seen first stands first: lists of mails cut off subjects. */
export function mailSubject(report: Report): string {
  const { period, summary, isNew, format } = report;
  const { texts } = format;
  const subject = isNew ? texts.subjectOfNothing(period) : texts.subject(period, format.billed(summary.totals));
  const alerts = alertWords(report);
  return alerts.length > 0 ? `${alerts.join(' · ')} – ${subject}` : subject;
}

/** What lists of mails show after the subject. */
export function mailPreview(report: Report): string {
  if (report.isNew) return '';
  const [change] = changeLines(report);
  return `${change === undefined ? '' : `${change}. `}${report.format.uses(report.summary.totals).join(', ')}.`;
}

/** What the total is compared with: a sentence, and the numbers behind it. Nothing is not compared with nothing. */
export function changeLines({ summary, isUnused, previous, format }: Report): string[] {
  if (!previous || (isUnused && isEmpty(previous.summary))) return [];
  const { compared, summary: before } = previous;
  const [now, then] = [format.valueOf(summary.totals), format.valueOf(before.totals)];
  if (Number.isNaN(now) || Number.isNaN(then)) return [];
  const isScaled = compared.spans.length === 1 && compared.factor !== 1;
  const unscaled = (sums: Sums): Sums => ({
    ...sums,
    billingCount: sums.billingCount / compared.factor,
    amount: sums.amount / compared.factor,
  });
  return [
    format.changeSentence(now, then, compared),
    `${format.spans([...compared.spans].reverse())}: ${format.billed(isScaled ? unscaled(before.totals) : before.totals)}`,
    ...(isScaled ? [format.texts.atThatRate(format.billed(before.totals))] : []),
  ];
}

/** Of which month a budget is and how it stands, a line each: none if there is no budget. */
export function budgetLines({ budget, isNew, format }: Report): string[] {
  if (!budget) return [];
  const { texts } = format;
  const [used, limit] = [format.amount(budget.used), format.amount(budget.limit)];
  return [
    texts.budget(format.month(budget.month)),
    texts.budgetUsed(format.percent(budget.budgetUsed), used, limit),
    ...(isNew ? [] : [budget.isMonthOver ? texts.monthIsOver : forecastLine(budget, format)]),
  ];
}

function forecastLine({ forecast, forecastUnits }: Budget, format: Report['format']): string {
  if (!forecast) return format.texts.noForecastYet;
  const expected = format.withUnits(format.amount(forecast.expected), forecastUnits ?? 0);
  return format.texts.forecast(expected, format.amount(forecast.low), format.amount(forecast.high));
}

type Budget = NonNullable<Report['budget']>;

/** The month so far, its whole days: unless the period is of the month too, with today in it or not. */
export const monthToDateLine = ({ span, monthToDate, isNew, format }: Report): string[] =>
  monthToDate && !isNew && span.start.toISODate() !== `${monthToDate.name}-01`
    ? [upperFirst(`${format.texts.monthToDate(format.month(monthToDate.name))}: ${format.billed(monthToDate)}`)]
    : [];

/** Services that no amount of money has, by name. */
export const unpricedLine = ({ unpriced, format }: Report): string[] =>
  unpriced.length > 0 ? [format.texts.unpriced(unpriced.join(', '))] : [];

/** How many requests were sent from here, if that is known. */
export const sentLine = ({ sent, format }: Report): string[] =>
  sent ? [format.texts.sentByThisN8n(format.number(sent.requests), format.number(sent.unaccounted))] : [];

/**
 * What a service is billed, or what stands in its place; then its units beside an amount of money, and how it has changed, if
 * anything is compared: in units, if it has no price.
 */
export function servicePrice({ sums, before, hasPrice }: ServiceRow, { previous, format }: Report): string[] {
  const valueOf = (one: Sums) => (hasPrice ? format.valueOf(one) : one.billingCount);
  return [
    hasPrice ? format.amount(valueOf(sums)) : format.texts.noPrice,
    ...(format.isMoney ? [format.units(sums.billingCount)] : []),
    ...(previous ? [format.changeLabel(valueOf(sums), valueOf(before))] : []),
  ];
}

/** Whether the reported day is the last of those shown: they end with the last whole day. */
export const isInStrip = ({ span, strip }: Report): boolean =>
  strip?.at(-1)?.name === span.start.toISODate() && isWholeDays(span);

/** The day with the most, if the days are few enough to be days. */
export function largestDayLine({ days: { unit, list }, format }: Report): string[] {
  const largest = list.reduce((one, other) => (format.valueOf(other) > format.valueOf(one) ? other : one));
  return unit === 'day' && format.valueOf(largest) > 0
    ? [format.texts.largestDay(format.day(largest.name), format.billed(largest))]
    : [];
}

/** Why a day may have another number here than elsewhere: the service counts days in UTC. */
export function utcLine(report: Report): string[] {
  const { span, strip, format } = report;
  const { texts } = format;
  if (span.start.offset === 0 && span.end.offset === 0) return [];
  if (!strip) return [texts.utcNote];
  return [isInStrip(report) ? upperFirst(texts.stripUtcNote(format.day(strip.at(-1)?.name ?? ''))) : texts.barsUtcNote];
}

/** What a reader must know to understand the numbers. */
export function mailNotes({ summary, isBudgetUnknown, isComparisonUnknown, format }: Report): string[] {
  const { texts } = format;
  const { totals, sumOfDays } = summary;
  return [
    ...(isBudgetUnknown ? [texts.budgetUnknown] : []),
    ...(isComparisonUnknown ? [texts.comparisonUnknown] : []),
    ...(totals.billingCount === sumOfDays.billingCount
      ? []
      : [texts.totalsNote(format.number(totals.billingCount), format.number(sumOfDays.billingCount))]),
  ];
}
