import { editDistance, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import type { Found } from '../form/form.ts';
import type { Zone } from './mrz.ts';

const CONFIRMED = 0.99;
/** One of the two was misread, and a check digit stands behind neither. */
const DOUBTED = 0.6;
const CHECKED = 0.97;
/** Nothing like it was printed, and all of it is there. */
const WHOLE = 0.9;

/**
 * What is printed held against what the zone says: two readings that agree are sure, and the printed one has the
 * accents.
 */
export function confirm(printed: Found | null, zone: Found | null | undefined): Found | null {
  if (!printed || !zone) return printed ?? zone ?? null;
  if (isSame(printed.value, zone.value))
    return { value: printed.value, score: Math.max(CONFIRMED, printed.score, zone.score) };
  if (zone.score >= CHECKED) return zone;
  return isAlmost(printed.value, zone.value)
    ? { value: printed.value, score: DOUBTED * printed.score }
    : zone.score >= WHOLE || zone.score > printed.score
      ? zone
      : printed;
}

/** What is printed, surer if one of several readings agrees with it. */
export function confirmAny(printed: Found | null, zones: Found[]): Found | null {
  return printed && zones.some(({ value }) => isSame(printed.value, value))
    ? { value: printed.value, score: Math.max(CONFIRMED, printed.score) }
    : printed;
}

/** Zones write Ä as AE, and have no room for long names. */
function isSame(printed: string, zone: string): boolean {
  const letters = lookAlikeKey(zone);
  return lookAlikeKey(printed) === letters || lookAlikeKey(spelledOut(printed)) === letters;
}

const SPELLED: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Æ: 'AE', ß: 'SS', Ñ: 'N' };

const spelledOut = (text: string) =>
  [...text.normalize('NFC').toUpperCase()].map((letter) => SPELLED[letter] ?? letter).join('');

const isAlmost = (a: string, b: string) =>
  editDistance(lookAlikeKey(a), lookAlikeKey(b)) <= tolerance(Math.max(a.length, b.length)) + 1;

/**
 * Given names and surname in one, as Brazil's cards print them. Which of the two comes first in the zone differs
 * between licences.
 */
export const namesInFull = ({ names: { given, surname } }: Zone): Found[] =>
  given && surname ? [join(given, surname), join(surname, given)] : [];

const join = (first: Found, second: Found): Found => ({
  value: `${first.value} ${second.value}`,
  score: Math.min(first.score, second.score),
});
