// Accents that a page prints as glyphs of their own over or under a letter, as old fonts of TeX have them.
import type { PrintedWord } from './pdfGrounds.ts';

/** Spacing accents as the marks that are composed with a letter. */
const MARKS: Record<string, string> = {
  ...{ '`': '\u0300', '´': '\u0301', '^': '\u0302', ˆ: '\u0302', '~': '\u0303', '˜': '\u0303', '¯': '\u0304' },
  ...{ '˘': '\u0306', '˙': '\u0307', '¨': '\u0308', '˚': '\u030a', '˝': '\u030b', ˇ: '\u030c' },
  ...{ '¸': '\u0327', '˛': '\u0328' },
};
/** Under an accent, the dot is left out. */
const DOTLESS: Record<string, string> = { ı: 'i', ȷ: 'j' };
/** In sizes, how far a capital letter raises its accent at most. */
const RAISED = 0.5;

export const isAccent = (text: string): boolean => text in MARKS;

/** The words of a page, in their order, with the accents that stand at one of their letters. */
export function withAccents<Word extends PrintedWord>(words: Word[]): Word[] {
  return words.filter(
    (accent, at) => !isAccent(accent.text) || !isTaken(accent, words.slice(Math.max(0, at - 2), at + 3)),
  );
}

/** Whether the accent is over or under the last letter of a word before it, or the first one of the word behind it. */
function isTaken(accent: PrintedWord, beside: PrintedWord[]): boolean {
  const middle = accent.x + accent.width / 2;
  return beside.some((word) => {
    if (word.isSeen !== accent.isSeen || Math.abs(word.y - accent.y) > RAISED * word.size) return false;
    const letters = [...word.text];
    const letter = word.width / letters.length;
    const at = Math.floor((middle - word.x) / letter);
    const plain = letters[at] ?? '';
    const whole = ((DOTLESS[plain] ?? plain) + MARKS[accent.text]).normalize('NFC');
    if (plain === '' || isAccent(plain) || whole.length !== 1) return false;
    word.text = letters.with(at, whole).join('');
    return true;
  });
}
