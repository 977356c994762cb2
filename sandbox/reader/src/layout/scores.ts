import type { Segment } from './segments.ts';

/**
 * How certain a label and value belong together, by their arrangement. `boldLeft`: bold label to the left; `above`:
 * label above in another style; `aboveAlike`: in the same style; `apart`: far to the left; `under`: below the value.
 */
const PAIRING_SCORES = {
  colon: 0.99,
  boldLeft: 0.95,
  above: 0.92,
  column: 0.9,
  aboveAlike: 0.85,
  apart: 0.85,
  under: 0.85,
};
export type Pairing = keyof typeof PAIRING_SCORES;

/** `shifted`: the cell stands below the header of another column. */
const TABLE = { strong: 0.97, weak: 0.9, shifted: 0.6 };
type CellPlace = keyof typeof TABLE;

/** Combines the two uncertainties, pairing and recognition. A text is as certain as its least certain word. */
const scoreOfReading = (paired: number, value: Segment[]): number => rounded(paired * confidenceOf(value));

export const scoreOfPair = (pairing: Pairing, value: Segment[]): number =>
  scoreOfReading(PAIRING_SCORES[pairing], value);

export const scoreOfTable = (place: CellPlace): number => TABLE[place];

export const scoreOfCell = (place: CellPlace, cell: Segment[]): number => scoreOfReading(TABLE[place], cell);

const confidenceOf = (segments: Segment[]) =>
  Math.min(1, ...segments.flatMap(({ words }) => words.map(({ confidence }) => confidence)));

export const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
