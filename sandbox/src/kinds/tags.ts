import type { Kind } from './kind.ts';

/** What a kind says of every document that is one. */
export const kindTags = ({ id, type, stdType, country }: Kind) => [
  ...(country ? [`country=${country}`] : []),
  `type=${type}`,
  `std-type=${stdType}`,
  `id=${id}`,
];

/** Tags given with the request narrow what a document may be taken for. */
export function isAllowed(kind: Kind, filter: string[]): boolean {
  const own = new Map(kindTags(kind).map(keyAndValue));
  const asked = Map.groupBy(filter.map(keyAndValue), ([key]) => key);
  return [...asked].every(([key, pairs]) => !own.has(key) || pairs.some(([, value]) => value === own.get(key)));
}

function keyAndValue(tag: string): [string, string] {
  const at = tag.indexOf('=');
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
}

/** What can be said about a text: its kind if it has one, its language if it shows. */
export function tagsOf(text: string, kind: Kind | null): string[] {
  const language = languageOf(text);
  return [...(kind ? kindTags(kind) : []), ...(language ? [`language=${language}`] : []), 'process-type=extraction'];
}

const WORDS = {
  por: /\b(de|do|da|dos|das|e|em|para|com|não|que|nome|valor|data)\b/gi,
  eng: /\b(the|of|and|to|in|for|with|is|name|date|amount|this)\b/gi,
};

function languageOf(text: string): string | null {
  const portuguese = text.match(WORDS.por)?.length ?? 0;
  const english = text.match(WORDS.eng)?.length ?? 0;
  if (Math.max(portuguese, english) < 3 || portuguese === english) return null;
  return portuguese > english ? 'por' : 'eng';
}
