import { DISPUTED } from '../reading.ts';
import type { Character } from './characters.ts';
import type { Word } from './words.ts';

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
export function settle(words: Word[], characters: Character[]): Word[] {
  return words.map((word) => (isDoubtful(word) ? settled(word, charactersOf(word, characters)) : word));
}

/** What stands over the word, blanks at its ends left out. */
function charactersOf({ left, right }: Word, characters: Character[]): Character[] {
  const inside = characters.filter(({ x }) => x > left && x < right);
  const first = inside.findIndex(({ text }) => text.trim() !== '');
  return first < 0 ? [] : inside.slice(first, inside.findLastIndex(({ text }) => text.trim() !== '') + 1);
}

function settled(word: Word, characters: Character[]): Word {
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

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f\s]/g, '')
    .replaceAll('º', 'o')
    .replaceAll('ª', 'a');

/** The other reader knows digits, signs and letters without accents, and loses blanks. */
const canSpell = (text: string, seen: string) =>
  /^[\x21-\x7e]+$/.test(text) && !/[çãõâêôº ª]/i.test(seen) && Math.abs(text.length - seen.length) <= 1;
