import { tellChange } from './change';
import { dayLines } from './day-lines';
import { isQuiet, NO_CONSUMPTION, notes } from './notes';
import type { Report } from './report';
import type { Line } from './summary';

export const reportSubject = ({ span, summary, format }: Report): string =>
  `Billing report ${format.span(span)}: ${format.number(summary.totals.billingCount)} to be billed`;

/** What lists of mails show after the subject. */
export function reportPreview({ summary, before, format }: Report): string {
  const { requestCount, typifiedItemCount, billingCount } = summary.totals;
  const change = before ? `${tellChange(billingCount, before.summary.totals.billingCount, format)}. ` : '';
  return `${change}Requests: ${format.number(requestCount)}, documents identified: ${format.number(typifiedItemCount)}.`;
}

/** The report for programs that show no HTML. */
export function reportText(report: Report): string {
  const { span, summary, format } = report;
  const { totals } = summary;
  const head = [
    'Billing report',
    `${format.span(span)} (time zone ${span.start.zoneName})`,
    '',
    `To be billed: ${format.number(totals.billingCount)}`,
    ...change(report),
    `Requests: ${format.number(totals.requestCount)}`,
    `Documents identified: ${format.number(totals.typifiedItemCount)}`,
    `Documents not identified: ${format.number(totals.nonTypifiedItemCount)}`,
  ];
  const body = isQuiet(report) ? ['', NO_CONSUMPTION] : [...services(report), ...days(report)];
  return [...head, ...body, '', ...notes(report), ''].join('\n');
}

function change({ summary, before, format }: Report): string[] {
  if (!before) return [];
  const { billingCount } = before.summary.totals;
  return [
    `${tellChange(summary.totals.billingCount, billingCount, format)} (${format.span(before.span)}: ${format.number(billingCount)})`,
  ];
}

const services = ({ summary, format }: Report): string[] => [
  '',
  'To be billed by service',
  ...summary.services.map((service) => textLine(oneLine(service.name), service, format)),
];

function days(report: Report): string[] {
  const { by, lines } = dayLines(report);
  return [
    '',
    `To be billed by ${by}`,
    ...lines.map((day) => textLine(report.format[by](day.name), day, report.format)),
  ];
}

const textLine = (label: string, { billingCount, requestCount }: Line, format: Report['format']): string =>
  `- ${label}: ${format.number(billingCount)} (requests: ${format.number(requestCount)})`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
