import { median } from '../../statistics.ts';
import type { LabelValues } from './formPairing.ts';
import type { Label } from './labelMatching.ts';
import { isRecognised, type Run } from './textRuns.ts';

/** A line this many times farther below its label than is usual on the page is the second line of the value. */
const LOST_LINE = 1.6;
/** A line that begins this far right of where lines begin on the page has lost its beginning, in ems. */
const LOST_BEGINNING = 1.5;
/** How many values show what is usual, and how many times more than the exceptions they must be. */
const ENOUGH = 3;
const MANY = 3;
/** The share of values that must begin where lines usually begin: centred and right-aligned ones begin anywhere. */
const MOST = 0.6;

/**
 * Recognised values below a label that stand elsewhere than the values of the page do: the value of their label, or its
 * beginning, was not recognised.
 */
export function misplacedRuns(all: LabelValues[]): Set<Run> {
  const labelValues = all.filter(({ label }) => label.name !== null);
  const pairs = labelValues.flatMap(({ label, beside, below: [run] }) =>
    run && beside.length === 0 ? [{ label, run }] : [],
  );
  const besides = labelValues.filter(({ beside }) => beside.length > 0).length;
  const misplaced = besides >= Math.max(ENOUGH, MANY * pairs.length) ? pairs : outOfPlace(pairs);
  return new Set(misplaced.map(({ run }) => run).filter(isRecognised));
}

function outOfPlace(pairs: { label: Label; run: Run }[]): { run: Run }[] {
  if (pairs.length < ENOUGH) return [];
  // One letter says little of the size of all.
  const size = median(pairs.map(({ run }) => run.size)) ?? 1;
  const places = pairs.map(({ label, run }) => ({
    run,
    drop: Math.abs(run.y - label.y) / size,
    indent: (run.x - label.x) / size,
  }));
  const usualDrop = median(places.map(({ drop }) => drop)) ?? 0;
  const usualIndent = median(places.map(({ indent }) => indent)) ?? 0;
  const inLine = places.filter(({ indent }) => Math.abs(indent - usualIndent) <= LOST_BEGINNING);
  const farthestRight = inLine.length < MOST * places.length ? Infinity : usualIndent + LOST_BEGINNING;
  return places.filter(({ drop, indent }) => drop > LOST_LINE * usualDrop || indent > farthestRight);
}
