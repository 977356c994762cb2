import { bar } from './bar';
import { describeChange } from './change';
import { headings, row, section } from './table';
import { html, type Markup } from './markup';
import type { Report } from './report';
import { addUp, fill, type Line } from './summary';
import { line } from './text-style';

/** The mail is cut by some programs when it is long; the CSV file has them all. */
const MOST_SERVICES = 30;

export function serviceTable(report: Report): Markup {
	const lines = shortened(withEnded(report));
	const largest = Math.max(0, ...lines.map(({ billingCount }) => billingCount));
	return section(
		'By service',
		html`${headings(['Service', 'Requests', 'Identified', 'To be billed'])}
${lines.map((service) => serviceRow(service, largest, report))}`,
	);
}

function serviceRow(service: Line, largest: number, { format, before }: Report): Markup {
	const { name, requestCount, typifiedItemCount, nonTypifiedItemCount, billingCount } = service;
	const earlier = before?.summary.services.find((one) => one.name === name)?.billingCount ?? 0;
	return row([
		html`${line(name)}<div style="height:4px;font-size:0;line-height:0">&nbsp;</div>${bar(billingCount, largest, 6)}`,
		line(format.number(requestCount)),
		html`${line(format.number(typifiedItemCount))}${nonTypifiedItemCount > 0 ? line(`${format.number(nonTypifiedItemCount)} not`, { size: 'small', colour: 'muted' }) : undefined}`,
		html`${line(format.number(billingCount), { bold: true })}${before && line(describeChange(billingCount, earlier, format), { size: 'small', colour: 'muted' })}`,
	]);
}

/** Services that were used before and no more are a change too. */
function withEnded({ summary, before }: Report): Line[] {
	const names = new Set(summary.services.map(({ name }) => name));
	const ended = (before?.summary.services ?? []).filter(({ name }) => !names.has(name));
	return [...summary.services, ...ended.map(({ name }) => ({ name, ...fill(() => 0) }))];
}

function shortened(lines: Line[]): Line[] {
	if (lines.length <= MOST_SERVICES) return lines;
	const others = lines.slice(MOST_SERVICES);
	return [...lines.slice(0, MOST_SERVICES), { name: `${others.length} other services`, ...addUp(others) }];
}
