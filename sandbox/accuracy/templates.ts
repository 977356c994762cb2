import { textList } from '../reader/src/text/pattern.ts';

/**
 * A template with numbers in the places of its values, so that it can be taken apart before they are put in: a sign that
 * separates parts separates nothing in a value.
 */
export const withPlaces = ({ raw }: TemplateStringsArray): string =>
  raw.reduce((text, part, at) => `${text}\0${at - 1}\0${part}`).trim();

/** The value that a part of a template is, or the text that it makes of its values. */
export function valueOf<T>(part: string, values: readonly T[]): T | string | null {
  const only = /^\0(\d+)\0$/.exec(part)?.[1];
  return only === undefined ? filled(part, values) : (values[Number(only)] ?? null);
}

/** The lines of a text. One that ends with a bar, a semicolon or a backslash goes on in the next. */
export const rowsIn = (text: string): string[] =>
  text
    .trim()
    .split(/(?<![|;\\])\n\s*/)
    .map((row) => row.replace(/\\\n\s*/g, ''));

/** A part of a template with its values; a function is a value that is made when the part is filled. */
export const filled = (part: string, values: readonly unknown[]): string =>
  part.replace(/\0(\d+)\0/g, (_, at: string) => {
    const value = values[Number(at)];
    return String(typeof value === 'function' ? (value as () => unknown)() : value);
  });

type Word<List> = List extends `${infer First} ${infer Rest}` ? First | Word<Rest> : List;

/** The words of a list, with a type that says which they are. */
export const words = <List extends string>(list: List): Word<List>[] => list.split(' ') as Word<List>[];

/** Lists of words by name: `total = TOTAL | Grand total; tax = VAT | Tax`. */
export const wordLists = <Name extends string>(lists: string): Record<Name, string[]> =>
  Object.fromEntries(
    lists
      .split(';')
      .map((list) => list.split(/ =\s/))
      .map(([name = '', words = '']) => [name.trim(), textList(words)]),
  ) as Record<Name, string[]>;
