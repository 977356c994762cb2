import type { Trace } from '../reading.ts';
import { findCaptions, findCaptionsBelow } from './captions.ts';
import { areLabels, CHOICE, hasLabel, isValueLike, labelStrength } from './labels.ts';
import { RunningText } from './paragraphs.ts';
import { isSameStyle, isSmaller, isStaggered, overlap, type Line, type Segment } from './segments.ts';

/** How far below a label its value may be, in ems, and how far the values of a row of labels. */
const REACH = 2.4;
const REACH_OF_ROW = 3.2;
const FEWEST_IN_ROW = 3;
/** How far apart two rows of a table may be, in ems. */
const REACH_OF_TABLE = 8;
const ALIGNED = 0.6;
/** Texts of one column begin this closely below each other. */
const EXACT = 0.1;
const EXACT_END = 0.3;
/** Baselines closer than this, in ems, belong to one line. */
const BESIDE = 0.7;
/** A text this much right of another one, in ems, goes on from it, as a time behind a date. */
const SAME_TEXT = 2;

/** An amount, a quantity with its unit, or a date. */
const NUMBER = /^[^\p{L}\d]*(?:R\$\s?)?\d[\d.,/:-]*(?:\s?[^\d\s]{1,3})?$/u;

/** From so many known labels on, with at most this share of bold ones, the labels of a form are plain. */
const PLAIN_LABELS = { fewest: 8, bold: 0.25 };

/** Whether a number is in the middle of a label that is not as wide. */
const isWiderInMiddle = (other: Segment, label: Segment) =>
  other.x < label.x &&
  Math.abs(other.x + other.right - label.x - label.right) <= 2 * EXACT_END * other.size &&
  isValueLike(other.text);

/** Finds the neighbours of a segment, in whichever line or block of the page they are, and knows which are taken. */
export class SpatialIndex {
  readonly #lines: Line[];
  readonly #printed: Line[];
  readonly #indexOf = new Map<Segment, number>();
  /** Segments that already belong to a field or table. */
  readonly used = new Set<Segment>();
  /** Labels that have no value, and those that have one beside or below them. */
  readonly unfilled = new Set<Segment>();
  readonly filled = new Set<Segment>();
  /** Texts that may be the rest of a value. */
  readonly rests = new Set<Segment>();
  /** Parts of texts that are no value of the label before them. */
  readonly cut = new Set<Segment>();
  readonly trace: Trace | undefined;
  readonly rightMargin: number;
  readonly runningText: RunningText;
  /** Whether the labels of this form are known to be printed in plain type. */
  readonly hasPlainLabels: boolean;
  /** Whether something is to be ticked. */
  readonly hasBoxes: boolean;
  /** Captions of the form, which are no values. */
  readonly captions: Set<Segment>;
  /** Captions below their values, with the lines of those. */
  readonly captionsBelow: ReturnType<typeof findCaptionsBelow>;

