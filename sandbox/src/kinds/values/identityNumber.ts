import type { Value } from './value.ts';

/** Letters of the state may come first; the last digit may be an X. */
const FORM = /(?<![\w])(?:([A-Z]{2})[-\s.]?)?(\d{1,3}(?:[.,]\s?\d{3}){1,3}(?:\s?[-–/.]\s?[\dXx])?|\d{4,13}(?:\s?[-–/]\s?[\dXx])?|\d{4,13}[Xx])(?!\w)/;

/** The number of an identity card in digits; who issued it may stand after it. */
export function identityNumber(text: string): Value | null {
  const [, , number = ''] = FORM.exec(text) ?? [];
  const digits = number.toUpperCase().replace(/[^\dX]/g, '');
  return digits.length >= 5 && digits.length <= 14 ? { value: digits } : null;
}
