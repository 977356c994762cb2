import { editDistance, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { ScoredValue } from '../values/value.ts';
import type { Mrz } from './mrz.ts';

const CONFIRMED = 0.99;
/** One of the two was misread, and a check digit stands behind neither. */
const DOUBTED = 0.6;
const CHECKED = 0.97;
/** Nothing like it was printed, and all of it is there. */
const WHOLE = 0.9;

/**
 * What is printed held against what the MRZ says: two readings that agree are sure, and the printed one has the
 * accents.
 */
export function crossCheck(printed: ScoredValue | null, mrz: ScoredValue | null | undefined): ScoredValue | null {
  if (!printed || !mrz) return printed ?? mrz ?? null;
  if (isSame(printed.value, mrz.value))
    return { value: printed.value, score: Math.max(CONFIRMED, printed.score, mrz.score) };
  if (mrz.score >= CHECKED) return mrz;
  return isAlmost(printed.value, mrz.value)
    ? { value: printed.value, score: DOUBTED * printed.score }
    : mrz.score >= WHOLE || mrz.score > printed.score
      ? mrz
      : printed;
}

/** What is printed, surer if one of several readings agrees with it. */
export function confirmByAny(printed: ScoredValue | null, mrzValues: ScoredValue[]): ScoredValue | null {
  return printed && mrzValues.some(({ value }) => isSame(printed.value, value))
    ? { value: printed.value, score: Math.max(CONFIRMED, printed.score) }
    : printed;
}

/** Zones write Ä as AE, and have no room for long names. */
function isSame(printed: string, mrz: string): boolean {
  const letters = lookAlikeKey(mrz);
  return lookAlikeKey(printed) === letters || lookAlikeKey(spelledOut(printed)) === letters;
}

const SPELLED: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Æ: 'AE', ß: 'SS', Ñ: 'N' };

const spelledOut = (text: string) =>
  [...text.normalize('NFC').toUpperCase()].map((letter) => SPELLED[letter] ?? letter).join('');

const isAlmost = (a: string, b: string) =>
  editDistance(lookAlikeKey(a), lookAlikeKey(b)) <= tolerance(Math.max(a.length, b.length)) + 1;

/**
 * Given names and surname in one, as Brazil's cards print them. Which of the two comes first in the MRZ differs
 * between licences.
 */
export const fullNames = ({ names: { given, surname } }: Mrz): ScoredValue[] =>
  given && surname ? [join(given, surname), join(surname, given)] : [];

const join = (first: ScoredValue, second: ScoredValue): ScoredValue => ({
  value: `${first.value} ${second.value}`,
  score: Math.min(first.score, second.score),
});
