import { median, solve } from '../../statistics.ts';
import type { CharacterScores } from '../characterNetwork.ts';
import { FILLER, MRZ_CHARACTERS } from './formats.ts';

/** Where the characters of a line stand in steps of its scores: `first` + `pitch`·j + `growth`·j². */
export type Grid = { first: number; pitch: number; growth: number };

/** Of each character of a line, how likely it is each of the characters of an MRZ. */
export type Cell = Float32Array;

/** The cell with a sum of 1. */
export function asProbabilities(cell: Cell): Cell {
  const sum = cell.reduce((total, value) => total + value, 0);
  return cell.map((value) => value / sum);
}

const COUNT = MRZ_CHARACTERS.length;
/** The least probability, so that no single step decides. */
const LEAST = 0.003;
/** How much a character costs that stands half a pitch beside its place. */
const OFF_GRID = 1.5;
/** In pitches, how far from its place a character may be. */
const REACH = 0.9;

export const gridAt = ({ first, pitch, growth }: Grid, at: number) => first + pitch * at + growth * at * at;

/** A character that was read without knowing where it should be. */
type Spot = { step: number; character: number; weight: number };

/**
 * The grid of a line in a typeface of equal widths. Fillers are often run together or lost, so it follows from the other
 * characters. Null for other text.
 */
export function findGrid(scores: CharacterScores): Grid | null {
  const spots = spotsIn(scores);
  const letters = spots.filter(({ character }) => character !== FILLER);
  if (letters.length < FEWEST_LETTERS) return null;
  const steps = letters.slice(1).map(({ step }, at) => step - (letters[at] as Spot).step);
  const usual = median(steps.toSorted((a, b) => a - b).slice(0, Math.ceil(0.8 * steps.length))) ?? 0;
  if (usual < NARROWEST_PITCH) return null;
  const run = longestRun(placesOf(spots, usual));
  const start = run[0]?.index ?? 0;
  const places = run.map((place) => ({ ...place, index: place.index - start }));
  return fitGrid(places.filter(({ spot, off }) => spot.character !== FILLER && Math.abs(off) < REGULAR));
}

/** The longest run of places that are regular but for single ones: other text may stand beside the line. */
function longestRun(places: Place[]): Place[] {
  let [best, from, end, irregular]: [Place[], number, number, number] = [[], 0, 0, 0];
  places.forEach(({ off }, at) => {
    if (Math.abs(off) < REGULAR) [end, irregular] = [at + 1, 0];
    else if (++irregular >= MOST_IRREGULAR) from = at;
    if (end - from > best.length) best = places.slice(from, end);
  });
  return best;
}

const FEWEST_LETTERS = 5;
const NARROWEST_PITCH = 1.2;
/** In pitches. */
const REGULAR = 0.3;
const MOST_IRREGULAR = 3;

function spotsIn({ steps, values }: CharacterScores): Spot[] {
  const spots: Spot[] = [];
  const row = COUNT + 1;
  let before = COUNT;
  let from = 0;
  for (let step = 0; step <= steps; step++) {
    let best = COUNT;
    if (step < steps)
      for (let at = 0; at < COUNT; at++)
        if ((values[step * row + at] as number) > (values[step * row + best] as number)) best = at;
    if (best === before) continue;
    if (before < COUNT)
      spots.push({ step: (from + step - 1) / 2, character: before, weight: values[from * row + before] as number });
    [before, from] = [best, step];
  }
  return spots;
}

type Place = { spot: Spot; index: number; off: number };

/** Counts the places from spot to spot, with a pitch that follows them: perspective makes it grow or shrink slowly. */
function placesOf(spots: Spot[], usual: number): Place[] {
  let [pitch, index, last] = [usual, 0, spots[0]?.step ?? 0];
  return spots.map((spot, at) => {
    const gap = (spot.step - last) / pitch;
    const moved = at === 0 ? 0 : Math.max(0, Math.round(gap));
    const off = gap - moved;
    index += moved;
    // A filler that runs into the next one has no middle of its own.
    if (spot.character !== FILLER || moved === 0 || Math.abs(off) < REGULAR / 2) {
      if (moved > 0 && moved < 4 && Math.abs(off) < REGULAR && spot.character !== FILLER)
        pitch = 0.85 * pitch + (0.15 * (spot.step - last)) / moved;
      last = spot.step;
    } else last += moved * pitch;
    return { spot, index, off };
  });
}

