import { isStateCode } from './states.ts';
import { beginsPart, tokenize, type Word } from './tokens.ts';
import { streetStartsAt } from './vocabulary.ts';

/** Words before another street of the same address. */
const LINK =
  /^(esquina|esq|entre|proximo|proxima|prox|frente|lado|acesso|antig[oa]|fundos|com|pela|pelo|altura|travessa)$/;
const STREET_LABEL = /^(endereco|logradouro|end)$/;

/** The most words of an address before its state. */
const MOST_WORDS = 60;

/** Splits a text into addresses: a second street, postal code or state begins the next one. */
export function splitAddresses(text: string): string[] {
  const words = tokenize(text);
  const cuts = [0];
  /** Where each was last in the text. */
  const last = { street: -1, number: -1, state: -1, cep: -1 };
  for (const [at, word] of words.entries()) {
    const from = cuts.at(-1) ?? 0;
    const [hasStreet, hasNumber, hasState, hasCep] = Object.values(last).map((start) => start >= from);
    const mark = markOf(words, at);
    const beginsNext = {
      // A street counts only if the address is complete: a corner has two streets.
      street: hasStreet && (hasNumber || hasState || hasCep || LIST_BREAK.test(between(words, at, text))),
      cep: hasCep,
      // `Santos - SP; Curitiba - PR`.
      state:
        hasState && !hasStreet && LIST_BREAK.test(text.slice(words[Math.max(0, at - MOST_WORDS)]?.end, word.start)),
    };
    if (mark && beginsNext[mark]) cuts.push(startOfItem(words, at, text, from));
    if (mark) last[mark] = word.start;
    if (word.kind === 'number' || word.kind === 'noNumber' || word.kind === 'km') last.number = word.start;
  }
  const parts = cuts.map((from, index) => text.slice(from, cuts[index + 1]));
  return parts.filter((part) => /\p{L}|\d/u.test(part));
}

const LIST_BREAK = /[\n;]/;
const between = (words: Word[], at: number, text: string) =>
  text.slice(words[at - 1]?.end ?? 0, (words[at] as Word).start);

function markOf(words: Word[], at: number): 'street' | 'state' | 'cep' | null {
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

/** The start of the list item with the word: behind a line break or semicolon, at its number, else the word itself. */
function startOfItem(words: Word[], at: number, text: string, notBefore: number): number {
  for (let back = at; back > 0 && back > at - MOST_WORDS && (words[back] as Word).start > notBefore; back--) {
    const gap = between(words, back, text);
    const end = gap.search(LIST_BREAK);
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
