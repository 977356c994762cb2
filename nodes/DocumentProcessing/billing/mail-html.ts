import type { Report } from './report-model';
import {
  bar,
  column,
  headings,
  html,
  mailPage,
  type Markup,
  NO_GAPS,
  paragraph,
  row,
  section,
  space,
} from './html-kit';
import {
  budgetLines,
  changeLines,
  isEmpty,
  mailNotes,
  mailPreview,
  mailSubject,
  monthToDateLine,
  quietLabel,
  unusualLines,
} from './mail-text';
import type { Counts } from './details';
import { foldedDays, type NamedCounts, sumCounts, zeroCounts } from './summary';

const NOTE = { size: 'small', colour: 'muted' } as const;

/** A report as the body of a mail: what is unusual and the budget stand before the tables. */
export function mailHtml(report: Report): string {
  const { format, strip } = report;
  const tables = isEmpty(report)
    ? [paragraph(format.texts.noConsumption, { size: 'heading' })]
    : [totals(report), serviceTable(report)];
  const days = strip ? [stripTable(strip, report)] : isEmpty(report) ? [] : [dayTable(report)];
  return mailPage(format.language, mailSubject(report), mailPreview(report), [
    header(report),
    ...unusual(report),
    ...budget(report),
    ...tables,
    ...days,
    html`${mailNotes(report).map((note) => paragraph(note, NOTE))}`,
  ]);
}

function header(report: Report): Markup {
  const { span, summary, format } = report;
  const { texts } = format;
  const { billingCount } = summary.totals;
  const [change, ...before] = changeLines(report);
  const monthToDate = monthToDateLine(report);
  const unit = html`<span class="muted" style="${UNIT}">${texts.unitWord(billingCount)}</span>`;
  return html`${paragraph(texts.product, NOTE)}
${paragraph(texts.title, { size: 'big', bold: true })}
${paragraph(format.span(span))}
${paragraph(texts.timeZone(span.start.zoneName ?? 'UTC'), NOTE)}
${space(16)}
${paragraph(texts.toBeBilled, { colour: 'muted' })}
${paragraph(html`${format.number(billingCount)} ${unit}`, { size: 'huge', bold: true })}
${change !== undefined && paragraph(change, { bold: true })}
${before.map((line) => paragraph(line, NOTE))}
${monthToDate !== undefined && html`${space(6)}${paragraph(monthToDate)}`}`;
}

const UNIT = 'font-size:16px;line-height:22px;color:#5a6573;font-weight:normal';

const MAX_UNUSUAL = 10;

function unusual(report: Report): Markup[] {
  const lines = unusualLines(report);
  if (lines.length === 0) return [];
  const { texts } = report.format;
  const shown = lines.slice(0, MAX_UNUSUAL).map(
    ([service, text]) => html`${space(4)}${paragraph(service, { bold: true })}
${paragraph(text)}`,
  );
  const others = lines.length - shown.length;
  return [
    html`${paragraph(`▲▼ ${texts.unusual}`, { size: 'heading', bold: true, colour: 'warning' })}
${shown}${others > 0 && paragraph(`+ ${others}`, NOTE)}`,
  ];
}

function budget(report: Report): Markup[] {
  const { budget, format } = report;
  if (!budget) return [];
  const isOver = budget.used > budget.limit;
  const [used, ...others] = budgetLines(budget, report);
  return [
    html`${paragraph(format.texts.budget(format.month(budget.month)), { size: 'heading', bold: true })}
${space(6)}
${bar(budget.used, budget.limit, 18, isOver ? 'over' : 'bar')}
${space(6)}
${paragraph(used ?? '', { bold: true, colour: isOver ? 'warning' : 'text' })}
${others.map((line) => paragraph(line, { size: 'small' }))}`,
  ];
}

function totals({ summary, previous, format }: Report): Markup {
  const { texts } = format;
  const labels: Array<[label: string, count: keyof Counts]> = [
    [texts.requests, 'requestCount'],
    [texts.documentsIdentified, 'typifiedItemCount'],
    [texts.documentsNotIdentified, 'nonTypifiedItemCount'],
  ];
  const cells = labels.map(([label, name]) => {
    const count = summary.totals[name];
    return html`<td width="33%" valign="top" style="padding:0 8px 0 0">
${paragraph(format.number(count), { size: 'big', bold: true })}
${paragraph(label, NOTE)}
${previous && paragraph(format.changeLabel(count, previous.summary.totals[name]), NOTE)}
</td>
`;
  });
  return html`<table role="presentation" width="100%" ${NO_GAPS}><tr>
${cells}</tr></table>`;
}

// Some programs cut off long mails; the CSV file has all services.
const MAX_SERVICES = 30;

interface ServiceRow {
  /** As the report writes it. */
  text: string;
  service: Counts;
  previousCount: number;
}

