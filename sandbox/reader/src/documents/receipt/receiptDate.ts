import { calendarDate, dateOrderOf, monthNumber, type DateOrder } from '../../text/dates.ts';
import { verboseRegExp } from '../../text/pattern.ts';
import { onlyOne, type ScoredValue } from '../values/value.ts';

/** A recognised date has no check digit, and one with two digits for the year may begin with the year. */
const SCORE = { only: 0.92, chosen: 0.88, unproven: 0.85, byPlace: 0.8, earliest: 0.75 };

type PrintedDate = { value: string; line: number; score: number; isTimed: boolean };

const NUMERIC = /(?<![\d.,/-])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d|[./-]\d)/g;
/** `12 MAR 2024`, `3 de abril de 2024`, `March 12th, 2024`. */
const WRITTEN = [
  /(?<![\d.,/])(?<day>\d{1,2})[.\s/-]{0,2}(?:de\s)?(?<month>\p{L}{3,9})[.,\s/-]{0,3}(?:de\s)?(?<year>\d{4}|\d{2})(?!\d|[.,:]\d)/gu,
  verboseRegExp('gu')`
    (?<!\p{L})(?<month>\p{L}{3,9})\.?\s{0,2}(?<day>\d{1,2})(?:st|nd|rd|th)?
    (?:,\s{0,2}|\s{1,2})(?<year>\d{4}|\d{2})(?!\d|[.,:]\d)
  `,
];
const TIME = /(?<![\d.,/-])(?:[01]?\d|2[0-3])\s?[:.h]\s?[0-5]\d(?![\d%])/i;
/** Until when something is valid, or somebody's day of birth or employment. */
const OTHER_DATE = verboseRegExp('iu')`
  valid|until|expir|\bexp\b|return by|best before|use by|birth|g[üu]ltig|umtausch|\bbis\b|válid|venc|caduc
  |scad|geldig|tot en met|jusqu|avant le|nasc|giltig|admiss
`;
const DATE_WORD = /\bdat[aeou]|fecha|emiss|emisi|issued/i;
/** An address of the United States, where dates begin with the month. */
const AMERICAN = /\b[A-Z]{2},?\s+\d{5}(?:-\d{4})?\b/;

/**
 * The only date; of several the only one with a time beside it, or at a word for date; else the earliest, if the other is that until
 * when something is taken back or won.
 */
export function findReceiptDate(lines: string[], isRecognised: boolean): ScoredValue | null {
  const dates = datesIn(lines).filter(
    ({ line }) => !OTHER_DATE.test(lines[line] ?? '') && !isHeadOfOther(lines[line - 1] ?? ''),
  );
  const [only, others] = [onlyDay(dates), dates.length > 1];
  const chosen =
    only ??
    onlyDay(dates.filter(({ isTimed }) => isTimed)) ??
    onlyDay(dates.filter(({ line }) => DATE_WORD.test(lines[line] ?? ''))) ??
    earlierOf(dates);
  if (!chosen) return null;
  const most = isRecognised && !(only && others) ? SCORE.unproven : only ? SCORE.only : SCORE.chosen;
  return { value: chosen.value, score: Math.min(most, chosen.score) };
}

/** Whether a label that is no word for date, or for that of something else, stands right before a date: `Entrega: 03/12/2025`. */
const isOfOther = (before: string) =>
  (/\p{L}{3}\s?:\s*$/u.test(before) && !DATE_WORD.test(before)) || OF_OTHER.test(before);

const OF_OTHER = verboseRegExp('iu')`
  \b(?:dat[aeo]|fecha)\s(?:d[aeo]s?|de\sla|del|du|della|di|of(?:\sthe)?)\s
  (?!emis|[ée]miss|issue|compra|venda|venta|vente|achat|acquisto|vendita|purchase|sale|transa|opera|document|fatura|factura|fattura
  |facture|invoice|pag|paiem|pay|recibo|recebim|receipt|ticket)\p{L}+
`;

