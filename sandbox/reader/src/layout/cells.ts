// Texts that wrap in the cells of a table or form, drawn or not: all lines of one are one text, which labels and values are
// paired by.

import type { Edges } from '../reading.ts';
import { hasLabel, isQuantity, isValueLike, labelStrength, splitLabelled } from './labels.ts';
import { isStopWord } from './labelWords.ts';
import {
  areInOneRow,
  areTouching,
  isDividedAtHyphen,
  isFixedPitch,
  isSameStyle,
  isStaggered,
  lineFrom,
  overlap,
  RULING,
  segmentFrom,
  widthWithNextWord,
  type Line,
  type Segment,
  type Word,
} from './segments.ts';

/** In ems: the next line is no farther; lines begin below each other, or end; how far the row of a text is, and its column. */
const [NEXT_LINE, ALIGNED, EXACT, BESIDE, COLUMN] = [1.65, 0.25, 0.1, 0.5, 4];
/** In ems: columns are farther apart than two texts with a sign between them. */
const GUTTER = 1.25;
/** In ems: a blank, that of letters of one width, and the widest margin of a cell. */
const [BLANK, FIXED_BLANK, MARGIN] = [0.25, 0.6, 1];
/** Lines of one text are this evenly apart, and this much nearer than the rows around them. */
const [EVEN, NEARER] = [1.1, 1.15];

/** A text from its lines, and the `y` of its row. */
type Text = { lines: Segment[]; y: number };

/** Joins the lines of each text, on the baseline that all texts of its row have then. */
export function joinWrapped(lines: Line[]): Line[] {
  const segments = lines.flatMap((line) => line.segments).filter(({ recognised }) => !recognised);
  const texts = [...textsInCells(segments), ...textsInColumns(segments.filter(({ cell }) => !cell))];
  if (texts.length === 0) return lines;
  const taken = new Set(texts.flatMap((text) => text.lines));
  const others = lines.flatMap((line) => {
    const free = line.segments.filter((segment) => !taken.has(segment));
    return free.length === line.segments.length ? line : free.length > 0 ? lineFrom(free, line.region) : [];
  });
  const rows = Map.groupBy(texts, ({ y }) => y);
  const joined = [...rows].flatMap(([y, row]) => {
    const own = row.map((text) => ({ ...joinedFrom(text.lines), y }));
    const at = others.findIndex((line) => line.y === y);
    const beside = at < 0 ? [] : (others.splice(at, 1)[0]?.segments ?? []);
    return lineFrom([...beside, ...own].toSorted((a, b) => a.x - b.x));
  });
  return [...others, ...joined].toSorted((a, b) => a.y - b.y);
}

/** What stands in cells with rulings around them. Of a row in which each has one text, all are on one line. */
function textsInCells(segments: Segment[]): Text[] {
  const cells = [...Map.groupBy(segments, ({ cell }) => cell).values()].filter(([first]) => first?.cell);
  const texts = cells.map((cell) => ({ edges: cell[0]?.cell as Edges, texts: wrappedTexts(cell, cells) }));
  const rows = Map.groupBy(texts, ({ edges }) => [edges[1], edges[3]].map(Math.round).join(' '));
  return [...rows.values()].flatMap((row) => {
    // Numbers below each other in one of the cells are rows, of which the others have theirs.
    const begins = row.flatMap(({ texts: own }) => own.slice(1).filter((text, at) => areNumbers(own[at], text)));
    const isBegin = ({ y, size }: Segment) => begins.some(([first]) => Math.abs((first?.y ?? NaN) - y) < EXACT * size);
    const all = row.flatMap((cell) => cell.texts).flatMap((text) => splitAt(text, isBegin));
    const isRow =
      row.length > 1 &&
      all.length === row.length &&
      all.some((text) => text.length > 1 || text[0]?.y !== all[0]?.[0]?.y);
    const top = Math.min(...all.map(([first]) => first?.y ?? Infinity));
    return all
      .filter((text) => isRow || text.length > 1)
      .map((text) => ({ lines: text, y: isRow ? top : (text[0] as Segment).y }));
  });
}

const areNumbers = (...texts: (Segment[] | undefined)[]) => texts.every((text) => isQuantity(text?.[0]?.text ?? ''));

const splitAt = (text: Segment[], isBegin: (line: Segment) => boolean): Segment[][] =>
  text.reduce<Segment[][]>((parts, line, at) => {
    if (at === 0 || isBegin(line)) return [...parts, [line]];
    return [...parts.slice(0, -1), [...(parts.at(-1) as Segment[]), line]];
  }, []);

/** The texts of a cell, each with its lines. */
function wrappedTexts(segments: Segment[], cells: Segment[][]): Segment[][] {
  const [left, , right] = segments[0]?.cell as Edges;
  const texts: Segment[][] = [];
  const margin = Math.min(...segments.flatMap(({ x, right: end, size }) => [x - left, right - end, MARGIN * size]));
  const room = right - left - 2 * margin;
  for (const segment of segments) {
    const text = texts.at(-1);
    if (text && hadNoRoom(text, segment, room) && !isOther(text, segment, () => hasLabelCell(segment, cells)))
      text.push(segment);
    else texts.push([segment]);
  }
  return texts;
}

