import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { withDigits } from '../../text/lookAlikes.ts';

const CNPJ =
  /(?<![\w.])[\dOIl|]{2}[.,\s]{0,2}[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}\s?[/\\1Il|]?\s?[\dOIl|]{4}\s?[-–—.\s]{0,2}[\dOIl|]{2}(?![\w])/;
const CPF = /(?<![\w.])[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}[.,\s]{0,2}[\dOIl|]{3}\s?[-–—/.\s]{0,2}[\dOIl|]{2}(?![\w])/;
/** Since 2026 letters may stand in it. */
const LETTERED_CNPJ = /(?<![\w.])[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}(?!\w)/;

/** `proven` by its check digits. */
export type TaxNumber = { digits: string; proven: boolean };

/** The CPF or CNPJ in a text; letters are taken for digits only if the check digits then agree. */
export function taxNumberIn(text: string): TaxNumber | null {
  const lettered = LETTERED_CNPJ.exec(text)?.[0].replace(/[^A-Z\d]/g, '');
  if (lettered && /[A-Z]/.test(lettered) && isValidCnpj(lettered, { version: 2 }))
    return { digits: lettered, proven: true };
  return numberIn(text, CNPJ, isValidCnpj) ?? numberIn(text, CPF, isValidCpf);
}

function numberIn(text: string, form: RegExp, isValid: (digits: string) => boolean): TaxNumber | null {
  const printed = form.exec(text)?.[0];
  if (!printed) return null;
  const length = form === CNPJ ? 14 : 11;
  const digits = (withDigits(printed) ?? '').replace(/\D/g, '');
  // The stroke of a CNPJ is sometimes read as a digit.
  const shorter = digits.length === length + 1 ? digits.slice(0, 8) + digits.slice(9) : digits;
  if (shorter.length === length && isValid(shorter)) return { digits: shorter, proven: true };
  return digits.length === length && !/[OIl|]/.test(printed) ? { digits, proven: false } : null;
}
