import { getNfeKeyInfo, isValidCnpj } from '@brazilian-utils/brazilian-utils';
import { PRINTED_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import type { PageContent } from '../classification/documentRules.ts';
import { checkDigitOf } from '../values/documentNumbers.ts';

/** What the 44 characters of the access key of an invoice hold. */
export type AccessKey = { key: string; number: string; series: string; issuer: string; month: string };

const MODELS = new Set(['55', '65']);
const D = PRINTED_DIGIT;
/**
 * Eleven groups of four, or all in one; a line may end between groups, and what stands before may end in four digits
 * too.
 */
const PRINTED = new RegExp(`(?<![\\d.])(?=(${D}{4}(?:[\\s.]{0,3}${D}{4}){10})(?![\\d]))`, 'g');

/** The digits one by one, or in the parts they consist of: older forms print the key so. */
const SPACED = /(?<!\d)(?=((?:\d[\s./-]{0,3}){43}\d)(?!\d))/g;

/** A key with a CNPJ that has letters, as some have since 2026. */
const LETTERED =
  /(?<![A-Z\d])(?=((?:\d[\s./-]{0,3}){6}(?:[A-Z\d][\s./-]{0,3}){12}(?:\d[\s./-]{0,3}){25}\d)(?![A-Z\d]))/g;

/** The one access key of a page with a right check digit, from its bar code or its print. */
export function accessKeyOf({ text, codes }: Pick<PageContent, 'text' | 'codes'>): AccessKey | null {
  const coded = codes.flatMap(({ value }) => value.match(/\d{6}[A-Z\d]{12}\d{26}/g) ?? []);
  const grouped = keysAmong([...coded, ...digitsOf(text, PRINTED)]);
  const keys = grouped.size > 0 ? grouped : keysAmong([...digitsOf(text, SPACED), ...letteredIn(text)]);
  return keys.size === 1 ? ([...keys.values()][0] ?? null) : null;
}

const letteredIn = (text: string) =>
  [...text.matchAll(LETTERED)].map(([, found = '']) => found.replace(/[^A-Z\d]/g, ''));

const digitsOf = (text: string, form: RegExp) =>
  [...text.matchAll(form)].map(([, found = '']) => (withDigits(found) ?? '').replace(/\D/g, ''));

const keysAmong = (candidates: string[]): Map<string, AccessKey> =>
  new Map(
    candidates
      .map(asKey)
      .filter((key) => key !== null)
      .map((key) => [key.key, key]),
  );

function asKey(key: string): AccessKey | null {
  if (/[A-Z]/.test(key)) return asLetteredKey(key);
  const info = getNfeKeyInfo(key);
  if (!info || !MODELS.has(info.model)) return null;
  const isPerson = info.taxId.startsWith('000') && info.series >= 920 && info.series <= 969;
  return {
    key,
    number: String(info.number),
    series: String(info.series),
    issuer: isPerson ? info.taxId.slice(3) : info.taxId,
    month: `${info.year}-${String(info.month).padStart(2, '0')}`,
  };
}

/** The library knows only keys of digits. The check digits of the CNPJ and of the whole key decide. */
function asLetteredKey(key: string): AccessKey | null {
  const [, year, month = '', issuer = '', model = '', series, number] =
    /^\d\d(\d\d)(\d\d)(.{14})(\d\d)(\d{3})(\d{9})/.exec(key) ?? [];
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  if (
    !isMonth ||
    !MODELS.has(model) ||
    !isValidCnpj(issuer, { version: 2 }) ||
    checkDigitOf(key.slice(0, -1)) !== key.at(-1)
  )
    return null;
  return { key, number: String(Number(number)), series: String(Number(series)), issuer, month: `20${year}-${month}` };
}
