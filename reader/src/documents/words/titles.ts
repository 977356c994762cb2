import { mentions } from './likeness.ts';
import { plain } from './plain.ts';

/** Whether a line that can be a title says a phrase, read badly or not; a sentence only talks about what it names. */
export function isTitled(text: string, phrases: string[]): boolean {
  const titles = text
    .split('\n')
    .flatMap((line) => line.split(/\s{2,}/))
    .filter(canBeTitle)
    .map(plain);
  return phrases.some((phrase) =>
    titles.some(
      (title) => title.includes(plain(phrase)) || (title.length < 2 * phrase.length && mentions(title, phrase)),
    ),
  );
}

const MOST_WORDS = 9;

const canBeTitle = (line: string) =>
  line.trim().split(/\s+/).length <= MOST_WORDS && !/[.,;]$/.test(line.trim()) && /^\W*[\p{Lu}\d]/u.test(line);

/** Whether a text says a phrase anywhere. */
export const says = (text: string, phrases: string[]): boolean => {
  const letters = plain(text);
  return phrases.some((phrase) => mentions(letters, phrase));
};
