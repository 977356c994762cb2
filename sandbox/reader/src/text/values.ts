import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { parseAmount } from './amounts.ts';
import { parseCurrencyAmount } from './currencyAmounts.ts';
import { type DateOrder, parseDate } from './dates.ts';
import { parseIban } from './iban.ts';

/**
 * Values as the interface has them: dates YYYY-MM-DD, times HH:MM:SS, amounts with a dot, document numbers in digits.
 */
export function normaliseValue(text: string, dateOrder: DateOrder = 'dayFirst'): string {
  return (
    parseDate(text, dateOrder) ??
    parseTime(text) ??
    parseAmount(text) ??
    parseCurrencyAmount(text) ??
    parseTaxNumber(text) ??
    parseIban(text) ??
    text
  );
}

function parseTime(text: string): string | null {
  const found = /^([01]?\d|2[0-3])[:h]([0-5]\d)(?::([0-5]\d))?(?:h|min)?$/.exec(text.trim());
  return found ? `${found[1]?.padStart(2, '0')}:${found[2]}:${found[3] ?? '00'}` : null;
}

/** A CPF or CNPJ; one whose signs were misread must have the right check digits. */
export function parseTaxNumber(text: string): string | null {
  const plain = text.trim();
  const isCpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(plain);
  const isCnpj = /^[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}$/.test(plain);
  const digits = plain.replace(/[^A-Z\d]/g, '');
  if (isCpf || isCnpj) return digits;
  const almost =
    /^\d{3}[.,\s]{1,2}\d{3}[.,\s]{1,2}\d{3}\s?[-–—.,\s]\s?\d{2}$/.test(plain) ||
    /^\d{2}[.,\s]{1,2}\d{3}[.,\s]{1,2}\d{3}\s?[/1Il|]?\s?\d{4}\s?[-–—.,\s]\s?\d{2}$/.test(plain);
  return almost && (isValidCpf(digits) || isValidCnpj(digits)) ? digits : null;
}
