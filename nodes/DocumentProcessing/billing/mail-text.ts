import { alertsOf } from './alerts';
import type { Report } from './report-model';
import {
  budgetLines,
  changeLines,
  mailNotes,
  monthToDateLine,
  sentLine,
  servicePrice,
  unpricedLine,
  utcLine,
} from './sentences';
import { foldedDays } from './summary';

/** The report as plain text, for programs that show no HTML. */
export function mailText(report: Report): string {
  const { period, zone, isUnused, isNew, format } = report;
  const { texts } = format;
  const parts = [
    [texts.title, `${period} (${lowerFirst(zone)})`],
    alertsOf(report).map(({ sign, title, details }) => `${sign} ${[title, ...details].join('. ')}`),
    isNew ? [] : totalLines(report),
    budgetLines(report),
    isUnused ? [texts.noConsumption] : serviceLines(report),
    isNew ? [] : dayLines(report),
    [...mailNotes(report), ...(isNew ? [] : [texts.csvNote])],
  ];
  const lines = parts.filter((part) => part.length > 0).map((part) => part.join('\n'));
  return `${lines.join('\n\n')}\n`;
}

function totalLines(report: Report): string[] {
  const { format, summary } = report;
  const { texts } = format;
  const { totals } = summary;
  const [change, ...before] = changeLines(report);
  return [
    `${texts.toBeBilled}: ${format.billed(totals)}`,
    ...(change === undefined ? [] : [`${change} (${before.join('. ')})`]),
    ...unpricedLine(report),
    ...monthToDateLine(report),
    `${texts.requests}: ${format.number(totals.requestCount)}`,
    ...sentLine(report),
    `${texts.documentsIdentified}: ${format.number(totals.typifiedItemCount)}`,
    `${texts.documentsNotIdentified}: ${format.number(totals.nonTypifiedItemCount)}`,
  ];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function serviceLines(report: Report): string[] {
  const { services, format } = report;
  const lines = services.map(
    (row) => `- ${row.text}: ${servicePrice(row, report).join(', ')} (${format.uses(row.sums).join(', ')})`,
  );
  return [format.texts.byService, ...lines];
}

function dayLines(report: Report): string[] {
  const { format, strip, isUnused } = report;
  if (!strip && isUnused) return [];
  const { unit, list, title } = report.days;
  const lines = foldedDays(list).map((entry) => {
    if ('quiet' in entry)
      return `- ${quietLabel(entry.quiet, (name) => format[unit](name))}: ${lowerFirst(format.texts.noConsumptionOnDay)}`;
    const { name, billingCount, requestCount } = entry.sums;
    const billed = [format.amount(format.valueOf(entry.sums)), ...(format.isMoney ? [format.units(billingCount)] : [])];
    return `- ${format[unit](name)}: ${billed.join(', ')} (${format.requests(requestCount)})`;
  });
  return [title, ...lines, ...utcLine(report)];
}

/** The first and the last of days without consumption. */
export function quietLabel(names: string[], write: (name: string) => string): string {
  const [first = '', last = first] = [names[0], names.at(-1)];
  return first === last ? write(first) : `${write(first)} – ${write(last)}`;
}
