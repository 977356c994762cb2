import { median } from '../../statistics.ts';
import type { Label, LabelledText } from './labelMatching.ts';
import { asRun, endsWithColon, type Run, textOf } from './textRuns.ts';

/** A label with the runs right of it and below it, line by line. */
export type LabelValues = { label: Label; right: Run[]; below: Run[] };

/** Distances in ems of the value. */
const WIDEST_GAP = 14;
const FARTHEST_BELOW = 2.7;
const NEXT_LINE = 2.3;
/** The cost of a value that is in the cell of its label, but not aligned with it. */
const IN_CELL = 0.8;
/** The gap left by a dash that was not recognised. */
const WORD_LOST = 3;
/** Values are printed as large as their labels or larger. Stains and patterns look far larger. */
const SIZES = { least: 0.6, most: 3 };

/** A label for a run. An `unaligned` one is above it, but neither begins nor ends with it. */
type Candidate = { label: Label; distance: number; unaligned: boolean };
type Choice = { run: Run; left: Candidate | null; above: Candidate | null };

/** Centred and right-aligned values are assumed only if that gives so many times more labels a value. */
const MANY_MORE = 1.5;

/**
 * Gives each run to the one label it belongs to. Values begin where their labels do, or are centred or right-aligned
 * in their cells; few documents mix the two.
 */
export function pairValues(text: LabelledText): LabelValues[] {
  const [left, anywhere] = [pairWith(text, false), pairWith(text, true)];
  return countFilled(anywhere) > MANY_MORE * countFilled(left) + 1 ? anywhere : left;
}

/** How many labels have a value. */
export const countFilled = (pairs: LabelValues[]) =>
  pairs.filter(({ label, right, below }) => label.name !== null && right.length + below.length > 0).length;

/** Labels stand above their values or left of them; few documents mix the two. */
function pairWith({ labels, runs }: LabelledText, anywhere: boolean): LabelValues[] {
  const choices = runs.map((run) => ({
    run,
    left: labelLeftOf(run, labels, runs),
    above: labelAbove(run, labels, anywhere),
  }));
  const pairs = new Map(labels.map((label) => [label, { label, right: [] as Run[], below: [] as Run[] }]));
  const usuallyLeft =
    count(choices, ({ left, above }) => left !== null && isUnaligned(above)) >
    count(choices, ({ left, above }) => !isUnaligned(above) && !left);
  const free: Run[] = [];
  for (const choice of choices.toSorted((a, b) => a.run.y - b.run.y)) {
    const side = sideOf(choice, usuallyLeft);
    const own = pairs.get((side === 'right' ? choice.left : choice.above)?.label as Label);
    // The second line of a value that stands beside its label is under the first, and not under the label.
    if (!own || (side === 'below' && own.right.length > 0 && choice.run.x > own.label.right)) free.push(choice.run);
    else if (side) own[side].push(choice.run);
  }
  for (const { right, below } of pairs.values()) for (const lines of [right, below]) appendContinuations(lines, free);
  return [...pairs.values()];
}

const count = (choices: Choice[], fits: (choice: Choice) => boolean) => choices.filter(fits).length;

function sideOf({ left, above }: Choice, usuallyLeft: boolean): 'right' | 'below' | null {
  if (!left) return above && 'below';
  if (isUnaligned(above) || left.distance < 1 || endsWithColon(left.label)) return 'right';
  return usuallyLeft ? 'right' : 'below';
}

const isUnaligned = (above: Candidate | null) => above?.unaligned ?? true;

/** The label on the same line with nothing between it and the run. */
function labelLeftOf(run: Run, labels: Label[], runs: Run[]): Candidate | null {
  const before = (other: Run) =>
    Math.abs(other.y - run.y) <= 0.5 * Math.max(other.size, run.size) && other.right <= run.x + 0.5 * run.size;
  const label = labels.filter((other) => isSized(run, other) && before(other)).toSorted((a, b) => b.right - a.right)[0];
  if (!label || label.name === null) return null;
  const distance = (run.x - label.right) / run.size;
  const between = runs.some((other) => other !== run && before(other) && other.x >= label.right - 0.5 * other.size);
  return between || distance > WIDEST_GAP ? null : { label, distance, unaligned: false };
}

