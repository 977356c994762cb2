import { nameKey } from '../text/normalise.ts';
import {
  type Municipalities,
  mayHoldTown,
  misspelledTown,
  townCandidates,
  type TownCandidate,
} from './municipalities.ts';
import { capitalOfCep, stateOfCep } from './postalCodes.ts';
import { isStateCode, LONGEST_STATE, stateNamed } from './states.ts';
import { take, writtenIn, type Draft, type Part, type Span, beginsPart, type Word } from './tokens.ts';
import { contextOf, type Context } from './vocabulary.ts';

export type Place = { state: Part | null; town: Part | null; stateAt: Span | null; townAt: Span | null };

type Pair = { state: StateCandidate | null; town: TownCandidate | null; score: number };

/** Under this a word is rather something else. */
const LEAST = 2.4;

/**
 * The city and the state that fit each other best: in each other's reach, the one in the other, and in the range of the
 * postcode.
 */
export function findTownAndState(draft: Draft, all: Municipalities): Place {
  const context = contextOf(draft);
  const cep = draft.words.find(({ kind }) => kind === 'cep')?.cep ?? null;
  const cepState = cep && stateOfCep(cep.digits);
  const states = stateCandidates(draft, context);
  const capital = cep && capitalOfCep(cep.digits);
  const towns = withinCapital(townCandidates(draft, context, all), capital);
  const isSure = towns.some((candidate) => candidate.towns.some(({ name }) => name === capital));
  const isAddress = cepState !== null || context.inStreet.some(Boolean);
  const pairs = [
    ...states.flatMap((state) =>
      [...towns, ...(isSure || hasTownBeside(state, towns) ? [] : misspelledBeside(draft, state, context, all))].map(
        (town) => pairOf(state, town, cepState),
      ),
    ),
    ...states.map((state) => aloneState(state, cepState)),
    // Without a street or a postcode a name is a city only if nothing else stands there.
    ...towns
      .filter(({ from, to }) => isAddress || to - from === draft.words.length)
      .map((town) => aloneTown(town, cepState)),
  ].filter((pair) => pair !== null);
  const best = pairs.toSorted((a, b) => b.score - a.score)[0];
  return best && best.score >= LEAST
    ? placeOf(draft, best, cepState)
    : { state: null, town: null, stateAt: null, townAt: null };
}

/** Where the postcode and a name agree on a capital, other names are its suburbs: Paraíso in São Paulo is no city. */
function withinCapital(towns: TownCandidate[], capital: string | null): TownCandidate[] {
  const own = towns.filter((candidate) => candidate.towns.some(({ name }) => name === capital));
  return own.length > 0 ? own : towns;
}

function pairOf(state: StateCandidate, town: TownCandidate, cepState: string | null): Pair | null {
  const towns = town.towns.filter((one) => one.state === state.code);
  const apart = town.to <= state.from ? state.from - town.to : town.from - state.to;
  if (towns.length === 0 || apart < 0) return null;
  const near = apart === 0 ? (town.to === state.from ? 2.5 : 1.2) : 0;
  // Far away from its state a name is more likely something else.
  const far = apart > 1 ? -1 : 0;
  return {
    state,
    town: { ...town, towns },
    score: state.score + town.score + 3 + near + far + agreement(state.code, cepState),
  };
}

function aloneState(state: StateCandidate, cepState: string | null): Pair {
  const mayBeCity = !state.coded && isAlsoCity(state.code) ? 3 : 0;
  return { state, town: null, score: state.score + agreement(state.code, cepState) - mayBeCity };
}

function aloneTown(town: TownCandidate, cepState: string | null): Pair {
  const fits = cepState === null ? 0 : town.towns.some(({ state }) => state === cepState) ? 1 : -1.5;
  return { state: null, town, score: town.score + fits };
}

const agreement = (code: string, cepState: string | null) => (cepState === null ? 0 : cepState === code ? 1 : -1);

const hasTownBeside = (state: StateCandidate, candidates: TownCandidate[]) =>
  candidates.some(
    ({ from, to, towns }) =>
      (to === state.from || from === state.to) && towns.some((town) => town.state === state.code),
  );

