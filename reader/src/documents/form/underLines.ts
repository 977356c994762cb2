import { asRun, type Label, type Labelled, type Run } from './labels.ts';
import type { Owned } from './pairing.ts';

/** Height of capitals, in ems. */
const CAPITAL = 0.72;
/**
 * Labels that say where values stand, the part of them that must agree, and how much nearer one side must be, in ems of
 * the value.
 */
const ENOUGH = 4;
const MOST = 0.8;
const NEARER = 0.3;
/** Farther away stands what belongs to somebody else. */
const FARTHEST = 2.7;

/**
 * Whether labels stand under their values, as on ruled lines that were filled in: what is nearest to a label is its
 * own.
 */
export function standUnder({ labels, runs }: Labelled): boolean {
  const said = labels
    .filter(({ name }) => name !== null)
    .map((label) => nearestSide(label, runs))
    .filter((side) => side !== null);
  return said.length >= ENOUGH && said.filter((side) => side === 'above').length >= MOST * said.length;
}

/** Null where a value stands beside the label, or both sides are as near. */
function nearestSide(label: Label, runs: Run[]): 'above' | 'below' | null {
  if (
    runs.some(
      (run) => Math.abs(run.y - label.y) < 0.5 * run.size && Math.abs(run.x - label.right) < FARTHEST * run.size,
    )
  )
    return null;
  const inColumn = runs.filter((run) => run.x < label.right && run.right > label.x);
  const above = Math.min(
    ...inColumn.filter(({ y }) => y < label.y).map((run) => (label.y - CAPITAL * label.size - run.y) / run.size),
  );
  const below = Math.min(
    ...inColumn.filter(({ y }) => y > label.y).map((run) => (run.y - CAPITAL * run.size - label.y) / run.size),
  );
  if (Math.min(above, below) > FARTHEST || Math.abs(above - below) < NEARER) return null;
  return above < below ? 'above' : 'below';
}

/** The page upside down: what stood over a label stands under it. Twice is the page again. */
export const turned = ({ labels, runs }: Labelled): Labelled => ({
  labels: labels.map(turnedLabel),
  runs: runs.map(turnedRun),
});

export const turnedBack = (owned: Owned[]): Owned[] =>
  owned.map(({ label, right, below }) => ({
    label: turnedLabel(label),
    right: right.map(turnedRun),
    below: below.map(turnedRun).toSorted((a, b) => a.y - b.y),
  }));

const turnedRun = ({ words }: Run): Run => asRun(words.map((word) => ({ ...word, y: CAPITAL * word.size - word.y })));

const turnedLabel = (label: Label): Label => ({ ...turnedRun(label), name: label.name });
