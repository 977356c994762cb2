import { withoutAccents } from '../text/normalise.ts';
import { DISPUTED, UNPROVEN } from '../reading.ts';
import type { Character } from './characterNetwork.ts';

/** A recognised word, its box in pixels, and its confidence from 0 to 1. */
export type Word = { text: string; left: number; top: number; right: number; bottom: number; confidence: number };

/** Words on one baseline, which may slope. */
export type WordLine = { words: Word[]; baseline: { x0: number; y0: number; x1: number; y1: number } };

/** A word of less confidence is a guess. */
const LEAST_CONFIDENCE = 0.4;
/** Signs are often specks and rulings: they need more confidence, and words on both sides. */
const LEAST_FOR_SIGN = 0.7;
const SIGN = /^[-–—/&+=:*%•()]+$/;

/** The line without guessed words. */
export function withoutGuesses(line: WordLine): WordLine {
  const words = line.words.filter(isSure);
  const first = words.findIndex(isWritten);
  const last = words.findLastIndex(isWritten);
  return { ...line, words: first < 0 ? [] : words.slice(first, last + 1) };
}

const isWritten = ({ text }: Word) => /[\p{L}\p{N}]/u.test(text);

const isSure = (word: Word) =>
  isWritten(word) ? word.confidence >= LEAST_CONFIDENCE : SIGN.test(word.text) && word.confidence >= LEAST_FOR_SIGN;

/** Weighted by length: a full stop read well says little. */
export function meanConfidence(words: { text: string; confidence: number }[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
}

/** A word of less confidence is read again. Digits need more, because no dictionary supports them. */
const DOUBTFUL = 0.82;
const DOUBTFUL_NUMBER = 0.9;
/** From here on, a number is sure without a second reading. */
const SURE_NUMBER = 0.94;
/** The least confidence of each character of the network for its reading to replace Tesseract's. */
const REPLACES = 0.9;

const isDoubtful = ({ text, confidence }: Word) => confidence < (/\d/.test(text) ? DOUBTFUL_NUMBER : DOUBTFUL);

/** Whether a second reading of a word is needed. */
export const isUnsure = (word: Word) => isDoubtful(word) || (/\d/.test(word.text) && word.confidence < SURE_NUMBER);

/**
 * Merges words of Tesseract with the network's characters at the same place. If both agree, the higher confidence counts.
 * If not, the network's reading counts where the word is doubtful, and it is confident and can spell the word; otherwise
 * the word's confidence is lowered.
 */
export function mergeReadings(words: Word[], characters: Character[]): Word[] {
  return words.map((word) => (isUnsure(word) ? mergedWord(word, charactersOf(word, characters)) : word));
}

/** The characters within the word, without blanks at its ends. */
function charactersOf({ left, right }: Word, characters: Character[]): Character[] {
  const inside = characters.filter(({ x }) => x > left && x < right);
  const first = inside.findIndex(({ text }) => text.trim() !== '');
  return first < 0 ? [] : inside.slice(first, inside.findLastIndex(({ text }) => text.trim() !== '') + 1);
}

function mergedWord(word: Word, characters: Character[]): Word {
  const text = characters.map((character) => character.text).join('');
  if (!isDoubtful(word) && comparable(text) !== comparable(word.text))
    return { ...word, confidence: Math.min(word.confidence, UNPROVEN) };
  if (text === '') return { ...word, confidence: Math.min(word.confidence, DISPUTED) };
  const mean = characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length;
  if (comparable(text) === comparable(word.text)) return { ...word, confidence: Math.max(word.confidence, mean) };
  const weakest = Math.min(...characters.map(({ confidence }) => confidence));
  const replaces = weakest >= REPLACES && mean > word.confidence && canSpell(text, word.text);
  return replaces
    ? { ...word, text, confidence: weakest }
    : { ...word, confidence: Math.min(word.confidence, DISPUTED) };
}

const comparable = (text: string) => withoutAccents(text).replace(/\s/g, '').replaceAll('º', 'o').replaceAll('ª', 'a');

/** The network knows digits, signs and letters without accents, and loses blanks. */
const canSpell = (text: string, byTesseract: string) =>
  /^[\x21-\x7e]+$/.test(text) && !/[çãõâêôº ª]/i.test(byTesseract) && Math.abs(text.length - byTesseract.length) <= 1;
