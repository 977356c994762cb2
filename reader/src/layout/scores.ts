import type { Segment } from './segments.ts';

/** How sure a pairing of label and value is, by its shape. */
export const PAIRING_SCORES = { colon: 0.99, boldLeft: 0.95, above: 0.92, column: 0.9, aboveAlike: 0.85, apart: 0.85 };
export type Pairing = keyof typeof PAIRING_SCORES;

const TABLE = { strong: 0.97, weak: 0.9 };

/**
 * The one place where the two doubts meet: is this the label's value, and was it read right? Both must be so, and a
 * text is read right
 * only if its worst word is.
 */
export const scoreOfReading = (paired: number, value: Segment[]): number => rounded(paired * confidenceOf(value));

export const scoreOfPair = (pairing: Pairing, value: Segment[]): number =>
  scoreOfReading(PAIRING_SCORES[pairing], value);

export const scoreOfTable = (strong: boolean): number => (strong ? TABLE.strong : TABLE.weak);

export const scoreOfCell = (strong: boolean, cell: Segment[]): number => scoreOfReading(scoreOfTable(strong), cell);

const confidenceOf = (segments: Segment[]) =>
  Math.min(1, ...segments.flatMap(({ words }) => words.map(({ confidence }) => confidence)));

export const rounded = (score: number) => Math.round(score * 10_000) / 10_000;
