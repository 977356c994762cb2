import { isWholeDays, type Span } from './period';

// Shown if numbers are too large to add up.
const NO_NUMBER = '–';

/** Writes numbers and dates as in a locale. The words around them are English. */
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

  /** `2025-01-31` as e.g. "Fri, Jan 31"; any other text as it is. */
  day(date: string): string {
    return this.date(date, { weekday: 'short', day: 'numeric', month: 'short' });
  }

  /** `2025-01` as e.g. "January 2025"; any other text as it is. */
  month(date: string): string {
    return this.date(date, { month: 'long', year: 'numeric' });
  }

  /** A range of dates, with times unless it is whole days. */
  span(span: Span): string {
    const options: Intl.DateTimeFormatOptions = {
      dateStyle: 'medium',
      ...(isWholeDays(span) ? {} : { timeStyle: 'short' }),
      timeZone: span.start.zoneName ?? 'UTC',
    };
    return plainSpaces(
      new Intl.DateTimeFormat(this.locale, options).formatRange(span.start.toJSDate(), span.end.toJSDate()),
    );
  }

  /** A change as a short label. Arrow and sign repeat what a colour would say, for people who cannot see it. */
  changeLabel(current: number, previous: number): string {
    if (current === previous) return '= unchanged';
    const [arrow, sign] = current > previous ? ['▲', '+'] : ['▼', '−'];
    return previous === 0 ? `${arrow} new` : `${arrow} ${sign}${this.percentChange(current, previous)}`;
  }

  /** A change as a sentence without a full stop. */
  changeSentence(current: number, previous: number): string {
    if (current === previous) return '= Unchanged from the period before';
    if (previous === 0) return '▲ Up from zero in the period before';
    const [arrow, word] = current > previous ? ['▲', 'more'] : ['▼', 'less'];
    return `${arrow} ${this.percentChange(current, previous)} ${word} than in the period before`;
  }

  /** Between values of a CSV file: spreadsheets of a locale with a decimal comma expect a semicolon. */
  get separator(): ',' | ';' {
    return this.numbers.format(0.5).includes(',') ? ';' : ',';
  }

  private percentChange(current: number, previous: number): string {
    const share = Math.abs((current - previous) / previous);
    return Number.isNaN(share) ? NO_NUMBER : this.percents.format(share);
  }

  private date(date: string, options: Intl.DateTimeFormatOptions): string {
    const at = new Date(date);
    return Number.isNaN(at.getTime())
      ? date
      : plainSpaces(new Intl.DateTimeFormat(this.locale, { ...options, timeZone: 'UTC' }).format(at));
  }
}

/** Some mail programs show narrow and thin spaces as boxes. */
const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, ' ');
