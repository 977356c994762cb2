import { isValidCnh } from '@brazilian-utils/brazilian-utils';
import { checked, DIGIT, type Value } from './value.ts';

const FORM = new RegExp(`(?<!\\w)${DIGIT}{11}(?!\\w)`, 'g');

/** The register number of a driver, by its two check digits. */
export function licenceNumber(text: string): Value | null {
  const found = [...text.matchAll(FORM)].map(([form]) => checked(form, isValidCnh)).filter((value) => value !== null);
  return found.find(({ proof }) => proof === 'right') ?? found[0] ?? null;
}
