const WORDS = {
  por: /\b(de|do|da|dos|das|e|em|para|com|não|que|nome|valor|data)\b/gi,
  eng: /\b(the|of|and|to|in|for|with|is|name|date|amount|this)\b/gi,
};

/** The language of a text by its most usual words; null where it is too short to tell. */
export function languageOf(text: string): 'por' | 'eng' | null {
  const portuguese = text.match(WORDS.por)?.length ?? 0;
  const english = text.match(WORDS.eng)?.length ?? 0;
  if (Math.max(portuguese, english) < 3 || portuguese === english) return null;
  return portuguese > english ? 'por' : 'eng';
}
