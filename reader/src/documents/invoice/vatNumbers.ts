import { verboseRegExp } from '../../text/pattern.ts';

type Country = { form: RegExp; isValid(digits: string): boolean };

const sumOf = (digits: string, weights: number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);

/** ISO 7064, MOD 11,10. */
function isGerman(digits: string): boolean {
  const product = [...digits.slice(0, 8)].reduce((last, digit) => (((Number(digit) + last) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === Number(digits[8]);
}

function isLuhn(digits: string): boolean {
  const doubled = [...digits].toReversed().map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2));
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

const isFrench = (digits: string) =>
  isLuhn(digits.slice(2)) && (12 + 3 * (Number(digits.slice(2)) % 97)) % 97 === Number(digits.slice(0, 2));

function isBritish(digits: string): boolean {
  const sum = sumOf(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

const isBelgian = (digits: string) => 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8));

function isPortuguese(digits: string): boolean {
  const rest = sumOf(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(digits[8]);
}

/** 10 is no check digit: such a number is not given out. */
const isSwiss = (digits: string) => (11 - (sumOf(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(digits[8]);

const COUNTRIES: Record<string, Country> = {
  DE: { form: /^\d{9}$/, isValid: isGerman },
  FR: { form: /^\d{11}$/, isValid: isFrench },
  IT: { form: /^\d{11}$/, isValid: isLuhn },
  GB: { form: /^\d{9}$/, isValid: isBritish },
  BE: { form: /^[01]\d{9}$/, isValid: isBelgian },
  PT: { form: /^\d{9}$/, isValid: isPortuguese },
  CHE: { form: /^\d{9}$/, isValid: isSwiss },
};

const PRINTED = /(?<![A-Z\d])(DE|FR|IT|GB|BE|PT|CHE)[ -]?(\d(?:[ .-]?\d){8,10})(?![A-Z\d])(?![ .-]\d)/g;

const SPANISH =
  /(?<![A-Z\d])(?:ES[ -]?|(?:NIF|CIF|N\.I\.F\.|C\.I\.F\.)[:.]?\s{1,4}(?:ES[ -]?)?)([A-Z\d][ .-]?\d{7}[ .-]?[A-Z\d])(?![A-Z\d])/g;
/** Portuguese numbers are printed without PT behind these words; Spanish ones have a letter, so none is both. */
const PORTUGUESE = verboseRegExp('giu')`
  (?<![A-Z\d])(?:NIF|NIPC|N\.I\.F\.|Contribuinte)(?:\s(?:n\.?[º°o]|do\scliente|da\sempresa))?
  [:.]?\s{1,4}(\d{3}\s?\d{3}\s?\d{3})(?![A-Z\d])(?![ .-]\d)
`;
const PERSON = /^[XYZ\d]\d{7}[A-Z]$/;
const COMPANY = /^[A-HJNP-SUVW]\d{7}[A-J\d]$/;
const PERSON_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const COMPANY_LETTERS = 'JABCDEFGHI';

/** The tax number of a person ends with a letter, that of a company with a digit or a letter, as its first letter says. */
function isSpanish(number: string): boolean {
  if (PERSON.test(number))
    return (
      PERSON_LETTERS[Number(number.slice(0, 8).replace(/^[XYZ]/, (x) => String('XYZ'.indexOf(x)))) % 23] === number[8]
    );
  if (!COMPANY.test(number)) return false;
  const sum = [...number.slice(1, 8)]
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  const check = (10 - (sum % 10)) % 10;
  const [asDigit, asLetter] = [number[8] === String(check), number[8] === COMPANY_LETTERS[check]];
  if (/^[ABEH]/.test(number)) return asDigit;
  return /^[NPQRSW]/.test(number) ? asLetter : asDigit || asLetter;
}

/**
 * The VAT numbers in a text, with the letters of their country and right check digits, without blanks and signs. Spanish
 * and Portuguese ones are printed without these letters too, behind NIF, CIF or the word for taxpayer.
 */
export function vatNumbersIn(text: string): string[] {
  const found = [...text.matchAll(PRINTED)].flatMap(([, country = '', printed = '']) => {
    const digits = printed.replace(/\D/g, '');
    const { form, isValid } = COUNTRIES[country] as Country;
    return form.test(digits) && isValid(digits) ? [`${country}${digits}`] : [];
  });
  const spanish = [...text.matchAll(SPANISH)]
    .map(([, printed = '']) => printed.replace(/[ .-]/g, ''))
    .filter(isSpanish)
    .map((number) => `ES${number}`);
  const portuguese = [...text.matchAll(PORTUGUESE)]
    .map(([, printed = '']) => printed.replace(/\s/g, ''))
    .filter(isPortuguese)
    .map((number) => `PT${number}`);
  return [...new Set([...found, ...spanish, ...portuguese])];
}
