import { editDistance, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { ScoredValue } from '../values/value.ts';
import type { Mrz } from './mrz.ts';

const CONFIRMED = 0.99;
/** One of the two was misread, and neither has a check digit. Of the MRZ only clear characters are taken. */
const DOUBTED = 0.6;
const CHECKED = 0.97;
/** The MRZ has all of it, and nothing like it is printed. */
const WHOLE = 0.88;

/**
 * Compares the printed value with that of the MRZ. If they agree, the value is sure, with the accents of the printed
 * one.
 */
export function crossCheck(printed: ScoredValue | null, mrz: ScoredValue | null | undefined): ScoredValue | null {
  if (!printed || !mrz) return printed ?? mrz ?? null;
  if (isSame(printed.value, mrz.value))
    return { value: printed.value, score: Math.max(CONFIRMED, printed.score, mrz.score) };
  if (mrz.score >= CHECKED) return mrz;
  const surer = mrz.score >= WHOLE || mrz.score > printed.score ? mrz : printed;
  return isAlmost(printed.value, mrz.value) ? { value: surer.value, score: DOUBTED * printed.score } : surer;
}

/** The printed value, with a higher score if one of the MRZ readings agrees. */
export function confirmByAny(printed: ScoredValue | null, mrzValues: ScoredValue[]): ScoredValue | null {
  return printed && mrzValues.some(({ value }) => isSame(printed.value, value))
    ? { value: printed.value, score: Math.max(CONFIRMED, printed.score) }
    : printed;
}

/** Whether the printed part is that of another document in the picture: none of its values is like one in the MRZ. */
export function isOfAnother(pairs: [printed: ScoredValue | null, mrz: ScoredValue | null | undefined][]): boolean {
  const both = pairs.flatMap(([printed, mrz]) => (printed && mrz ? [[printed.value, mrz.value] as const] : []));
  return both.length > 1 && both.every(([printed, mrz]) => !isSame(printed, mrz) && !isAlmost(printed, mrz));
}

/** An MRZ writes Ä as AE and cuts long names off. */
function isSame(printed: string, mrz: string): boolean {
  const letters = lookAlikeKey(mrz);
  return lookAlikeKey(printed) === letters || lookAlikeKey(spelledOut(printed)) === letters;
}

const SPELLED: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Æ: 'AE', ß: 'SS', Ñ: 'N' };

const spelledOut = (text: string) => [...text.toUpperCase()].map((letter) => SPELLED[letter] ?? letter).join('');

const isAlmost = (a: string, b: string) =>
  editDistance(lookAlikeKey(a), lookAlikeKey(b)) <= tolerance(Math.max(a.length, b.length)) + 1;

/**
 * Given names and surname together, as Brazilian cards print them. Licences differ in which comes first in the MRZ.
 */
export const fullNames = ({ names: { given, surname } }: Mrz): ScoredValue[] =>
  given && surname ? [join(given, surname), join(surname, given)] : [];

const join = (first: ScoredValue, second: ScoredValue): ScoredValue => ({
  value: `${first.value} ${second.value}`,
  score: Math.min(first.score, second.score),
});
