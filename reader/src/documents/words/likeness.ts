import { plain } from './plain.ts';

/** How many letters may be wrong: none in a short word, then about one in six. */
export const tolerance = (length: number) => (length < 4 ? 0 : length < 7 ? 1 : Math.floor(length / 5));

/** Letters to change, add or drop to make one text of the other; `most` or more is not counted out. */
export function distance(a: string, b: string, most = Infinity): number {
  if (Math.abs(a.length - b.length) >= most) return most;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    row = nextRow(row, i, a.charCodeAt(i - 1), b);
    if (Math.min(...row) >= most) return most;
  }
  return row[b.length] as number;
}

function nextRow(row: number[], first: number, letter: number, b: string): number[] {
  const next = [first];
  for (let j = 1; j <= b.length; j++) {
    const change = (row[j - 1] as number) + (letter === b.charCodeAt(j - 1) ? 0 : 1);
    next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
  }
  return next;
}

/** The letters of a text, a bit each. */
export function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/**
 * Whether texts with these letters can be no more than so far apart: each change adds a letter and drops one at most.
 */
export function mayBeAlike(a: number, b: number, most: number): boolean {
  let different = a ^ b;
  for (let left = 2 * most; different !== 0; left--) {
    if (left === 0) return false;
    different &= different - 1;
  }
  return true;
}

/** Whether a text says a phrase somewhere, read badly or not; blanks and accents do not matter. */
export function mentions(plainText: string, phrase: string): boolean {
  const wanted = plain(phrase);
  return (
    plainText.includes(wanted) ||
    (hasPart(plainText, wanted) && leastDistanceWithin(plainText, wanted) <= tolerance(wanted.length))
  );
}

/** Of a phrase cut into one part more than letters may be wrong, one part at least stands there as it is. */
function hasPart(text: string, phrase: string): boolean {
  const parts = tolerance(phrase.length) + 1;
  const cut = (part: number) => Math.floor((part * phrase.length) / parts);
  return Array.from({ length: parts }, (_, part) => phrase.slice(cut(part), cut(part + 1))).some((part) =>
    text.includes(part),
  );
}

/** The distance to the part of the text that is most like the phrase. */
function leastDistanceWithin(text: string, phrase: string): number {
  if (text.length < phrase.length / 2) return Infinity;
  let column = Array.from({ length: phrase.length + 1 }, (_, index) => index);
  let least = Infinity;
  for (let at = 0; at < text.length; at++) {
    // A part may begin anywhere, so beginning costs nothing.
    column = nextRow(column, 0, text.charCodeAt(at), phrase);
    least = Math.min(least, column[phrase.length] as number);
  }
  return least;
}
