import type { FieldReading } from '../document.ts';
import { hasLabel, isLabelLike, isValueLike, splitLabelled } from './label.ts';
import type { Line, Segment } from './line.ts';

/** How sure a pairing of label and value is, by its shape. */
const SURE = { colon: 0.99, boldLeft: 0.95, above: 0.92, apart: 0.85 };

/** Reads the fields of one line, looking below it where a label stands over its value. */
export function findFields(lines: Line[], at: number, used: Set<Segment>): FieldReading[] {
  const line = lines[at] as Line;
  const found: FieldReading[] = [];
  line.segments.forEach((segment, index) => {
    if (used.has(segment)) return;
    const field = readLabelled(lines, at, index, used) ?? readBeside(line, index, used) ?? readAbove(lines, at, index, used);
    if (field) found.push(field);
  });
  return found;
}

function readLabelled(lines: Line[], at: number, index: number, used: Set<Segment>): FieldReading | null {
  const line = lines[at] as Line;
  const segment = line.segments[index] as Segment;
  const labelled = splitLabelled(segment.text);
  if (!labelled) return null;
  used.add(segment);
  if (labelled.value) return field(labelled.label, labelled.value + wrapped(lines, at, segment, used), SURE.colon);
  const beside = line.segments[index + 1];
  if (beside && !hasLabel(beside.text)) return field(labelled.label, takeValue(lines, at, beside, used), SURE.colon);
  const below = segmentBelow(lines, at, segment);
  if (below && !hasLabel(below.text)) return field(labelled.label, takeValue(lines, at + 1, below, used), SURE.above);
  return { label: labelled.label, value: null, score: SURE.above };
}

/** Bold label left and value right, or a plain label with a number far to its right. */
function readBeside({ segments }: Line, index: number, used: Set<Segment>): FieldReading | null {
  const [label, value] = [segments[index] as Segment, segments[index + 1]];
  if (!value || used.has(value) || !isLabelLike(label.text) || hasLabel(value.text)) return null;
  const styled = label.bold && !value.bold;
  const alone = segments.length === 2 && !/\d/.test(label.text) && isValueLike(value.text) && label.size >= 0.95 * value.size;
  if (!styled && !alone) return null;
  used.add(label).add(value);
  return field(label.text, value.text, styled ? SURE.boldLeft : SURE.apart);
}

/** A label in smaller or bolder print over its value. */
function readAbove(lines: Line[], at: number, index: number, used: Set<Segment>): FieldReading | null {
  const label = (lines[at] as Line).segments[index] as Segment;
  const value = segmentBelow(lines, at, label);
  if (!value || used.has(value) || !isLabelLike(label.text) || hasLabel(value.text)) return null;
  const distinct = label.size <= 0.92 * value.size || (label.bold && !value.bold);
  if (!distinct) return null;
  used.add(label);
  return field(label.text, takeValue(lines, at + 1, value, used), SURE.above);
}

/** What stands under a label, starting where it starts. */
function segmentBelow(lines: Line[], at: number, label: Segment): Segment | null {
  const below = lines[at + 1];
  if (!below || below.y - label.y > 2.4 * Math.max(below.size, label.size)) return null;
  return below.segments.find(({ x, size }) => Math.abs(x - label.x) <= 0.6 * size) ?? null;
}

/** A value and the lines it goes on in, when they stand exactly under its beginning. */
function takeValue(lines: Line[], at: number, value: Segment, used: Set<Segment>): string {
  used.add(value);
  const next = lines[at + 1];
  const more = next?.segments.find((segment) => isSamePrint(segment, value) && Math.abs(segment.x - value.x) <= 0.2 * value.size);
  if (!next || !more || used.has(more) || next.y - value.y > 1.45 * value.size || hasLabel(more.text)) return value.text;
  // A segment to the left would be the next label, and this its value.
  if (next.segments[0] !== more && (lines[at] as Line).segments[0] !== value) return value.text;
  if (hasLabelLeft(next, more)) return value.text;
  return `${value.text} ${takeValue(lines, at + 1, more, used)}`;
}

const hasLabelLeft = (line: Line, segment: Segment) =>
  line.segments.some((other) => other.right < segment.x && (hasLabel(other.text) || (other.bold && !segment.bold)));

const isSamePrint = (a: Segment, b: Segment) => a.bold === b.bold && Math.abs(a.size - b.size) < 0.5;

/** The rest of a value that ran to the right margin. */
function wrapped(lines: Line[], at: number, segment: Segment, used: Set<Segment>): string {
  const next = lines[at + 1];
  const more = next?.segments[0];
  const margin = Math.max(...lines.flatMap((line) => line.segments.map(({ right }) => right)));
  if (!next || !more || next.segments.length > 1 || !isSamePrint(more, segment) || hasLabel(more.text)) return '';
  if (segment.right < 0.88 * margin || more.x > segment.x + segment.size || next.y - segment.y > 1.6 * segment.size) return '';
  used.add(more);
  return ` ${more.text}${wrapped(lines, at + 1, more, used)}`;
}

const field = (label: string, value: string, score: number): FieldReading => ({ label: label.replace(/\s*:$/, ''), value, score });
