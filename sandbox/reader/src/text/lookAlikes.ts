/** The letters and signs that text recognition takes a digit for; the most likely one first. */
const LOOK_ALIKES: Record<string, string> = { '0': 'OoQD', '1': 'Il|', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };

const DIGIT_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([digit, letters]) => [...letters].map((letter) => [letter, digit] as const)),
);

/** Others (S, B, Z) may have been one of several digits. */
const CERTAIN = 'OoIl|';
const NO_NUMBER = new RegExp(`[^\\d${CERTAIN}\\s.,/:R$€+–-]`);
const CERTAIN_LETTERS = new RegExp(`[${CERTAIN}]`, 'g');

/** Source of a pattern for one printed digit, which may have been read as O, I, l or |. */
export const PRINTED_DIGIT = '[\\dOIl|]';
/** The same with all capitals that look like a digit, for numbers whose check digits prove the reading. */
export const DOUBTFUL_DIGIT = '[\\dOQDIl|ZSB]';

/** The digit that a letter looks like; other characters stay as they are. */
export const digitFor = (letter: string): string => DIGIT_OF.get(letter) ?? letter;

/** The same, whatever the case of the letter. */
export const digitForAnyCase = (letter: string): string =>
  DIGIT_OF.get(letter) ?? DIGIT_OF.get(letter.toUpperCase()) ?? digitFor(letter.toLowerCase());

/** The letter that a digit looks like; null if it looks like none. */
export const letterFor = (digit: string): string | null => LOOK_ALIKES[digit]?.[0] ?? null;

/** What a capital or digit may be instead; null if nothing looks like it. */
export const lookAlikeOf = (character: string): string | null => DIGIT_OF.get(character) ?? letterFor(character);

/** These digits of a text as the capital letters they look like. */
export const digitsAsLetters = (text: string, digits = '012568'): string =>
  [...digits].reduce((letters, digit) => letters.replaceAll(digit, letterFor(digit) ?? digit), text);

/**
 * What is left of a text when accents, blanks and signs were lost and digits were taken for letters: two texts with the
 * same key are the same, read badly or not.
 */
export const lookAlikeKey = (text: string): string =>
  digitsAsLetters(
    text
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, ''),
    '0158',
  );

/** Letters that a number can only have by being misread, as digits. */
export const withCertainDigits = (text: string): string => text.replace(CERTAIN_LETTERS, digitFor);

/** A number with misread letters in it, as digits; null if it has other letters, or more of them than digits. */
export function withDigits(text: string): string | null {
  if (NO_NUMBER.test(text)) return null;
  const misread = text.match(CERTAIN_LETTERS)?.length ?? 0;
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits > misread ? withCertainDigits(text) : null;
}

/** Characters of folded words that are confused with each other. */
const CONFUSED = ['0o', '1il', '5s', '8b', '2z', 'ec', 'uv', 'nh'];

/** Whether one of two characters of folded words may have been read as the other; two digits never are. */
export const areConfused = (a: string, b: string): boolean =>
  CONFUSED.some((group) => group.includes(a) && group.includes(b));
