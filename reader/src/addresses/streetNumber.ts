import { complementEnd } from './complement.ts';
import { endsPart, take, writtenIn, type Draft, type Part, type Span } from './draft.ts';
import { isWholeSuburb } from './suburbWords.ts';
import { beginsPart, type Word } from './words.ts';

type Found = Part & Span;

const MARKER = /^(no|n|num|numero|nr|nro|n9|n0)$/;
const STOREY = /^(andar|and|pavimento|pav|piso)$/;

/** `nº`, `n.` and `número` in front of a number. */
export const isMarkerAt = (words: Word[], at: number): boolean =>
  MARKER.test((words[at] as Word).plain) &&
  (words[at + 1]?.kind === 'number' || words[at + 1]?.kind === 'none' || isNumberLike(words[at + 1])) &&
  words[at + 1]?.gap !== 'line';

/** `12A` is a number of a house, `T4` is none. */
export const isNumberLike = (word: Word | undefined) =>
  word !== undefined && (word.kind === 'number' || /^\d{1,5}[a-z]$/.test(word.plain));

/** A number, `s/n` or a kilometre stands here. */
export function hasNumberBehind({ words }: Draft, at: number): boolean {
  const word = words[at];
  return (
    word !== undefined &&
    (word.kind === 'number' || word.kind === 'none' || word.kind === 'km' || isMarkerAt(words, at))
  );
}

/** The number of the house: behind the street, else behind `nº` anywhere, else before the street. */
export function findNumber(draft: Draft, street: Span | null): Part | null {
  const found =
    labelledNumber(draft) ??
    (street &&
      (numberAt(draft, street.to, 0.95) ?? markedNumber(draft, street.to) ?? numberBefore(draft, street.from)));
  if (!found) return null;
  take(draft, found);
  const { value, stdValue, score } = found;
  return { value, stdValue, score };
}

function labelledNumber(draft: Draft): Found | null {
  const at = draft.words.findIndex(({ hint }, index) => hint === 'number' && !draft.taken[index]);
  return at < 0 ? null : numberAt(draft, at, 0.98);
}

function numberAt(draft: Draft, at: number, score: number): Found | null {
  const { words, taken } = draft;
  const from = words[at] && isMarkerAt(words, at) ? at + 1 : at;
  const word = words[from];
  if (!word || taken[from] || word.hint === 'complement') return null;
  if (word.kind === 'none') return found({ from: at, to: from + 1 }, word.text, 'S/N', score);
  if (word.kind === 'km') return kilometre(draft, from, score);
  if (!isNumberLike(word) || isStorey(words, from + 1)) return null;
  const to = endWithLetter(draft, from);
  const value = writtenIn(draft, { from, to });
  return found({ from: at, to }, value, standardNumber(value), score);
}

/** `5 andar`, but not the `5` of `5 pav. 2`. */
const isStorey = (words: Word[], at: number) =>
  words[at] !== undefined && !beginsPart(words[at]) && STOREY.test(words[at].plain) && words[at + 1]?.kind !== 'number';

/** `12-A` and `1440 A`; a letter that something follows is the beginning of that. */
function endWithLetter(draft: Draft, from: number): number {
  const letter = draft.words[from + 1];
  if (!letter || draft.taken[from + 1] || !/^\p{L}$/u.test(letter.text)) return from + 1;
  const next = draft.words[from + 2];
  const closed =
    endsPart(draft, from + 1) ||
    complementEnd(draft, from + 2) !== null ||
    isWholeSuburb(next?.plain ?? '') ||
    /^[A-DFGH]$/.test(letter.text);
  return letter.gap === 'hyphen' || (letter.gap === 'space' && letter.text !== 'e' && letter.text !== 'a' && closed)
    ? from + 2
    : from + 1;
}

/** A kilometre is the number of a house on a road, unless the house has one as well. */
function kilometre(draft: Draft, from: number, score: number): Found {
  const better = numberAfter(draft, from + 1);
  const word = draft.words[from] as Word;
  return better ?? found({ from, to: from + 1 }, word.text, `km ${word.text.replace(/^km\.?\s*/i, '')}`, score);
}

function numberAfter(draft: Draft, at: number): Found | null {
  const word = draft.words[at];
  return word && (isMarkerAt(draft.words, at) || word.kind === 'none') ? numberAt(draft, at, 0.95) : null;
}

/** `nº 12` further on, but not that of a flat or a shop. */
function markedNumber(draft: Draft, from: number): Found | null {
  for (let at = from; at < draft.words.length; at++) {
    const end = complementEnd(draft, at);
    if (end !== null) at = end - 1;
    else if (!draft.taken[at] && isMarkerAt(draft.words, at)) return numberAt(draft, at, 0.9);
  }
  return null;
}

/** `1500, Avenida Higienópolis`; a `1.` before a street counts the addresses. */
function numberBefore(draft: Draft, streetFrom: number): Found | null {
  const [word, street] = [draft.words[streetFrom - 1], draft.words[streetFrom]];
  if (
    word?.kind !== 'number' ||
    draft.taken[streetFrom - 1] ||
    !beginsPart(word) ||
    !street ||
    /[.)]/.test(draft.text.slice(word.end, street.start))
  )
    return null;
  return numberAt(draft, streetFrom - 1, 0.75);
}

const found = (span: Span, value: string, stdValue: string, score: number): Found => ({
  ...span,
  value,
  stdValue,
  score,
});

const standardNumber = (value: string) =>
  value
    .toUpperCase()
    .replace(/(\d)\.(?=\d{3})/g, '$1')
    .replace(/\s*-\s*/, '-')
    .replace(/\s+/g, ' ');
