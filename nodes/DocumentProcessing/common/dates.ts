import { DateTime } from 'luxon';

/** A date people or expressions gave, in a time zone unless it names its own; invalid when it is none. */
export function parseDate(value: unknown, zone: string): DateTime {
  if (DateTime.isDateTime(value)) return value;
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
  const text = String(value ?? '').trim();
  const iso = DateTime.fromISO(text, { zone });
  return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}
