import jsvat from 'jsvat-next';
import { verboseRegExp } from '../../text/pattern.ts';

/** The letters of countries whose numbers have a check digit, and no others that words in capitals begin with. */
const PRINTED = verboseRegExp('g')`
  (?<![A-Z\d])(?:
    (?:BE|CHE|CZ|DE|DK|FI|FR|GB|HU|IT|LU|PL|PT|SE)[ -]?\d(?:[ .-]?\d){7,11}
    |(?:AT[ -]?U\d{8})
    |(?:IE[ -]?\d{7}[A-W][A-I]?)
    |(?:NL[ -]?\d(?:[ .-]?\d){8}[ .-]?B[ .-]?\d\d)
  )(?![A-Z\d])(?![ .-]\d)
`;
const SPANISH =
  /(?<![A-Z\d])(?:ES[ -]?|(?:NIF|CIF|N\.I\.F\.|C\.I\.F\.)[:.]?\s{1,4}(?:ES[ -]?)?)([A-Z\d][ .-]?\d{7}[ .-]?[A-Z\d])(?![A-Z\d])/g;
/** Portuguese numbers are printed without PT behind these words; Spanish ones have a letter, so none is both. */
const PORTUGUESE = verboseRegExp('giu')`
  (?<![A-Z\d])(?:NIF|NIPC|N\.I\.F\.|Contribuinte)(?:\s(?:n\.?[º°o]|do\scliente|da\sempresa))?
  [:.]?\s{1,4}(\d{3}\s?\d{3}\s?\d{3})(?![A-Z\d])(?![ .-]\d)
`;

/**
 * The VAT numbers in a text, with the letters of their country and right check digits, without blanks and signs. Spanish
 * and Portuguese ones are printed without these letters too, behind NIF, CIF or the word for taxpayer. `isExact`: no
 * letter was misread, so beside one that fails its check, which is somebody's too, another of its country is nobody's.
 */
export function vatNumbersIn(text: string, { isExact = false } = {}): string[] {
  const printed = [...text.matchAll(PRINTED)].map(([number]) => number);
  const spanish = [...text.matchAll(SPANISH)].map(([, number]) => `ES${number}`);
  const portuguese = [...text.matchAll(PORTUGUESE)].map(([, number]) => `PT${number}`);
  const numbers = [...printed, ...spanish, ...portuguese].map((number) => number.replace(/[\s.-]/g, ''));
  const isValid = (number: string) => jsvat.checkVAT(number, jsvat.countries).isValid;
  const failed = new Set(isExact ? numbers.filter((number) => !isValid(number)).map(countryOf) : []);
  return [...new Set(numbers.filter((number) => isValid(number) && !failed.has(countryOf(number))))];
}

const countryOf = (number: string) => number.slice(0, 2);
