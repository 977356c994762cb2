/** What a text looks like by itself: a label, a label with its value, a value. */

const LONGEST_LABEL = 48;
const MOST_WORDS = 7;

export type Labelled = { label: string; value: string };

export function isLabelLike(text: string): boolean {
  const plain = text.replace(/[:.\s]+$/, '');
  if (plain.length === 0 || plain.length > LONGEST_LABEL) return false;
  if (plain.split(/\s+/).length > MOST_WORDS) return false;
  return /^[\p{L}(#]/u.test(plain) && /\p{L}{2}|^[\p{L}]$|\p{L}\.?[ºª°]/u.test(plain) && !/[;?!"]|,\s|\p{L}{5,}\.\s+\p{Lu}\p{Ll}/u.test(plain);
}

/** `Label: value`, `Label:` (value empty) or `LABEL = R$ 1,00`. */
export function splitLabelled(text: string): Labelled | null {
  const colon = /^([^:]+?)\s*:(?:\s+(.*))?$/su.exec(text) ?? /^([^:=]+?)\s*=\s*(R\$.*)$/u.exec(text);
  const label = colon?.[1]?.trim();
  const value = colon?.[2]?.trim() ?? '';
  if (!label || !isLabelLike(label) || goesOnAsProse(value)) return null;
  return { label, value };
}

/** A colon inside a sentence: what follows begins small, goes on for words and ends like a sentence. */
const goesOnAsProse = (value: string) => /^\p{Ll}/u.test(value) && /[.,;]$/.test(value) && value.split(/\s+/).length > 4;

export const hasLabel = (text: string) => splitLabelled(text) !== null;

/** A date, an amount, a number: nothing that could be a label. */
export const isValueLike = (text: string) => /\d/.test(text) || /^(sim|não|yes|no|n\/a|isento)$/i.test(text);

export const isShouted = (text: string) => /\p{Lu}{2}/u.test(text) && text === text.toUpperCase();
