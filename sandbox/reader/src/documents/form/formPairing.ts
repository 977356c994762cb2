import type { PairingStep } from '../../reading.ts';
import { median } from '../../statistics.ts';
import type { Label, LabelledText } from './labelMatching.ts';
import { asRun, endsWithColon, isOnLineOf, isRecognised, isSized, type Run, textOf } from './textRuns.ts';

/** A label with the runs beside it and below it, line by line. */
export type LabelValues = { label: Label; beside: Run[]; below: Run[] };

/**
 * The labels of a page, how many of them have a value, how far values are below their labels (the mean cost; NaN without
 * any), and what was weighed.
 */
export type Pairing = { pairs: LabelValues[]; filled: number; drop: number; steps: PairingStep[] };

/** Distances in ems of the value. */
const WIDEST_GAP = 14;
/** Numbers are set to the right edge of their box, and their labels to the left. */
const FARTHEST_RIGHT = 18;
const FARTHEST_BELOW = 2.7;
const NEXT_LINE = 2.3;
/** Other values begin this little right of the end of their label. */
const INDENT = 4;
/** The cost of a value that is in the cell of its label, but not aligned with it. */
const IN_CELL = 0.8;
/** The gap left by a dash that was not recognised. */
const WORD_LOST = 3;

/** A label that a run may belong to. An `unaligned` one is above it, but neither begins nor ends with it. */
type Candidate = {
  label: Label;
  way: 'beside' | 'below';
  cost: number;
  unaligned: boolean;
  refused: string | null;
};
/** The labels that were considered for a run, and the two of them that may have it. */
type Choice = { run: Run; candidates: Candidate[]; left: Candidate | undefined; above: Candidate | undefined };

/** Centred and right-aligned values are assumed only if that gives so many times more labels a value. */
const MANY_MORE = 1.3;

/**
 * Gives each run to the one label it belongs to. Values begin where their labels do, or are centred or right-aligned
 * in their cells; few documents mix the two.
 */
export function pairValues(text: LabelledText): Pairing {
  const [left, anywhere] = [pairWith(text, false), pairWith(text, true)];
  const begin = `where their labels begin (${left.filled} labels have one)`;
  const inCells = `anywhere in the cells of their labels (${anywhere.filled})`;
  const isAnywhere = anywhere.filled > MANY_MORE * left.filled + 1;
  const [taken, is, isNot] = isAnywhere ? [anywhere, inCells, begin] : [left, begin, inCells];
  return { ...taken, steps: [pageStep(`values are looked for ${is}, not ${isNot}`), ...taken.steps] };
}

export const pageStep = (reason: string): PairingStep => ({ step: 'page', reason });

/** Labels stand above their values or left of them; few documents mix the two. */
function pairWith({ labels, runs }: LabelledText, anywhere: boolean): Pairing {
  const choices = runs.map((run) => choiceFor(run, labels, runs, anywhere));
  const pairs = new Map(labels.map((label): [Label, LabelValues] => [label, { label, beside: [], below: [] }]));
  const besides = choices.filter(({ left, above }) => left && isUnaligned(above)).length;
  const usuallyLeft = besides > choices.filter(({ left, above }) => !left && !isUnaligned(above)).length;
  const steps = [pageStep(`most values stand ${usuallyLeft ? 'beside' : 'below'} their labels`)];
  const free: Run[] = [];
  const drops: number[] = [];
  for (const choice of choices.toSorted((a, b) => a.run.y - b.run.y)) {
    const { run, candidates } = choice;
    const { chosen, reason } = choose(choice, usuallyLeft);
    const own = chosen && pairs.get(chosen.label);
    // The second line of a value that stands beside its label is under the first, and not under the label.
    const isUnderValue = own && chosen.way === 'below' && own.beside.length > 0 && run.x > own.label.right;
    if (own && !isUnderValue) {
      own[chosen.way].push(run);
      if (chosen.way === 'below' && own.label.name) drops.push(chosen.cost);
    } else free.push(run);
    const why = isUnderValue ? 'it stands under the value beside the label, not under the label' : reason;
    for (const candidate of candidates)
      steps.push(candidateStep(candidate, run, candidate === chosen && !isUnderValue, candidate.refused ?? why));
  }
  for (const { label, beside, below } of pairs.values())
    for (const lines of [beside, below]) steps.push(...appendContinuations(lines, free, label));
  const all = [...pairs.values()];
  const isFilled = ({ label, beside, below }: LabelValues) => label.name !== null && beside.length + below.length > 0;
  const drop = drops.reduce((sum, cost) => sum + cost, 0) / drops.length;
  return { pairs: all, filled: all.filter(isFilled).length, drop, steps };
}

/** What is told of a run that a known label may have as its value. */
function candidateStep(
  { label, way, cost }: { label: Label; way: string; cost: number | null },
  run: Run,
  isChosen: boolean,
  reason: string,
): PairingStep {
  const seen = (of: Run) => ({ text: textOf(of), x: of.x, y: of.y, size: of.size });
  const pair = { label: { ...seen(label), known: label.name }, value: seen(run) };
  return { step: 'candidate', rules: 'form', ...pair, way, cost, isChosen, reason };
}

function choiceFor(run: Run, labels: Label[], runs: Run[], anywhere: boolean): Choice {
  const beside = labelLeftOf(run, labels, runs);
  const near = labelsAbove(run, labels, runs, anywhere);
  const isOpen = ({ refused }: Candidate) => refused === null;
  return { run, candidates: [...beside, ...near], left: beside.find(isOpen), above: near.find(isOpen) };
}

