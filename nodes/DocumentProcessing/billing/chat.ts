import { largestDayLine, monthToDateLine, sentLine, servicePrice, unpricedLine, utcLine } from './sentences';
import { joinSmallest, type Report } from './report-model';
import { shortName } from './service-names';

/** A message is read on a phone: it has the largest services, the mail has all. */
const MAX_SERVICES = 10;
export const MAX_ALERTS_IN_CHAT = 7;

/** The largest services with what they are billed and how that has changed, and the others as one. */
export function largestServices(report: Report): Array<{ name: string; billed: string; beside: string }> {
  return joinSmallest(report, MAX_SERVICES).map((row) => {
    const [billed = '', ...others] = servicePrice(row, report);
    return { name: shortName(row.text), billed, beside: others.join(' · ') };
  });
}

/** The total with its unit, as a sentence of its own. */
export const totalLine = ({ summary, format }: Report): string =>
  `${format.texts.toBeBilled}: ${format.billed(summary.totals)}`;

/** What belongs to the total: services without a price, the month so far, requests and documents. */
export const totalNotes = (report: Report): string[] => [
  ...unpricedLine(report),
  ...monthToDateLine(report),
  report.format.uses(report.summary.totals).join(', '),
  ...sentLine(report),
];

/** What belongs to the days: the one with the most, and why a day may have another number elsewhere. */
export const dayNotes = (report: Report): string[] => [...largestDayLine(report), ...utcLine(report)];

const HEIGHTS = [...'▁▂▃▄▅▆▇█'];

/** The days as a line of bars; one without consumption has the lowest. */
export function barLine({ days, format }: Report): string {
  const values = days.list.map((sums) => format.valueOf(sums));
  const largest = values.reduce((one, other) => Math.max(one, other), 0);
  const heightOf = (value: number) => (value > 0 ? 1 + Math.round((value / largest) * (HEIGHTS.length - 2)) : 0);
  return largest > 0 ? values.map((value) => HEIGHTS[heightOf(value)]).join('') : '';
}
