import type { Found } from '../form/found.ts';
import { distance, tolerance } from '../words/likeness.ts';
import { plain } from '../words/plain.ts';

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
  const letters = plain(zone);
  return plain(printed) === letters || plain(spelledOut(printed)) === letters;
}

const SPELLED: Record<string, string> = { Ä: 'AE', Ö: 'OE', Ü: 'UE', Å: 'AA', Ø: 'OE', Æ: 'AE', ß: 'SS', Ñ: 'N' };

const spelledOut = (text: string) =>
  [...text.normalize('NFC').toUpperCase()].map((letter) => SPELLED[letter] ?? letter).join('');

const isAlmost = (a: string, b: string) => distance(plain(a), plain(b)) <= tolerance(Math.max(a.length, b.length)) + 1;
