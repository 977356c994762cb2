import { similarity } from '../../text/distance.ts';
import { foldedWords } from '../../text/normalise.ts';
import type { Form } from './form.ts';

/** A number that is nearly another is another: what is left of its likeness says so. */
const OTHER_NUMBER = 0.3;
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
