import type { TextItem, Trace } from '../../reading.ts';
import { median } from '../../statistics.ts';
import type { ScoredValue } from '../values/value.ts';
import { isWithinReach, labelsAndTextsOf } from './boxTexts.ts';
import type { Label, LabelledText } from './labelMatching.ts';
import { tellCandidate } from './pairingTrace.ts';
import { endsWithColon, isOnLineOf, type Run, textOf } from './textRuns.ts';
import { INCOMPLETE, PAIRING_SCORE, READ, toValueLine, UNFIT, type ValueLine } from './valueLine.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A label with the lines in its box. */
export type Box = { label: Label; lines: ValueLine[] };

/**
 * A page of boxes with a label in the corner of each, as business forms print them, or of labels with values beside
 * them.
 */
export class BoxGrid {
  readonly #cells: Cell[];
  readonly #runs: Run[];
  readonly trace: Trace | undefined;

  constructor(items: TextItem[], vocabulary: Vocabulary, trace?: Trace) {
    this.trace = trace;
    const texts = labelsAndTextsOf(items, vocabulary);
    this.#runs = texts.runs;
    this.#cells = cellsOf(texts, trace);
  }

  /** The lines beside and below each label of that name, from top to bottom. */
  boxes(name: string): Box[] {
    return this.#named(name).flatMap((cell) => linesOf(cell).map((lines) => ({ label: cell.label, lines })));
  }

  labels(name: string): Label[] {
    return this.#named(name).map(({ label }) => label);
  }

  /** The labels of that name that head what follows: those with a text behind their colon are its label. */
  headings(name: string): Label[] {
    return this.#named(name)
      .filter(({ label, beside }) => !(endsWithColon(label) && beside.length > 0))
      .map(({ label }) => label);
  }

  #named(name: string): Cell[] {
    return this.#cells
      .filter(({ label }) => label.name === name)
      .toSorted((a, b) => a.label.y - b.label.y || a.label.x - b.label.x);
  }

  /** The topmost label that matches, from a height on. */
  findLabel(words: RegExp, from = 0): Label | null {
    return (
      this.#cells
        .map(({ label }) => label)
        .filter((label) => label.y >= from && words.test(label.words.map((word) => word.key).join('')))
        .toSorted((a, b) => a.y - b.y)[0] ?? null
    );
  }

  /** All text that is no label. */
  unlabelledLines(): ValueLine[] {
    return this.#runs.map((run) => toValueLine(run, PAIRING_SCORE.below));
  }
}

function linesOf({ label, beside, below }: Cell): ValueLine[][] {
  const sure = endsWithColon(label) ? PAIRING_SCORE.colon : PAIRING_SCORE.right;
  return [
    beside.map((run) => toValueLine(run, sure)),
    below.map((run) => toValueLine(run, PAIRING_SCORE.below)),
  ].filter(({ length }) => length > 0);
}

/** A label with what stands in its box: beside it, or below it line by line. */
type Cell = { label: Label; beside: Run[]; below: Run[] };

/**
 * In ems: a value begins no farther left than its label; how far right of it a value set to the right edge may begin;
 * what stands right beside a label.
 */
const [LEFT_OF, RIGHT_OF, BESIDE] = [1, 18, 2.5];
/** A small label and a large value beside it have their tops or their baselines in common. */
const SAME_LINE = 0.4;
/** The next line of a value, in ems. */
const NEXT_LINE = 1.7;
/**
 * What begins this little left of the next box is in it; a text this little to the right is still at the left edge of
 * its box.
 */
const [SAME, LITTLE] = [0.3, 3];
/** How much nearer a label straight above is than one to the left, for each em and at most. */
const SLANT = { each: 0.4, most: 1.5 };

/** Gives each run to the one label whose box it stands in, or to none. */
function cellsOf({ labels, runs }: LabelledText, trace: Trace | undefined): Cell[] {
  const cells = new Map(labels.map((label) => [label, { label, beside: [], below: [] } as Cell]));
  const free: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const left = labelLeft(run, labels, runs);
    const near = labelsAbove(run, labels);
    const [nearest] = near;
    const above = nearest && isInBox(run, nearest, runs) ? nearest : null;
    const isBeside = left && (!above || endsWithColon(left) || run.x - left.right < 1.2 * run.size);
    if (isBeside) cells.get(left)?.beside.push(run);
    else if (above) cells.get(above)?.below.push(run);
    else free.push(run);
    if (trace) tellBoxes(trace, run, { left, near, above }, Boolean(isBeside));
  }
  dropFarther([...cells.values()], trace);
  for (const { label, beside, below } of cells.values())
    appendContinuations(beside.length > 0 ? beside : below, free, label, trace);
  return [...cells.values()];
}

type Owners = { left: Label | null; near: Label[]; above: Label | null };

