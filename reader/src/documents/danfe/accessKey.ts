import { getNfeKeyInfo } from '@brazilian-utils/brazilian-utils';
import { PRINTED_DIGIT, withDigits } from '../../text/lookAlikes.ts';
import type { PageContent } from '../classification/documentRules.ts';

/** What the 44 digits of the access key of an invoice hold. */
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

/** The one access key of a page with a right check digit, from its bar code or its print. */
export function accessKeyOf({ text, codes }: Pick<PageContent, 'text' | 'codes'>): AccessKey | null {
  const coded = codes.flatMap(({ value }) => value.match(/\d{44}/g) ?? []);
  const grouped = keysAmong([...coded, ...digitsOf(text, PRINTED)]);
  const keys = grouped.size > 0 ? grouped : keysAmong(digitsOf(text, SPACED));
  return keys.size === 1 ? ([...keys.values()][0] ?? null) : null;
}

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
