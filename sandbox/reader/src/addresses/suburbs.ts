import type { Place } from './cityAndState.ts';
import { complementEnd, isPostBox } from './numbersAndComplements.ts';
import { standardSuburb } from './standardForm.ts';
import { isStateCode } from './states.ts';
import {
  beginsPart,
  firstMatch,
  markTaken,
  textOf,
  WORD_END,
  type Draft,
  type Part,
  type Span,
  type Word,
} from './tokens.ts';
import { verboseRegExp } from '../text/pattern.ts';
import { isCompleteSuburb, LEAD_IN_WORDS, isSuburbPrefix } from './vocabulary.ts';

type Chosen = Span & { score: number };

/** The suburb, and the complements of the house number. */
export function findSuburbAndComplements(draft: Draft, street: Span | null, place: Place) {
  const complements = takeComplements(draft, street);
  const pieces = freePieces(draft);
  const labelled = pieces.find(({ from }) => draft.words[from]?.hint === 'suburb');
  const chosen = labelled ? { ...labelled, score: 0.97 } : chosenPiece(draft, pieces, street, place);
  if (street && chosen) {
    // Runs between the street and the suburb belong to the complement: the name of a building.
    complements.push(...pieces.filter(({ from, to }) => from >= street.to && to <= chosen.from));
    complements.sort((a, b) => a.from - b.from);
  }
  return { suburb: chosen && suburbPart(textOf(draft, chosen), chosen.score), complements };
}

function suburbPart(written: string, score: number): Part | null {
  const value = written.replace(/^(bairro|b\.)[:\s]+/i, '');
  return /\p{L}{2}/u.test(value) ? { value, stdValue: standardSuburb(value), score } : null;
}

/** Complements are labelled or behind the street; a post box needs none. */
function takeComplements(draft: Draft, street: Span | null): Span[] {
  const { words, taken } = draft;
  const found: Span[] = [];
  let at = 0;
  while (at < words.length) {
    const hint = words[at]?.hint;
    const mayBegin = street ? at >= street.to : isPostBox(draft, at);
    let to = mayBegin && hint !== 'suburb' ? complementEnd(draft, at) : null;
    if (hint === 'complement' && !taken[at]) for (to = at + 1; words[to]?.hint === hint;) to++;
    if (to !== null) {
      found.push({ from: at, to });
      markTaken(draft, { from: at, to });
    }
    at = to ?? at + 1;
  }
  return found;
}

/** Runs of words that belong to no component yet, without lead-in words. */
function freePieces({ words, taken }: Draft): Span[] {
  const pieces: Span[] = [];
  words.forEach((word, at) => {
    const last = pieces.at(-1);
    if (taken[at] || word.hint === 'other' || word.hint === 'number') return;
    if (last && last.to === at && !beginsPart(word) && words[last.from]?.hint === word.hint) last.to++;
    else pieces.push({ from: at, to: at + 1 });
  });
  return pieces
    .map((piece) => trimmed(words, piece))
    .filter(({ from, to }) => words.slice(from, to).some(isWordy) && !(to - from === 1 && isCode(words[from] as Word)));
}

/** State codes that were not taken are not a suburb. */
const isCode = ({ text, plain }: Word) => isStateCode(plain) && text === plain.toUpperCase();