/** Whether the cell to the left or above is that of a label. In a row of cells with a label over its value, none is. */
function hasLabelCell(segment: Segment, cells: Segment[][]): boolean {
  const [left, top] = segment.cell as Edges;
  const isCaptioned = ([label, value]: Segment[]) =>
    label?.cell?.[1] === top && value && labelStrength(label.text) >= 2 && labelStrength(value.text) === 0;
  if (cells.some(isCaptioned)) return false;
  return cells.some((cell) => {
    const [first] = cell as [Segment, ...Segment[]];
    const [x, y] = first.cell as Edges;
    const isBefore = Math.min(left - x, top - y) < RULING && Math.max(left - x, top - y) > RULING;
    return (
      isBefore && areTouching(first, segment) && cell.every(({ text }) => hasLabel(text) || labelStrength(text) >= 2)
    );
  });
}

/** Whether the first word of a line had no room in the line above, the last one of a text. */
function hadNoRoom(text: Segment[], next: Segment, room: number): boolean {
  const last = text.at(-1) as Segment;
  const [word] = next.words;
  const blank = isFixedPitch(last) ? FIXED_BLANK : BLANK;
  return (
    isSameStyle(last, next) &&
    next.y - last.y <= NEXT_LINE * next.size &&
    !isStaggered(last, next) &&
    word !== undefined &&
    widthWithNextWord(last, next) + blank * last.size > room - EXACT * last.size
  );
}

/** Whether what stands below a text is by its words another one: the value of a label, or the next label. */
function isOther(text: Segment[], next: Segment, hasLabelBeside: () => boolean): boolean {
  const above = text.map((line) => line.text).join(' ');
  const own = splitLabelled(above);
  if (own?.value === '') return true;
  if (isQuantity(next.text) && isQuantity(own?.value ?? above) && !/-$/.test(above)) return true;
  if (hasLabel(next.text)) return own !== null || splitLabelled(joinedFrom([...text, next]).text)?.value !== '';
  if (goesOnSmall(text.at(-1) as Segment, next)) return false;
  const strength = labelStrength(above);
  const isLabel = strength === 3 || (strength === 2 && (isValueLike(next.text) || labelStrength(next.text) === 3));
  return isLabel || !(own || hasLabelBeside());
}

const goesOnSmall = ({ text, words }: Segment, next: Segment) =>
  /^[\p{Ll}:]/u.test(next.text) || /[,-]$/.test(text) || (words.length > 1 && isStopWord(words.at(-1)?.text ?? ''));

/** Lines of one column, from top to bottom, that are as near to each other; what is above and below is farther. */
type Stack = { lines: Segment[]; isApart: boolean };

/**
 * What stands in cells without rulings: their lines are nearer to each other than the rows are, and beside them stands a
 * label or its value, which is one text too.
 */
function textsInColumns(segments: Segment[]): Text[] {
  const stacks = stacksOf(segments);
  const stackOf = new Map(stacks.flatMap((stack) => stack.lines.map((line) => [line, stack] as const)));
  const areWrapped = new Map(stacks.map((stack) => [stack, stack.isApart && isOneText(stack.lines, segments)]));
  const singles = new Map<Segment, Stack>();
  // Lines so much farther apart than those of the text beside them, in larger type too, are texts of their own, and so are
  // those with a label of another row.
  const textAround = (line: Segment, pitch: number, size: number, row: Set<Segment>): Stack => {
    const stack = stackOf.get(line) as Stack;
    const [first, second] = stack.lines as [Segment, Segment?];
    const isNear = !second || second.y - first.y < NEARER * pitch * Math.max(1, line.size / size);
    const isOfOther = ({ x, y, size: own }: Segment) =>
      segments.some(({ text, right, y: at }) => right <= x && Math.abs(at - y) < BESIDE * own && hasLabel(text));
    if (isNear && !stack.lines.some((other) => !row.has(other) && isOfOther(other))) return stack;
    const single = singles.get(line) ?? { lines: [line], isApart: true };
    singles.set(line, single);
    areWrapped.set(single, true);
    return single;
  };
  const rows = new Map<Stack, number>();
  for (const stack of stacks) {
    if (stack.lines.length < 2 || !areWrapped.get(stack)) continue;
    const [first, last] = [stack.lines[0], stack.lines.at(-1)] as [Segment, Segment];
    const beside = segments.filter(
      (other) =>
        !stack.lines.includes(other) &&
        other.y > first.y - BESIDE * first.size &&
        other.y < last.y + BESIDE * last.size,
    );
    const pitch = (last.y - first.y) / (stack.lines.length - 1);
    const around = new Set(beside);
    const row = [...new Set([stack, ...beside.map((other) => textAround(other, pitch, first.size, around))])];
    if (row.length < 2 || !row.every((other) => areWrapped.get(other)) || !mayBeRow(row)) continue;
    const y = Math.min(...row.map((other) => rows.get(other) ?? (other.lines[0] as Segment).y));
    for (const other of row) rows.set(other, y);
  }
  return [...rows].map(([{ lines }, y]) => ({ lines, y }));
}

