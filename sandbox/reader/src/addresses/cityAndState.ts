import {
  type Municipalities,
  mayHoldCity,
  misspelledCity,
  cityCandidates,
  type CityCandidate,
} from './municipalities.ts';
import { capitalOfCep, stateOfCep } from './postalCodes.ts';
import { isStateCode, LONGEST_STATE, stateNamed } from './states.ts';
import { markTaken, textOf, type Draft, type Part, type Span, beginsPart, type Word, keyOf } from './tokens.ts';
import { findNameContext, type NameContext } from './vocabulary.ts';

export type Place = { state: Part | null; city: Part | null; stateSpan: Span | null; citySpan: Span | null };

type Pair = { state: StateCandidate | null; city: CityCandidate | null; score: number };

/** With a lower score the words are something else. */
const LEAST_SCORE = 2.4;

/** The city and state that fit best: close together, the city in the state, and both in the range of the postal code. */
export function findCityAndState(draft: Draft, all: Municipalities): Place {
  const context = findNameContext(draft);
  const cep = draft.words.find(({ kind }) => kind === 'cep')?.cep ?? null;
  const cepState = cep && stateOfCep(cep.digits);
  const states = stateCandidates(draft, context);
  const capital = cep && capitalOfCep(cep.digits);
  const cities = withinCapital(cityCandidates(draft, context, all), capital);
  const isSure = cities.some((candidate) => candidate.cities.some(({ name }) => name === capital));
  const isAddress = cepState !== null || context.inStreet.some(Boolean);
  const pairs = [
    ...states.flatMap((state) =>
      [...cities, ...(isSure || hasCityBeside(state, cities) ? [] : misspelledBeside(draft, state, context, all))].map(
        (city) => pairOf(state, city, cepState),
      ),
    ),
    ...states.map((state) => aloneState(state, cepState)),
    // Without a street or a postal code a name is a city only if the text contains nothing else.
    ...cities
      .filter(({ from, to }) => isAddress || to - from === draft.words.length)
      .map((city) => aloneCity(city, cepState)),
  ].filter((pair) => pair !== null);
  const best = pairs.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= LEAST_SCORE
    ? placeOf(draft, best, cepState)
    : { state: null, city: null, stateSpan: null, citySpan: null };
}

/** If a name is the capital of the postal code, other names are its suburbs: Paraíso in São Paulo is not a city. */
function withinCapital(cities: CityCandidate[], capital: string | null): CityCandidate[] {
  const own = cities.filter((candidate) => candidate.cities.some(({ name }) => name === capital));
  return own.length > 0 ? own : cities;
}

function pairOf(state: StateCandidate, city: CityCandidate, cepState: string | null): Pair | null {
  const cities = city.cities.filter((one) => one.state === state.code);
  const apart = city.to <= state.from ? state.from - city.to : city.from - state.to;
  if (cities.length === 0 || apart < 0) return null;
  const near = apart === 0 ? (city.to === state.from ? 2.5 : 1.2) : 0;
  // A name far from the state is more likely something else.
  const far = apart > 1 ? -1 : 0;
  return {
    state,
    city: { ...city, cities },
    score: state.score + city.score + 3 + near + far + agreement(state.code, cepState),
  };
}

function aloneState(state: StateCandidate, cepState: string | null): Pair {
  const mayBeCity = !state.coded && isAlsoCity(state.code) ? 3 : 0;
  return { state, city: null, score: state.score + agreement(state.code, cepState) - mayBeCity };
}

function aloneCity(city: CityCandidate, cepState: string | null): Pair {
  const fits = cepState === null ? 0 : city.cities.some(({ state }) => state === cepState) ? 1 : -1.5;
  return { state: null, city, score: city.score + fits };
}

const agreement = (code: string, cepState: string | null) => (cepState === null ? 0 : cepState === code ? 1 : -1);

const hasCityBeside = (state: StateCandidate, candidates: CityCandidate[]) =>
  candidates.some(
    ({ from, to, cities }) =>
      (to === state.from || from === state.to) && cities.some((city) => city.state === state.code),
  );

/** Words right before a state that are nearly the name of one of its municipalities. */
function misspelledBeside(
  draft: Draft,
  state: StateCandidate,
  context: NameContext,
  all: Municipalities,
): CityCandidate[] {
  const exactBefore = Array.from({ length: 4 }, (_, index) => ({ from: state.from - index - 1, to: state.from }));
  const spans = exactBefore.filter(
    ({ from, to }) =>
      from >= 0 && mayHoldCity(draft, { from, to }) && (from === 0 || wholeBefore(draft.words, from, to)),
  );
  return spans
    .map((span) => misspelledCity(draft, span, context, all.ofState(state.code)))
    .filter((city) => city !== null);
}

/** Whether no part begins between these words. */
const wholeBefore = (words: Word[], from: number, to: number) =>
  words.slice(from + 1, to).every((word) => !beginsPart(word));

function placeOf(draft: Draft, { state, city }: Pair, cepState: string | null): Place {
  if (state) markTaken(draft, state);
  if (city) markTaken(draft, city);
  const conflict = state !== null && cepState !== null && cepState !== state.code;
  const name = city?.cities[0]?.name ?? null;
  return {
    state: state && {
      value: textOf(draft, state),
      stdValue: state.code,
      score: conflict ? 0.5 : state.coded ? 0.97 : 0.95,
    },
    city:
      city && name
        ? {
            value: textOf(draft, city),
            stdValue: name,
            score: isContradicted(draft, city, state) ? 0.5 : cityScore(city, state),
          }
        : null,
    stateSpan: state && { from: state.from, to: state.to },
    citySpan: city && { from: city.from, to: city.to },
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

function nameAt(
  { words, taken }: Draft,
  { from, to }: Span,
  { inStreet, inSuburb }: NameContext,
): StateCandidate | null {
  const [word, last] = [words[from] as Word, words[to - 1] as Word];
  const inside = words.slice(from + 1, to);
  if (taken[from] || taken[to - 1] || !mayHoldState(word) || inside.some(beginsPart)) return null;
  const code = stateNamed(keyOf(words, { from, to }));
  if (!code || last.kind === 'cep') return null;
  const isNamedEstado = /^estado (d[eoa] )?$/.test(
    `${words
      .slice(Math.max(0, from - 2), from)
      .map(({ plain }) => plain)
      .join(' ')} `.replace(/^.*estado/, 'estado'),
  );
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
