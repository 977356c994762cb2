import type { Report } from './report';

/** What has to be known to read the numbers right. */
export function notes({ span, summary, format }: Report): string[] {
  const { totals, added } = summary;
  return [
    'The CSV file of this report has a row for each day and service.',
    ...(span.start.offset === 0 && span.end.offset === 0
      ? []
      : ['The service counts days in UTC, so the first and the last day can be parts of a day.']),
    ...(totals.billingCount === added.billingCount
      ? []
      : [
          `The service's total, ${format.number(totals.billingCount)}, is not the sum of its days, ${format.number(added.billingCount)}.`,
        ]),
  ];
}

export const NO_CONSUMPTION = 'There was no consumption in this period.';

export const isQuiet = ({ summary }: Report): boolean =>
  summary.services.length === 0 && summary.totals.requestCount === 0 && summary.totals.billingCount === 0;
