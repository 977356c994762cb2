import type { Kind } from './kind.ts';
import type { Language } from '../reading.ts';
import { matchesPattern } from './tagPattern.ts';

/** What a kind says of every document that is one. */
export const kindTags = ({ id, type, stdType, country }: Kind) => [
  ...(country ? [`country=${country}`] : []),
  `type=${type}`,
  `std-type=${stdType}`,
  `id=${id}`,
];

/**
 * Tags given with the request narrow what a document may be taken for: of each key that both have, one value must
 * match.
 */
export function isAllowed(tags: string[], filter: string[]): boolean {
  const own = Map.groupBy(tags.map(keyAndValue), ([key]) => key);
  const asked = Map.groupBy(filter.map(keyAndValue), ([key]) => key);
  return [...asked].every(
    ([key, wanted]) =>
      own.get(key)?.some(([, value]) => wanted.some(([, pattern]) => matchesPattern(pattern, value))) ?? true,
  );
}

const NAMING = new Set(['type', 'std-type', 'id']);

/** Whether the request says that it is this kind, and not merely where it comes from. */
export const isNamed = (tags: string[], filter: string[]) =>
  filter.some((tag) => NAMING.has(keyAndValue(tag)[0])) && isAllowed(tags, filter);

function keyAndValue(tag: string): [string, string] {
  const at = tag.indexOf('=');
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
}

const WORDS = {
  por: /\b(de|do|da|dos|das|e|em|para|com|não|que|nome|valor|data)\b/gi,
  eng: /\b(the|of|and|to|in|for|with|is|name|date|amount|this)\b/gi,
};

/** The language of a text by its most usual words; null where it is too short to tell. */
export function languageOf(text: string): Language | null {
  const portuguese = text.match(WORDS.por)?.length ?? 0;
  const english = text.match(WORDS.eng)?.length ?? 0;
  if (Math.max(portuguese, english) < 3 || portuguese === english) return null;
  return portuguese > english ? 'por' : 'eng';
}
