import type { DateTime } from 'luxon';
import { isWholeDays, type Span } from '../spans';

// What is left of numbers too large to add up.
const NO_NUMBER = '–';

/** Numbers and dates as people of a locale write them; the words around them are English. */
export class Format {
  private readonly numbers: Intl.NumberFormat;

  private readonly percents: Intl.NumberFormat;

  constructor(private readonly locale: string) {
    this.numbers = new Intl.NumberFormat(locale);
    this.percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  }

  number(value: number): string {
    return Number.isNaN(value) ? NO_NUMBER : this.numbers.format(value);
  }

  percent(share: number): string {
    return Number.isNaN(share) ? NO_NUMBER : this.percents.format(share);
  }

  /** `2025-01-31` as a day of the week and of the month; anything else as it is. */
  day(date: string): string {
    return this.date(date, { weekday: 'short', day: 'numeric', month: 'short' });
  }

  month(date: string): string {
    return this.date(date, { month: 'long', year: 'numeric' });
  }

  /** As days where it is whole days. */
  span(span: Span): string {
    const options: Intl.DateTimeFormatOptions = {
      dateStyle: 'medium',
      ...(isWholeDays(span) ? {} : { timeStyle: 'short' }),
      timeZone: zoneOf(span.start),
    };
    return plainSpaces(
      new Intl.DateTimeFormat(this.locale, options).formatRange(span.start.toJSDate(), span.end.toJSDate()),
    );
  }

  /** Spreadsheets of a locale that writes decimals with a comma take a semicolon between values. */
  get separator(): ',' | ';' {
    return this.numbers.format(0.5).includes(',') ? ';' : ',';
  }

  private date(date: string, options: Intl.DateTimeFormatOptions): string {
    const at = new Date(date);
    return Number.isNaN(at.getTime())
      ? date
      : plainSpaces(new Intl.DateTimeFormat(this.locale, { ...options, timeZone: 'UTC' }).format(at));
  }
}

const zoneOf = (at: DateTime): string => at.zoneName ?? 'UTC';

/** Narrow and thin spaces are boxes in some mail programs. */
const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, ' ');
