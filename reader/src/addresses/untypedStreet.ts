import { isDay } from './context.ts';
import { endOfPart, writtenIn, type Draft, type Span } from './draft.ts';
import { standardRoad, standardStreet } from './standard.ts';
import type { Street } from './street.ts';
import { hasNumberBehind, isMarkerAt, isNumberLike } from './streetNumber.ts';
import { beginsPart, type Word } from './words.ts';

/** `BR-116`, `SP-310`. */
export function numberedRoad(draft: Draft): Street | null {
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
  const value = writtenIn(draft, span);
  return { type: null, name: { value, stdValue: standardRoad(value), score: 0.9 }, at: span };
}

/** `Paulista, 1000`: what stands first, when a number is all that follows in its part or in the next. */
export function untypedStreet(draft: Draft): Street | null {
  const { words, taken } = draft;
  const from = words.findIndex((_word, index) => !taken[index]);
  const word = words[from];
  if (!word || word.kind !== 'word' || (word.hint !== null && word.hint !== 'street')) return null;
  const end = endOfPart(draft, from);
  const inside = words
    .slice(from, end)
    .findIndex((one, index) => index > 0 && isNumberLike(one) && !isDay(words, from + index));
  const number = inside < 0 ? end : from + inside;
  const to = number > from + 1 && isMarkerAt(words, number - 1) ? number - 1 : number;
  if (to - from > 6 || !hasNumberBehind(draft, to) || !isStreetLike(draft, { from, to })) return null;
  const value = writtenIn(draft, { from, to });
  return { type: null, name: { value, stdValue: standardStreet(value), score: 0.6 }, at: { from, to } };
}

/** A name with a number is a street only if the rest is an address as well. */
const isStreetLike = ({ words, taken }: Draft, { from, to }: Span) =>
  taken.some(Boolean) &&
  !words
    .slice(from, to)
    .some(({ plain }) => /^(pedido|nota|valor|total|data|cpf|cnpj|quadra|lote|apto|sala|caixa)$/.test(plain));
