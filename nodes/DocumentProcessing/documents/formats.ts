import { DateTime } from 'luxon';

/** Whether a text has the format. */
export const FORMAT_CHECKS = {
  amount: (text: string) => readAmount(text) !== undefined,
  cnpj: isCnpj,
  cpf: isCpf,
  cpfOrCnpj: (text: string) => isCpf(text) || isCnpj(text),
  date: (text: string) => asIsoDate(text, { isDayFirst: true }) !== undefined,
  email: (text: string) => /^[^\s@<>(),;:"[\]\\]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,10}[\p{L}]{2,63}$/u.test(text),
};

/** The formats a field rule can ask for. `any` checks nothing, `regex` has a pattern of its own. */
export type Format = keyof typeof FORMAT_CHECKS | 'any' | 'regex';

// A decimal number as the service writes it, or as printed: with groups of three digits, all set apart by the same
// character. One decimal is only found after a dot. What a pattern captures last are the decimals.
const NUMBERS = [
  /^\d{1,20}(?:\.(?=\d)|,(?=\d\d)|$)(\d{0,10})$/,
  /^\d{1,3}([.' ])\d{3}(?:\1\d{3}){0,5}(?:,(\d{2,10}))?$/,
  /^\d{1,3}([,' ])\d{3}(?:\1\d{3}){0,5}(?:\.(\d{2,10}))?$/,
];

/** Three decimals may be thousands. */
const MAY_BE_TWO = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** How many decimals an amount can have. */
export const DECIMALS = 10;

const LONGEST_AMOUNT = 60;

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** A symbol of a currency at one end of a text, e.g. `R$`, `US$` or `€`, or its code, e.g. `BRL`. */
const CURRENCY_ENDS = [/^([a-z]{0,3}\p{Sc})/iu, /([a-z]{0,3}\p{Sc})$/iu, /^([a-z]{3})/i, /([a-z]{3})$/i];

export interface Amount {
  /** The amount as a whole number, in units of its tenth decimal. */
  units: bigint;
  /** Whether the text may be another amount too, as `1.234`. */
  isAmbiguous: boolean;
}

/** A number, with at most one currency and one sign: before it, after it, or brackets around it. */
export function readAmount(given: string): Amount | undefined {
  if (given.length > LONGEST_AMOUNT) return undefined;
  let text = given.replace(/[\u00a0\u2007\u2009\u202f]/g, ' ').replace(/[\u2010-\u2015\u2212]/g, '-');
  let signs = 0;
  let currencies = 0;
  let isNegative = false;
  for (let before = ''; before !== text;) {
    before = text.trim();
    text = withoutSign(before);
    if (text !== before) {
      signs++;
      isNegative = !before.startsWith('+');
    }
    const withCurrency = text.trim();
    text = withoutCurrency(withCurrency);
    if (text !== withCurrency) currencies++;
  }
  const number = NUMBERS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  if (signs > 1 || currencies > 1 || !number) return undefined;
  const decimals = number.at(-1) ?? '';
  const whole = text.slice(0, text.length - decimals.length).replace(/\D/g, '');
  const units = BigInt(whole + decimals.padEnd(DECIMALS, '0'));
  return { units: isNegative ? -units : units, isAmbiguous: MAY_BE_TWO.test(text) };
}

function withoutSign(text: string): string {
  if (text.startsWith('(') && text.endsWith(')')) return text.slice(1, -1);
  if (text.startsWith('-') || text.startsWith('+')) return text.slice(1);
  return text.endsWith('-') ? text.slice(0, -1) : text;
}

function withoutCurrency(text: string): string {
  for (const end of CURRENCY_ENDS) {
    const [, mark] = end.exec(text) ?? [];
    const isCode = mark !== undefined && /^[a-z]{3}$/i.test(mark);
    if (mark !== undefined && (!isCode || CURRENCIES.has(mark.toUpperCase()))) return text.replace(end, '');
  }
  return text;
}

function isCpf(text: string): boolean {
  return hasCheckDigits(text, /^\d{11}$/, 11);
}

/** Since 2026 a CNPJ may have letters in its first twelve places. The two check digits stay digits. */
function isCnpj(text: string): boolean {
  return hasCheckDigits(text, /^[\dA-Z]{12}\d{2}$/, 9);
}

/** Its last two digits; one of a single character all through is none. */
function hasCheckDigits(text: string, shape: RegExp, largestWeight: number): boolean {
  const id = text.replace(/[\s./-]/g, '').toUpperCase();
  const isRight = (end: number) => id.at(end) === checkDigit(id.slice(0, end), largestWeight);
  return shape.test(id) && new Set(id).size > 1 && isRight(-2) && isRight(-1);
}

/**
 * The check digit modulo 11 of a CPF or CNPJ. The weights rise from 2 at the right; after the largest they begin again.
 * The value of a character is its ASCII code minus 48, so that a digit is itself and A is 17.
 */
function checkDigit(text: string, largestWeight: number): string {
  const sum = [...text]
    .reverse()
    .reduce((total, one, index) => total + (one.charCodeAt(0) - 48) * (2 + (index % (largestWeight - 1))), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

const ISO_DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?))?$/;
const DAY_FIRST = /^(\d{2})([/.-])(\d{2})\2(\d{4})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/;

/** A date of the calendar in ISO form, its time kept; with `isDayFirst` also from `14/01/2025`. */
export function asIsoDate(text: string, { isDayFirst }: { isDayFirst: boolean }): string | undefined {
  const [, isoDate, isoTime] = ISO_DATE.exec(text) ?? [];
  const [, day, , month, year, time] = (isDayFirst && DAY_FIRST.exec(text)) || [];
  const [date, clock] = isoDate === undefined ? [`${year}-${month}-${day}`, time] : [isoDate, isoTime];
  const iso = clock === undefined ? date : `${date}T${clock}`;
  return DateTime.fromISO(iso, { zone: 'utc' }).isValid ? iso : undefined;
}
