import { alertsOf } from './alerts';
import type { Report } from './report-model';
import {
  budgetLines,
  changeLines,
  daysOf,
  emptyLine,
  mailNotes,
  monthToDateLine,
  sentLine,
  serviceChange,
  servicePrice,
  unpricedLine,
  utcLine,
} from './sentences';
import { foldedDays } from './summary';

/** The report as plain text, for programs that show no HTML. */
export function mailText(report: Report): string {
  const { span, isNew, budget, format } = report;
  const { texts } = format;
  const parts = [
    [texts.title, `${format.span(span)} (${lowerFirst(texts.timeZone(span.start.zoneName ?? 'UTC'))})`],
    alertsOf(report).map(({ sign, title, text }) => `${sign} ${title}${text === undefined ? '' : `. ${text}`}`),
    isNew ? [] : totalLines(report),
    budget ? [texts.budget(format.month(budget.month)), ...budgetLines(budget, report)] : [],
    [emptyLine(report)],
    serviceLines(report),
    isNew ? [] : dayLines(report),
    [...mailNotes(report), isNew ? undefined : texts.csvNote],
  ];
  const lines = parts.map((part) => part.filter((line) => line !== undefined)).filter((part) => part.length > 0);
  return `${lines.map((part) => part.join('\n')).join('\n\n')}\n`;
}

function totalLines(report: Report): Array<string | undefined> {
  const { format, summary } = report;
  const { texts } = format;
  const { totals } = summary;
  const [change, ...before] = changeLines(report);
  return [
    `${texts.toBeBilled}: ${format.billed(totals)}`,
    change && `${change} (${before.join('. ')})`,
    unpricedLine(report),
    monthToDateLine(report),
    `${texts.requests}: ${format.number(totals.requestCount)}`,
    sentLine(report),
    `${texts.documentsIdentified}: ${format.number(totals.typifiedItemCount)}`,
    `${texts.documentsNotIdentified}: ${format.number(totals.nonTypifiedItemCount)}`,
  ];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function serviceLines(report: Report): string[] {
  const { services, format } = report;
  const lines = services.map((row) => {
    const { main, beside } = servicePrice(row, report);
    const parts = [main, beside, serviceChange(row, report)].filter((part) => part !== undefined);
    return `- ${row.text}: ${parts.join(', ')} (${format.uses(row.sums).join(', ')})`;
  });
  return emptyLine(report) === undefined ? [format.texts.byService, ...lines] : [];
}

function dayLines(report: Report): Array<string | undefined> {
  const { format, strip } = report;
  if (!strip && emptyLine(report) !== undefined) return [];
  const { unit, list, title } = daysOf(report);
  const lines = foldedDays(list).map((entry) => {
    if ('quiet' in entry)
      return `- ${quietLabel(entry.quiet, (name) => format[unit](name))}: ${lowerFirst(format.texts.noConsumptionOnDay)}`;
    const { name, billingCount, requestCount } = entry.sums;
    const billed = [format.amount(format.valueOf(entry.sums)), ...(format.isMoney ? [format.units(billingCount)] : [])];
    return `- ${format[unit](name)}: ${billed.join(', ')} (${format.requests(requestCount)})`;
  });
  return [title, ...lines, utcLine(report)];
}

/** The first and the last of days without consumption. */
export function quietLabel(names: string[], write: (name: string) => string): string {
  const [first = '', last = first] = [names[0], names.at(-1)];
  return first === last ? write(first) : `${write(first)} – ${write(last)}`;
}
