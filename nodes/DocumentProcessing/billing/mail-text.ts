import { countsByDay, type NamedCounts, type Report } from './summary';

export const NO_CONSUMPTION = 'There was no consumption in this period.';

export const isEmpty = ({ summary }: Report): boolean =>
  summary.services.length === 0 && summary.totals.requestCount === 0 && summary.totals.billingCount === 0;

export const mailSubject = ({ span, summary, format }: Report): string =>
  `Billing report ${format.span(span)}: ${format.number(summary.totals.billingCount)} to be billed`;

/** What lists of mails show after the subject. */
export function mailPreview({ summary, previous, format }: Report): string {
  const { requestCount, typifiedItemCount, billingCount } = summary.totals;
  const change = previous ? `${format.changeSentence(billingCount, previous.summary.totals.billingCount)}. ` : '';
  return `${change}Requests: ${format.number(requestCount)}, documents identified: ${format.number(typifiedItemCount)}.`;
}

/** The report as plain text, for programs that show no HTML. */
export function mailText(report: Report): string {
  const { span, summary, previous, format } = report;
  const { totals } = summary;
  const previousCount = previous?.summary.totals.billingCount ?? 0;
  const change = previous && [
    format.changeSentence(totals.billingCount, previousCount),
    `(${format.span(previous.span)}: ${format.number(previousCount)})`,
  ];
  const lineOf = (label: string, { billingCount, requestCount }: NamedCounts) =>
    `- ${label}: ${format.number(billingCount)} (requests: ${format.number(requestCount)})`;
  const { unit, list } = countsByDay(span, summary);
  const tables = [
    '',
    'To be billed by service',
    ...summary.services.map((service) => lineOf(service.name.replace(/\s+/g, ' '), service)),
    '',
    `To be billed by ${unit}`,
    ...list.map((day) => lineOf(format[unit](day.name), day)),
  ];
  return [
    'Billing report',
    `${format.span(span)} (time zone ${span.start.zoneName})`,
    '',
    `To be billed: ${format.number(totals.billingCount)}`,
    ...(change ? [change.join(' ')] : []),
    `Requests: ${format.number(totals.requestCount)}`,
    `Documents identified: ${format.number(totals.typifiedItemCount)}`,
    `Documents not identified: ${format.number(totals.nonTypifiedItemCount)}`,
    ...(isEmpty(report) ? ['', NO_CONSUMPTION] : tables),
    '',
    ...mailNotes(report),
    '',
  ].join('\n');
}

/** What a reader must know to understand the numbers. */
export function mailNotes({ span, summary, format }: Report): string[] {
  const { totals, sumOfDays } = summary;
  const notes = ['The CSV file of this report has a row for each day and service.'];
  if (span.start.offset !== 0 || span.end.offset !== 0)
    notes.push('The service counts days in UTC, so the first and the last day can be incomplete.');
  if (totals.billingCount !== sumOfDays.billingCount)
    notes.push(
      `The service's total, ${format.number(totals.billingCount)}, ` +
        `is not the sum of its days, ${format.number(sumOfDays.billingCount)}.`,
    );
  return notes;
}
