import { withoutAccents } from './normalise.ts';

/** ISO 639-3. */
export type Language = 'por' | 'eng' | 'deu' | 'spa' | 'fra' | 'ita';

/** The most usual words of each, and those of forms. */
const WORDS: Record<Language, string> = {
  por: 'de do da dos das e em para com não que nome valor data',
  eng: 'the of and to in for with is name date amount this',
  deu: 'der die das und im für mit nicht zu von vom den dem bis name datum betrag',
  spa: 'de del la el los las y en para con que nombre fecha importe',
  fra: 'de du la le les et des en au aux pour avec une nom montant',
  ita: 'di il la del della dei e per con che una nome data importo',
};
const LANGUAGES_OF = Map.groupBy(
  Object.entries(WORDS).flatMap(([language, words]) => words.split(' ').map((word) => ({ word, language }))),
  ({ word }) => word,
);
const FEWEST = 3;

/** The language of a text by its most usual words; null where it is too short to tell. */
export function languageOf(text: string): Language | null {
  const counts = new Map(Object.keys(WORDS).map((language) => [language as Language, 0]));
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu))
    for (const { language } of LANGUAGES_OF.get(word) ?? [])
      counts.set(language as Language, (counts.get(language as Language) ?? 0) + 1);
  const [first, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first && second && first[1] >= FEWEST && first[1] > second[1] ? first[0] : null;
}

/**
 * Whether these may be words, if they have so many letters that it can be told: in any language some part of Latin letters
 * and signs are vowels. Where a font maps its glyphs to other letters, they have next to none.
 */
export function mayBeWords(
  items: { text: string }[],
  { letters, vowels }: { letters: number; vowels: number },
): boolean {
  const signs = items.flatMap(
    ({ text }) =>
      withoutAccents(text)
        .replace(/[.,:;/<-]/g, '')
        .match(/[\p{Script=Latin}\p{S}\p{P}]/gu) ?? [],
  );
  return signs.length < letters || signs.filter((sign) => /[aeiouy]/i.test(sign)).length > vowels * signs.length;
}
