import type { Place } from './cityAndState.ts';
import { complementEnd } from './numbersAndComplements.ts';
import { standardSuburb } from './standardForm.ts';
import { isStateCode } from './states.ts';
import { markTaken, textOf, type Draft, type Part, type Span, beginsPart, type Word } from './tokens.ts';
import { isCompleteSuburb, LEAD_IN_WORDS, isSuburbPrefix } from './vocabulary.ts';

/** The suburb, and the complements of the house number. */
type SuburbAndComplements = { suburb: Part | null; complements: Span[] };

export function findSuburbAndComplements(draft: Draft, street: Span | null, place: Place): SuburbAndComplements {
  const complements = takeComplements(draft, street);
  const pieces = freePieces(draft);
  const chosen = labelled(draft, pieces) ?? chosenPiece(draft, pieces, street, place);
  if (chosen) markTaken(draft, chosen.span);
  const suburb = chosen && suburbPart(textOf(draft, chosen.span), chosen.score);
  return {
    suburb,
    complements: [...complements, ...(street && chosen ? between(pieces, street, chosen.span) : [])].toSorted(
      (a, b) => a.from - b.from,
    ),
  };
}

function suburbPart(written: string, score: number): Part | null {
  const value = written.replace(/^(bairro|b\.)[:\s]+/i, '');
  return /\p{L}{2}/u.test(value) ? { value, stdValue: standardSuburb(value), score } : null;
}

/** Complements are labelled or behind the street. */
function takeComplements(draft: Draft, street: Span | null): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < draft.words.length; at++) {
    const hinted = draft.words[at]?.hint === 'complement' && !draft.taken[at];
    const end = hinted ? hintEnd(draft, at) : street && at >= street.to ? complementEnd(draft, at) : null;
    if (end === null || draft.words[at]?.hint === 'suburb') continue;
    found.push({ from: at, to: end });
    markTaken(draft, { from: at, to: end });
    at = end - 1;
  }
  return found;
}

function hintEnd({ words }: Draft, from: number): number {
  let to = from + 1;
  while (words[to]?.hint === 'complement') to++;
  return to;
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

type Chosen = { span: Span; score: number };

function labelled({ words }: Draft, pieces: Span[]): Chosen | null {
  const span = pieces.find(({ from }) => words[from]?.hint === 'suburb');
  return span ? { span, score: 0.97 } : null;
}

/** The run between street and city that is nearest to the city; in reversed order the one before the street. */
function chosenPiece(draft: Draft, pieces: Span[], street: Span | null, place: Place): Chosen | null {
  const { words } = draft;
  const free = pieces.filter(
    ({ from }) => words[from]?.hint === null || words[from]?.hint === 'street' || words[from]?.hint === 'city',
  );
  const centre = place.city ?? place.state;
  if (!street) return placeOnly(draft, free, centre);
  const known = free.map((piece) => withoutUnknownCity(draft, piece, place)).filter((piece) => piece !== null);
  const named = known.filter(
    (piece) => complementEnd(draft, piece.from) !== piece.to && !isOtherStreet(words[piece.from] as Word),
  );
  const isReversed = centre !== null && centre.from < street.from;
  const before = named.filter(({ to }) => to <= street.from);
  const behind = named.filter(({ from }) => from >= street.to);
  const until = centre === null || isReversed ? behind : behind.filter(({ to }) => to <= centre.from);
  const open = until.filter((piece) => !isBracketed(draft, piece));
  const inside = open.length > 0 ? open : until;
  // Nearest to the city, because the name of a building may follow the street.
  if (isReversed)
    return (
      pick(draft, before.find(({ from }) => from >= centre.to) ?? before.at(-1), 0.85) ?? pick(draft, behind[0], 0.7)
    );
  return (
    pick(draft, centre === null ? inside[0] : inside.at(-1), 0.9) ??
    pick(
      draft,
      behind.find(({ from }) => from >= (centre?.to ?? 0)),
      0.6,
    )
  );
}

/** `Centro, Niterói/RJ` has a suburb; other words before a city may be a building or a company. */
function placeOnly({ words }: Draft, pieces: Span[], centre: Span | null): Chosen | null {
  const [only, second] = pieces;
  if (!centre || !only || second) return null;
  const plain = words[only.from]?.plain ?? '';
  return { span: only, score: isSuburbWord(plain) ? 0.85 : 0.5 };
}

/**
 * Words in the place of the city that are not a municipality are not a suburb either; of `Centro Xyz - RS` only Centro
 * is. In Brasília they are regions.
 */
function withoutUnknownCity({ words }: Draft, piece: Span, { city, state }: Place): Span | null {
  if (city !== null || state === null || state.stdValue === 'DF' || state.from !== piece.to) return piece;
  return isCompleteSuburb(words[piece.from]?.plain ?? '') ? { from: piece.from, to: piece.from + 1 } : null;
}

const isSuburbWord = (plain: string) => isSuburbPrefix(plain) || isCompleteSuburb(plain);

/** Whether the run is another street of a corner; `Praça Seca` is a suburb. */
const isOtherStreet = ({ plain }: Word) => /^(rua|avenida|av|travessa|rodovia|estrada|alameda)$/.test(plain);

const isBracketed = ({ text, words }: Draft, { from }: Span) => /\(\s*$/.test(text.slice(0, words[from]?.start));

function pick(draft: Draft, span: Span | undefined, score: number): Chosen | null {
  if (!span) return null;
  if (beginsPart(draft.words[span.from] as Word)) return { span, score };
  // Where nothing separates them, words of the complement may precede `Jardim` and similar words.
  const opener = draft.words.findIndex(
    ({ plain }, at) =>
      at > span.from && at < span.to - 1 && /^(jardim|jd|vila|parque|setor|residencial|conjunto|bairro)$/.test(plain),
  );
  const isWhole =
    opener < 0 ||
    isSuburbPrefix(draft.words[span.from]?.plain ?? '') ||
    /^(d[aeo]s?|bo[am]|bela|nov[oa])$/.test(draft.words[opener - 1]?.plain ?? '');
  return isWhole ? { span, score: score - 0.1 } : { span: { from: opener, to: span.to }, score: score - 0.3 };
}

/** Runs between the street and the suburb belong to the complement: the name of a building. */
const between = (pieces: Span[], street: Span, suburb: Span) =>
  pieces.filter(({ from, to }) => from >= street.to && to <= suburb.from);
