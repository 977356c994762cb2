import type { Found } from '../form/found.ts';
import { plain } from '../words/plain.ts';

/** Endings and names that are never written without an accent where accents are written. */
const NEEDS_ONE = /(?:[A-Z]AO|[A-FH-Z]OES|LHAES|ARAES)$|^(?:ARAUJO|GONCALVES|LOURENCO|MENDONCA|ANTONIO|JOSE)$/;
const HAS_ONE = /[ÁÀÂÃÉÊÍÓÔÕÚÇ]/u;

/**
 * Names of one document come out of one machine: with their accents or without. Where some have them, a word that misses one
 * was misread, as was one that stands there with accents elsewhere; what was printed without any stays as it is.
 */
export function withoutLostAccents<Name extends string>(names: [Name, Found | null | undefined][]): Map<Name, Found> {
  const found = names.filter((entry): entry is [Name, Found] => Boolean(entry[1]));
  const words = new Set(found.flatMap(([, { value }]) => wordsOf(value)));
  const accented = new Set([...words].filter((word) => HAS_ONE.test(word)).map(plain));
  const isLost = (word: string) => !HAS_ONE.test(word) && (accented.has(plain(word)) || (accented.size > 0 && NEEDS_ONE.test(word)));
  return new Map(found.filter(([, { value }]) => !wordsOf(value).some(isLost)));
}

const wordsOf = (value: string) => value.normalize('NFC').toUpperCase().split(/\s+/);
