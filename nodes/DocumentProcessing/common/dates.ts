import { DateTime } from 'luxon';
import { textOf } from './shape';

/**
 * A date as a person, an expression or a database gives it, in the time zone that it names; without one, in the zone given.
 * Not a date: an invalid `DateTime`. Nor is 9999-12-31, which may end in the year 10000 of UTC, nor a year of which what it
 * is compared with may begin before the first: neither can be written with four digits.
 */
export function parseDate(value: unknown, zone: string): DateTime {
  const date = readDate(value, zone);
  return date.year >= 1600 && date.year < 3000 ? date : DateTime.invalid('out of range');
}

function readDate(value: unknown, zone: string): DateTime {
  if (DateTime.isDateTime(value)) return value;
  // A date without a time zone of its own is written in UTC.
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone: 'utc' });
  const text = textOf(value).trim().replace(/^"|"$/g, '');
  // Seconds or milliseconds since 1970, of this century or the next two. With other lengths they are dates without signs.
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return DateTime.fromSeconds(Number(text), { zone });
  if (/^\d{13}$/.test(text)) return DateTime.fromMillis(Number(text), { zone });
  // Luxon would take a year or month for its first day, and a time for today's.
  if (!/^\d{4}-?\d{2}-?\d{2}(?:$|[T ])/.test(text)) return DateTime.invalid('not a whole date');
  const iso = DateTime.fromISO(text, { zone, setZone: true });
  return iso.isValid ? iso : DateTime.fromSQL(text, { zone, setZone: true });
}
