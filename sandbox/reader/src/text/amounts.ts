import { withDigits } from './lookAlikes.ts';
import { verboseRegExp } from './pattern.ts';

export const CURRENCY_SIGN = String.raw`(?:R\$|US\$|[$€£])`;
export const CURRENCY = String.raw`(?:${CURRENCY_SIGN}|BRL|CHF|EUR|GBP|USD|S?Fr\.)`;

const MINUS = '([-–−])?';
const AMOUNT = verboseRegExp('iu')`
  ^${MINUS}\s?(${CURRENCY}|RS)?\s?${MINUS}\s?(\S.*?)?\s?${MINUS}\s?(${CURRENCY})?\s?${MINUS}$
`;

/**
 * A text that is nothing but an amount with its cents: `R$ 1.234,56`, `1.234,56`, `US$ 1,234.56`, `R$ -5,00`, `5,00-`,
 * `(5,00)`, with its words behind it `R$ 2,00 (dois reais)`, and as other countries print it `1 234,56 €`, `CHF 1'234.50`,
 * `18,80- €`.
 */
export function parseAmount(text: string): string | null {
  const printed = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?\([\p{L}, -]+ (?:rea(?:l|is)|centavos?)\)\.?$/u, '');
  const plain = printed.replace(/^([^\d(]*)\(([^()\d]*\d[^()]*)\)(\D*)$/, '$1$2$3');
  const [, first, before, second, number = '', third, behind, fourth] = AMOUNT.exec(plain) ?? [];
  const currency = before ?? behind;
  const signs = [first, second, third, fourth, plain !== printed].filter(Boolean).length;
  if (signs > 1 || (!currency && /\s[-–−]$/.test(plain))) return null;
  const digits = inDigits(number, currency);
  return digits && (signs === 1 ? `-${digits}` : digits);
}

function inDigits(text: string, currency: string | undefined): string | null {
  const repaired = withDigits(text) ?? '';
  // Thousands apart by other signs; blanks may part two numbers, unless a currency says what they are.
  const isForeign = currency && !/^R/i.test(currency);
  const isApart =
    /^\d{1,3}(?:['’]\d{3})+\.\d{2}$/.test(text) || (isForeign && /^\d{1,3}(?:\s\d{3})+[.,]\d{2}$/.test(text));
  return (
    punctuated(isApart ? text.replace(/['’\s]/g, '') : text) ??
    (/^0\d/.test(repaired) ? null : punctuated(repaired)) ??
    (currency ? misreadPoints(repaired) : null)
  );
}

function punctuated(text: string): string | null {
  if (/^(\d{1,3}(\.\d{3})+|\d+),\d{2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (/^(\d{1,3}(,\d{3})+|\d+)\.\d{2}$/.test(text)) return text.replaceAll(',', '');
  return null;
}

/**
 * 1.234.56 or 1,234,56 or 1.234, 56 or 1.234 56 after a currency: only a sign or a space was misread, and where the
 * cents begin is plain.
 */
function misreadPoints(text: string): string | null {
  if (!/^\d{1,3}(\s?[.,]\s?\d{3})+(\s?[.,]\s?|\s)\d{2}$/.test(text) && !/^\d+(\s[.,]\s?|[.,]\s)\d{2}$/.test(text))
    return null;
  const digits = text.replace(/\D/g, '');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amounts printed anywhere in a text. */
export function amountsIn(text: string): string[] {
  const found = text.match(/(?<![\d.,])[-–−]?\s?(R\$\s?)?[-–−]?(\d{1,3}(\.\d{3})+|\d+),\d{2}(?![\d%,])(?!\s?%)/g) ?? [];
  return found.map((amount) => parseAmount(amount)).filter((amount) => amount !== null);
}
