import { findBlock, standardBlock } from './brasiliaBlocks.ts';
import { complementEnd, hasNumberBehind, isNumberMarkerAt, isNumberLike } from './numbersAndComplements.ts';
import { isParticle, standardRoad, standardStreet } from './standardForm.ts';
import {
  endOfPart,
  endsPart,
  markTaken,
  textOf,
  type Draft,
  type Part,
  type Span,
  beginsPart,
  type Word,
} from './tokens.ts';
import { streetStartsAt, isDay, streetTypeOf, isCompleteSuburb, isSuburbPrefix } from './vocabulary.ts';

/** The street: its type, its name, and its words. */
type Street = { type: Part | null; name: Part; at: Span };

/**
 * The street: a block of Brasília or a name with a street type, else a numbered road, else the first words with a number
 * behind them.
 */
export function findStreet(draft: Draft, isForeign: boolean): Street | null {
  const typed = typedStreet(draft, 'common');
  const block = isForeign ? null : blockOf(draft, typed);
  const street =
    block ?? typed ?? (isForeign ? null : (typedStreet(draft, 'rare') ?? numberedRoad(draft) ?? untypedStreet(draft)));
  if (street) markTaken(draft, street.at);
  return street;
}

function blockOf(draft: Draft, typed: Street | null): Street | null {
  const block = findBlock(draft);
  if (!block || (typed && (block.typed || typed.at.from < block.from))) return null;
  const whole = textOf(draft, block);
  const standard = standardBlock(draft, block);
  if (!block.typed) return { type: null, name: { value: whole, stdValue: standard, score: 0.9 }, at: block };
  const rest = { from: block.from + 1, to: block.to };
  return {
    type: { value: textOf(draft, { from: block.from, to: block.from + 1 }), stdValue: 'Quadra', score: 0.9 },
    name: { value: textOf(draft, rest), stdValue: standard.replace(/^Quadra /, ''), score: 0.85 },
    at: block,
  };
}

/** The first street with a type; one at the beginning of a part is preferred. */
function typedStreet(draft: Draft, which: 'common' | 'rare'): Street | null {
  const { words } = draft;
  const starts = words.flatMap((_word, at) => (isStart(draft, at, which) ? [at] : []));
  const ordered = [
    ...starts.filter((at) => beginsPart(words[at] as Word)),
    ...starts.filter((at) => !beginsPart(words[at] as Word)),
  ];
  for (const at of ordered) {
    const street = streetFrom(draft, at);
    if (street) return street;
  }
  return null;
}

function isStart(draft: Draft, at: number, which: 'common' | 'rare'): boolean {
  const { words, taken } = draft;
  if (taken[at] || taken[at + 1]) return false;
  if (which === 'common') return streetStartsAt(words, at) && (words[at] as Word).kind === 'word';
  const word = words[at] as Word;
  if (streetTypeOf(word.plain)?.reach !== 'first' || (at > 0 && !beginsPart(word))) return false;
  return at === words.findIndex((_one, index) => !taken[index]) && hasNumberBehind(draft, endOfPart(draft, at));
}

function streetFrom(draft: Draft, at: number): Street | null {
  const { words } = draft;
  const end = nameEnd(draft, at + 1);
  const name = { from: at + 1, to: end };
  if (end === at + 1) return null;
  const word = words[at] as Word;
  const ordinal = words[at - 1];
  // `2ª Travessa`: the ordinal belongs to the type.
  const counted = ordinal && !draft.taken[at - 1] && /^\d{1,2}[ao]$/.test(ordinal.plain) && word.gap === 'space';
  const from = counted ? at - 1 : at;
  const standard = streetTypeOf(word.plain)?.standard ?? word.text;
  const type = {
    value: textOf(draft, { from, to: at + 1 }),
    stdValue: counted ? `${ordinal.text} ${standard}` : standard,
    score: 0.95,
  };
  const written = textOf(draft, name);
  return {
    type,
    name: { value: written, stdValue: standardRoad(written), score: nameScore(draft, name) },
    at: { from, to: end },
  };
}

/** A name without a clear end may include a suburb. */
function nameScore(draft: Draft, { from, to }: Span): number {
  const next = draft.words[to];
  if (next && !beginsPart(next) && (hasNumberBehind(draft, to) || complementEnd(draft, to) !== null)) return 0.9;
  return next && beginsPart(next) && !draft.taken[to] ? 0.92 : to - from > 3 ? 0.5 : 0.75;
}

function nameEnd(draft: Draft, from: number): number {
  const { words, taken } = draft;
  let at = from;
  while (at < words.length && !taken[at] && !endsName(draft, from, at)) at++;
  while (at > from + 1 && isParticle((words[at - 1] as Word).plain)) at--;
  return at;
}

