import type { TextItem } from '../../reading.ts';
import type { Row } from './rows.ts';
import { boundaryAt } from './dateLabels.ts';

export type Expiry = { month: string; year: string; confidence: number };
/** A month with the place it stands at. */
export type DatedPlace = Expiry & { x: number; y: number; size: number };

const FORM = /(?<![\d/])(0\s?[1-9]|1\s?[0-2])\s?\/\s?(2\s?0\s?\d\s?\d|\d\s?\d)(?![\d/])/g;
/** Two readings of one date begin no farther apart, in ems. */
const SAME_PLACE = 1.5;

const bare = (digits: string) => digits.replace(/\s/g, '');

/** The months in these rows. */
export const monthsIn = (rows: Row[]): DatedPlace[] =>
  rows.flatMap(({ text, confidence, places, y, size }) =>
    [...text.matchAll(FORM)].map(({ 1: month = '', 2: year = '', index }) => ({
      month: bare(month),
      year: bare(year).padStart(4, '20'),
      confidence,
      x: places[index] ?? 0,
      y,
      size,
    })),
  );

/**
 * The latest of the months that are not said to begin something: cards may print when they, or a membership, began.
 * Null where readings differ about it.
 */
export function expiryFrom(readings: DatedPlace[][], words: TextItem[]): Expiry | null {
  const months = readings.flat().filter((month) => boundaryAt(month, words) !== 'beginning');
  const latest = months.toSorted((a, b) => asNumber(b) - asNumber(a) || b.confidence - a.confidence)[0];
  if (!latest || months.some((month) => isSamePlace(month, latest) && asNumber(month) !== asNumber(latest)))
    return null;
  return { month: latest.month, year: latest.year, confidence: latest.confidence };
}

const asNumber = ({ month, year }: Expiry) => Number(year) * 12 + Number(month);

const isSamePlace = (a: DatedPlace, b: DatedPlace) =>
  Math.hypot(a.x - b.x, a.y - b.y) <= SAME_PLACE * Math.max(a.size, b.size);
