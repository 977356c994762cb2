import type { Money } from './budget';
import type { Compared } from './comparison';
import { countDays, countWeeks, isWholeDays, type Span } from './period';
import type { Sums } from './summary';
import { type Texts, textsFor } from './texts';

// Shown if numbers are too large to add up.
const NO_NUMBER = '–';

/** Calendars that count the years differently, but have the same months and days. */
const GREGORIAN_MONTHS = new Set(['gregory', 'iso8601', 'buddhist', 'japanese', 'roc']);

/** Writes numbers, dates and what is said of them as in a locale. */
export class Format {
  readonly texts: Texts;

  /** The tag of the language of the texts. */
  readonly language: string;

  private readonly numbers: Intl.NumberFormat;

  private readonly percents: Intl.NumberFormat;

  private readonly locale: string;

  /** Days, months and budgets are those of the Gregorian calendar; some locales have other months. */
  private readonly calendar: string;

  /** With money, what is billed is written as an amount of it. */
  constructor(
    locale: string,
    private readonly money?: Money,
  ) {
    ({ texts: this.texts, language: this.language } = textsFor(locale));
    // For a language that it does not know, Intl would take that of the machine.
    this.locale = Intl.NumberFormat.supportedLocalesOf(locale)[0] ?? 'en';
    const { calendar } = new Intl.DateTimeFormat(this.locale).resolvedOptions();
    this.calendar = GREGORIAN_MONTHS.has(calendar) ? calendar : 'gregory';
    this.numbers = new Intl.NumberFormat(this.locale, { maximumFractionDigits: 2 });
    this.percents = new Intl.NumberFormat(this.locale, { style: 'percent', maximumFractionDigits: 1 });
  }

  number(value: number): string {
    return written(value, this.numbers);
  }

  /** Billed units, e.g. "1,305 units". */
  units(count: number): string {
    return this.texts.units(count, this.number(count));
  }

  requests(count: number): string {
    return this.texts.countRequests(count, this.number(count));
  }

  /** Requests, and the documents identified or not, e.g. "40 requests", "38 identified", "2 not identified". */
  uses({ requestCount, typifiedItemCount: identified, nonTypifiedItemCount: others }: Sums): string[] {
    const { texts } = this;
    return [
      this.requests(requestCount),
      ...(identified === 0 ? [] : [texts.countIdentified(identified, this.number(identified))]),
      ...(others === 0 ? [] : [texts.countNotIdentified(others, this.number(others))]),
    ];
  }

  /** Percent of a hundred, e.g. 62.4 as "62.4%". */
  percent(value: number): string {
    return written(value / 100, this.percents);
  }

  get isMoney(): boolean {
    return this.money !== undefined;
  }

  /** What is compared and charted: an amount of money, or units. */
  valueOf({ amount, billingCount }: Sums): number {
    return this.isMoney ? amount : billingCount;
  }

  /** An amount of money, or units. */
  amount(value: number): string {
    if (!this.money) return this.units(value);
    const { currency } = this.money;
    const options: Intl.NumberFormatOptions = currency
      ? { style: 'currency', currency }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    return written(value, new Intl.NumberFormat(this.locale, options));
  }

  /** What is billed, e.g. "1,305 units", or "R$652.50 (1,305 units)". */
  billed(sums: Sums): string {
    return this.withUnits(this.amount(this.valueOf(sums)), sums.billingCount);
  }

  /** An amount of money with its units beside. */
  withUnits(amount: string, count: number): string {
    return this.isMoney ? `${amount} (${this.units(count)})` : amount;
  }

  /** `2025-01-31` as e.g. "Fri, Jan 31"; any other text as it is. */
  day(date: string): string {
    return date === '' ? this.texts.noDate : this.date(date, { weekday: 'short', day: 'numeric', month: 'short' });
  }

  /** The weekday's letter, for a narrow column. */
  weekday(date: string): string {
    return this.date(date, { weekday: 'narrow' });
  }

  /** `2025-01` as e.g. "January 2025"; any other text as it is. */
  month(date: string): string {
    return date === '' ? this.texts.noDate : this.date(date, { month: 'long', year: 'numeric' });
  }

  /** A range of dates, with times unless it is whole days. */
  span(span: Span): string {
    const options: Intl.DateTimeFormatOptions = {
      dateStyle: 'medium',
      ...(!isWholeDays(span) && { timeStyle: 'short' }),
      timeZone: span.start.zoneName ?? 'UTC',
      calendar: this.calendar,
    };
    return plainSpaces(
      new Intl.DateTimeFormat(this.locale, options).formatRange(span.start.toJSDate(), span.end.toJSDate()),
    );
  }

  /** Ranges of dates; of several single days, the days without their year. */
  spans(spans: Span[]): string {
    const areDays = spans.length > 1 && spans.every((span) => isWholeDays(span) && countDays(span) === 1);
    const day = ({ start }: Span) => this.date(start.toISODate() ?? '', { day: 'numeric', month: 'short' });
    return areDays ? spans.map(day).join(', ') : spans.map((span) => this.span(span)).join('; ');
  }

  /** A change as a short label. */
  changeLabel(current: number, previous: number): string {
    if (current === previous) return this.texts.unchanged;
    if (previous === 0) return this.texts.isNew;
    return `${arrowOf(current, previous)} ${this.percentChange(current, previous)}`;
  }

  /** A change as a sentence without a full stop. */
  changeSentence(current: number, previous: number, compared: Compared): string {
    const { texts } = this;
    const than = this.than(compared);
    if (current === previous) return texts.same(than);
    if (previous === 0) return texts.upFromZero(than);
    const percent = this.percentChange(current, previous);
    return current > previous ? texts.more(percent, than) : texts.less(percent, than);
  }

  private than({ kind, spans, factor }: Compared): string {
    const { than, weekdays } = this.texts;
    const isOneWeek = spans.every((span) => countWeeks(span) === 1);
    if (kind === 'previousPeriod') return factor === 1 ? than.previousPeriod : than.previousPeriodPerDay;
    if (kind === 'sameDaysLastWeek') return isOneWeek ? than.sameDaysLastWeek : than.sameDaysWeeksAgo;
    const [first] = spans;
    if (first && countDays(first) === 1) return than.last4Weekdays(weekdays[first.start.weekday - 1] ?? '');
    return isOneWeek ? than.last4Weeks : than.last4Periods;
  }

  /** Between values of a CSV file: spreadsheets of a locale with a decimal comma expect a semicolon. */
  get separator(): ',' | ';' {
    return this.numbers.format(0.5).includes(',') ? ';' : ',';
  }

  private percentChange(current: number, previous: number): string {
    return written(Math.abs((current - previous) / previous), this.percents);
  }

  private date(date: string, options: Intl.DateTimeFormatOptions): string {
    const at = new Date(date);
    return Number.isNaN(at.getTime())
      ? date
      : plainSpaces(
          new Intl.DateTimeFormat(this.locale, { ...options, timeZone: 'UTC', calendar: this.calendar }).format(at),
        );
  }
}

/** A rise or a fall, also for people who cannot see a colour. */
export const arrowOf = (value: number, before: number): '▲' | '▼' => (value > before ? '▲' : '▼');

const written = (value: number, format: Intl.NumberFormat): string =>
  Number.isFinite(value) ? plainSpaces(format.format(value)) : NO_NUMBER;

/** Some mail programs show narrow and thin spaces as boxes. */
const plainSpaces = (text: string): string => text.replace(/[\u2009\u202f]/g, ' ');
