import { isLabelLike } from './label.ts';
import { splitBefore, type Segment, type Word } from './segment.ts';
import { wordsOfLabel } from './vocabulary.ts';

/** Longest label that is looked for before a colon in the middle of a text. */
const MOST_WORDS = 6;
/** What people put between one field and the next. */
const SEPARATOR = /^[-–—•·;/]$/;

/** `CPF: 1 RG: 2` is two fields in one text. */
export function splitLabels(segment: Segment): Segment[] {
  const { words } = segment;
  const colons = words.flatMap(({ text }, index) => (/\p{L}[.)]?:$|^[ºª°]:$|^:$/u.test(text) ? [index] : []));
  if (colons.length === 0) return [segment];
  const starts: number[] = [];
  for (const colon of colons) {
    const start = startOfLabel(words, colon, starts.at(-1) ?? -1, colons);
    if (start !== null) starts.push(start);
  }
  return splitBefore(segment, starts).map(withoutSeparator);
}

/** Where the label that ends at this colon begins; null if the colon is not a label's. */
function startOfLabel(words: Word[], colon: number, before: number, colons: number[]): number | null {
  const previous = Math.max(-1, ...colons.filter((other) => other < colon));
  const least = Math.max(previous + 1, colon - MOST_WORDS + 1, before + 1);
  if (previous < 0 && colon < MOST_WORDS && isLabelLike(textOf(words, 0, colon)) && !hasBreak(words, 0, colon))
    return 0;
  const separator = lastSeparator(words, least, colon);
  if (/^CEP:?$/i.test(textOf(words, separator + 1, colon)) && isAfterDash(words, colon)) return null;
  if (separator >= 0) return separator + 1;
  for (let start = least; start <= colon; start++) if (isWholeLabel(words, start, colon)) return start;
  return previous >= 0 ? nearestCapital(words, Math.max(least, previous + 2), colon) : null;
}

/** `Rua Um, 10 - Centro - CEP: 01310-100` is one address. */
const isAfterDash = (words: Word[], colon: number) => /[-–—,]$/.test(words[colon - 1]?.text ?? '');

const textOf = (words: Word[], from: number, to: number) =>
  words
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s*:$/, '');

const hasBreak = (words: Word[], from: number, to: number) =>
  words.slice(from, to).some(({ text }) => SEPARATOR.test(text) && text !== '/');

function lastSeparator(words: Word[], from: number, to: number): number {
  return words.findLastIndex(
    ({ text }, index) =>
      index >= from && index < to && SEPARATOR.test(text) && text !== '/' && isLabelLike(textOf(words, index + 1, to)),
  );
}

function isWholeLabel(words: Word[], start: number, colon: number): boolean {
  const text = textOf(words, start, colon);
  return /^\p{Lu}/u.test(text) && !/[,;\d]/.test(text) && wordsOfLabel(text) === 3;
}

/** No known label: the last word that begins with a capital, and the small ones after it. */
function nearestCapital(words: Word[], least: number, colon: number): number | null {
  for (let start = colon; start >= least; start--) {
    const text = words[start]?.text ?? '';
    if (/^\p{Lu}/u.test(text)) return isLabelLike(textOf(words, start, colon)) ? start : null;
    if (!/^\p{Ll}+$/u.test(text.replace(/:$/, ''))) return null;
  }
  return null;
}

function withoutSeparator(segment: Segment, index: number, all: Segment[]): Segment {
  const last = segment.words.at(-1)?.text ?? '';
  return index < all.length - 1 && SEPARATOR.test(last) && segment.words.length > 1
    ? (splitBefore(segment, [segment.words.length - 1])[0] as Segment)
    : segment;
}
