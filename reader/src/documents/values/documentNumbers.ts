import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { DOUBTFUL_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import { parseCheckedNumber, type ParsedValue } from './value.ts';

const CPF_FORM = new RegExp(
  `(?<![\\w])${DOUBTFUL_DIGIT}{3}[.,\\s]{0,2}${DOUBTFUL_DIGIT}{3}[.,\\s]{0,2}${DOUBTFUL_DIGIT}{3}\\s?[-–—/.]?\\s?${DOUBTFUL_DIGIT}{2}(?!\\w)`,
  'g',
);

/** The first CPF in a text that its check digits agree with, else the first that looks like one. */
export function cpf(text: string): ParsedValue | null {
  const found = [...text.matchAll(CPF_FORM)]
    .map(([form]) => parseCheckedNumber(form, isValidCpf))
    .filter((value) => value !== null);
  return found.find(({ check }) => check === 'passed') ?? found[0] ?? null;
}

/** Digits in groups, an X as the last perhaps; before them the letters of a state, after them who issued it. */
const IDENTITY_NUMBER_FORM =
  /^\W*(?:[A-Z]{2}[-\s.]?)?(\d[\d.,\s]*(?:[-–/]\s?)?[\dXx]?)(?![\dXx])(?:\W+\p{L}{2}.*|\W*)$/su;

/**
 * The number of an identity card in digits. All digits of the line must be its own: a part of a number is another
 * number.
 */
export function identityNumber(text: string): ParsedValue | null {
  const [, number = ''] = IDENTITY_NUMBER_FORM.exec(text) ?? [];
  const digits = number.toUpperCase().replace(/[^\dX]/g, '');
  if (digits.length < 5 || digits.length > 14) return null;
  if (endsWithCheckDigit(digits)) return { value: digits, check: 'passed' };
  return digits.length === 9 && OF_SAO_PAULO.test(text) ? { value: digits, check: 'failed' } : { value: digits };
}

const OF_SAO_PAULO = /SSP\W*SP\b/;

/** São Paulo's cards, and those of some states, end with a digit that checks the eight before it; no card must. */
function endsWithCheckDigit(digits: string): boolean {
  if (!/^\d{8}[\dX]$/.test(digits)) return false;
  const sum = [...digits.slice(0, 8)].reduce((total, digit, index) => total + Number(digit) * (index + 2), 0);
  return '0X987654321'[sum % 11] === digits[8];
}

const CNPJ_PRINT =
  /(?<![\w.])[\dOIl|]{2}[.,\s]{0,2}[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}\s?[/\\1Il|]?\s?[\dOIl|]{4}\s?[-–—.\s]{0,2}[\dOIl|]{2}(?![\w])/;
const CPF_PRINT =
  /(?<![\w.])[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}\s?[-–—/.\s]{0,2}[\dOIl|]{2}(?![\w])/;
/** Since 2026 letters may stand in it. */
const LETTERED_CNPJ = /(?<![\w.])[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}(?!\w)/;

/** `proven` by its check digits. */
export type TaxNumber = { digits: string; hasValidDigits: boolean };

/** The CPF_PRINT or CNPJ_PRINT in a text; letters are taken for digits only if the check digits then agree. */
export function taxNumberIn(text: string): TaxNumber | null {
  const lettered = LETTERED_CNPJ.exec(text)?.[0].replace(/[^A-Z\d]/g, '');
  if (lettered && /[A-Z]/.test(lettered) && isValidCnpj(lettered, { version: 2 }))
    return { digits: lettered, hasValidDigits: true };
  return numberIn(text, CNPJ_PRINT, isValidCnpj) ?? numberIn(text, CPF_PRINT, isValidCpf);
}

function numberIn(text: string, form: RegExp, isValid: (digits: string) => boolean): TaxNumber | null {
  const printed = form.exec(text)?.[0];
  if (!printed) return null;
  const length = form === CNPJ_PRINT ? 14 : 11;
  const digits = (withDigits(printed) ?? '').replace(/\D/g, '');
  // The stroke of a CNPJ_PRINT is sometimes read as a digit.
  const shorter = digits.length === length + 1 ? digits.slice(0, 8) + digits.slice(9) : digits;
  if (shorter.length === length && isValid(shorter)) return { digits: shorter, hasValidDigits: true };
  return digits.length === length && !/[OIl|]/.test(printed) ? { digits, hasValidDigits: false } : null;
}
