const CURRENCY = '(?:€|£|US\\$|\\$|BRL|EUR|GBP|USD|CHF|Fr\\.|SFr\\.)';
/** Thousands apart by points, commas, apostrophes or blanks, and two decimals. */
const NUMBER =
  "(?:\\d{1,3}(?:\\.\\d{3})+,\\d{2}|\\d{1,3}(?:[,'’]\\d{3})+\\.\\d{2}|\\d{1,3}(?:\\s\\d{3})+[.,]\\d{2}|\\d+[.,]\\d{2})";
const MINUS = '[-–−]';
const AMOUNT = new RegExp(
  `^(${MINUS})?\\s?(?:${CURRENCY})?\\s?(${MINUS})?\\s?(${NUMBER})\\s?(${MINUS})?\\s?(?:${CURRENCY})?\\s?(${MINUS})?$`,
  'u',
);
/** What only amounts have: a currency, or thousands apart by apostrophes. */
const HAS_CURRENCY = new RegExp(`${CURRENCY}|['’]`, 'u');

/** An amount with its currency as other countries print it: `1 234,56 €`, `CHF 1'234.50`, `£1,234.50`, `18,80- €`. */
export function parseCurrencyAmount(text: string): string | null {
  const inBrackets = /^\((.+)\)$/.exec(text.trim())?.[1];
  const plain = inBrackets ?? text.trim();
  const [, ...parts] = AMOUNT.exec(plain) ?? [];
  const number = parts[2];
  if (number === undefined || !HAS_CURRENCY.test(plain)) return null;
  const signs = [parts[0], parts[1], parts[3], parts[4], inBrackets].filter((sign) => sign !== undefined).length;
  if (signs > 1) return null;
  const digits = number.replace(/\D/g, '');
  return `${signs === 1 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
