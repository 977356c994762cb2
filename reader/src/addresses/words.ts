import { isAbbreviation } from './abbreviations.ts';
import { findCeps, type Cep } from './cep.ts';
import { fold } from './fold.ts';

/**
 * What stands before a word. A break separates parts of an address, a tight hyphen joins `T-37` as well as it separates
 * `Curitiba-PR`.
 */
export type Gap = 'line' | 'break' | 'colon' | 'hyphen' | 'dot' | 'space';

/** What a label in the text (`Bairro: …`) says a word is part of. */
export type Hint = 'street' | 'number' | 'complement' | 'suburb' | 'city' | 'state' | 'country' | 'other';

export type Word = {
  text: string;
  plain: string;
  start: number;
  end: number;
  kind: 'word' | 'number' | 'none' | 'km' | 'cep';
  gap: Gap;
  hint: Hint | null;
  cep: Cep | null;
};

const NONE = String.raw`s\s?\/\s?n(?:[º°o]|r)?(?![\p{L}\p{N}])|s\.n(?![\p{L}\p{N}])|sem\s{1,3}n[úu]mero|\bSN(?![\p{L}\p{N}])`;
const KM = String.raw`(?<![\p{L}\p{N}])km\.?\s{0,3}\d+(?:[.,+]\d+)?`;
const NUMBER = String.raw`\d{1,3}(?:\.\d{3})+(?![\d.]|[\p{L}])|\d+(?:\/\d+)+(?![\p{L}\p{N}])|\d+(?![\p{L}\p{N}ºª°])`;
/** Written right before its number. */
const MARKER = String.raw`(?<![\p{L}\p{N}])n[º°](?=\d)`;
const WORD = String.raw`[\p{L}\p{N}]+(?:['’´\x60][\p{L}\p{N}]+)*[ºª°]?`;
const PIECES = new RegExp(`(?<none>${NONE})|(?<km>${KM})|(?<number>${NUMBER})|(?<word>${MARKER}|${WORD})`, 'giu');

/** The words of a text with what separates them. */
export function wordsOf(text: string): Word[] {
  const ceps = findCeps(text);
  const words: Word[] = [];
  let from = 0;
  for (const cep of [...ceps, null]) {
    for (const found of text.slice(from, cep?.start).matchAll(PIECES)) words.push(asWord(found, from));
    if (cep)
      words.push({ ...PLAIN, text: cep.value, plain: cep.digits, start: cep.start, end: cep.end, kind: 'cep', cep });
    from = cep?.end ?? text.length;
  }
  words.forEach((word, index) => (word.gap = gapBefore(words[index - 1], word, text)));
  return words;
}

const PLAIN = { gap: 'break', hint: null, cep: null } as const;

function asWord({ 0: text, index, groups }: RegExpExecArray, offset: number): Word {
  const kind = groups?.['none'] ? 'none' : groups?.['km'] ? 'km' : groups?.['number'] ? 'number' : 'word';
  return { ...PLAIN, text, plain: fold(text), start: offset + index, end: offset + index + text.length, kind };
}

function gapBefore(before: Word | undefined, word: Word, text: string): Gap {
  if (!before) return 'line';
  const between = text.slice(before.end, word.start);
  if (between.includes('\n')) return 'line';
  if (/:/.test(between)) return 'colon';
  if (/[^\s.'’"º°ª-]/.test(between) || /\s-|-\s/.test(between)) return 'break';
  if (between.includes('-')) return isTight(before, word) ? 'hyphen' : 'break';
  if (between.includes('.')) return endsSentence(before, between, word) ? 'break' : 'dot';
  return word.kind === 'cep' || before.kind === 'cep' ? 'break' : 'space';
}

/** `12-A`, `T-37` and `Ji-Paraná` hold together; `2775-Centro` does not. */
const isTight = (before: Word, word: Word) =>
  before.kind !== 'cep' &&
  word.kind !== 'cep' &&
  !(before.kind === 'number' && word.kind === 'word' && /^\p{L}{2}/u.test(word.text));

function endsSentence(before: Word, between: string, word: Word): boolean {
  if (isAbbreviation(before.plain) || (before.plain.length <= 3 && /^\p{Lu}\p{Ll}/u.test(before.text))) return false;
  return /\s\./.test(between) || (/\.\s/.test(between) && /^[\p{Lu}\d]/u.test(word.text));
}

/** A part of an address begins here. */
export const beginsPart = ({ gap }: Word) => gap === 'line' || gap === 'break' || gap === 'colon';
