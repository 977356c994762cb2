import { bar } from './bar';
import { describeChange } from './change';
import { headings, row, section } from './table';
import { html, type Markup } from './markup';
import type { Report } from './report';
import { addUp, fill, type Line } from './summary';
import { line } from './text-style';

/** The mail is cut by some programs when it is long; the CSV file has them all. */
const MOST_SERVICES = 30;

interface Service {
  line: Line;
  /** What was to be billed for it in the period before. */
  earlier: number;
}

export function serviceTable(report: Report): Markup {
  const services = servicesOf(report);
  const largest = Math.max(0, ...services.map(({ line: { billingCount } }) => billingCount));
  return section(
    'By service',
    html`${headings(['Service', 'Requests', 'Identified', 'To be billed'])}
${shortened(services).map((service) => serviceRow(service, largest, report))}`,
  );
}

function serviceRow({ line: service, earlier }: Service, largest: number, { format, before }: Report): Markup {
  const { name, requestCount, typifiedItemCount, nonTypifiedItemCount, billingCount } = service;
  return row([
    html`${line(name)}<div style="height:4px;font-size:0;line-height:0">&nbsp;</div>${bar(billingCount, largest, 6)}`,
    line(format.number(requestCount)),
    html`${line(format.number(typifiedItemCount))}${nonTypifiedItemCount > 0 ? line(`${format.number(nonTypifiedItemCount)} not`, SMALL) : undefined}`,
    html`${line(format.number(billingCount), { bold: true })}${before && line(describeChange(billingCount, earlier, format), SMALL)}`,
  ]);
}

const SMALL = { size: 'small', colour: 'muted', whole: true } as const;

/** The services of the period, then those that were used before and no more: that is a change too. */
function servicesOf({ summary, before }: Report): Service[] {
  const earlier = new Map((before?.summary.services ?? []).map(({ name, billingCount }) => [name, billingCount]));
  const names = new Set(summary.services.map(({ name }) => name));
  const ended = [...earlier.keys()].filter((name) => !names.has(name)).map((name) => ({ name, ...fill(() => 0) }));
  return [...summary.services, ...ended].map((one) => ({ line: one, earlier: earlier.get(one.name) ?? 0 }));
}

function shortened(services: Service[]): Service[] {
  if (services.length <= MOST_SERVICES) return services;
  const others = services.slice(MOST_SERVICES);
  const together = { name: `${others.length} other services`, ...addUp(others.map((one) => one.line)) };
  return [
    ...services.slice(0, MOST_SERVICES),
    { line: together, earlier: others.reduce((sum, one) => sum + one.earlier, 0) },
  ];
}
