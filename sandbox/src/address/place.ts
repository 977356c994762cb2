import { STATES } from './states.ts';

type Part = { value: string; stdValue: string; score: number } | null;

/** City and suburb by where they stand: the city before the state, the suburb before the city. */
export function citySuburb(text: string, state: string | null, street: string | null): { city: Part; suburb: Part } {
  if (state === null) return { city: null, suburb: null };
  const rest = street ? text.slice(text.indexOf(street) + street.length) : text;
  const pieces = rest
    .replace(/\bCEP:?\s*/gi, '')
    .replace(/\d{2}\.?\d{3}-?\d{3}/g, '')
    .split(/[,;\n/]|\s[-–]\s?|\s?[-–]\s/)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}/u.test(piece));
  const at = pieces.findLastIndex((piece) => piece === state || piece.endsWith(` ${state}`));
  const places = pieces.slice(0, at < 0 ? 0 : at).filter(isPlace);
  const glued = at >= 0 && pieces[at] !== state ? (pieces[at] as string).slice(0, -state.length).trim() : null;
  const city = glued ?? places.pop() ?? null;
  const suburb = places.at(-1) ?? null;
  return { city: part(city, 0.9), suburb: part(suburb, 0.8) };
}

/** Flats, floors and the country are no places of this kind. */
const isPlace = (piece: string) =>
  !/^(ap|apto|apartamento|bloco|bl|sala|cj|conj|conjunto|andar|casa|fundos|loja|lote|lt|km|bra[sz]il|n[º°])\b/i.test(piece) &&
  !/^\d+º? andar/i.test(piece) &&
  !Object.hasOwn(STATES, piece);

const part = (text: string | null, score: number): Part =>
  text ? { value: text, stdValue: text.replace(/^Bairro:?\s*/i, ''), score } : null;