const isWordy = ({ kind, text }: Word) => kind === 'word' && /^\p{L}[\p{L}\d'’]+$/u.test(text);

function trimmed(words: Word[], piece: Span): Span {
  let { from, to } = piece;
  while (from < to && isLeading(words[from] as Word, words[from + 1])) from++;
  while (from < to && /^(em|na|no|e|d[eao]|cidade|municipio|estado)$/.test((words[to - 1] as Word).plain)) to--;
  return { from, to };
}

/** `cidade de` leads to a name; `Cidade Jardim` is one. */
function isLeading({ plain, kind, text }: Word, next: Word | undefined): boolean {
  if (kind !== 'word') return true;
  if (/^(cidade|distrito)$/.test(plain)) return !next || (plain === 'cidade' && /^d[eoa]$/.test(next.plain));
  return (
    LEAD_IN_WORDS.has(plain) &&
    (text === plain || (plain === 'e' && next?.kind === 'number') || plain === 'bairro' || plain === 'cep')
  );
}

/** The run between street and city that is nearest to the city; in reversed order the one before the street. */
function chosenPiece(draft: Draft, pieces: Span[], street: Span | null, { city, state }: Place): Chosen | null {
  const { words } = draft;
  const free = pieces.filter(({ from }) => /^(null|street|city)$/.test(String(words[from]?.hint)));
  const centre = city ?? state;
  if (!street) return placeOnly(draft, free, centre);
  const named = free
    .map((piece) => withoutUnknownCity(draft, piece, { city, state }))
    .filter((piece) => piece !== null)
    .filter((piece) => complementEnd(draft, piece.from) !== piece.to && !isOtherStreet(words[piece.from] as Word));
  const behind = named.filter(({ from }) => from >= street.to);
  if (centre && centre.from < street.from) {
    const before = named.filter(({ to }) => to <= street.from);
    const nearest = before.find(({ from }) => from >= centre.to) ?? before.at(-1);
    return pick(draft, nearest, 0.85) ?? pick(draft, behind[0], 0.7);
  }
  const until = behind.filter(({ to }) => !centre || to <= centre.from);
  const open = until.filter((piece) => !isBracketed(draft, piece));
  const inside = open.length > 0 ? open : until;
  // Nearest to the city, because the name of a building may follow the street.
  const nearest = centre ? inside.at(-1) : inside[0];
  return (
    pick(draft, nearest, 0.9) ??
    pick(
      draft,
      behind.find(({ from }) => from >= (centre?.to ?? 0)),
      0.6,
    )
  );
}

/** `Centro, Niterói/RJ` has a suburb; other words before a city may be a building or a company. */
function placeOnly({ words }: Draft, [only, second]: Span[], centre: Span | null): Chosen | null {
  if (!centre || !only || second) return null;
  const plain = words[only.from]?.plain ?? '';
  return { ...only, score: isSuburbPrefix(plain) || isCompleteSuburb(plain) ? 0.85 : 0.5 };
}

/**
 * Words in the place of the city that are not a municipality are not a suburb either; of `Centro Xyz - RS` only Centro
 * is. In Brasília they are regions.
 */
function withoutUnknownCity({ words }: Draft, piece: Span, { city, state }: Place): Span | null {
  if (city !== null || state === null || state.stdValue === 'DF' || state.from !== piece.to) return piece;
  return isCompleteSuburb(words[piece.from]?.plain ?? '') ? { from: piece.from, to: piece.from + 1 } : null;
}

/** Whether the run is another street of a corner; `Praça Seca` is a suburb. */
const isOtherStreet = ({ plain }: Word) => /^(rua|avenida|av|travessa|rodovia|estrada|alameda)$/.test(plain);

const isBracketed = ({ text, words }: Draft, { from }: Span) => /\(\s*$/.test(text.slice(0, words[from]?.start));

/** Where nothing separates them, words of the complement may precede `Jardim` and similar words. */
const OPENER = verboseRegExp('y')`
  (?<!(?:d[aeo]s?|bo[am]|bela|nov[oa])[\n| -])(?:jardim|jd|vila|parque|setor|residencial|conjunto|bairro)${WORD_END}
`;

function pick(draft: Draft, span: Span | undefined, score: number): Chosen | null {
  if (!span) return null;
  const first = draft.words[span.from] as Word;
  if (beginsPart(first)) return { ...span, score };
  const opener = firstMatch(draft, OPENER, (at) => at > span.from && at < span.to - 1)?.from;
  return opener === undefined || isSuburbPrefix(first.plain)
    ? { ...span, score: score - 0.1 }
    : { from: opener, to: span.to, score: score - 0.3 };
}
