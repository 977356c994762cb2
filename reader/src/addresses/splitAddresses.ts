import { isStateCode } from './states.ts';
import { beginsPart, wordsOf, type Word } from './tokens.ts';
import { beginsStreet } from './vocabulary.ts';

/** Words that lead to another street of the same address. */
const LINK =
  /^(esquina|esq|entre|proximo|proxima|prox|frente|lado|acesso|antig[oa]|fundos|com|pela|pelo|altura|travessa)$/;
const STREET_LABEL = /^(endereco|logradouro|end)$/;

/** Words an address has at most before its state. */
const FARTHEST = 60;

type Seen = { street: boolean; number: boolean; state: boolean; cep: boolean };
const NOTHING: Seen = { street: false, number: false, state: false, cep: false };

/** A text with several addresses, taken apart: a street, a postcode or a state that comes again begins the next one. */
export function splitAddresses(text: string): string[] {
  const words = wordsOf(text);
  const cuts: number[] = [];
  let seen = { ...NOTHING };
  words.forEach((word, at) => {
    const marks = marksOf(words, at);
    if (at > 0 && isAgain(marks, seen, words, at, text)) {
      const cut = beginningOf(words, at, text, cuts.at(-1) ?? 0);
      cuts.push(cut);
      seen = { ...NOTHING };
      for (let back = at - 1; back >= 0 && (words[back] as Word).start >= cut; back--)
        note(seen, marksOf(words, back), words[back] as Word);
    }
    note(seen, marks, word);
  });
  const parts = [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
  return parts.filter((part) => /\p{L}|\d/u.test(part));
}

type Mark = 'street' | 'state' | 'cep' | null;

function marksOf(words: Word[], at: number): Mark {
  const word = words[at] as Word;
  if (word.kind === 'cep') return 'cep';
  if (words[at + 1]?.gap === 'colon' && STREET_LABEL.test(word.plain)) return 'street';
  if (isStreet(words, at)) return 'street';
  const next = words[at + 1];
  const isCode =
    /^[A-Z]{2}$/.test(word.text) &&
    isStateCode(word.plain) &&
    (!next || beginsPart(next) || beginsStreet(words, at + 1) || /^(cep|e)$/.test(next.plain));
  return isCode ? 'state' : null;
}

function isStreet(words: Word[], at: number): boolean {
  if (!beginsStreet(words, at)) return false;
  const before = words[at - 1];
  // In the middle of a part only where another address ended: `Edifício Praça Pamplona` is none.
  if (before && !beginsPart(words[at] as Word) && !endsAddress(before)) return false;
  return !isLabelled(words, at) && !isLinked(words, at);
}

const endsAddress = ({ text, plain, kind }: Word) =>
  kind === 'cep' ||
  kind === 'none' ||
  kind === 'number' ||
  plain === 'e' ||
  (isStateCode(plain) && text === plain.toUpperCase());

const isLabelled = (words: Word[], at: number) =>
  words[at]?.gap === 'colon' && STREET_LABEL.test(words[at - 1]?.plain ?? '');

function isLinked(words: Word[], at: number): boolean {
  for (let back = at; back > 0 && back > at - 8; back--) {
    if (beginsPart(words[back] as Word)) return LINK.test(words[back]?.plain ?? '');
    if (LINK.test(words[back - 1]?.plain ?? '')) return true;
  }
  return false;
}

function note(seen: Seen, mark: Mark, word: Word): void {
  if (mark !== null) seen[mark] = true;
  if (word.kind === 'number' || word.kind === 'none' || word.kind === 'km') seen.number = true;
}

/**
 * The same part once more; a street only if the one before is complete, so that two streets of one corner stay
 * together.
 */
function isAgain(mark: Mark, seen: Seen, words: Word[], at: number, text: string): boolean {
  if (mark === 'street') return seen.street && (seen.number || seen.state || seen.cep || startsItem(words, at, text));
  if (mark === 'cep') return seen.cep;
  return mark === 'state' && seen.state && !seen.street && isOnOwnLine(words, at, text);
}

const between = (words: Word[], at: number, text: string) =>
  text.slice(words[at - 1]?.end ?? 0, (words[at] as Word).start);
const startsItem = (words: Word[], at: number, text: string) => /[\n;]/.test(between(words, at, text));

/** `Santos - SP; Curitiba - PR`. */
function isOnOwnLine(words: Word[], at: number, text: string): boolean {
  for (let back = at; back > 0 && back > at - FARTHEST; back--) if (startsItem(words, back, text)) return true;
  return false;
}

/**
 * The item the word stands in: from its line's beginning, its semicolon or its number on, else from the word itself.
 */
function beginningOf(words: Word[], at: number, text: string, notBefore: number): number {
  for (let back = at; back > 0 && back > at - FARTHEST && (words[back] as Word).start > notBefore; back--) {
    const gap = between(words, back, text);
    const end = gap.search(/[\n;]/);
    if (end >= 0) return (words[back - 1] as Word).end + end + 1;
    // What counts the addresses: `2) Rua …`.
    if (
      back < at &&
      /^\s*[).-]\s*$/.test(between(words, back + 1, text)) &&
      /^(\d{1,2}|[a-h])$/.test((words[back] as Word).plain)
    )
      return (words[back] as Word).start;
    if (hasMark(words, back - 1)) break;
  }
  return (words[at] as Word).start;
}

/** Belongs to the address before. */
const hasMark = (words: Word[], at: number) => marksOf(words, at) !== null;
