import { beginsPart, wordsOf, type Word } from './words.ts';
import { withoutLabels } from './fieldLabels.ts';

/** Words in a row, the last one not included. */
export type Span = { from: number; to: number };

/** One component as it was found. */
export type Part = { value: string; stdValue: string; score: number };

/** An address while it is being read: its words, and which of them have found their place. */
export type Draft = { text: string; words: Word[]; taken: boolean[] };

export function draftOf(text: string): Draft {
  const words = withoutLabels(wordsOf(text.replace(NO_PLACE, (found) => ' '.repeat(found.length))), text);
  return { text, words, taken: words.map(() => false) };
}

/** Addresses of another kind. */
const NO_PLACE = /\S{1,64}@\S{1,200}|https?:\S{1,500}|www\.\S{1,500}/gi;

export function take({ taken }: Draft, { from, to }: Span): void {
  taken.fill(true, from, to);
}

/** As written, from the first word to the last. */
export function writtenIn({ text, words }: Draft, { from, to }: Span): string {
  const [first, last] = [words[from], words[to - 1]];
  return first && last ? text.slice(first.start, last.end) : '';
}

/** The end of the part of the address that a word stands in. */
export function endOfPart({ words, taken }: Draft, at: number): number {
  let end = at + 1;
  while (end < words.length && !beginsPart(words[end] as Word) && !taken[end]) end++;
  return end;
}

/** Nothing goes on behind this word. */
export const endsPart = ({ words, taken }: Draft, at: number): boolean => {
  const next = words[at + 1];
  return !next || beginsPart(next) || taken[at + 1] === true;
};
