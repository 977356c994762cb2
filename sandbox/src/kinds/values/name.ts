import type { Value } from './value.ts';

const WORD = /^\p{Lu}(?:['’´]?\p{Lu}+|['’´]?\p{Ll}+)*(?:-\p{Lu}[\p{L}'’]*)?\.?$/u;
const PARTICLE = /^(de|da|do|das|dos|di|del|della|e|y|van|von|der|la|le)$/i;

/** A name of a person: at least two words that begin with capitals, and nothing else. */
export const personName = (text: string): Value | null => nameOf(text, 2);

/** A part of a name may be one word. */
export const partOfName = (text: string): Value | null => nameOf(text, 1);

function nameOf(text: string, words: number): Value | null {
  const parts = text.split(/\s+/).filter((part) => part !== '');
  while (parts.length > 0 && isDirt(parts[0] as string)) parts.shift();
  while (parts.length > 0 && isDirt(parts.at(-1) as string)) parts.pop();
  const long = parts.filter((part) => /\p{L}{2}/u.test(part) && !PARTICLE.test(part));
  if (long.length < words || !parts.every((part) => WORD.test(part) || PARTICLE.test(part))) return null;
  return { value: parts.join(' ').replace(/[.,]$/, '') };
}

/** Signs at the edges are borders of boxes and specks. */
const isDirt = (part: string) => !/[\p{L}\p{N}]/u.test(part);
