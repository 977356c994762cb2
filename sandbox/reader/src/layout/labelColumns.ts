import { hasLabel, isQuantity, isValueLike, labelStrength, textBeside } from './labels.ts';
import { areTouching, isSameSize, isSameStyle, isSmaller, type Line, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';
import { BETWEEN_PAIRS } from './tableDoubts.ts';
import { areInPairs } from './tables.ts';
import { isNumberOfNext, isOfSeveral } from './valueBelow.ts';

/** A column of labels with a column of values beside it, in one style. `sure`: most labels are known. */
export type LabelColumn = {
  pairs: { label: Segment; value: Segment | null }[];
  sure: boolean;
};

const SAME_EDGE = 0.5;
/** The rows of one column are no farther apart, in ems. */
const LARGEST_PITCH = 3.2;

/** `line`: which of the lines of the block it is in. */
type Entry = { label: Segment; value: Segment; line: number };
/** A column as it grows. `waiting`: labels without a value so far; the next line decides what they are. */
type Candidate = { entries: Entry[]; empty: Segment[]; waiting: Segment[] };
type Rated = Pick<Candidate, 'entries' | 'empty'> & { share: number };

/** All columns of labels in these lines, the most certain first; no segment belongs to two. */
export function findLabelColumns(lines: Line[], page: SpatialIndex): LabelColumn[] {
  // Two rows among running text may as well be the texts of a diagram.
  const fewest = page.runningText.isMost ? 3 : 2;
  const columns = collectColumns(lines, page)
    .filter(({ entries }) => entries.length >= fewest)
    .filter(({ entries }) => !areOverValues(entries, lines) && !areOverOwn(entries, lines))
    .map((column) => rate(column, page.runningText.isMost))
    .filter((column) => column !== null)
    .toSorted((a, b) => b.share - a.share);
  const taken = new Set<Segment>();
  const found: LabelColumn[] = [];
  for (const { entries, empty, share } of columns) {
    const free = entries.filter(({ label, value }) => !taken.has(label) && !taken.has(value));
    free.forEach(({ label, value }) => taken.add(label).add(value));
    const unfilled = empty.filter((label) => !taken.has(label)).map((label) => ({ label, value: null }));
    found.push({ pairs: [...free, ...unfilled], sure: share >= SURE_SHARE });
  }
  return found;
}

function collectColumns(lines: Line[], page: SpatialIndex): Candidate[] {
  const open: Candidate[] = [];
  for (const [at, line] of lines.entries()) {
    if (areCaptions(line, lines[at + 1])) continue;
    const [only] = line.segments;
    const alone =
      line.segments.length === 1 && only && labelStrength(only.text) >= 2 && !hasLabel(only.text) ? only : null;
    for (const column of open) if (alone && isNextLabel(column, alone)) column.waiting.push(alone);
    for (const entry of pairsInLine(line, at, page)) {
      const column = open.find((candidate) => continuesColumn(candidate, entry));
      if (!column) {
        open.push({ entries: [entry], empty: [], waiting: [] });
        continue;
      }
      column.entries.push(entry);
      column.empty.push(...column.waiting);
      column.waiting = [];
    }
  }
  return open;
}

/** Whether all texts of a line are smaller than those right below them. */
const areCaptions = ({ y, segments }: Line, below: Line | undefined) =>
  below !== undefined &&
  below.segments.length > 1 &&
  below.y - y <= LARGEST_PITCH * below.size &&
  segments.every((caption) => below.segments.every((text) => isSmaller(caption, text)));

function pairsInLine({ segments }: Line, line: number, page: SpatialIndex): Entry[] {
  return segments.slice(0, -1).flatMap((label, index) => {
    const value = textBeside(segments, index) as Segment;
    const isValue =
      !hasLabel(value.text) &&
      !page.captions.has(value) &&
      !isNumberOfNext(value, page) &&
      page.runningText.mayBeValue(value) &&
      !isOfSeveral(value, page);
    const fits = labelStrength(label.text) > 0 && !hasLabel(label.text) && isValue;
    return fits ? [{ label, value, line }] : [];
  });
}

function continuesColumn(column: Candidate, { label, value }: Entry): boolean {
  const last = column.entries.at(-1) as Entry;
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE * label.size;
  if (!isNextLabel(column, label) || !isSameSize(value, last.value)) return false;
  return near(value.x, last.value.x) || column.entries.every((entry) => near(entry.value.right, value.right));
}

/** Whether a label is the next of a column: same style, left- or right-aligned with the others. */
function isNextLabel({ entries, waiting }: Candidate, label: Segment): boolean {
  const last = waiting.at(-1) ?? (entries.at(-1) as Entry).label;
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE * label.size;
  return (
    (label.y - last.y <= LARGEST_PITCH * label.size || areTouching(last, label)) &&
    (near(label.x, last.x) || near(label.right, last.right)) &&
    isSameStyle(label, last)
  );
}

/** Whether the lines are pairs of labels above their values, and both of a pair are rows of the column. */
function areOverValues(entries: Entry[], lines: Line[]): boolean {
  const [first, last] = [entries[0], entries.at(-1)] as [Entry, Entry];
  const even = first.line + 2 * Math.ceil((last.line + 1 - first.line) / 2);
  const areRows = entries.some(({ line }, at) => line === (entries[at - 1]?.line ?? NaN) + 1);
  return areRows && areInPairs(lines.slice(first.line, even));
}

/** Whether values stand below the labels, where labels of a column do: numbers between them, or a nearer text below each. */
function areOverOwn(entries: Entry[], lines: Line[]): boolean {
  const [{ line: from, label }, { line: to }] = [entries[0], entries.at(-1)] as [Entry, Entry];
  const isBelow = ({ x }: Segment) => Math.abs(x - label.x) <= SAME_EDGE * label.size;
  const below = lines.map(({ segments }) => segments.find(isBelow));
  if (below.slice(from, to).filter((text) => isQuantity(text?.text ?? '')).length > 1) return true;
  const known = entries.filter(({ label: { text } }) => labelStrength(text) >= 2);
  return known.every((entry) => {
    const [value, next] = below.slice(entry.line + 1).filter((text) => text !== undefined);
    if (!value || labelStrength(value.text) >= 2) return false;
    return !next || next.y - value.y >= BETWEEN_PAIRS * (value.y - entry.label.y);
  });
}

const SURE_SHARE = 0.5;

/** The texts of a diagram in an article are known words too, but few of them numbers. */
function rate({ entries, empty }: Candidate, isArticle: boolean): Rated | null {
  const part = (fits: (entry: Entry) => boolean) => entries.filter(fits).length / entries.length;
  const share = part(({ label }) => labelStrength(label.text) >= 2);
  const values = part(({ value }) => isValueLike(value.text));
  const labelsAmongValues = part(({ value }) => labelStrength(value.text) >= 2);
  const certain = entries.length === 2 && part(({ label }) => labelStrength(label.text) === 3) === 1;
  if ((entries.length < 3 && !certain) || labelsAmongValues > 0.2) return null;
  if (new Set(entries.map(({ label }) => label.text)).size < entries.length) return null;
  const areKnown = share >= SURE_SHARE || (share >= 0.25 && values >= 0.25);
  const areLabels = (areKnown && !isArticle) || values >= 0.6;
  return areLabels ? { entries, empty, share } : null;
}
