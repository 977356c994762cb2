import { hasLabel, isLabelLike, labelStrength } from './label.ts';
import type { PageMap } from './pageMap.ts';
import { isSamePrint } from './print.ts';
import type { Segment } from './segment.ts';

/** What has found its place already. */
export type Used = Set<Segment>;

/** Lines of one value are no farther apart, in ems. */
const NEXT_LINE = 1.5;
/** Under a label of the same print the next label looks like a line of the value: only what is very close is one. */
const NEXT_LINE_BELOW = 1.3;
/** A line that reaches this far into the page goes on below. */
const FULL = 0.85;

/** A value and the lines it goes on in, when they stand exactly under its beginning. */
export function takeValue(value: Segment, page: PageMap, used: Used, isBelow = false): Segment[] {
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
  return [value, ...takeValue(more, page, used, isBelow)];
}

function goesOn(value: Segment, more: Segment, reach: number): boolean {
  const aligned = Math.abs(more.x - value.x) <= (value.recognised ? 0.5 : 0.25) * value.size;
  return (
    aligned &&
    isSamePrint(more, value) &&
    more.y - value.y <= reach * value.size &&
    !hasLabel(more.text) &&
    labelStrength(more.text) < 3
  );
}

/** A segment to the left would be the next label, and this its value. */
const hasLabelLeft = (segment: Segment, page: PageMap) =>
  page.leftOf(segment).some(({ text, bold }) => hasLabel(text) || (bold && !segment.bold) || isLabelLike(text));

/** What looks like a label and has something under it that is set like a value. */
function isLabelOfNext(segment: Segment, page: PageMap): boolean {
  return (
    labelStrength(segment.text) >= 2 &&
    page.lineOf(segment).some((other) => other !== segment && labelStrength(other.text) >= 2)
  );
}

/** The rest of a value that ran to the right margin or stands under its beginning. */
export function takeWrapped(value: Segment, segment: Segment, page: PageMap, used: Used): Segment[] {
  const more = nextLine(value, segment, page);
  if (!more || used.has(more) || !page.isAloneInLine(more) || !isSamePrint(more, segment) || hasLabel(more.text))
    return [value];
  if (more.y - segment.y > 1.6 * segment.size) return [value];
  used.add(more);
  return [value, ...takeWrapped(more, more, page, used)];
}

function nextLine(value: Segment, segment: Segment, page: PageMap): Segment | null {
  const hanging = value.x > segment.x ? page.below(segment, value.x) : null;
  if (hanging && value.words.length > 1 && labelStrength(hanging.text) < 2) return hanging;
  return segment.right >= FULL * page.rightMargin ? page.below(segment) : null;
}