/** Whether one of the texts is a label, and their lines are no rows of their own. */
function mayBeRow(row: Stack[]): boolean {
  const texts = row.map(({ lines }) => ({ ...joinedFrom(lines), lines }));
  const hasLabels = texts.some(({ text, bold }) => bold || hasLabel(text) || labelStrength(text) >= 2);
  const areBeside = texts.every((text, at) => !texts.some((other, index) => index > at && overlap(text, other)));
  const long = texts.filter(({ lines }) => lines.length > 1);
  const areSmall = ({ lines }: Stack) => lines.slice(1).every((line, at) => goesOnSmall(lines[at] as Segment, line));
  return hasLabels && areBeside && (long.length < 2 || row.some((stack) => stack.lines.length > 1 && areSmall(stack)));
}

function isOneText(lines: Segment[], all: Segment[]): boolean {
  const [first, ...others] = lines as [Segment, ...Segment[]];
  if (others.length === 0) return true;
  let [top, bottom, widest] = [first.y, (lines.at(-1) as Segment).y, 0];
  // Texts that begin there in another part of the page are of another column.
  const column = all.filter((other) => isSameStyle(first, other) && areAligned(first, other));
  for (let before = NaN; before !== bottom - top;) {
    before = bottom - top;
    const near = column.filter(({ y, size }) => y > top - COLUMN * size && y < bottom + COLUMN * size);
    [top, bottom] = [near[0]?.y ?? top, near.at(-1)?.y ?? bottom];
    widest = Math.max(...near.map(({ x, right }) => right - x));
  }
  return others.every((line, at) => {
    const text = lines.slice(0, at + 1);
    return hadNoRoom(text, line, widest) && !isOther(text, line, () => true);
  });
}

const areAligned = (a: Segment, b: Segment) =>
  Math.abs(a.x - b.x) <= ALIGNED * a.size || Math.abs(a.right - b.right) <= EXACT * a.size;

function stacksOf(segments: Segment[]): Stack[] {
  const below = new Map<Segment, Segment>();
  const above = new Map<Segment, Segment>();
  const sorted = segments.toSorted((a, b) => a.y - b.y);
  sorted.forEach((segment, at) => {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next] as Segment;
      if (other.y - segment.y > NEXT_LINE * segment.size) break;
      if (!overlap(segment, other) || isStaggered(segment, other)) continue;
      if (!above.has(other)) above.set(other, segment);
      below.set(segment, other);
      break;
    }
  });
  // A text with others right behind it goes on beside, not below.
  const rows = Map.groupBy(segments, ({ y }) => y);
  const goesOnBeside = ({ text, y, right, size }: Segment) =>
    !text.endsWith(':') && rows.get(y)?.some(({ x }) => x >= right && x - right < GUTTER * size);
  const gapBelow = (segment: Segment) => (below.get(segment)?.y ?? Infinity) - segment.y;
  const gapAbove = (segment: Segment) => segment.y - (above.get(segment)?.y ?? -Infinity);
  const isNext = (segment: Segment, next: Segment | undefined): next is Segment =>
    next !== undefined &&
    above.get(next) === segment &&
    areInOneRow(segment, next) !== false &&
    isSameStyle(segment, next) &&
    areAligned(segment, next) &&
    !goesOnBeside(segment) &&
    gapBelow(segment) <= EVEN * Math.min(gapAbove(segment), gapBelow(next));
  const stacks: Stack[] = [];
  const taken = new Set<Segment>();
  for (const first of sorted) {
    if (taken.has(first)) continue;
    const lines = [first];
    for (let last = first, next = below.get(last); isNext(last, next); [last, next] = [next, below.get(next)])
      lines.push(next);
    lines.forEach((line) => taken.add(line));
    const pitch = lines.length > 1 ? gapBelow(first) : 0;
    const isApart = Math.min(gapAbove(first), gapBelow(lines.at(-1) as Segment)) >= NEARER * pitch;
    stacks.push({ lines, isApart });
  }
  return stacks;
}

/** The lines of a text as one, whose words may be divided where a line ends. */
function joinedFrom([first, ...others]: Segment[]): Segment {
  const lines = [first as Segment, ...others];
  const words = lines.reduce<Word[]>((all, line) => {
    const [last, [next, ...rest]] = [all.at(-1), line.words];
    if (!last || !next || !isDivided(last.text, line.text)) return [...all, ...line.words];
    return [...all.slice(0, -1), { ...last, text: last.text + next.text }, ...rest];
  }, []);
  return segmentFrom(words, { ...(first as Segment), bottom: lines.at(-1)?.y });
}

/** Whether a text goes on with the next line in one word: an address on the web, or a number. */
const isDivided = (above: string, below: string) =>
  /^[:.,;)]/.test(below) || isDividedAtHyphen(above, below) || (/@[^\s@]*$/.test(above) && /^[\w.-]+$/.test(below));
