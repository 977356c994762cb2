import { isEmpty, unusualLines } from './mail-text';
import type { Report } from './report-model';

/** A message is read on a phone: it has the largest services, the mail has all. */
const MAX_SERVICES = 10;
const MAX_UNUSUAL = 5;
const LONGEST_NAME = 100;

/** A name on one line, cut if it is longer than a name is. */
export function shortName(name: string): string {
  return cut(name.replace(/\p{Cs}/gu, '\uFFFD').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' '), LONGEST_NAME);
}

/** By characters, so that none is cut in halves. */
export function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** The largest services with their units, and the others as one. */
export function largestServices({ summary, serviceText, format }: Report): Array<{ name: string; units: string }> {
  const { services } = summary;
  const rows = services.slice(0, MAX_SERVICES).map(({ name, billingCount }) => ({
    name: shortName(serviceText(name)),
    units: format.units(billingCount),
  }));
  const others = services.slice(MAX_SERVICES);
  const sum = others.reduce((total, { billingCount }) => total + billingCount, 0);
  return others.length === 0
    ? rows
    : [...rows, { name: format.texts.otherServices(format.number(others.length)), units: format.units(sum) }];
}

/** What was unusual, the first of it, and how many more there are. */
export function shownUnusual(report: Report): { shown: Array<[service: string, text: string]>; others: string[] } {
  const lines = unusualLines(report);
  const others = lines.length - MAX_UNUSUAL;
  return {
    shown: lines.slice(0, MAX_UNUSUAL).map(([service, text]) => [shortName(service), text]),
    others: others > 0 ? [`+ ${others}`] : [],
  };
}

export const totalLine = ({ summary, format }: Report): string =>
  `${format.texts.toBeBilled}: ${format.units(summary.totals.billingCount)}`;

export const emptyLine = (report: Report): string | undefined =>
  isEmpty(report) ? report.format.texts.noConsumption : undefined;
