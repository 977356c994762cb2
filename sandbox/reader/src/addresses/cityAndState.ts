import {
  type Municipalities,
  mayHoldCity,
  misspelledCity,
  cityCandidates,
  type CityCandidate,
} from './municipalities.ts';
import { capitalOfCep, stateOfCep } from './postalCodes.ts';
import { isStateCode, LONGEST_STATE, stateNamed } from './states.ts';
import {
  beginsPart,
  keyOf,
  markTaken,
  matches,
  textOf,
  type Draft,
  type Found,
  type Span,
  type Word,
} from './tokens.ts';
import { findNameContext, type NameContext } from './vocabulary.ts';

export type Place = { state: Found | null; city: Found | null };

type Pair = { state: StateCandidate | null; city: CityCandidate | null; score: number };

/** With a lower score the words are something else. */
const LEAST_SCORE = 2.4;

/** The city and state that fit best: close together, the city in the state, and both in the range of the postal code. */
export function findCityAndState(draft: Draft, all: Municipalities): Place {
  const context = findNameContext(draft);
  const cep = draft.words.find(({ kind }) => kind === 'cep')?.cep?.digits ?? null;
  const cepState = cep && stateOfCep(cep);
  const isCapital = ({ cities }: CityCandidate) => cities.some(({ name }) => cep && name === capitalOfCep(cep));
  const candidates = cityCandidates(draft, context, all);
  const capitals = candidates.filter(isCapital);
  // If a name is the capital of the postal code, other names are its suburbs: Paraíso in São Paulo is not a city.
  const cities = capitals.length > 0 ? capitals : candidates;
  const isAddress = cepState !== null || context.inStreet.some(Boolean);
  const pairs = [...stateCandidates(draft, context), null].flatMap((state) => {
    const isSure = !state || capitals.length > 0 || hasCityBeside(state, cities);
    // Without a street or a postal code a name is a city only if the text contains nothing else.
    const possible = state || isAddress ? cities : cities.filter(({ from, to }) => to - from === draft.words.length);
    return [...possible, ...(isSure ? [] : misspelledBeside(draft, state, context, all)), null]
      .map((city) => pairOf(state, city, cepState))
      .filter((pair) => pair !== null);
  });
  const best = pairs.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= LEAST_SCORE ? placeOf(draft, best, cepState) : { state: null, city: null };
}

/** How well a state and a city go together; null if they do not. */
function pairOf(state: StateCandidate | null, city: CityCandidate | null, cepState: string | null): Pair | null {
  const agreement = cepState === null || !state ? 0 : cepState === state.code ? 1 : -1;
  if (!city) {
    const mayBeCity = state && !state.coded && isAlsoCity(state.code) ? 3 : 0;
    return state && { state, city, score: state.score + agreement - mayBeCity };
  }
  if (!state) {
    const fits = cepState === null ? 0 : city.cities.some((one) => one.state === cepState) ? 1 : -1.5;
    return { state, city, score: city.score + fits };
  }
  const cities = city.cities.filter((one) => one.state === state.code);
  const apart = city.to <= state.from ? state.from - city.to : city.from - state.to;
  if (cities.length === 0 || apart < 0) return null;
  // A name far from the state is more likely something else.
  const near = apart > 1 ? -1 : apart === 1 ? 0 : city.to === state.from ? 2.5 : 1.2;
  return { state, city: { ...city, cities }, score: state.score + city.score + 3 + near + agreement };
}

const hasCityBeside = (state: StateCandidate, candidates: CityCandidate[]) =>
  candidates.some(
    ({ from, to, cities }) =>
      (to === state.from || from === state.to) && cities.some((city) => city.state === state.code),
  );

/** Words right before a state that are nearly the name of one of its municipalities. */
const misspelledBeside = (
  draft: Draft,
  { from: to, code }: StateCandidate,
  context: NameContext,
  all: Municipalities,
) =>
  [to - 1, to - 2, to - 3, to - 4]
    .filter(
      (from) => from >= 0 && mayHoldCity(draft, { from, to }) && !draft.words.slice(from + 1, to).some(beginsPart),
    )
    .map((from) => misspelledCity(draft, { from, to }, context, all.ofState(code)))
    .filter((city) => city !== null);