function endsName(draft: Draft, from: number, at: number): boolean {
  const { words } = draft;
  const word = words[at] as Word;
  if (word.kind === 'cep' || word.kind === 'noNumber' || word.kind === 'km') return true;
  if (at === from)
    return word.gap === 'line' || word.gap === 'break' || (isNumberMarkerAt(words, at) && word.kind !== 'number');
  if (beginsPart(word) || isNumberMarkerAt(words, at)) return true;
  if (isNumberLike(word)) return !isPartOfName(draft, at);
  if (complementEnd(draft, at) !== null && !isParticle((words[at - 1] as Word).plain)) return true;
  return isSuburbAt(draft, at);
}

/** Whether a number belongs to the name: a day, `T-37`, `BR 116`, or the last word if another number follows a comma. */
function isPartOfName({ words, taken }: Draft, at: number): boolean {
  const [before, word, next] = [words[at - 1] as Word, words[at] as Word, words[at + 1]];
  if (word.gap === 'hyphen' || isDay(words, at)) return true;
  if (
    /^(br|[a-z]{2})$/.test(before.plain) &&
    /^\d{3}$/.test(word.text) &&
    streetTypeOf(words[at - 2]?.plain ?? '')?.standard === 'Rodovia'
  )
    return true;
  const after = words[at + 2];
  return (
    next !== undefined &&
    beginsPart(next) &&
    next.gap !== 'line' &&
    next.kind === 'number' &&
    !taken[at + 1] &&
    next.hint === word.hint &&
    (!after || beginsPart(after)) &&
    word.text.length <= 3
  );
}

/** Whether a suburb follows the name without a number or a comma between them. */
function isSuburbAt(draft: Draft, at: number): boolean {
  const { words } = draft;
  const { plain } = words[at] as Word;
  if (plain === 'bairro') return true;
  if (isCompleteSuburb(plain)) return endsPart(draft, at) && !isParticle((words[at - 1] as Word).plain);
  if (!isSuburbPrefix(plain) || isParticle((words[at - 1] as Word).plain) || words[at + 1] === undefined) return false;
  const end = endOfPart(draft, at);
  const hasNumber = words.slice(at, end).some(({ kind }) => kind === 'number') || hasNumberBehind(draft, end);
  return !hasNumber && end < words.length && draft.taken[end] === true && !beginsPart(words[end] as Word);
}

/** `BR-116`, `SP-310`. */
function numberedRoad(draft: Draft): Street | null {
  const { words, taken } = draft;
  const at = words.findIndex(
    (word, index) =>
      !taken[index] &&
      /^[A-Z]{2}$/i.test(word.text) &&
      beginsPart(word) &&
      /^\d{3}$/.test(words[index + 1]?.text ?? '') &&
      !beginsPart(words[index + 1] as Word),
  );
  if (at < 0) return null;
  const side = words[at + 2];
  const span = {
    from: at,
    to: side && !beginsPart(side) && !taken[at + 2] && /^(norte|sul|leste|oeste)$/.test(side.plain) ? at + 3 : at + 2,
  };
  const value = textOf(draft, span);
  return { type: null, name: { value, stdValue: standardRoad(value), score: 0.9 }, at: span };
}

/** `Paulista, 1000`: the first words, if only a number follows in their part or in the next. */
function untypedStreet(draft: Draft): Street | null {
  const { words, taken } = draft;
  const from = words.findIndex((_word, index) => !taken[index]);
  const word = words[from];
  if (!word || word.kind !== 'word' || (word.hint !== null && word.hint !== 'street')) return null;
  const end = endOfPart(draft, from);
  const inside = words
    .slice(from, end)
    .findIndex((one, index) => index > 0 && isNumberLike(one) && !isDay(words, from + index));
  const number = inside < 0 ? end : from + inside;
  const to = number > from + 1 && isNumberMarkerAt(words, number - 1) ? number - 1 : number;
  if (to - from > 6 || !hasNumberBehind(draft, to) || !isStreetLike(draft, { from, to })) return null;
  const value = textOf(draft, { from, to });
  return { type: null, name: { value, stdValue: standardStreet(value), score: 0.6 }, at: { from, to } };
}

/** A name with a number is a street only if other components of an address were found. */
const isStreetLike = ({ words, taken }: Draft, { from, to }: Span) =>
  taken.some(Boolean) &&
  !words
    .slice(from, to)
    .some(({ plain }) => /^(pedido|nota|valor|total|data|cpf|cnpj|quadra|lote|apto|sala|caixa)$/.test(plain));