/** In a row of labels over their values. */
const isHeadOfOther = (above: string) => /\S\s\s+\S/.test(above) && !/\d/.test(above) && OTHER_DATE.test(above);

const onlyDay = (dates: PrintedDate[]): PrintedDate | null => onlyOne(dates, ({ value }) => value);

/** Of two dates less than a year apart the earlier one, as a guess. */
function earlierOf(dates: PrintedDate[]): PrintedDate | null {
  const [first, ...others] = dates.toSorted((a, b) => a.value.localeCompare(b.value));
  const other = onlyDay(others.filter(({ value }) => value !== first?.value));
  const isNear = first && other && Date.parse(other.value) - Date.parse(first.value) < YEAR;
  return isNear ? { ...first, score: Math.min(first.score, SCORE.earliest) } : null;
}

/** In milliseconds. */
const YEAR = 366 * 24 * 3600 * 1000;

function datesIn(lines: string[]): PrintedDate[] {
  const { order, score } = orderOf(lines.join('\n'));
  return lines.flatMap((text, line) => {
    const inNumbers = Array.from(text.matchAll(NUMERIC), ([printed, a = '', , b = '', c = '']) => {
      const isOpen = a.length < 3 && Number(a) <= 12 && Number(b) <= 12;
      const own = mayBeginWithYear(a, c) ? SCORE.unproven : isOpen ? score : 1;
      return { printed, value: numericDate(a, b, c, order), score: own };
    });
    const inWords = WRITTEN.flatMap((form) =>
      Array.from(text.matchAll(form), ({ 0: printed, groups: { year = '', month = '', day = '' } = {} }) => {
        return { printed, value: dayOf(year, monthNumber(month, { foreign: true }), day), score: 1 };
      }),
    );
    return [...inNumbers, ...inWords].flatMap(({ printed, value, score: own }) => {
      const most = isOfOther(text.slice(0, text.indexOf(printed))) ? SCORE.unproven : 1;
      return value ? [{ value, line, score: Math.min(own, most), isTimed: TIME.test(text.replace(printed, ' ')) }] : [];
    });
  });
}

function numericDate(a: string, b: string, c: string, order: DateOrder): string | null {
  if (a.length > 2) return a.length === 4 && c.length === 2 ? dayOf(a, b, c) : null;
  const [dayFirst, monthFirst] = [dayOf(c, b, a), dayOf(c, a, b)];
  if (order === 'unknown') return dayFirst && monthFirst && dayFirst !== monthFirst ? null : (dayFirst ?? monthFirst);
  return order === 'monthFirst' ? monthFirst : dayFirst;
}

const FIRST_YEAR = 1990;

/** A day that has been, or will be within a year. */
function dayOf(year: string, month: string | number, day: string): string | null {
  const whole = Number(year.length === 2 ? `20${year}` : year);
  return calendarDate(whole, month, day.padStart(2, '0'), { from: FIRST_YEAR, to: new Date().getFullYear() + 1 });
}

/** 24/03/12 may be of 2024 in countries that begin with the year. */
const mayBeginWithYear = (a: string, c: string) =>
  a !== c && a.length === 2 && c.length === 2 && Number(a) > 12 && dayOf(a, 1, c) !== null;

/** As the numbers of any date prove it, those with two digits for the year too; without proof in dollars by the address. */
function orderOf(text: string): { order: DateOrder; score: number } {
  const whole = text.replace(NUMERIC, (printed, a: string, _sign, b: string, c: string) =>
    a.length > 2 ? printed : `${a}/${b}/${c.length === 2 ? `20${c}` : c}`,
  );
  const order = dateOrderOf(whole);
  return order === 'unknown' && AMERICAN.test(text) && !/[€£]/.test(text)
    ? { order: 'monthFirst', score: SCORE.byPlace }
    : { order, score: 1 };
}
