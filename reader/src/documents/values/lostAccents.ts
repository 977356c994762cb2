import type { Found } from '../form/found.ts';
import { plain } from '../words/plain.ts';
import { birthplaceInBrazil } from './birthplace.ts';

/** Endings and names that are never written without an accent where accents are written. */
const NEEDS_ONE = /(?:[A-Z]AO|[A-FH-Z]OES|LHAES|ARAES)$|^(?:ARAUJO|GONCALVES|LOURENCO|MENDONCA|ANTONIO|JOSE)$/;
const HAS_ONE = /[ÁÀÂÃÉÊÍÓÔÕÚÇ]/u;

type Read<Name> = [Name, Found | null | undefined];

/**
 * Names and places of one document come out of one machine: with their accents or without. Where some have them, a word
 * that misses
 * one was misread, as was one that stands there with accents elsewhere; names that were printed without any stay as
 * they are.
 */
export function withoutLostAccents<Name extends string>(read: Read<Name>[]): Map<Name, Found> {
  const found = read.filter((entry): entry is [Name, Found] => Boolean(entry[1]));
  const words = [...new Set(found.flatMap(([, { value }]) => wordsOf(value)))];
  const accented = new Set(words.filter((word) => HAS_ONE.test(word)).map(plain));
  const isLost = (word: string) =>
    !HAS_ONE.test(word) && (accented.has(plain(word)) || (accented.size > 0 && NEEDS_ONE.test(word)));
  const hasNone = accented.size === 0 && words.some((word) => NEEDS_ONE.test(word));
  return new Map(
    found.filter(([name, { value }]) =>
      isPlace(name) ? hasNone || !isBarePlace(value) : !wordsOf(value).some(isLost),
    ),
  );
}

const isPlace = (name: string) => name === 'naturalidade' || name === 'local_cidade';

/** A municipality that the list has with other accents. */
const isBarePlace = (value: string) => birthplaceInBrazil(value)?.proof !== 'right';

const wordsOf = (value: string) =>
  value
    .normalize('NFC')
    .toUpperCase()
    .split(/[^\p{L}]+/u);