const isSized = (run: Run, label: Label) => run.size >= SIZES.least * label.size && run.size <= SIZES.most * label.size;

function labelAbove(run: Run, labels: Label[], anywhere: boolean): Candidate | null {
  const near = labels.filter(
    (label) =>
      isSized(run, label) && run.y - label.y > 0.5 * label.size && run.y - label.y <= FARTHEST_BELOW * run.size,
  );
  const candidates = near.map((label) => {
    const aside = misalignment(run, label, near, anywhere);
    return { label, distance: (run.y - label.y) / run.size + aside, unaligned: aside >= IN_CELL };
  });
  const [best] = candidates.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance < Infinity && best.label.name !== null ? best : null;
}

/**
 * 0 for a run that starts where its label starts; more if it is centred or indented; infinite if it stands in another
 * column.
 */
function misalignment(run: Run, label: Label, near: Label[], anywhere: boolean): number {
  const indent = (run.x - label.x) / run.size;
  if (Math.abs(indent) <= 1) return 0.2 * Math.abs(indent);
  const common = Math.min(run.right, label.right) - Math.max(run.x, label.x);
  if (common >= 0.5 * Math.min(run.right - run.x, label.right - label.x)) return 0.4;
  const next = Math.min(
    ...near.filter((other) => other.x > label.x && Math.abs(other.y - label.y) < 0.5 * label.size).map(({ x }) => x),
  );
  const inCell =
    indent > 0 && (anywhere ? run.right < next + 0.5 * run.size : run.x < Math.min(next, label.right + 4 * run.size));
  return inCell ? IN_CELL : Infinity;
}

/** Runs without a label continue the line above them, words the words before them. */
function appendContinuations(lines: Run[], free: Run[]): void {
  lines.sort((a, b) => a.y - b.y || a.x - b.x);
  for (let at = 0; at < lines.length; at++) {
    for (let more = take(free, lines[at] as Run, isBeside); more; more = take(free, lines[at] as Run, isBeside)) {
      lines[at] = asRun([...(lines[at] as Run).words, ...more.words]);
    }
    const next = at === lines.length - 1 ? take(free, lines[at] as Run, isUnder) : null;
    if (next) lines.push(next);
  }
}

function take(free: Run[], last: Run, fits: (run: Run, last: Run) => boolean): Run | null {
  const at = free.findIndex((run) => fits(run, last));
  return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
}

function isUnder(run: Run, { x, y, size }: Run): boolean {
  const apart = run.y - y;
  const usual = Math.min(size, run.size);
  return apart > 0.5 * usual && apart <= NEXT_LINE * usual && Math.abs(run.x - x) <= 2 * usual;
}

function isBeside(run: Run, { right, y, size }: Run): boolean {
  const apart = run.x - right;
  return Math.abs(run.y - y) <= 0.35 * size && apart > -0.5 * size && apart <= WORD_LOST * size;
}

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

/** The page upside down: what stood above a label stands below it. Turned twice it is the page again. */
export const upsideDown = ({ labels, runs }: LabelledText): LabelledText => ({
  labels: labels.map(turnedLabel),
  runs: runs.map(turnedRun),
});

export const turnedBackUp = (pairs: LabelValues[]): LabelValues[] =>
  pairs.map(({ label, right, below }) => ({
    label: turnedLabel(label),
    right: right.map(turnedRun),
    below: below.map(turnedRun).toSorted((a, b) => a.y - b.y),
  }));

const turnedRun = ({ words }: Run): Run => asRun(words.map((word) => ({ ...word, y: CAPITAL * word.size - word.y })));

const turnedLabel = (label: Label): Label => ({ ...turnedRun(label), name: label.name });

/** Fewer letters do not tell the size of a print: only their own ink was measured. */
const ENOUGH_LETTERS = 3;

/** Gives marks and single letters the usual size of the page. */
export function withUsualTextSize({ labels, runs }: LabelledText): LabelledText {
  const usual = median(runs.filter((run) => !isShort(run)).map(({ size }) => size)) ?? 0;
  return { labels, runs: runs.map((run) => (isShort(run) && run.size < usual ? { ...run, size: usual } : run)) };
}

const isShort = (run: Run) =>
  run.words.some(({ confidence }) => confidence !== null) && textOf(run).length < ENOUGH_LETTERS;
