import type { Block } from './block.ts';
import { isHeading, isValueOfLineAbove } from './heading.ts';
import { numberedBlock } from './headingInLine.ts';
import { hasLabel, isShouted, labelStrength } from './label.ts';
import { lineOf, type Line } from './line.ts';
import type { Segment } from './segment.ts';
import { findTable } from './table.ts';
import { namesPart } from './vocabulary.ts';

/** Two headings side by side with labels under them: two blocks, not one whose values would be mixed. */
export function hasTwoHeadings(lines: Line[], at: number): boolean {
  const { segments } = lines[at] as Line;
  const areParts = segments.every(({ text }) => namesPart(text));
  const below = lines.slice(at + 1, at + (areParts ? 3 : 2));
  if (segments.length !== 2 || below.length === 0 || (!areParts && findTable(lines, at))) return false;
  if (
    !segments.every(
      (segment) => (segment.bold || isShouted(segment.text) || namesPart(segment.text)) && !hasLabel(segment.text),
    )
  )
    return false;
  if (segments.some((segment) => isValueOfLineAbove(segment, lines[at - 1]))) return false;
  const startsField = (x: number) =>
    below.some((line) => line.segments.some((segment) => Math.abs(segment.x - x) < segment.size && isField(segment)));
  return (
    segments.every(({ x }) => startsField(x)) && (areParts || segments.some(({ text }) => labelStrength(text) < 3))
  );
}

const isField = ({ text }: Segment) => hasLabel(text) || labelStrength(text) === 3;

export function endOfColumns(lines: Line[], from: number, bodySize: number): number {
  let end = from;
  while (
    end < lines.length &&
    !isHeading(lines, end, bodySize) &&
    !numberedBlock(lines, end) &&
    !hasTwoHeadings(lines, end)
  )
    end++;
  return end;
}

export function columnBlocks({ segments }: Line, lines: Line[], region: number): Block[] {
  const [, second] = segments as [Segment, Segment];
  const border = second.x - 0.2 * second.size;
  const side = (left: boolean) =>
    lines.flatMap((line) => {
      const own = line.segments.filter(({ x }) => x < border === left);
      return own.length > 0 ? [lineOf(own, region + (left ? 1 : 2))] : [];
    });
  return segments.map(({ text }, index) => ({ heading: text, lines: side(index === 0) }));
}
