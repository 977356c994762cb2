import { countDays, datesOf, type Span } from '../spans';
import type { Consumption } from './report';
import { fill, type Line, mergeLines } from './summary';

const MOST_DAYS = 62;

const nothing = (name: string): Line => ({ name, ...fill(() => 0) });

/**
 * Every day of the period, also those without consumption, of which the service says nothing; months where days would
 * be too many.
 */
export function dayLines({ span, summary }: Consumption): { by: 'day' | 'month'; lines: Line[] } {
  const isLong = countDays(span) > MOST_DAYS || summary.days.length > MOST_DAYS + 2;
  if (isLong)
    return {
      by: 'month',
      lines: withZeros(
        monthsOf(span),
        summary.days.map(({ name, ...counts }) => ({ name: monthOf(name), ...counts })),
      ),
    };
  return { by: 'day', lines: withZeros(datesOf(span), summary.days) };
}

const withZeros = (names: string[], lines: Line[]): Line[] =>
  mergeLines([...names.map(nothing), ...lines]).sort((one, other) => (one.name < other.name ? -1 : 1));

/** `2025-01-31` is of `2025-01`. */
const monthOf = (name: string): string => (/^\d{4}-\d{2}-/.test(name) ? name.slice(0, 7) : name);

function monthsOf({ start, end }: Span): string[] {
  const count = (end.year - start.year) * 12 + end.month - start.month + 1;
  return Array.from({ length: count }, (_, index) =>
    start.startOf('month').plus({ months: index }).toFormat('yyyy-MM'),
  );
}
