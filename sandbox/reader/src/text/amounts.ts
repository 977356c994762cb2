import { withDigits } from './lookAlikes.ts';

const CURRENCY = /^(R[$S]|US\$|BRL|USD|\$|€|EUR)\s*/i;

/**
 * A text that is nothing but an amount with its cents: `R$ 1.234,56`, `1.234,56`, `US$ 1,234.56`, `1,234.56`; below zero with
 * one sign before or right behind it, or in brackets: `R$ -5,00`, `5,00-`, `(R$ 5,00)`.
 */
export function parseAmount(text: string): string | null {
  const printed = text.trim();
  const unsigned = withoutSign(printed);
  const bare = withoutSign(unsigned.replace(CURRENCY, ''));
  const digits = inDigits(bare, CURRENCY.test(unsigned));
  const signs = printed.match(/[-–−(]/g) ?? [];
  return digits === null || signs.length > 1 ? null : `${signs.length ? '-' : ''}${digits}`;
}

/** Without the sign before it or right behind it, or the brackets around it. */
const withoutSign = (text: string) =>
  (/^\(([^()]*)\)$/.exec(text)?.[1] ?? text).replace(/^[-–−]\s*/, '').replace(/(?<=\d)[-–−]$/, '');

function inDigits(text: string, isMoney: boolean): string | null {
  const repaired = withDigits(text) ?? '';
  return (
    punctuated(text) ??
    (/^0\d/.test(repaired) ? null : punctuated(repaired)) ??
    (isMoney ? misreadPoints(repaired) : null)
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