function choose({ left, above }: Choice, usuallyLeft: boolean): { chosen: Candidate | undefined; reason: string } {
  if (!left) return { chosen: above, reason: 'no label is nearer, and none stands beside it' };
  if (isUnaligned(above)) return { chosen: left, reason: 'no label above is aligned with it' };
  if (left.cost < 1) return { chosen: left, reason: 'it follows the label without a gap' };
  if (endsWithColon(left.label)) return { chosen: left, reason: 'the label beside it ends with a colon' };
  return usuallyLeft
    ? { chosen: left, reason: 'values of this page stand beside their labels' }
    : { chosen: above, reason: 'values of this page stand below their labels' };
}

const isUnaligned = (above: Candidate | undefined) => above?.unaligned ?? true;

/** The label on the same line, with nothing between it and the run unless it is refused. */
function labelLeftOf(run: Run, labels: Label[], runs: Run[]): Candidate[] {
  const before = (other: Run) =>
    Math.abs(other.y - run.y) <= 0.5 * Math.max(other.size, run.size) && other.right <= run.x + 0.5 * run.size;
  const label = labels.filter((other) => isSized(run, other) && before(other)).toSorted((a, b) => b.right - a.right)[0];
  if (!label) return [];
  const cost = (run.x - label.right) / run.size;
  const farthest = isNumber(run) || endsWithColon(label) ? FARTHEST_RIGHT : WIDEST_GAP;
  const isCutOff = runs.some((other) => other !== run && before(other) && other.x >= label.right - 0.5 * other.size);
  const refused = isCutOff ? 'another text stands between them' : cost > farthest ? 'it is too far right' : null;
  return [{ label, way: 'beside', cost, unaligned: false, refused }];
}

/** The labels that a run is within reach of, the nearest first. */
function labelsAbove(run: Run, labels: Label[], runs: Run[], anywhere: boolean): Candidate[] {
  const near = labels.filter(
    (label) =>
      isSized(run, label) && run.y - label.y > 0.5 * label.size && run.y - label.y <= FARTHEST_BELOW * run.size,
  );
  const candidates = near.map((label) => {
    const farthest = isNumber(run) && isAloneUnder(label, run, runs) ? FARTHEST_RIGHT : INDENT;
    const aside = misalignment(run, label, near, anywhere ? Infinity : farthest);
    return { label, cost: (run.y - label.y) / run.size + aside, unaligned: aside >= IN_CELL };
  });
  const sorted = candidates.toSorted((a, b) => a.cost - b.cost);
  return sorted.map((candidate, at) => {
    const nearer = at > 0 ? `"${textOf((sorted[0] as typeof candidate).label)}" is nearer` : null;
    return { ...candidate, way: 'below', refused: candidate.cost < Infinity ? nearer : 'it stands in another column' };
  });
}

/**
 * 0 for a run that starts where its label starts; more if it is centred or indented; infinite if it stands in another
 * column.
 */
function misalignment(run: Run, label: Label, near: Label[], farthest: number): number {
  const indent = (run.x - label.x) / run.size;
  if (Math.abs(indent) <= 1) return 0.2 * Math.abs(indent);
  const common = Math.min(run.right, label.right) - Math.max(run.x, label.x);
  if (common >= 0.5 * Math.min(run.right - run.x, label.right - label.x)) return 0.4;
  const next = Math.min(
    ...near.filter((other) => other.x > label.x && Math.abs(other.y - label.y) < 0.5 * label.size).map(({ x }) => x),
  );
  const inCell =
    indent > 0 &&
    (farthest === Infinity
      ? run.right < next + 0.5 * run.size
      : run.x < Math.min(next, label.right + farthest * run.size));
  return inCell ? IN_CELL : Infinity;
}

/** Nothing stands between the left edge of the label and the text: there would be two values. */
const isAloneUnder = (label: Label, run: Run, runs: Run[]) =>
  !runs.some((other) => other !== run && isOnLineOf(other, run) && other.x < run.x && other.right > label.x);

const isNumber = ({ words }: Run) => words.every(({ text }) => /^(R\$|\d[\d.,/-]*)$/.test(text));

/** Runs without a label continue the line above them, words the words before them. */
function appendContinuations(lines: Run[], free: Run[], label: Label): PairingStep[] {
  const steps: PairingStep[] = [];
  const take = (last: Run, fits: (run: Run, last: Run) => boolean, reason: string): Run[] => {
    const at = free.findIndex((run) => fits(run, last));
    const taken = at < 0 ? [] : free.splice(at, 1);
    steps.push(...taken.map((run) => candidateStep({ label, way: 'goes on', cost: null }, run, true, reason)));
    return taken;
  };
  const joined = (line: Run): Run => {
    const [more] = take(line, isBeside, 'it follows the value on its line');
    return more ? joined(asRun([...line.words, ...more.words])) : line;
  };
  lines.sort((a, b) => a.y - b.y || a.x - b.x);
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] = joined(lines[at] as Run));
    if (at === lines.length - 1) lines.push(...take(line, isUnder, 'it begins right under the value'));
  }
  return steps;
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

/** Fewer letters do not tell the size of a print: only their own ink was measured. */
const ENOUGH_LETTERS = 3;

/** Gives marks and single letters the usual size of the page. */
export function withUsualTextSize({ labels, runs }: LabelledText): LabelledText {
  const usual = median(runs.filter((run) => !isShort(run)).map(({ size }) => size)) ?? 0;
  return { labels, runs: runs.map((run) => (isShort(run) && run.size < usual ? { ...run, size: usual } : run)) };
}

const isShort = (run: Run) => isRecognised(run) && textOf(run).length < ENOUGH_LETTERS;
