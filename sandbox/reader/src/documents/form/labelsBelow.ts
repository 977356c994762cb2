import { type Pairing, pageStep } from './formPairing.ts';
import type { Label, LabelledText } from './labelMatching.ts';
import { asRun, type Run } from './textRuns.ts';

/** Height of capitals, in ems. */
const CAPITAL = 0.72;
/**
 * How many labels must show where values stand, the share of them that must agree, and how much nearer one side must
 * be, in ems of the value.
 */
const ENOUGH_LABELS = 4;
const LABELS_AGREEING = 0.8;
const NEARER = 0.3;
/** Anything farther away belongs to another label. */
const FARTHEST = 2.7;

/** Whether the labels stand below their values, as under ruled lines that were filled in. */
export function labelsStandBelow({ labels, runs }: LabelledText): boolean {
  const sides = labels
    .filter(({ name }) => name !== null)
    .map((label) => nearestSide(label, runs))
    .filter((side) => side !== null);
  return (
    sides.length >= ENOUGH_LABELS && sides.filter((side) => side === 'above').length >= LABELS_AGREEING * sides.length
  );
}

/** Which side the nearest value is on; null if one stands beside the label or both sides are as near. */
function nearestSide(label: Label, runs: Run[]): 'above' | 'below' | null {
  const isBeside = (run: Run) =>
    Math.abs(run.y - label.y) < 0.5 * run.size && Math.abs(run.x - label.right) < FARTHEST * run.size;
  if (runs.some(isBeside)) return null;
  const inColumn = runs.filter((run) => run.x < label.right && run.right > label.x);
  const room = (run: Run, upper: Run, lower: Run) => (lower.y - CAPITAL * lower.size - upper.y) / run.size;
  const above = Math.min(...inColumn.filter(({ y }) => y < label.y).map((run) => room(run, run, label)));
  const below = Math.min(...inColumn.filter(({ y }) => y > label.y).map((run) => room(run, label, run)));
  if (Math.min(above, below) > FARTHEST || Math.abs(above - below) < NEARER) return null;
  return above < below ? 'above' : 'below';
}

/** The page upside down: what stood above a label stands below it. Turned twice it is the page again. */
export const upsideDown = ({ labels, runs }: LabelledText): LabelledText => ({
  labels: labels.map(turnedLabel),
  runs: runs.map(turnedRun),
});

/** What was found on the page upside down, of the page as it is. */
export const turnedBackUp = ({ pairs, filled, steps }: Pairing): Pairing => ({
  pairs: pairs.map(({ label, beside, below }) => ({
    label: turnedLabel(label),
    beside: beside.map(turnedRun),
    below: below.map(turnedRun).toSorted((a, b) => a.y - b.y),
  })),
  filled,
  steps: [
    pageStep('labels stand below their values, so the page was paired upside down'),
    ...steps.map((step) =>
      step.step === 'candidate'
        ? { ...step, label: turned(step.label), value: turned(step.value), way: step.way.replace('below', 'above') }
        : step,
    ),
  ],
});

const turned = <T extends { y: number; size: number }>(place: T): T => ({
  ...place,
  y: CAPITAL * place.size - place.y,
});

const turnedRun = ({ words }: Run): Run => asRun(words.map(turned));

const turnedLabel = (label: Label): Label => ({ ...turnedRun(label), name: label.name });
