import { verboseRegExp } from '../text/pattern.ts';
import { findBlock, standardBlock } from './brasiliaBlocks.ts';
import { complementEnd, isAnyNumber, isMarkedNumber, isNumberLike } from './numbersAndComplements.ts';
import { isParticle, standardRoad, standardStreet } from './standardForm.ts';
import {
  beginsPart,
  endOfPart,
  endsPart,
  firstMatch,
  markTaken,
  matches,
  NUMERIC,
  PART_END,
  textOf,
  WORD_END,
  type Draft,
  type Part,
  type Span,
  type Word,
} from './tokens.ts';
import { DAY, streetStartsAt, isDay, streetTypeOf, isCompleteSuburb, isSuburbPrefix } from './vocabulary.ts';

/** The street: its type, its name, and its words. */
type Street = { type: Part | null; name: Part; at: Span };

/**
 * The street: a block of Brasília or a name with a street type, else a numbered road, else the first words with a number
 * behind them.
 */
export function findStreet(draft: Draft, isForeign: boolean): Street | null {
  const typed = typedStreet(draft, isCommonStart);
  const block = isForeign ? null : blockOf(draft, typed);
  const street =
    block ??
    typed ??
    (isForeign ? null : (typedStreet(draft, isRareStart) ?? numberedRoad(draft) ?? untypedStreet(draft)));
  if (street) markTaken(draft, street.at);
  return street;
}

function blockOf(draft: Draft, typed: Street | null): Street | null {
  const block = findBlock(draft);
  if (!block || (typed && (block.typed || typed.at.from < block.from))) return null;
  const from = block.typed ? block.from + 1 : block.from;
  const typeValue = textOf(draft, { from: block.from, to: from });
  return {
    type: block.typed ? { value: typeValue, stdValue: 'Quadra', score: 0.9 } : null,
    name: {
      value: textOf(draft, { from, to: block.to }),
      stdValue: standardBlock(draft, block).replace(/^Quadra /, block.typed ? '' : '$&'),
      score: block.typed ? 0.85 : 0.9,
    },
    at: block,
  };
}

/** The first street with a type; one at the beginning of a part is preferred. */
function typedStreet(draft: Draft, isStart: (draft: Draft, at: number) => boolean): Street | null {
  const { words, taken } = draft;
  const starts = [...words.keys()].filter((at) => !taken[at] && !taken[at + 1] && isStart(draft, at));
  const [inside, first] = [false, true].map((begins) =>
    starts.filter((at) => beginsPart(words[at] as Word) === begins),
  );
  for (const at of [...(first ?? []), ...(inside ?? [])]) {
    const street = streetFrom(draft, at);
    if (street) return street;
  }
  return null;
}

const isCommonStart = ({ words }: Draft, at: number) => streetStartsAt(words, at);

/** A type that may be another word counts as the first free word, with a number or a suburb behind the name. */
function isRareStart(draft: Draft, at: number): boolean {
  const { words, taken } = draft;
  if (streetTypeOf((words[at] as Word).plain)?.reach !== 'first') return false;
  if (at !== taken.indexOf(false) || (at > 0 && !beginsPart(words[at] as Word))) return false;
  const end = endOfPart(draft, at);
  return isAnyNumber(draft, end) || taken[end] === false;
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
  if (next && !beginsPart(next) && (isAnyNumber(draft, to) || complementEnd(draft, to) !== null)) return 0.9;
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
  const word = draft.words[at] as Word;
  if (word.kind === 'cep' || word.kind === 'noNumber' || word.kind === 'km' || isMarkedNumber(draft, at)) return true;
  if (at === from) return word.gap === 'line' || word.gap === 'break';
  if (beginsPart(word)) return true;
  if (isNumberLike(word)) return !matches(draft, at, NUMBER_OF_NAME);
  if (complementEnd(draft, at) !== null && !isParticle((draft.words[at - 1] as Word).plain)) return true;
  return isSuburbAt(draft, at);
}

/** A number of the name: `T-37`, a day, `BR 116`, `NE 3`, or the last word if another number follows a comma. */
const NUMBER_OF_NAME = verboseRegExp('y')`
  (?<=-)|${DAY}|(?<=(?:rodovia|rod)[\n| -][a-z]{2}[ -])\d{3}${WORD_END}|
  (?<=(?:rua|avenida|av|alameda)[\n| ](?:n[eos]|s[eo]|l[os])[ -])\d{1,3}${WORD_END}|[^\n| #-]{1,3}\|${NUMERIC}${PART_END}
`;

/** Whether a suburb follows the name without a number or a comma between them. */
function isSuburbAt(draft: Draft, at: number): boolean {
  const { words } = draft;
  const { plain } = words[at] as Word;
  // A road may be named after one: `Estrada do Bairro dos Pires`.
  if (plain === 'bairro') return !isParticle((words[at - 1] as Word).plain);
  if (isCompleteSuburb(plain)) return endsPart(draft, at) && !isParticle((words[at - 1] as Word).plain);
  if (!isSuburbPrefix(plain) || isParticle((words[at - 1] as Word).plain) || words[at + 1] === undefined) return false;
  const end = endOfPart(draft, at);
  const hasNumber = words.slice(at, end).some(({ kind }) => kind === 'number') || isAnyNumber(draft, end);
  return !hasNumber && end < words.length && draft.taken[end] === true && !beginsPart(words[end] as Word);
}

/** `BR-116`, `SP-310`. */
const NUMBERED_ROAD = new RegExp(
  `(?<=[\n|])(?!no)[a-z]{2}[ -]\\d{3}(?:[ -](?:norte|sul|leste|oeste))?${WORD_END}`,
  'y',
);

function numberedRoad(draft: Draft): Street | null {
  const at = firstMatch(draft, NUMBERED_ROAD);
  if (!at) return null;
  const value = textOf(draft, at);
  return { type: null, name: { value, stdValue: standardRoad(value), score: 0.9 }, at };
}

/** `Paulista, 1000`: the first words, if only a number follows in their part or in the next. */
function untypedStreet(draft: Draft): Street | null {
  const { words, taken } = draft;
  const from = taken.indexOf(false);
  const word = words[from];
  if (!word || word.kind !== 'word' || (word.hint !== null && word.hint !== 'street')) return null;
  if (complementEnd(draft, from) !== null) return null;
  const end = endOfPart(draft, from);
  const inside = words
    .slice(from, end)
    .findIndex((one, index) => index > 0 && isNumberLike(one) && !isDay(draft, from + index));
  const number = inside < 0 ? end : from + inside;
  const to = number > from + 1 && isMarkedNumber(draft, number - 1) ? number - 1 : number;
  if (to - from > 6 || !isAnyNumber(draft, to) || !isStreetLike(draft, { from, to })) return null;
  const value = textOf(draft, { from, to });
  return { type: null, name: { value, stdValue: standardStreet(value), score: 0.6 }, at: { from, to } };
}

/** A name with a number is a street only if other components of an address were found. */
const isStreetLike = ({ words, taken }: Draft, { from, to }: Span) =>
  taken.some(Boolean) &&
  !words
    .slice(from, to)
    .some(({ plain }) => /^(pedido|nota|valor|total|data|cpf|cnpj|quadra|lote|apto|sala|caixa)$/.test(plain));