  /** `printed`: with the headings, which are no lines of a block. */
  constructor(lines: Line[], trace?: Trace, printed = lines) {
    this.trace = trace;
    this.#printed = printed.toSorted((a, b) => a.y - b.y);
    this.#lines = lines.toSorted((a, b) => a.y - b.y);
    this.#lines.forEach((line, index) => line.segments.forEach((segment) => this.#indexOf.set(segment, index)));
    this.captions = findCaptions(lines);
    // A value in larger type, alone in its line, may have been taken for a heading.
    const texts = lines.flatMap(({ segments }) => segments);
    const mayBeValue = (text: Segment) => texts.some((other) => isSameStyle(other, text));
    this.captionsBelow = findCaptionsBelow(this.#printed.filter(({ segments }) => segments.every(mayBeValue)));
    for (const [caption, { value }] of this.captionsBelow) [caption, ...value].forEach((text) => this.used.add(text));
    this.hasBoxes = lines.some(({ segments }) => segments.some(({ text }) => CHOICE.test(text)));
    this.runningText = new RunningText(lines);
    const known = lines.flatMap(({ segments }) => segments.filter(({ text }) => labelStrength(text) === 3));
    this.hasPlainLabels =
      known.length >= PLAIN_LABELS.fewest &&
      known.filter(({ bold }) => bold).length <= PLAIN_LABELS.bold * known.length;
    this.rightMargin = Math.max(0, ...lines.flatMap(({ segments }) => segments.map(({ right }) => right)));
  }

  /** The nearest segment below that starts at this x; by default at the segment's own. */
  below(segment: Segment, start = segment.x): Segment | null {
    for (const line of this.#linesBelow(segment)) {
      const found = line.segments.find(({ x, size }) => Math.abs(x - start) <= ALIGNED * size);
      if (found) return found;
      // A segment in between that starts elsewhere separates them.
      if (line.segments.some((other) => overlap(other, segment))) return null;
    }
    return null;
  }

  /** The nearest text above. */
  above(segment: Segment): Segment | undefined {
    return this.#printed
      .filter(({ y, segments }) => y < segment.y && !segments.includes(segment))
      .flatMap(({ segments }) => segments.filter((other) => overlap(other, segment)))
      .at(-1);
  }

  /** The text below a label of a row, where each has one of its own: wherever that stands in its cell. */
  inRow(label: Segment): Segment | null {
    const labels = this.lineOf(label);
    if (labels.length < FEWEST_IN_ROW || !areLabels(labels) || labels.some(({ text }) => hasLabel(text))) return null;
    const { value: line } = this.#linesBelow(label, REACH_OF_ROW).next();
    const values = line?.segments ?? [];
    const isOwn = ({ x, right, text }: Segment, at: number) =>
      right > (labels[at - 1]?.right ?? -Infinity) && x < (labels[at + 1]?.x ?? Infinity) && labelStrength(text) < 2;
    return values.length === labels.length && values.every(isOwn) ? (values[labels.indexOf(label)] ?? null) : null;
  }

  /** The text in the cell below a label, which reaches from the start of the label to the next segment of its line. */
  inCell(label: Segment): Segment | null {
    const inRow = this.inRow(label);
    if (inRow) return inRow;
    const end = this.endOfCell(label);
    for (const line of this.#linesBelow(label)) {
      if (line.y - label.y < BESIDE * line.size && !line.segments.some((other) => overlap(other, label))) {
        const lower = this.#lowerRight(label, line);
        if (lower) return lower;
        continue;
      }
      const touching = line.segments.filter(
        (other) => other.right > label.x && other.x < end && !this.#isUnderNext(other, label),
      );
      const aligned = touching.find(({ x, size }) => Math.abs(x - label.x) <= ALIGNED * size);
      // Captions too close to each other are one text, over several values.
      if (aligned && touching.some((other) => other !== aligned && other.x < label.right)) return null;
      const isByChance = aligned && !aligned.recognised && Math.abs(aligned.x - label.x) > EXACT * aligned.size;
      if (aligned) return isByChance && this.#isOfTextLeft(aligned, label) ? null : aligned;
      const inside = touching.filter(
        (other) =>
          (other.x > label.x || this.#isWiderBelow(other, label)) &&
          other.right < end + ALIGNED * other.size &&
          !this.#isOfTextLeft(other, label),
      );
      if (touching.length > 0) return touching.length === 1 ? (inside[0] ?? null) : null;
    }
    return null;
  }

  /** Whether a text is below one of the others in the line of a label: that alone, or in its middle. */
  #isUnderNext(other: Segment, label: Segment): boolean {
    const others = this.lineOf(label).filter((next) => next !== label);
    if (!overlap(other, label)) return others.some((next) => overlap(other, next));
    return Math.abs(other.x - label.x) > EXACT * other.size && others.some((next) => isWiderInMiddle(other, next));
  }

  /** Whether a text that is wider than the label above is in the middle of it, or ends where it does, below no other one. */
  #isWiderBelow(other: Segment, label: Segment): boolean {
    if (isWiderInMiddle(other, label)) return true;
    const isAtEnd = Math.abs(other.right - label.right) <= EXACT_END * other.size && isValueLike(other.text);
    return isAtEnd && this.lineOf(label).filter((next) => overlap(other, next)).length === 1;
  }

