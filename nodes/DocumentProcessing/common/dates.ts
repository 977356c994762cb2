import { DateTime } from 'luxon';

/** Reads a date from a parameter, in the given time zone unless it names its own. Not a date: an invalid `DateTime`. */
export function parseDate(value: unknown, zone: string): DateTime {
  if (DateTime.isDateTime(value)) return value;
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
  const text = String(value ?? '').trim();
  const iso = DateTime.fromISO(text, { zone });
  return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}
