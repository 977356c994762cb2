import type { Segment } from './segment.ts';

const FEWEST_WORDS = 8;
const LINKS =
  /^(a|o|as|os|um|uma|de|da|do|das|dos|e|em|no|na|nos|nas|que|por|para|com|ou|se|ao|à|the|of|and|in|for|is|to|by|an?)$/i;

/** Running text: many words, and among them those that only tie others together. */
export function isProse({ text }: Pick<Segment, 'text'>): boolean {
  const words = text.split(/\s+/);
  if (words.length < FEWEST_WORDS) return false;
  const links = words.filter((word) => LINKS.test(word)).length;
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return links >= 2 && small >= words.length / 2;
}
