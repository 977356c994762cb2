import { bar, headings, html, mailPage, type Markup, NO_GAPS, paragraph, row, section, space } from './html-kit';
import { isEmpty, mailNotes, mailPreview, mailSubject, NO_CONSUMPTION } from './mail-text';
import { type Counts, countsByDay, type NamedCounts, type Report, sumCounts, zeroCounts } from './summary';

const NOTE = { size: 'small', colour: 'muted' } as const;

/** A report as the body of a mail. */
export function mailHtml(report: Report): string {
  const tables = isEmpty(report)
    ? [paragraph(NO_CONSUMPTION, { size: 'heading' })]
    : [totals(report), serviceTable(report), dayTable(report)];
  return mailPage(mailSubject(report), mailPreview(report), [
    header(report),
    ...tables,
    html`${mailNotes(report).map((note) => paragraph(note, NOTE))}`,
  ]);
}

/** The period and its billable total. */
function header({ span, summary, previous, format }: Report): Markup {
  const { billingCount } = summary.totals;
  const previousCount = previous?.summary.totals.billingCount ?? 0;
  const change =
    previous &&
    html`${paragraph(format.changeSentence(billingCount, previousCount), { bold: true })}
${paragraph(`${format.span(previous.span)}: ${format.number(previousCount)}`, NOTE)}`;
  return html`${paragraph('Document processing', NOTE)}
${paragraph('Billing report', { size: 'big', bold: true })}
${paragraph(format.span(span))}
${paragraph(`Time zone ${span.start.zoneName}`, NOTE)}
${space(16)}
${paragraph('To be billed', { colour: 'muted' })}
${paragraph(format.number(billingCount), { size: 'huge', bold: true })}
${change}`;
}

const OTHER_TOTALS: Array<[label: string, count: keyof Counts]> = [
  ['Requests', 'requestCount'],
  ['Documents identified', 'typifiedItemCount'],
  ['Documents not identified', 'nonTypifiedItemCount'],
];

/** The other totals, side by side. */
function totals({ summary, previous, format }: Report): Markup {
  const cells = OTHER_TOTALS.map(([label, name]) => {
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
  service: NamedCounts;
  /** Its billable count in the previous period. */
  previousCount: number;
}

/** A row for each service, with a bar for its billable count. */
function serviceTable(report: Report): Markup {
  const { previous, format } = report;
  const services = serviceRows(report);
  const largest = Math.max(0, ...services.map(({ service }) => service.billingCount));
  const small = { ...NOTE, noWrap: true };
  const rows = joinSmallest(services).map(({ service, previousCount }) => {
    const { name, requestCount, typifiedItemCount, nonTypifiedItemCount, billingCount } = service;
    const notIdentified = nonTypifiedItemCount > 0 ? `${format.number(nonTypifiedItemCount)} not` : undefined;
    const change = previous && format.changeLabel(billingCount, previousCount);
    return row([
      html`${paragraph(name)}${space(4)}${bar(billingCount, largest, 6)}`,
      paragraph(format.number(requestCount)),
      html`${paragraph(format.number(typifiedItemCount))}${notIdentified && paragraph(notIdentified, small)}`,
      html`${paragraph(format.number(billingCount), { bold: true })}${change && paragraph(change, small)}`,
    ]);
  });
  return section(
    'By service',
    html`${headings(['Service', 'Requests', 'Identified', 'To be billed'])}
${rows}`,
  );
}

/** The services of the period, then those that were used only in the period before: that is a change too. */
function serviceRows({ summary, previous }: Report): ServiceRow[] {
  const previousCounts = new Map((previous?.summary.services ?? []).map((one) => [one.name, one.billingCount]));
  const names = new Set(summary.services.map(({ name }) => name));
  const ended = [...previousCounts.keys()].filter((name) => !names.has(name)).map(zeroCounts);
  return [...summary.services, ...ended].map((service) => ({
    service,
    previousCount: previousCounts.get(service.name) ?? 0,
  }));
}

function joinSmallest(rows: ServiceRow[]): ServiceRow[] {
  if (rows.length <= MAX_SERVICES) return rows;
  const others = rows.slice(MAX_SERVICES);
  return [
    ...rows.slice(0, MAX_SERVICES),
    {
      service: { name: `${others.length} other services`, ...sumCounts(others.map(({ service }) => service)) },
      previousCount: others.reduce((sum, one) => sum + one.previousCount, 0),
    },
  ];
}

/** A bar for each day or month of the period. */
function dayTable({ span, summary, format }: Report): Markup {
  const { unit, list } = countsByDay(span, summary);
  const largest = Math.max(0, ...list.map(({ billingCount }) => billingCount));
  const rows = list.map(({ name, requestCount, billingCount }) => {
    const hasConsumption = requestCount > 0 || billingCount > 0;
    const content = hasConsumption ? bar(billingCount, largest, 14) : paragraph('No consumption', NOTE);
    const label = html`<td style="padding:3px 10px 3px 0;white-space:nowrap;width:1%">${paragraph(format[unit](name), NOTE)}</td>`;
    const count = paragraph(format.number(billingCount), { size: 'small' });
    const countCell = html`<td align="right" style="padding:3px 0 3px 10px;white-space:nowrap;width:1%">${count}</td>`;
    return html`<tr>${label}<td style="padding:3px 0">${content}</td>${countCell}</tr>
`;
  });
  return section(`To be billed by ${unit}`, html`${rows}`);
}
