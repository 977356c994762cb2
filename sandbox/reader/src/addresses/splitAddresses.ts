import { isStateCode } from './states.ts';
import { beginsPart, tokenize, type Word } from './tokens.ts';
import { streetStartsAt } from './vocabulary.ts';

/** Words before another street of the same address. */
const LINK =
  /^(esquina|esq|entre|proximo|proxima|prox|frente|lado|acesso|antig[oa]|fundos|com|pela|pelo|altura|travessa)$/;
const STREET_LABEL = /^(endereco|logradouro|end)$/;

/** The most words of an address before its state. */
const MOST_WORDS = 60;

type PartsFound = { street: boolean; number: boolean; state: boolean; cep: boolean };
const NO_PARTS: PartsFound = { street: false, number: false, state: false, cep: false };

/** Splits a text into addresses: a second street, postal code or state begins the next one. */
export function splitAddresses(text: string): string[] {
  const words = tokenize(text);
  const cuts: number[] = [];
  let found = { ...NO_PARTS };
  words.forEach((word, at) => {
    const mark = markOf(words, at);
    if (at > 0 && beginsNextAddress(mark, found, words, at, text)) {
      const cut = startOfItem(words, at, text, cuts.at(-1) ?? 0);
      cuts.push(cut);
      found = { ...NO_PARTS };
      for (let back = at - 1; back >= 0 && (words[back] as Word).start >= cut; back--)
        record(found, markOf(words, back), words[back] as Word);
    }
    record(found, mark, word);
  });
  const parts = [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length));
  return parts.filter((part) => /\p{L}|\d/u.test(part));
}

type Mark = 'street' | 'state' | 'cep' | null;

function markOf(words: Word[], at: number): Mark {
  const word = words[at] as Word;
  if (word.kind === 'cep') return 'cep';
  if (words[at + 1]?.gap === 'colon' && STREET_LABEL.test(word.plain)) return 'street';
  if (isStreet(words, at)) return 'street';
  const next = words[at + 1];
  const isCode =
    /^[A-Z]{2}$/.test(word.text) &&
    isStateCode(word.plain) &&
    (!next || beginsPart(next) || streetStartsAt(words, at + 1) || /^(cep|e)$/.test(next.plain));
  return isCode ? 'state' : null;
}

function isStreet(words: Word[], at: number): boolean {
  if (!streetStartsAt(words, at)) return false;
  const before = words[at - 1];
  // Inside a part only behind the end of another address: in `Edifício Praça Pamplona` no street begins.
  if (before && !beginsPart(words[at] as Word) && !endsAddress(before)) return false;
  return !isLabelled(words, at) && !isLinked(words, at);
}

const endsAddress = ({ text, plain, kind }: Word) =>
  kind === 'cep' ||
  kind === 'noNumber' ||
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

function record(found: PartsFound, mark: Mark, word: Word): void {
  if (mark !== null) found[mark] = true;
  if (word.kind === 'number' || word.kind === 'noNumber' || word.kind === 'km') found.number = true;
}

/** A component occurs again. A street counts only if the address is complete: a corner has two streets. */
function beginsNextAddress(mark: Mark, found: PartsFound, words: Word[], at: number, text: string): boolean {
  if (mark === 'street')
    return found.street && (found.number || found.state || found.cep || startsItem(words, at, text));
  if (mark === 'cep') return found.cep;
  return mark === 'state' && found.state && !found.street && isOnOwnLine(words, at, text);
}

const between = (words: Word[], at: number, text: string) =>
  text.slice(words[at - 1]?.end ?? 0, (words[at] as Word).start);
const startsItem = (words: Word[], at: number, text: string) => /[\n;]/.test(between(words, at, text));

/** `Santos - SP; Curitiba - PR`. */
function isOnOwnLine(words: Word[], at: number, text: string): boolean {
  for (let back = at; back > 0 && back > at - MOST_WORDS; back--) if (startsItem(words, back, text)) return true;
  return false;
}

/** The start of the list item with the word: behind a line break or semicolon, at its number, else the word itself. */
function startOfItem(words: Word[], at: number, text: string, notBefore: number): number {
  for (let back = at; back > 0 && back > at - MOST_WORDS && (words[back] as Word).start > notBefore; back--) {
    const gap = between(words, back, text);
    const end = gap.search(/[\n;]/);
    if (end >= 0) return (words[back - 1] as Word).end + end + 1;
    // The number of the item: `2) Rua …`.
    if (
      back < at &&
      /^\s*[).-]\s*$/.test(between(words, back + 1, text)) &&
      /^(\d{1,2}|[a-h])$/.test((words[back] as Word).plain)
    )
      return (words[back] as Word).start;
    // This word belongs to the address before.
    if (markOf(words, back - 1) !== null) break;
  }
  return (words[at] as Word).start;
}
