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

/** Whether a text says a phrase somewhere, read badly or not; blanks and accents do not matter. */
export function mentions(plainText: string, phrase: string): boolean {
  const wanted = plain(phrase);
  return plainText.includes(wanted) || leastDistanceWithin(plainText, wanted) <= tolerance(wanted.length);
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
