import type { FieldReading } from '../document.ts';
import { hasLabel, isLabelLike, isValueLike, splitLabelled } from './label.ts';
import type { Line, Segment } from './line.ts';
import type { PageMap } from './pageMap.ts';

/** How sure a pairing of label and value is, by its shape. */
const SURE = { colon: 0.99, boldLeft: 0.95, above: 0.92, apart: 0.85 };

/** What has found its place already. */
export type Used = Set<Segment>;

/** Reads the fields whose labels stand in this line; a value may stand below it. */
export function findFields(line: Line, page: PageMap, used: Used): FieldReading[] {
  const found: FieldReading[] = [];
  line.segments.forEach((segment, index) => {
    if (used.has(segment)) return;
    const next = line.segments[index + 1];
    const beside = next && !used.has(next) && !hasLabel(next.text) ? next : null;
    const field = readLabelled(segment, beside, page, used) ?? readBeside(segment, beside, line, page, used) ?? readAbove(segment, page, used);
    if (field) found.push(field);
  });
  return found;
}

/** `Label: value`, with the value in the same text, beside it or below it. */
function readLabelled(segment: Segment, beside: Segment | null, page: PageMap, used: Used): FieldReading | null {
  const labelled = splitLabelled(segment.text);
  if (!labelled) return null;
  used.add(segment);
  const { label, value } = labelled;
  if (value) return { label, value: value + wrapped(segment, page, used), score: SURE.colon };
  if (beside) return { label, value: takeValue(beside, page, used), score: SURE.colon };
  const below = page.below(segment);
  const usable = below && !used.has(below) && !hasLabel(below.text);
  return { label, value: usable ? takeValue(below, page, used) : null, score: SURE.above };
}

/** Bold label left and value right, or a plain label with a number far to its right. */
function readBeside(label: Segment, value: Segment | null, { segments }: Line, page: PageMap, used: Used): FieldReading | null {
  if (!value || !isLabelLike(label.text)) return null;
  const styled = label.bold && !value.bold;
  const apart = segments.length === 2 && !/\d/.test(label.text) && isValueLike(value.text) && label.size >= 0.95 * value.size;
  if (!styled && !apart) return null;
  used.add(label);
  return { label: label.text, value: takeValue(value, page, used), score: styled ? SURE.boldLeft : SURE.apart };
}

/** A label in smaller or bolder print over its value. */
function readAbove(label: Segment, page: PageMap, used: Used): FieldReading | null {
  const value = page.below(label);
  if (!value || used.has(value) || !isLabelLike(label.text) || hasLabel(value.text)) return null;
  const distinct = label.size <= 0.92 * value.size || (label.bold && !value.bold);
  if (!distinct) return null;
  used.add(label);
  return { label: label.text, value: takeValue(value, page, used), score: SURE.above };
}

/** A value and the lines it goes on in, when they stand exactly under its beginning. */
function takeValue(value: Segment, page: PageMap, used: Used): string {
  used.add(value);
  const more = page.below(value);
  if (!more || used.has(more) || !goesOn(value, more) || hasLabelLeft(more, page)) return value.text;
  return `${value.text} ${takeValue(more, page, used)}`;
}

function goesOn(value: Segment, more: Segment): boolean {
  const aligned = Math.abs(more.x - value.x) <= 0.2 * value.size;
  return aligned && isSamePrint(more, value) && more.y - value.y <= 1.45 * value.size && !hasLabel(more.text);
}

/** A segment to the left would be the next label, and this its value. */
const hasLabelLeft = (segment: Segment, page: PageMap) => page.leftOf(segment).some(({ text, bold }) => hasLabel(text) || (bold && !segment.bold) || isLabelLike(text));

const isSamePrint = (a: Segment, b: Segment) => a.bold === b.bold && Math.abs(a.size - b.size) < 0.5;

/** The rest of a value that ran to the right margin. */
function wrapped(segment: Segment, page: PageMap, used: Used): string {
  const more = page.below(segment);
  if (!more || used.has(more) || !page.isAloneInLine(more) || !isSamePrint(more, segment) || hasLabel(more.text)) return '';
  if (segment.right < 0.88 * page.rightMargin || more.y - segment.y > 1.6 * segment.size) return '';
  used.add(more);
  return ` ${more.text}${wrapped(more, page, used)}`;
}
