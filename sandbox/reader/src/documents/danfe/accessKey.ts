import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import { PRINTED_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import type { PageContent } from '../classification/documentRules.ts';
import { checkDigitOf } from '../values/documentNumbers.ts';
import { onlyOne } from '../values/value.ts';

/** What the 44 characters of the access key of an invoice hold. */
export type AccessKey = { key: string; number: string; series: string; issuer: string; month: string };

const D = PRINTED_DIGIT;
/**
 * Eleven groups of four, or all in one; a line may end between groups, and what stands before may end in four digits
 * too.
 */
const PRINTED = new RegExp(`(?<![\\d.])(?=(${D}{4}(?:[\\s.]{0,3}${D}{4}){10})(?![\\d]))`, 'g');

/**
 * The signs one by one, or in the parts they consist of: older forms print the key so. A CNPJ in it may have letters
 * since 2026.
 */
const SPACED = /(?<![A-Z\d])(?=((?:\d[\s./-]{0,3}){6}(?:[A-Z\d][\s./-]{0,3}){12}(?:\d[\s./-]{0,3}){25}\d)(?![A-Z\d]))/g;

/** The one access key of a page with a right check digit, from its bar code or its print. */
export function accessKeyOf({ text, codes }: Pick<PageContent, 'text' | 'codes'>): AccessKey | null {
  const coded = codes.flatMap(({ value }) => value.match(/\d{6}[A-Z\d]{12}\d{26}/g) ?? []);
  const matches = (form: RegExp) => [...text.matchAll(form)].map(([, found = '']) => found);
  const printed = matches(PRINTED).map((found) => withDigits(found) ?? '');
  const keysIn = (found: string[]) => found.flatMap((key) => asKey(key) ?? []);
  const keys = keysIn([...coded, ...printed]);
  return onlyOne(keys.length > 0 ? keys : keysIn(matches(SPACED)), ({ key }) => key);
}

const PARTS = /^\d\d(\d\d)(0[1-9]|1[0-2])(.{14})(?:55|65)(\d{3})(\d{9}).{10}$/;

/** The check digits of the issuer and of the whole key decide. Persons have a CPF, and series of their own. */
function asKey(printed: string): AccessKey | null {
  const key = printed.replace(/[^A-Z\d]/g, '');
  const [, year, month, taxNumber = '', series = '', number] = PARTS.exec(key) ?? [];
  const isPerson = taxNumber.startsWith('000') && /^9[2-6]/.test(series);
  const issuer = isPerson ? taxNumber.slice(3) : taxNumber;
  const isIssuer = isPerson ? isValidCpf(issuer) : isValidCnpj(issuer, { version: 2 });
  if (!isIssuer || checkDigitOf(key.slice(0, -1)) !== key.at(-1)) return null;
  return { key, number: String(Number(number)), series: String(Number(series)), issuer, month: `20${year}-${month}` };
}
