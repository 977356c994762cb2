import { DISPUTED } from '../reading.ts';
import { withoutAccents } from '../text/normalise.ts';
import type { Character } from './characterNetwork.ts';

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

/** A word read less surely than this is looked at again; digits have no dictionary that would have helped. */
const DOUBTFUL = 0.82;
const DOUBTFUL_NUMBER = 0.9;
/** How sure the other reader must be of each character to be believed. */
const BELIEVED = 0.9;

export const isDoubtful = ({ text, confidence }: Word) => confidence < (/\d/.test(text) ? DOUBTFUL_NUMBER : DOUBTFUL);

/**
 * Settles doubtful words with what the other reader saw at their place. Two readers that agree are believed; when they
 * do not, the other one
 * is believed only where it is sure of what it can spell, and otherwise the word is marked down.
 */
export function mergeReadings(words: Word[], characters: Character[]): Word[] {
  return words.map((word) => (isDoubtful(word) ? merged(word, charactersOf(word, characters)) : word));
}

/** What stands over the word, blanks at its ends left out. */
function charactersOf({ left, right }: Word, characters: Character[]): Character[] {
  const inside = characters.filter(({ x }) => x > left && x < right);
  const first = inside.findIndex(({ text }) => text.trim() !== '');
  return first < 0 ? [] : inside.slice(first, inside.findLastIndex(({ text }) => text.trim() !== '') + 1);
}

function merged(word: Word, characters: Character[]): Word {
  const text = characters.map((character) => character.text).join('');
  if (text === '') return { ...word, confidence: Math.min(word.confidence, DISPUTED) };
  const mean = characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length;
  if (folded(text) === folded(word.text)) return { ...word, confidence: Math.max(word.confidence, mean) };
  const weakest = Math.min(...characters.map(({ confidence }) => confidence));
  const believed = weakest >= BELIEVED && mean > word.confidence && canSpell(text, word.text);
  return believed
    ? { ...word, text, confidence: weakest }
    : { ...word, confidence: Math.min(word.confidence, DISPUTED) };
}

const folded = (text: string) => withoutAccents(text).replace(/\s/g, '').replaceAll('º', 'o').replaceAll('ª', 'a');

/** The other reader knows digits, signs and letters without accents, and loses blanks. */
const canSpell = (text: string, seen: string) =>
  /^[\x21-\x7e]+$/.test(text) && !/[çãõâêôº ª]/i.test(seen) && Math.abs(text.length - seen.length) <= 1;
