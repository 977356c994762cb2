import { hasLabel, isLabelLike, labelStrength } from './labels.ts';
import { isSameStyle, type Segment } from './segments.ts';
import type { SpatialIndex } from './spatialIndex.ts';

/** What has found its place already. */
export type UsedSegments = Set<Segment>;

/** Lines of one value are no farther apart, in ems. */
const NEXT_LINE = 1.5;
/** Under a label of the same print the next label looks like a line of the value: only what is very close is one. */
const NEXT_LINE_BELOW = 1.3;
/** A line that reaches this far into the page goes on below. */
const FULL = 0.85;

/** A value and the lines it goes on in, when they stand exactly under its beginning. */
export function collectValueLines(value: Segment, page: SpatialIndex, used: UsedSegments, isBelow = false): Segment[] {
  used.add(value);
  const more = page.below(value);
  if (
    !more ||
    used.has(more) ||
    !goesOn(value, more, isBelow && value.recognised ? NEXT_LINE_BELOW : NEXT_LINE) ||
    hasLabelLeft(more, page) ||
    isLabelOfNext(more, page)
  )
    return [value];
  return [value, ...collectValueLines(more, page, used, isBelow)];
}

function goesOn(value: Segment, more: Segment, reach: number): boolean {
  const aligned = Math.abs(more.x - value.x) <= (value.recognised ? 0.5 : 0.25) * value.size;
  return (
    aligned &&
    isSameStyle(more, value) &&
    more.y - value.y <= reach * value.size &&
    !hasLabel(more.text) &&
    labelStrength(more.text) < 3
  );
}

/** A segment to the left would be the next label, and this its value. */
const hasLabelLeft = (segment: Segment, page: SpatialIndex) =>
  page.leftOf(segment).some(({ text, bold }) => hasLabel(text) || (bold && !segment.bold) || isLabelLike(text));

/** What looks like a label and has something under it that is set like a value. */
function isLabelOfNext(segment: Segment, page: SpatialIndex): boolean {
  return (
    labelStrength(segment.text) >= 2 &&
    page.lineOf(segment).some((other) => other !== segment && labelStrength(other.text) >= 2)
  );
}

/** The rest of a value that ran to the right margin or stands under its beginning. */
export function collectWrappedLines(
  value: Segment,
  segment: Segment,
  page: SpatialIndex,
  used: UsedSegments,
): Segment[] {
  const more = nextLine(value, segment, page);
  if (!more || used.has(more) || !page.isAloneInLine(more) || !isSameStyle(more, segment) || hasLabel(more.text))
    return [value];
  if (more.y - segment.y > 1.6 * segment.size) return [value];
  used.add(more);
  return [value, ...collectWrappedLines(more, more, page, used)];
}

function nextLine(value: Segment, segment: Segment, page: SpatialIndex): Segment | null {
  const hanging = value.x > segment.x ? page.below(segment, value.x) : null;
  if (hanging && value.words.length > 1 && labelStrength(hanging.text) < 2) return hanging;
  return segment.right >= FULL * page.rightMargin ? page.below(segment) : null;
}

/**
 * A value that begins right of its label's end stands at the end of its cell, or in its middle, this exactly (in ems).
 */
const ALIGNED_IN_CELL = 1.5;
/** So many labels of a column make what stands there a label too. */
const LABELS_OF_COLUMN = 2;

/** Where a value was not recognised, what stands under its label is the next label or its value: nothing is better. */
export function belongsToNextRow(label: Segment, value: Segment, page: SpatialIndex): boolean {
  return (
    value.recognised &&
    (page.isFarBelow(label, value) ||
      isLabelInRow(value, page) ||
      (value.x > label.right && !isSetInCell(label, value, page)))
  );
}

/** At the right end of a cell, or in its middle; elsewhere it is under a label that was not recognised. */
function isSetInCell(label: Segment, value: Segment, page: SpatialIndex): boolean {
  const end = page.endOfCell(label);
  const [atEnd, inMiddle] = [end - value.right, (label.x + end - value.x - value.right) / 2].map(
    (off) => Math.abs(off) <= ALIGNED_IN_CELL * value.size,
  );
  return Boolean(atEnd || inMiddle);
}

/** Words of a label by themselves, or among other labels. */
function isLabelInRow(value: Segment, page: SpatialIndex): boolean {
  const others = page.lineOf(value).filter((segment) => segment !== value);
  const labels = others.filter(({ text }) => labelStrength(text) === 3).length;
  const strength = labelStrength(value.text);
  return strength === 3 || (strength === 2 && labels > 0 && labels >= others.length / 2);
}

/** What stands beside a label where other lines have labels belongs to a column of its own. */
export function belongsToOtherColumn(label: Segment, beside: Segment, page: SpatialIndex): boolean {
  return (
    beside.recognised &&
    labelStrength(beside.text) >= 2 &&
    page.startingAt(beside).filter((other) => other !== label && hasLabel(other.text)).length >= LABELS_OF_COLUMN
  );
}