/** Tells which labels a run was compared with, and in whose box it is. */
function tellBoxes(trace: Trace, run: Run, { left, near, above }: Owners, isBeside: boolean): void {
  const tell = (label: Label, way: string, cost: number, isChosen: boolean, reason: string) =>
    tellCandidate(trace, 'boxes', label, run, { way, cost, isChosen, reason });
  const alone = above ? 'it follows the label, or the label ends with a colon' : 'no label stands above it';
  const beside = isBeside ? alone : 'a label stands above it, and it does not follow this one';
  if (left) tell(left, 'beside', (run.x - left.right) / run.size, isBeside, beside);
  const inBox = above ? 'the nearest label in whose box it stands' : 'it is too far right, or not alone in the box';
  const below = isBeside ? 'it belongs to the label left of it' : inBox;
  for (const label of near) {
    const reason = label === near[0] ? below : `"${textOf(near[0] as Label)}" is nearer`;
    tell(label, 'below', cost(run, label), !isBeside && label === above, reason);
  }
}

/**
 * A value this many times farther below its label than is usual on the page belongs to a label that was not
 * recognised.
 */
const [FARTHER, ENOUGH] = [1.6, 5];

function dropFarther(cells: Cell[], trace: Trace | undefined): void {
  const drops = cells.flatMap(({ label, below: [first] }) => (first ? [first.y - label.y] : []));
  const most = FARTHER * (median(drops) ?? 0);
  if (drops.length < ENOUGH) return;
  for (const cell of cells) {
    const [first] = cell.below;
    if (!first || first.y - cell.label.y <= most) continue;
    const reason = `it is farther below than ${FARTHER} times what is usual on this page`;
    if (trace) tellCandidate(trace, 'boxes', cell.label, first, { way: 'below', cost: null, isChosen: false, reason });
    cell.below = [];
  }
}

/** Numbers are set to the right edge, and their labels to the left. */
const isNumber = ({ words }: Run) => words.every(({ text }) => /^(R\$|\d[\d.,/-]*)$/.test(text));

/** The label right before a text, on its line. */
function labelLeft(run: Run, labels: Label[], runs: Run[]): Label | null {
  const before = (other: Run) =>
    Math.abs(other.y - run.y) <= SAME_LINE * Math.max(other.size, run.size) && other.right <= run.x + 0.5 * run.size;
  const label = labels.filter(before).toSorted((a, b) => b.right - a.right)[0];
  if (!label || runs.some((other) => other !== run && before(other) && other.x >= label.right - 0.5 * other.size))
    return null;
  const far = (run.x - label.right) / run.size;
  return far <= BESIDE || (far <= RIGHT_OF && (endsWithColon(label) || isNumber(run))) ? label : null;
}

/** The labels in whose boxes a text may stand, not left of where they begin nor right of where the next one begins. */
function labelsAbove(run: Run, labels: Label[]): Label[] {
  const fits = labels.filter(
    (label) =>
      isWithinReach(run, label) &&
      run.x >= label.x - LEFT_OF * run.size &&
      run.x < nextLeft(label, labels) - SAME * run.size,
  );
  return fits.toSorted((a, b) => cost(run, a) - cost(run, b));
}

/** Whether a text is so near to the left edge of a box, or alone in it, that it is its value. */
function isInBox(run: Run, label: Label, runs: Run[]): boolean {
  const indent = (run.x - label.x) / run.size;
  return indent <= LITTLE || (indent <= RIGHT_OF && isAloneIn(label, run, runs));
}

const cost = (run: Run, label: Label) =>
  (run.y - label.y) / run.size + Math.min(SLANT.most, SLANT.each * Math.max(0, (run.x - label.right) / run.size));

/** Where the next box of the row begins. */
const nextLeft = (label: Label, labels: Label[]) =>
  Math.min(...labels.filter((other) => other.x > label.x + label.size && isOnLineOf(other, label)).map(({ x }) => x));

/** Nothing stands between the left edge of the box and the text: there would be two values. */
const isAloneIn = (label: Label, run: Run, runs: Run[]) =>
  !runs.some((other) => other !== run && isOnLineOf(other, run) && other.x < run.x && other.right > label.x);

/** Runs without a label continue the line above them. */
function appendContinuations(lines: Run[], free: Run[], label: Label, trace: Trace | undefined): void {
  for (let last = lines.at(-1); last;) {
    const { x, y, size } = last;
    const at = free.findIndex(
      (run) => run.y > y && run.y - y <= NEXT_LINE * Math.max(size, run.size) && Math.abs(run.x - x) <= size,
    );
    last = at < 0 ? undefined : free.splice(at, 1)[0];
    if (!last) return;
    lines.push(last);
    const reason = 'it begins right under the value';
    if (trace) tellCandidate(trace, 'boxes', label, last, { way: 'goes on', cost: null, isChosen: true, reason });
  }
}

/** `fromTextLayer`: no letter can be misread. */
export type BoxReading = ScoredValue & { fromTextLayer: boolean };

/** The values of the boxes of that name, from their first lines. Incomplete lines are left out. */
export function readBoxes(grid: BoxGrid, name: string, read: (text: string) => string | null): BoxReading[] {
  return grid.boxes(name).flatMap(({ lines: [first] }) => {
    if (!first) return [];
    const { text, score, fromTextLayer, incomplete } = first;
    const value = incomplete ? null : read(text.trim());
    const reason = value ? READ : incomplete ? INCOMPLETE : UNFIT;
    grid.trace?.({ step: 'reading', name, text, value, score: value === null ? null : score, reason });
    return value ? [{ value, score, fromTextLayer }] : [];
  });
}
