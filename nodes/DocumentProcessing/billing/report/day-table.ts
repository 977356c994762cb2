import { bar } from './bar';
import { dayLines } from './day-lines';
import { html, type Markup } from './markup';
import type { Report } from './report';
import type { Line } from './summary';
import { section } from './table';
import { line } from './text-style';

const TITLES = { day: 'To be billed by day', month: 'To be billed by month' };

/** A bar for each day of the period. */
export function dayTable(report: Report): Markup {
  const { by, lines } = dayLines(report);
  const largest = Math.max(0, ...lines.map(({ billingCount }) => billingCount));
  return section(TITLES[by], html`${lines.map((one) => dayRow(one, report.format[by](one.name), largest, report))}`);
}

function dayRow(day: Line, label: string, largest: number, { format }: Report): Markup {
  const isQuiet = day.requestCount === 0 && day.billingCount === 0;
  return html`<tr><td style="padding:3px 10px 3px 0;white-space:nowrap;width:1%">${line(label, { size: 'small', colour: 'muted' })}</td><td style="padding:3px 0">${
    isQuiet ? line('No consumption', { size: 'small', colour: 'muted' }) : bar(day.billingCount, largest, 14)
  }</td><td align="right" style="padding:3px 0 3px 10px;white-space:nowrap;width:1%">${line(format.number(day.billingCount), { size: 'small' })}</td></tr>
`;
}