function placeOf(draft: Draft, { state, city }: Pair, cepState: string | null): Place {
  if (state) markTaken(draft, state);
  if (city) markTaken(draft, city);
  const conflict = state !== null && cepState !== null && cepState !== state.code;
  const found = ({ from, to }: Span, stdValue: string, score: number): Found => ({
    from,
    to,
    value: textOf(draft, { from, to }),
    stdValue,
    score,
  });
  return {
    state: state && found(state, state.code, conflict ? 0.5 : state.coded ? 0.97 : 0.95),
    city:
      city &&
      found(city, city.cities[0]?.name ?? '', isContradicted(draft, city, state) ? 0.5 : cityScore(city, state)),
  };
}

const cityScore = ({ exact }: CityCandidate, state: StateCandidate | null) =>
  (state === null ? 0.8 : 0.95) - (exact ? 0 : 0.2);

/** Whether the letters of another state follow the city: `São Paulo - RJ`. */
const isContradicted = ({ words }: Draft, { to }: Span, state: StateCandidate | null) =>
  state === null && /^[A-Z]{2}$/.test(words[to]?.text ?? '') && isStateCode(words[to]?.plain ?? '');

/** A possible state; `coded` if it is written as two letters. */
type StateCandidate = Span & { code: string; coded: boolean; score: number };

function stateCandidates(draft: Draft, context: NameContext): StateCandidate[] {
  const found: StateCandidate[] = [];
  draft.words.forEach((_word, from) => {
    const code = codeAt(draft, from);
    if (code) found.push(code);
    for (let to = from + 1; to <= Math.min(from + LONGEST_STATE, draft.words.length); to++) {
      const named = nameAt(draft, { from, to }, context);
      if (named) found.push(named);
    }
  });
  return found;
}

function codeAt({ words, taken }: Draft, from: number): StateCandidate | null {
  const word = words[from] as Word;
  if (taken[from] || word.text.length !== 2 || !isStateCode(word.plain) || !mayHoldState(word)) return null;
  const next = words[from + 1];
  // `SC-401` is a road, `AP 12` an apartment, and `AL SANTOS` a street.
  if (next && next.kind === 'number' && !beginsPart(next)) return null;
  if (next && next.gap === 'hyphen' && next.kind !== 'cep') return null;
  if (next && beginsPart(word) && !beginsPart(next) && next.kind === 'word' && word.hint !== 'state') return null;
  const written = word.text === word.text.toUpperCase() ? 3 : word.text === word.plain ? 1 : 0.5;
  return {
    from,
    to: from + 1,
    code: word.plain.toUpperCase(),
    coded: true,
    score: written + placeScore(words, from, from + 1),
  };
}

const BEHIND_ESTADO = /(?<=estado[ |-](?:d[eoa][ |-])?)/y;

function nameAt(draft: Draft, { from, to }: Span, { inStreet, inSuburb }: NameContext): StateCandidate | null {
  const { words, taken } = draft;
  const [word, last] = [words[from] as Word, words[to - 1] as Word];
  const inside = words.slice(from + 1, to);
  if (taken[from] || taken[to - 1] || !mayHoldState(word) || inside.some(beginsPart)) return null;
  const code = stateNamed(keyOf(words, { from, to }));
  if (!code || last.kind === 'cep') return null;
  const isNamedEstado = matches(draft, from, BEHIND_ESTADO);
  const elsewhere = (inStreet[from] ? 4 : 0) + (inSuburb[from] ? 3 : 0);
  return {
    from,
    to,
    code,
    coded: false,
    score: 2.2 + 0.1 * (to - from) + (isNamedEstado ? 2 : 0) + placeScore(words, from, to) - elsewhere,
  };
}

const mayHoldState = ({ hint }: Word) => hint === null || hint === 'state' || hint === 'city' || hint === 'street';

/** States are usually last, alone, or labelled. */
function placeScore(words: Word[], from: number, to: number): number {
  const [word, next] = [words[from] as Word, words[to]];
  const last = words.slice(to).every(({ kind, plain }) => kind === 'cep' || /^bra[sz]il$/.test(plain));
  const alone = beginsPart(word) && (!next || beginsPart(next));
  return (last ? 1.5 : 0) + (alone ? 0.7 : 0) + (word.hint === 'state' ? 3 : 0) + (!next || beginsPart(next) ? 0.5 : 0);
}

/** São Paulo, Rio de Janeiro and Goiás are names of cities too. */
const isAlsoCity = (code: string) => /^(SP|RJ|GO)$/.test(code);
