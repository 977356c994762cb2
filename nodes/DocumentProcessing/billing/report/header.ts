import { describeChange, tellChange } from './change';
import { html, type Markup } from './markup';
import type { Report } from './report';
import type { Counts } from './summary';
import { line } from './text-style';

/** Of when the report is, and what it comes to. */
export function header(report: Report): Markup {
  const { span, format, summary } = report;
  return html`${line('Document processing', { size: 'small', colour: 'muted' })}
${line('Billing report', { size: 'big', bold: true })}
${line(format.span(span))}
${line(`Time zone ${span.start.zoneName}`, { size: 'small', colour: 'muted' })}
<div style="height:16px;font-size:0;line-height:0">&nbsp;</div>
${line('To be billed', { colour: 'muted' })}
${line(format.number(summary.totals.billingCount), { size: 'huge', bold: true })}
${totalChange(report)}`;
}

function totalChange({ before, summary, format }: Report): Markup | undefined {
  if (!before) return undefined;
  const { billingCount } = before.summary.totals;
  return html`${line(tellChange(summary.totals.billingCount, billingCount, format), { bold: true })}
${line(`${format.span(before.span)}: ${format.number(billingCount)}`, { size: 'small', colour: 'muted' })}`;
}

const FIGURES: Array<[label: string, count: keyof Counts]> = [
  ['Requests', 'requestCount'],
  ['Documents identified', 'typifiedItemCount'],
  ['Documents not identified', 'nonTypifiedItemCount'],
];

/** The other totals, side by side. */
export function figures(report: Report): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
${FIGURES.map(([label, count]) => figure(report, label, count))}</tr></table>`;
}

const figure = ({ summary, before, format }: Report, label: string, count: keyof Counts): Markup =>
  html`<td width="33%" valign="top" style="padding:0 8px 0 0">
${line(format.number(summary.totals[count]), { size: 'big', bold: true })}
${line(label, { size: 'small', colour: 'muted' })}
${before && line(describeChange(summary.totals[count], before.summary.totals[count], format), { size: 'small', colour: 'muted' })}
</td>
`;
