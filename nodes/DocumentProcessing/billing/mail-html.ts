import { overBudget, shownAlerts } from './alerts';
import type { Counts } from './details';
import {
  alertRow,
  bar,
  column,
  headings,
  html,
  mailPage,
  type Markup,
  paragraph,
  row,
  section,
  space,
  table,
} from './html-kit';
import { quietLabel } from './mail-text';
import { joinSmallest, type Report } from './report-model';
import {
  budgetLines,
  changeLines,
  isInStrip,
  largestDayLine,
  mailNotes,
  mailPreview,
  mailSubject,
  monthToDateLine,
  sentLine,
  servicePrice,
  unpricedLine,
  utcLine,
} from './sentences';
import { foldedDays, isQuiet, type NamedSums } from './summary';

const NOTE = { size: 'small', colour: 'muted' } as const;

const notes = (lines: string[]): Markup[] => lines.map((line) => paragraph(line, NOTE));

/** A report as the body of a mail: what should be seen first stands before the tables. */
export function mailHtml(report: Report): string {
  const { format, strip, isUnused, isNew } = report;
  const { texts } = format;
  const days = isNew ? [] : strip ? [stripTable(report)] : isUnused ? [] : [dayTable(report)];
  return mailPage(format.language, mailSubject(report), mailPreview(report), [
    header(report),
    ...alerts(report),
    ...(isNew ? [] : [total(report)]),
    ...(isUnused ? [paragraph(texts.noConsumption, { size: isNew ? 'big' : 'heading', bold: isNew })] : []),
    ...budget(report),
    ...(isUnused ? [] : [totals(report), serviceTable(report)]),
    ...days,
    html`${notes([...mailNotes(report), ...(isNew ? [] : [texts.csvNote])])}`,
  ]);
}

const header = ({ period, zone, format: { texts } }: Report): Markup => html`${paragraph(texts.product, NOTE)}
${paragraph(texts.title, { size: 'big', bold: true })}
${paragraph(period)}
${paragraph(zone, NOTE)}`;

const MAX_ALERTS = 12;

function alerts(report: Report): Markup[] {
  const { shown, others } = shownAlerts(report, MAX_ALERTS);
  const rows = shown.map(({ level, sign, title, details }) =>
    alertRow(level, sign, html`${paragraph(title, { bold: true })}${details.map((text) => paragraph(text))}`),
  );
  return shown.length === 0 ? [] : [html`${table(html`${rows}`)}${notes(others)}`];
}

/** A longer amount would be wider than a phone. */
const LONGEST_HUGE = 11;

/** The billable total. */
function total(report: Report): Markup {
  const { summary, format } = report;
  const { texts } = format;
  const { billingCount, amount } = summary.totals;
  const [change, ...before] = changeLines(report);
  const unit = html`<span class="muted" style="${UNIT}">${texts.unitWord(billingCount)}</span>`;
  const money = format.isMoney ? format.amount(amount) : '';
  return html`${paragraph(texts.toBeBilled, { colour: 'muted' })}
${paragraph(money || html`${format.number(billingCount)} ${unit}`, { size: money.length > LONGEST_HUGE ? 'large' : 'huge', bold: true })}
${format.isMoney && paragraph(format.units(billingCount), { size: 'heading', colour: 'muted' })}
${space(4)}
${change !== undefined && paragraph(change, { bold: true })}
${notes(before)}
${unpricedLine(report).map((line) => html`${space(6)}${paragraph(line, { bold: true, colour: 'warning' })}`)}
${monthToDateLine(report).map((line) => html`${space(6)}${paragraph(line)}`)}`;
}

const UNIT = 'font-size:16px;line-height:22px;color:#5a6573;font-weight:normal';

/** The budget as a bar, with what is used and what the month will come to. */
function budget(report: Report): Markup[] {
  const { budget, isNew } = report;
  if (!budget) return [];
  const over = overBudget(budget);
  const [month = '', used = '', ...others] = budgetLines(report);
  return [
    html`${paragraph(month, { size: 'heading', bold: true })}
${space(6)}
${!isNew && html`${bar(budget.used, budget.limit, 18, over === 'used' ? 'overBar' : 'bar')}${space(6)}`}
${paragraph(used, { bold: true, colour: over === 'used' ? 'over' : 'text' })}
${others.map((line) => paragraph(line, { size: 'small', colour: over === 'forecast' ? 'warning' : 'text' }))}`,
  ];
}