/** Least squares; the square term only for many places far apart. */
function fitGrid(places: Place[]): Grid | null {
  const points = places.map(({ index, spot }) => [index, spot.step] as const);
  if (points.length < FEWEST_LETTERS) return null;
  const span = (points.at(-1) as readonly [number, number])[0] - (points[0] as readonly [number, number])[0];
  const degree = span >= 20 && points.length >= 12 ? 2 : 1;
  const powers = Array.from({ length: degree + 1 }, (_, power) => power);
  const sumOf = (term: (x: number, y: number) => number) => points.reduce((sum, [x, y]) => sum + term(x, y), 0);
  const equations = powers.map((a) => [...powers.map((b) => sumOf((x) => x ** (a + b))), sumOf((x, y) => y * x ** a)]);
  const [first = 0, pitch = 0, growth = 0] = solve(equations);
  return pitch > 0 ? { first, pitch, growth } : null;
}

/**
 * The likeliest characters of a line of this many, each near its place; `score` is the mean of their logarithms a step,
 * without end if the line does not hold so many.
 */
export type Alignment = { cells: Cell[]; score: number };

/**
 * Aligns a line of known length and known characters at each place with the scores: the likeliest path where each place
 * has exactly one character (CTC).
 */
export function align(scores: CharacterScores, masks: string[], grid: Grid): Alignment {
  const length = masks.length;
  const pitch = (at: number) => grid.pitch + 2 * grid.growth * at;
  const isInLine = (at: number) =>
    gridAt(grid, at) >= -REACH * pitch(at) && gridAt(grid, at) <= scores.steps - 1 + REACH * pitch(at);
  if (!isInLine(0) || !isInLine(length - 1)) return { cells: [], score: -Infinity };
  const allowed = masks.map((mask) => [...mask].map((character) => MRZ_CHARACTERS.indexOf(character)));
  const { steps, values } = scores;
  const row = COUNT + 1;
  const logBlank = (step: number) => Math.log(Math.max(LEAST, values[step * row + COUNT] as number));
  const logAt = masks.map((mask) => maskedScores(scores, mask).logs);
  // Scores of paths that end in the blank after `at` characters, and in a character of place `at`.
  let blanks = new Float32Array(length + 1).fill(-Infinity);
  let characters = new Float32Array(length * COUNT).fill(-Infinity);
  blanks[0] = 0;
  const fromBlank = new Int8Array(steps * (length + 1));
  const fromCharacter = new Int8Array(steps * length * COUNT);
  for (let step = 0; step < steps; step++) {
    const nextBlanks = new Float32Array(length + 1).fill(-Infinity);
    const nextCharacters = new Float32Array(length * COUNT).fill(-Infinity);
    const blank = logBlank(step);
    for (let at = 0; at <= length; at++) {
      const isNear =
        (at === 0 || step >= gridAt(grid, at - 1) - pitch(at)) &&
        (at === length || step <= gridAt(grid, at) + pitch(at));
      if (!isNear) continue;
      let [best, from] = [blanks[at] as number, STAY];
      if (at > 0)
        for (const character of allowed[at - 1] as number[]) {
          const other = characters[(at - 1) * COUNT + character] as number;
          if (other > best) [best, from] = [other, character];
        }
      nextBlanks[at] = best + blank;
      fromBlank[step * (length + 1) + at] = from;
    }
    for (let at = 0; at < length; at++) {
      const off = (step - gridAt(grid, at)) / pitch(at);
      if (Math.abs(off) > REACH) continue;
      const cost = OFF_GRID * 4 * off * off;
      const [first, second] = at > 0 ? bestTwo(characters, at - 1, allowed[at - 1] as number[]) : [NONE, NONE];
      for (const character of allowed[at] as number[]) {
        const index = at * COUNT + character;
        let [best, from] = [characters[index] as number, STAY];
        const start = (blanks[at] as number) - cost;
        if (start > best) [best, from] = [start, FROM_BLANK];
        const before = first.character === character ? second : first;
        if (before.score - cost > best) [best, from] = [before.score - cost, before.character];
        nextCharacters[index] = best + ((logAt[at] as Float32Array)[step * row + character] as number);
        fromCharacter[step * length * COUNT + index] = from;
      }
    }
    [blanks, characters] = [nextBlanks, nextCharacters];
  }
  // Back along the path: the steps of each place.
  const [lastOne] = bestTwo(characters, length - 1, allowed[length - 1] as number[]);
  const endsBlank = (blanks[length] as number) >= lastOne.score;
  const score = Math.max(blanks[length] as number, lastOne.score) / steps;
  const middles = new Float32Array(length);
  const counts = new Float32Array(length);
  let [at, current] = endsBlank ? [length, NO_CHARACTER] : [length - 1, lastOne.character];
  if (Number.isFinite(score))
    for (let step = steps - 1; step >= 0; step--) {
      if (current === NO_CHARACTER) {
        const from = fromBlank[step * (length + 1) + at] as number;
        if (from !== STAY) [at, current] = [at - 1, from];
      } else {
        (middles[at] as number) += step;
        (counts[at] as number)++;
        const from = fromCharacter[step * length * COUNT + at * COUNT + current] as number;
        if (from === FROM_BLANK) current = NO_CHARACTER;
        else if (from !== STAY) [at, current] = [at - 1, from];
      }
    }
  const centres = Array.from(middles, (sum, place) =>
    (counts[place] as number) > 0 ? sum / (counts[place] as number) : gridAt(grid, place),
  );
  return { cells: cellsAt(scores, centres, masks, allowed), score };
}