// An answer may have more entries than a function takes arguments.
const largestOf = (counts: number[]): number => counts.reduce((largest, count) => Math.max(largest, count), 0);

function serviceTable(report: Report): Markup {
  const { previous, format } = report;
  const { texts } = format;
  const services = serviceRows(report);
  const largest = largestOf(services.map(({ service }) => service.billingCount));
  const small = { ...NOTE, noWrap: true };
  const rows = joinSmallest(services, report).map(({ text, service, previousCount }) => {
    const { requestCount, typifiedItemCount, nonTypifiedItemCount, billingCount } = service;
    const notIdentified = nonTypifiedItemCount > 0 && texts.notIdentified(format.number(nonTypifiedItemCount));
    const change = previous && format.changeLabel(billingCount, previousCount);
    return row([
      html`${paragraph(text)}${space(4)}${bar(billingCount, largest, 6)}`,
      paragraph(format.number(requestCount)),
      html`${paragraph(format.number(typifiedItemCount))}${notIdentified && paragraph(notIdentified, small)}`,
      html`${paragraph(format.units(billingCount), { bold: true, noWrap: true })}${change && paragraph(change, small)}`,
    ]);
  });
  return section(
    texts.byService,
    html`${headings([texts.service, texts.requests, texts.identified, texts.toBeBilled])}
${rows}`,
  );
}

/** The services of the period, then those that were used only in the period before: that is a change too. */
function serviceRows({ summary, previous, serviceText }: Report): ServiceRow[] {
  const previousCounts = new Map((previous?.summary.services ?? []).map((one) => [one.name, one.billingCount]));
  const names = new Set(summary.services.map(({ name }) => name));
  const ended = [...previousCounts.keys()].filter((name) => !names.has(name)).map(zeroCounts);
  return [...summary.services, ...ended].map((service) => ({
    text: serviceText(service.name),
    service,
    previousCount: previousCounts.get(service.name) ?? 0,
  }));
}

function joinSmallest(rows: ServiceRow[], { format }: Report): ServiceRow[] {
  if (rows.length <= MAX_SERVICES) return rows;
  const others = rows.slice(MAX_SERVICES);
  return [
    ...rows.slice(0, MAX_SERVICES),
    {
      text: format.texts.otherServices(format.number(others.length)),
      service: sumCounts(others.map(({ service }) => service)),
      previousCount: others.reduce((sum, one) => sum + one.previousCount, 0),
    },
  ];
}

const STRIP_HEIGHT = 72;

function stripTable(days: NamedCounts[], { format }: Report): Markup {
  const largest = largestOf(days.map(({ billingCount }) => billingCount));
  const isLast = (index: number) => index === days.length - 1;
  const bars = days.map(({ billingCount }, index) => column(billingCount, largest, STRIP_HEIGHT, isLast(index)));
  const labels = days.map(({ name }, index) => {
    const style = { ...NOTE, bold: isLast(index), colour: isLast(index) ? 'text' : 'muted' } as const;
    return html`<td align="center" valign="top" style="padding:3px 0 0 0">${paragraph(format.weekday(name), style)}
${paragraph(String(Number(name.slice(8, 10))), style)}</td>
`;
  });
  const largestDay = days.find(({ billingCount }) => billingCount === largest);
  const caption =
    largestDay && largest > 0
      ? format.texts.largestDay(format.day(largestDay.name), format.units(largest))
      : format.texts.noConsumptionOnDay;
  return html`${section(
    format.texts.lastDays(format.number(days.length)),
    html`<tr>${bars}</tr>
<tr>${labels}</tr>`,
  )}
${space(4)}
${paragraph(caption, NOTE)}`;
}

/** A bar for each day or month of the period; those without consumption share a line. */
function dayTable(report: Report): Markup {
  const { format } = report;
  const { unit, list } = foldedDays(report);
  const largest = largestOf(list.map((entry) => ('counts' in entry ? entry.counts.billingCount : 0)));
  const rows = list.map((entry) => {
    const isQuiet = 'quiet' in entry;
    const name = isQuiet ? quietLabel(entry.quiet, (one) => format[unit](one)) : format[unit](entry.counts.name);
    const content = isQuiet
      ? paragraph(format.texts.noConsumptionOnDay, NOTE)
      : bar(entry.counts.billingCount, largest, 14);
    const label = html`<td style="padding:3px 10px 3px 0;white-space:nowrap;width:1%">${paragraph(name, NOTE)}</td>`;
    const count = paragraph(isQuiet ? '' : format.units(entry.counts.billingCount), { size: 'small' });
    const countCell = html`<td align="right" style="padding:3px 0 3px 10px;white-space:nowrap;width:1%">${count}</td>`;
    return html`<tr>${label}<td style="padding:3px 0">${content}</td>${countCell}</tr>
`;
  });
  return section(format.texts.billedBy[unit], html`${rows}`);
}