/** The other totals, side by side: numbers, changes and labels in a row each, so that they stay in line. */
function totals(report: Report): Markup {
  const { summary, previous, format } = report;
  const { texts } = format;
  const counts: Array<[label: string, count: keyof Counts]> = [
    [texts.requests, 'requestCount'],
    [texts.documentsIdentified, 'typifiedItemCount'],
    [texts.documentsNotIdentified, 'nonTypifiedItemCount'],
  ];
  const rowOf = (write: (label: string, count: keyof Counts) => Markup) => html`<tr>${counts.map(
    ([label, count]) => html`<td width="33%" valign="top" style="padding:0 8px 0 0">${write(label, count)}</td>`,
  )}</tr>
`;
  return html`${table(html`${rowOf((_label, count) => paragraph(format.number(summary.totals[count]), { size: 'big', bold: true }))}
${
  previous &&
  rowOf((_label, count) => paragraph(format.changeLabel(summary.totals[count], previous.summary.totals[count]), NOTE))
}
${rowOf((label) => paragraph(label, NOTE))}`)}
${sentLine(report).map((line) => html`${space(6)}${paragraph(line)}`)}`;
}

// Some programs cut off long mails; the CSV file has all services.
const MAX_SERVICES = 30;

// An answer may have more entries than a function takes arguments.
const largestOf = (values: number[]): number => values.reduce((largest, value) => Math.max(largest, value), 0);

/** A row for each service, with a bar for what it is billed. */
function serviceTable(report: Report): Markup {
  const { format } = report;
  const { texts } = format;
  const largest = largestOf(report.services.map(({ sums }) => format.valueOf(sums)));
  const rows = joinSmallest(report, MAX_SERVICES).map((service) => {
    const { sums, hasPrice, text } = service;
    const [main = '', ...changes] = servicePrice(service, report);
    const uses = format.uses(sums).map(unbroken).join(', ');
    return row([
      html`${paragraph(text)}${paragraph(uses, NOTE)}${hasPrice && html`${space(4)}${bar(format.valueOf(sums), largest, 6)}`}`,
      html`${paragraph(main, { bold: true, noWrap: true, colour: hasPrice ? 'text' : 'warning' })}
${changes.map((line) => paragraph(line, { ...NOTE, noWrap: true }))}`,
    ]);
  });
  return section(
    texts.byService,
    html`${headings([texts.service, texts.toBeBilled])}
${rows}`,
  );
}

/** A text that is not broken at its spaces. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

const STRIP_HEIGHT = 72;

/** The days up to the reported one, side by side. */
function stripTable(report: Report): Markup {
  const { format, days } = report;
  const { list, title } = days;
  const values = list.map((day) => format.valueOf(day));
  const largest = largestOf(values);
  const isReported = (index: number) => index === list.length - 1 && isInStrip(report);
  const bars = values.map((value, index) => column(value, largest, STRIP_HEIGHT, isReported(index)));
  const labels = list.map(({ name }, index) => {
    const style = { ...NOTE, bold: isReported(index), colour: isReported(index) ? 'text' : 'muted' } as const;
    return html`<td align="center" valign="top" style="padding:3px 0 0 0">${paragraph(format.weekday(name), style)}
${paragraph(String(Number(name.slice(8, 10))), style)}</td>
`;
  });
  const note = list.every(isQuiet) ? [format.texts.noConsumptionOnDay] : largestDayLine(report);
  return html`${section(
    title,
    html`<tr>${bars}</tr>
<tr>${labels}</tr>`,
  )}
${space(4)}
${notes(note)}
${notes(utcLine(report))}`;
}

/** A bar for each day or month of the period; those without consumption share a line. */
function dayTable(report: Report): Markup {
  const { format, days } = report;
  const { unit, list, title } = days;
  const largest = largestOf(list.map((sums) => format.valueOf(sums)));
  const rows = foldedDays(list).map((entry) => {
    const isQuiet = 'quiet' in entry;
    const name = isQuiet ? quietLabel(entry.quiet, (one) => format[unit](one)) : format[unit](entry.sums.name);
    const content = isQuiet
      ? paragraph(format.texts.noConsumptionOnDay, NOTE)
      : bar(format.valueOf(entry.sums), largest, 14);
    const label = html`<td style="padding:3px 10px 3px 0;white-space:nowrap;width:1%">${paragraph(name, NOTE)}</td>`;
    return html`<tr>${label}<td style="padding:3px 0">${content}</td>${dayCell(isQuiet ? undefined : entry.sums, report)}</tr>
`;
  });
  return html`${section(title, html`${rows}`)}
${space(4)}
${notes(utcLine(report))}`;
}

function dayCell(sums: NamedSums | undefined, { format }: Report): Markup {
  const lines = sums
    ? html`${paragraph(format.amount(format.valueOf(sums)), { size: 'small' })}
${format.isMoney && paragraph(format.units(sums.billingCount), NOTE)}`
    : '';
  return html`<td align="right" style="padding:3px 0 3px 10px;white-space:nowrap;width:1%">${lines}</td>`;
}
