import { isValidCnh } from '@brazilian-utils/brazilian-utils';
import { isStateCode } from '../../addresses/states.ts';
import { digitsAsLetters, DOUBTFUL_DIGIT } from '../../text/lookAlikes.ts';
import { findValue, type Form, onlyReading } from '../form/form.ts';
import type { FormLine } from '../form/formLine.ts';
import { cpf } from '../values/documentNumbers.ts';
import { checkCity, place } from '../values/places.ts';
import { checkedNumberIn, type ParsedValue, proven, type ScoredValue, type ValueParser } from '../values/value.ts';

const LICENCE_NUMBER = new RegExp(`(?<!\\w)${DOUBTFUL_DIGIT}{11}(?!\\w)`, 'g');

/** The driver's register number, which ends with two check digits. */
export const licenceNumber: ValueParser = (text) => checkedNumberIn(text, LICENCE_NUMBER, isValid);

const isValid = (digits: string) => isValidCnh(digits) || isOfUnpublishedRule(digits);

/** The rule of the check digits was never published. Where both sums leave ten, some licences end in 00. */
function isOfUnpublishedRule(digits: string): boolean {
  const rest = (weight: (at: number) => number) =>
    [...digits.slice(0, 9)].reduce((sum, digit, at) => sum + Number(digit) * weight(at), 0) % 11;
  return /^\d{9}00$/.test(digits) && rest((at) => 9 - at) === 10 && rest((at) => at + 1) === 10;
}

/** One of these words in a small box. */
const oneOf =
  (words: RegExp): ValueParser =>
  (text) => {
    const letters = text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
    return words.test(letters) ? { value: letters } : null;
  };

/** A motorcycle's category with one of the others, or mopeds alone. */
export const category = oneOf(/^(ACC|A[B-E]?|[B-E])$/);
/** Most boxes are crossed out or empty. */
export const permissionMark = oneOf(/^(X|SIM|N[AÃ]O|S|N|P|D|DEFINITIVA|PERMISS[AÃ]O)$/);
export const mopedMark = oneOf(/^(X|SIM|N[AÃ]O|S|N|ACC)$/);

/** The number in the national register of drivers: a state and nine digits, blanks between them perhaps. */
function renach(text: string): ParsedValue | null {
  const [, state = '', digits = ''] = /(?<!\w)([A-Z][A-Z0158]|[0158][A-Z])((?:\s?\d){9})(?!\w|\s\d)/.exec(text) ?? [];
  const letters = digitsAsLetters(state, '0158');
  return isStateCode(letters) ? { value: letters + digits.replace(/\s/g, '') } : null;
}

const CODE = /(?<![\w.-])\d(?:\s?\d){10}(?![\w.-]|\s\d)/;

const code: ValueParser = (text) => {
  const digits = CODE.exec(text)?.[0].replace(/\s/g, '');
  return digits ? { value: digits } : null;
};

/** The number stands in a corner without a label, and nothing else on a licence looks like it. */
export const findRenach = (form: Form): ScoredValue | null =>
  findValue(form, 'renach', renach) ?? onlyReading(form.unlabelled, renach);

/** The security code stands near the RENACH, without label or check digits: eleven digits that are no other number. */
export function findSecurityCode(form: Form): ScoredValue | null {
  const lines = form.unlabelled.filter((line) => renach(line.text));
  const near = form.unlabelled.filter((line) => lines.some((other) => isNear(line, other)));
  const own = near.filter(({ text }) => !isOtherNumber(text));
  return findValue(form, 'codigo', code) ?? onlyReading(own, code);
}

const isOtherNumber = (text: string) => [cpf, licenceNumber].some((parse) => proven(parse(text)));

const isNear = (line: FormLine, other: FormLine) =>
  Math.abs(line.y - other.y) < FARTHEST * other.size &&
  line.x < other.right + FARTHEST * other.size &&
  line.right > other.x - FARTHEST * other.size;

/** In ems. */
const FARTHEST = 3;

const MOST_LINES = 8;

/** All lines of the remarks. */
export function findRemarks(form: Form): ScoredValue | null {
  const lines = form.values('observacoes')[0]?.lines ?? [];
  const remarks = lines.slice(0, MOST_LINES).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (remarks.length === 0 || remarks.some(({ incomplete, misplaced }) => incomplete || misplaced)) return null;
  const value = remarks.map(({ text }) => text).join(' ');
  return isBrokenOff(value) ? null : { value, score: Math.min(...remarks.map(({ score }) => score)) };
}

/** A text that ends with a comma continues; codes have one letter or three and more. */
const isBrokenOff = (value: string) => /[,;]\s*$|^[^\p{L}\p{N}]*\p{L}{2}[^\p{L}\p{N}]*$/u.test(value);

/** City and state where the licence was issued: on one line, with the day perhaps, or each under its own label. */
export function findPlaceOfIssue(form: Form): { city: ScoredValue | null; state: ScoredValue | null } {
  const both = { city: findValue(form, 'local', part('city')), state: findValue(form, 'local', part('state')) };
  return both.city ? both : { city: findValue(form, 'local', cityAlone), state: findValue(form, 'uf', stateAlone) };
}

const part =
  (name: 'city' | 'state'): ValueParser =>
  (text) => {
    const found = place(text.replace(DAY, ''));
    return found && { value: found[name], check: found.check };
  };

const DAY = /(?<![\s,.–-])[\s,.–-]*\d{2}[/.-]\d{2}[/.-]\d{4}\W*$/;

const cityAlone: ValueParser = (text) => {
  const city = text.trim();
  return /^\p{L}[\p{L}\s.'’-]+$/u.test(city) ? { value: city, check: checkCity(city) } : null;
};

const stateAlone: ValueParser = (text) => (isStateCode(text.trim()) ? { value: text.trim() } : null);
