export type Word = { text: string; left: number; top: number; right: number; bottom: number; confidence: number };

/** Words that stand on one baseline, which may slope. */
export type WordLine = { words: Word[]; baseline: { x0: number; y0: number; x1: number; y1: number } };

/** Under this a word is a guess. */
const SURE_ENOUGH = 0.4;
/** Signs are often specks and rulings that were taken for writing: they must be surer, and stand between words. */
const SURE_OF_SIGN = 0.7;
const SIGN = /^[-–—/&+=:*%•()]+$/;

/** The line without what was only guessed. */
export function withoutGuesses(line: WordLine): WordLine {
  const words = line.words.filter(isSure);
  const first = words.findIndex(isWritten);
  const last = words.findLastIndex(isWritten);
  return { ...line, words: first < 0 ? [] : words.slice(first, last + 1) };
}

const isWritten = ({ text }: Word) => /[\p{L}\p{N}]/u.test(text);

const isSure = (word: Word) =>
  isWritten(word) ? word.confidence >= SURE_ENOUGH : SIGN.test(word.text) && word.confidence >= SURE_OF_SIGN;

/** Long words weigh more: a full stop read well says little. */
export function meanConfidence(words: { text: string; confidence: number }[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}
