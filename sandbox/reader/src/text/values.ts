import { parseAccessKey } from './accessKey.ts';
import { parseAmount } from './amounts.ts';
import { type DateOrder, parseDate } from './dates.ts';
import { parseIban } from './iban.ts';
import { parseTaxNumber } from './taxNumbers.ts';

/**
 * Values as the interface has them: dates YYYY-MM-DD, times HH:MM:SS, amounts with a dot, document numbers in digits.
 */
export function normaliseValue(text: string, dateOrder: DateOrder = 'dayFirst'): string {
  const plain = text.replace(BEHIND, '');
  return (
    parseDate(plain, dateOrder) ??
    parseTime(plain) ??
    parseAmount(plain) ??
    parseTaxNumber(plain) ??
    parseAccessKey(plain)?.key ??
    parseIban(plain) ??
    text
  );
}

/** Behind a number, the sign of a footnote, or the full stop of its sentence. */
const BEHIND = /(?<=\d)(?:\.|[*†‡]{1,3}|[⁰¹²³⁴-⁹⁽⁾ᵃ-ᶻ]{1,4})$/u;

function parseTime(text: string): string | null {
  const found = /^([01]\d|2[0-3]|\d(?=h|:\d\d:))[:h]([0-5]\d)(?::([0-5]\d))?(?:h|min)?$/.exec(text.trim());
  return found ? `${found[1]?.padStart(2, '0')}:${found[2]}:${found[3] ?? '00'}` : null;
}
