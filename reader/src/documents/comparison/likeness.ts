import { foldedWords, type Form } from './form.ts';

/** Under this a text is another text, not the same one misread. */
export const ALIKE = 0.5;
/** A number that is nearly another is another: what is left of its likeness says so. */
const OTHER_NUMBER = 0.3;
/** What letters cost that are taken for each other when a picture is read. */
const MISREAD = 0.3;
const CONFUSED = ['0o', '1il', '5s', '8b', '2z', 'ec', 'uv', 'nh'];
/** Longer texts are compared by their beginning. */
const LONGEST = 500;
const NUMBER = /\d{5,}/g;

/** 1 is equal, 0 has nothing in common. */
export function likeness(a: Form, b: Form): number {
  if (a.sort !== 'text' && b.sort !== 'text')
    return a.sort === b.sort && a.key === b.key ? 1 : OTHER_NUMBER * similarity(a.key, b.key);
  const alike = similarity(a.key, b.key);
  return numbersIn(a.key) === numbersIn(b.key) ? alike : OTHER_NUMBER * alike;
}

/** Long numbers inside a text must be the same. */
const numbersIn = (text: string) =>
  (
    foldedWords(text)
      .replace(/(?<=\d) (?=\d)/g, '')
      .match(NUMBER) ?? []
  ).join();

export function similarity(a: string, b: string): number {
  const longest = Math.min(Math.max(a.length, b.length), LONGEST);
  if (longest === 0) return 1;
  // No alignment can be better than the lengths allow.
  if (Math.min(a.length, b.length, LONGEST) / longest < ALIKE) return 0;
  return Math.max(0, 1 - distance(a.slice(0, LONGEST), b.slice(0, LONGEST)) / longest);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + costOf(a[i - 1] as string, b[j - 1] as string);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/** Of two digits neither was taken for the other. */
const costOf = (a: string, b: string): number =>
  a === b
    ? 0
    : !/\d/.test(a) || !/\d/.test(b)
      ? CONFUSED.some((letters) => letters.includes(a) && letters.includes(b))
        ? MISREAD
        : 1
      : 1;