/** What stands right before a state and is nearly one of its municipalities. */
function misspelledBeside(draft: Draft, state: StateCandidate, context: Context, all: Municipalities): TownCandidate[] {
  const exactBefore = Array.from({ length: 4 }, (_, index) => ({ from: state.from - index - 1, to: state.from }));
  const spans = exactBefore.filter(
    ({ from, to }) =>
      from >= 0 && mayHoldTown(draft, { from, to }) && (from === 0 || wholeBefore(draft.words, from, to)),
  );
  return spans
    .map((span) => misspelledTown(draft, span, context, all.ofState(state.code)))
    .filter((town) => town !== null);
}

/** Words that were not broken off in the middle of a part. */
const wholeBefore = (words: Word[], from: number, to: number) =>
  words.slice(from + 1, to).every((word) => !beginsPart(word));

function placeOf(draft: Draft, { state, town }: Pair, cepState: string | null): Place {
  if (state) take(draft, state);
  if (town) take(draft, town);
  const conflict = state !== null && cepState !== null && cepState !== state.code;
  const name = town?.towns[0]?.name ?? null;
  return {
    state: state && {
      value: writtenIn(draft, state),
      stdValue: state.code,
      score: conflict ? 0.5 : state.coded ? 0.97 : 0.95,
    },
    town:
      town && name
        ? {
            value: writtenIn(draft, town),
            stdValue: name,
            score: isContradicted(draft, town, state) ? 0.5 : townScore(town, state),
          }
        : null,
    stateAt: state && { from: state.from, to: state.to },
    townAt: town && { from: town.from, to: town.to },
  };
}

const townScore = ({ exact }: TownCandidate, state: StateCandidate | null) =>
  (state === null ? 0.8 : 0.95) - (exact ? 0 : 0.2);

/** The letters of another state right behind the city: `São Paulo - RJ`. */
const isContradicted = ({ words }: Draft, { to }: Span, state: StateCandidate | null) =>
  state === null && /^[A-Z]{2}$/.test(words[to]?.text ?? '') && isStateCode(words[to]?.plain ?? '');

/** A state that may be meant; `coded` where its two letters stand. */
type StateCandidate = Span & { code: string; coded: boolean; score: number };

function stateCandidates(draft: Draft, context: Context): StateCandidate[] {
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
  // `SC-401` is a road, `AP 12` a flat, and `AL SANTOS` begins a street.
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

function nameAt({ words, taken }: Draft, { from, to }: Span, { inStreet, inSuburb }: Context): StateCandidate | null {
  const [word, last] = [words[from] as Word, words[to - 1] as Word];
  const inside = words.slice(from + 1, to);
  if (taken[from] || taken[to - 1] || !mayHoldState(word) || inside.some(beginsPart)) return null;
  const code = stateNamed(
    nameKey(
      words
        .slice(from, to)
        .map(({ text }) => text)
        .join(''),
    ),
  );
  if (!code || last.kind === 'cep') return null;
  const said = /^estado (d[eoa] )?$/.test(
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
    score: 2.2 + 0.1 * (to - from) + (said ? 2 : 0) + placeScore(words, from, to) - elsewhere,
  };
}

const mayHoldState = ({ hint }: Word) => hint === null || hint === 'state' || hint === 'city' || hint === 'street';

/** States stand last, or by themselves, or behind a label. */
function placeScore(words: Word[], from: number, to: number): number {
  const [word, next] = [words[from] as Word, words[to]];
  const last = words.slice(to).every(({ kind, plain }) => kind === 'cep' || /^bra[sz]il$/.test(plain));
  const alone = beginsPart(word) && (!next || beginsPart(next));
  return (last ? 1.5 : 0) + (alone ? 0.7 : 0) + (word.hint === 'state' ? 3 : 0) + (!next || beginsPart(next) ? 0.5 : 0);
}

/** São Paulo, Rio de Janeiro and Goiás are cities as well. */
const isAlsoCity = (code: string) => /^(SP|RJ|GO)$/.test(code);