/** Digits and capitals that look alike in OCR-B and in what the network learnt of other typefaces. */
const LOOK_ALIKES = ['0O', '0D', '0Q', '0U', '1I', '1L', '2Z', '4A', '5S', '6G', '7T', '8B'];
/** How likely one of a pair is when the network says the other, where both may stand. */
const MISTAKEN = { others: 0.02, round: 0.05 };
const ROUND = ['0O', '0Q', 'OQ'];
/** Pairs that no check digit tells apart; the network does. */
const SAME_CHECK = ['0U', '1L'];

type MaskedScores = { values: Float32Array; logs: Float32Array };

const knownScores = new WeakMap<CharacterScores, Map<string, MaskedScores>>();

/** The scores for a place where these characters may stand, and their logarithms: the same for every attempt in a line. */
function maskedScores(scores: CharacterScores, mask: string): MaskedScores {
  const own = knownScores.get(scores) ?? new Map<string, MaskedScores>();
  knownScores.set(scores, own);
  const known = own.get(mask);
  if (known) return known;
  const values = withLookAlikes(scores.values, mask);
  const made = { values, logs: values.map((value) => Math.log(Math.max(LEAST, value))) };
  own.set(mask, made);
  return made;
}

/** Where only digits or only letters stand, what the network says of the others counts for those that look like them. */
function withLookAlikes(values: Float32Array, mask: string): Float32Array {
  const scored = values.slice();
  const row = COUNT + 1;
  const add = (to: string, from: string, part: number) => {
    const [a, b] = [MRZ_CHARACTERS.indexOf(to), MRZ_CHARACTERS.indexOf(from)];
    if (mask.includes(to))
      for (let at = 0; at < values.length; at += row) (scored[at + a] as number) += part * (values[at + b] as number);
  };
  for (const pair of new Set([...LOOK_ALIKES, ...ROUND])) {
    const [one = '', two = ''] = pair;
    const isEither = mask.includes(one) && mask.includes(two);
    const isOther = /\d/.test(one) && !isEither;
    const part = isOther ? 1 : ROUND.includes(pair) ? MISTAKEN.round : SAME_CHECK.includes(pair) ? 0 : MISTAKEN.others;
    add(one, two, part);
    add(two, one, part);
  }
  return scored;
}

const STAY = -1;
const FROM_BLANK = -2;
const NO_CHARACTER = -1;
const NONE = { character: -3, score: -Infinity };

function bestTwo(characters: Float32Array, at: number, allowed: number[]) {
  let [first, second] = [NONE, NONE];
  for (const character of allowed) {
    const score = characters[at * COUNT + character] as number;
    if (score > first.score) [first, second] = [{ character, score }, first];
    else if (score > second.score) second = { character, score };
  }
  return [first, second] as const;
}

/** The scores between the middles of the neighbouring characters, as probabilities of the allowed ones. */
function cellsAt(scores: CharacterScores, centres: number[], masks: string[], allowed: number[][]): Cell[] {
  const { steps } = scores;
  const row = COUNT + 1;
  return centres.map((centre, at) => {
    const scored = maskedScores(scores, masks[at] as string).values;
    const before = centres[at - 1] ?? centre - 2;
    const after = centres[at + 1] ?? centre + 2;
    const [from, to] = [Math.ceil((before + centre) / 2), Math.floor((centre + after) / 2)];
    const cell = new Float32Array(COUNT);
    for (const character of allowed[at] as number[]) {
      let best = LEAST / 3;
      for (let step = Math.max(0, from); step <= Math.min(steps - 1, to); step++)
        best = Math.max(best, scored[step * row + character] as number);
      cell[character] = best;
    }
    return asProbabilities(cell);
  });
}
