import type { TextItem } from '../../reading.ts';
import { median } from '../../statistics.ts';
import type { ScoredValue } from '../values/value.ts';
import { isWithinReach, labelsAndTextsOf } from './boxTexts.ts';
import type { Label, LabelledText } from './labelMatching.ts';
import { endsWithColon, isOnLineOf, type Run } from './textRuns.ts';
import { PAIRING_SCORE, toValueLine, type ValueLine } from './valueLine.ts';
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

  constructor(items: TextItem[], vocabulary: Vocabulary) {
    const texts = labelsAndTextsOf(items, vocabulary);
    this.#runs = texts.runs;
    this.#cells = cellsOf(texts);
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
function cellsOf({ labels, runs }: LabelledText): Cell[] {
  const cells = new Map(labels.map((label) => [label, { label, beside: [], below: [] } as Cell]));
  const free: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const left = labelLeft(run, labels, runs);
    const above = labelAbove(run, labels, runs);
    const isBeside = left && (!above || endsWithColon(left) || run.x - left.right < 1.2 * run.size);
    if (isBeside) cells.get(left)?.beside.push(run);
    else if (above) cells.get(above)?.below.push(run);
    else free.push(run);
  }
  dropFarther([...cells.values()]);
  for (const { beside, below } of cells.values()) appendContinuations(beside.length > 0 ? beside : below, free);
  return [...cells.values()];
}

/**
 * A value this many times farther below its label than is usual on the page belongs to a label that was not
 * recognised.
 */
const [FARTHER, ENOUGH] = [1.6, 5];

function dropFarther(cells: Cell[]): void {
  const drops = cells.flatMap(({ label, below: [first] }) => (first ? [first.y - label.y] : []));
  const most = FARTHER * (median(drops) ?? 0);
  if (drops.length >= ENOUGH)
    for (const cell of cells) if ((cell.below[0]?.y ?? 0) - cell.label.y > most) cell.below = [];
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

/** The label in whose box a text stands: not left of where it begins, nor right of where the next one begins. */
function labelAbove(run: Run, labels: Label[], runs: Run[]): Label | null {
  const fits = labels.filter(
    (label) =>
      isWithinReach(run, label) &&
      run.x >= label.x - LEFT_OF * run.size &&
      run.x < nextLeft(label, labels) - SAME * run.size,
  );
  const [nearest] = fits.toSorted((a, b) => cost(run, a) - cost(run, b));
  if (!nearest) return null;
  const indent = (run.x - nearest.x) / run.size;
  return indent <= LITTLE || (indent <= RIGHT_OF && isAloneIn(nearest, run, runs)) ? nearest : null;
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
function appendContinuations(lines: Run[], free: Run[]): void {
  for (let last = lines.at(-1); last;) {
    const { x, y, size } = last;
    const at = free.findIndex(
      (run) => run.y > y && run.y - y <= NEXT_LINE * Math.max(size, run.size) && Math.abs(run.x - x) <= size,
    );
    last = at < 0 ? undefined : free.splice(at, 1)[0];
    if (last) lines.push(last);
  }
}

/** `fromTextLayer`: no letter can be misread. */
export type BoxReading = ScoredValue & { fromTextLayer: boolean };

/** The values of the boxes of that name, from their first lines. Incomplete lines are left out. */
export function readBoxes(grid: BoxGrid, name: string, read: (text: string) => string | null): BoxReading[] {
  return grid.boxes(name).flatMap(({ lines: [first] }) => {
    const value = first && !first.incomplete ? read(first.text.trim()) : null;
    return first && value ? [{ value, score: first.score, fromTextLayer: first.fromTextLayer }] : [];
  });
}