  /** The value at the right edge of a box, a little lower than the small label at its left edge. */
  #lowerRight(label: Segment, { segments }: Line): Segment | null {
    const right = segments.filter(({ x }) => x >= label.right);
    const [value] = right;
    if (!value || right.length > 1 || value.recognised || !isSmaller(label, value) || !isValueLike(value.text))
      return null;
    const hasCaption = this.startingAt(value).some(
      (other) => other.y < value.y && value.y - other.y < REACH * value.size && isSmaller(other, value),
    );
    return hasCaption ? null : value;
  }

  /** Whether a text that does not begin below a label goes on from one to the left, or has a label of its own there. */
  #isOfTextLeft(other: Segment, label: Segment): boolean {
    const labels = (of: Segment) => this.leftOf(of).filter(({ text }) => labelStrength(text) >= 2).length;
    const [left, leftOfLabel] = [this.leftOf(other), this.leftOf(label)];
    const goesOn =
      left.length > leftOfLabel.length &&
      left.some(({ right, x }) => x < label.x && other.x - right < SAME_TEXT * other.size);
    return goesOn || labels(other) > labels(label);
  }

  /** What stands right below a text, wherever it begins, and whatever part of the page it was taken for. */
  under(segment: Segment): Segment[] {
    const from = this.#printed.findLastIndex(({ y }) => y <= segment.y);
    for (const line of this.#printed.slice(from + 1)) {
      if (line.y - segment.y > REACH * Math.max(line.size, segment.size)) return [];
      const found = isStaggered(segment, line) ? [] : line.segments.filter((other) => overlap(other, segment));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The number right below a number that begins or ends where it does, as those of a column do, or has one middle with it. */
  numberBelow(number: Segment): Segment | null {
    const isBelow = ({ x, right, size }: Segment) => {
      const [begin, end] = [x - number.x, right - number.right];
      return Math.min(Math.abs(begin), Math.abs(end), Math.abs(begin + end) / 2) <= EXACT_END * size;
    };
    const isLike = (other: Segment) => NUMBER.test(other.text) && isSameStyle(number, other) && isBelow(other);
    return NUMBER.test(number.text) ? (this.under(number).find(isLike) ?? null) : null;
  }

  /** Whether numbers beside each other, with this text or beside it, have others below them, as those of a table have. */
  isFirstRow(value: Segment): boolean {
    const numbers = this.lineOf(value).filter(({ text }) => NUMBER.test(text));
    const next = [...this.#linesBelow(value, REACH_OF_TABLE)].find(({ segments }) => segments.length > 1);
    const isAligned = (one: Segment, other: Segment) =>
      Math.min(Math.abs(one.x - other.x), Math.abs(one.right - other.right)) <= EXACT_END * one.size;
    const others = next?.segments.filter(({ text }) => NUMBER.test(text)) ?? [];
    const inColumn = numbers.filter((one) => others.some((other) => isSameStyle(one, other) && isAligned(one, other)));
    return inColumn.length > 1;
  }

  /** Segments of any line that start at the same x. */
  startingAt({ x, size }: Segment): Segment[] {
    return this.#lines.flatMap(({ segments }) => segments.filter((other) => Math.abs(other.x - x) <= ALIGNED * size));
  }

  /** Whether a text begins below or above another one near by. */
  isInColumn(segment: Segment): boolean {
    return this.startingAt(segment).some(
      (other) => other !== segment && Math.abs(other.y - segment.y) <= REACH * segment.size,
    );
  }

  /** Segments to the left and right. Recognised ones may be a little higher or lower. */
  beside(segment: Segment): Segment[] {
    const near = this.#lines.filter(
      (line) => Math.abs(line.y - segment.y) < BESIDE * Math.max(line.size, segment.size),
    );
    return near.flatMap(({ segments }) => segments).filter((other) => other !== segment);
  }

  /** The x where the next segment beside a label starts. */
  endOfCell(label: Segment): number {
    return Math.min(
      this.rightMargin + label.size,
      ...this.beside(label)
        .filter(({ x }) => x >= label.right)
        .map(({ x }) => x),
    );
  }

  /** Segments to the left, on the same line. */
  leftOf(segment: Segment): Segment[] {
    return this.lineOf(segment).filter(({ x }) => x < segment.x);
  }

  isAloneInLine(segment: Segment): boolean {
    return this.lineOf(segment).length === 1;
  }

  lineOf(segment: Segment): Segment[] {
    return this.#lines[this.#indexOf.get(segment) ?? -1]?.segments ?? [];
  }

  /** All the texts of a line, whatever part of the page they were taken for. */
  printedLineOf({ y, right }: Segment): Segment[] {
    const isOwn = (other: Segment) => other.y === y && other.right === right;
    return this.#printed.find(({ segments }) => segments.some(isOwn))?.segments ?? [];
  }

  *#linesBelow(segment: Segment, reach = REACH): Generator<Line, undefined> {
    const from = this.#indexOf.get(segment) ?? this.#lines.length;
    const region = this.#lines[from]?.region ?? 0;
    for (const line of this.#lines.slice(from + 1)) {
      if (line.y - (segment.bottom ?? segment.y) > reach * Math.max(line.size, segment.size)) return;
      if (line.region === region || line.region === 0 || region === 0) yield line;
    }
  }
}
