import { isHeading } from './heading.ts';
import { hasLabel, isShouted } from './label.ts';
import { lineText, type Line, type Segment } from './line.ts';
import { findTable } from './table.ts';

/** Lines under one heading. */
export type Block = { heading: string | null; lines: Line[] };

export function splitIntoBlocks(lines: Line[]): Block[] {
  const bodySize = usualSize(lines);
  const blocks: Block[] = [{ heading: null, lines: [] }];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (hasTwoHeadings(lines, at)) {
      const end = endOfColumns(lines, at + 1, bodySize);
      blocks.push(...columnBlocks(line, lines.slice(at + 1, end)));
      at = end - 1;
    } else if (isHeading(lines, at, bodySize)) blocks.push({ heading: lineText(line), lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.filter(({ heading, lines: inside }) => heading !== null || inside.length > 0);
}

/** The print size most of the text has. */
function usualSize(lines: Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, size } of lines.flatMap(({ segments }) => segments)) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

/** Two headings side by side with labels under them: two blocks, not one whose values would be mixed. */
function hasTwoHeadings(lines: Line[], at: number): boolean {
  const { segments } = lines[at] as Line;
  const below = lines[at + 1];
  if (segments.length !== 2 || !below || findTable(lines, at)) return false;
  if (!segments.every((segment) => (segment.bold || isShouted(segment.text)) && !hasLabel(segment.text))) return false;
  return below.segments.length === 2 && below.segments.every(({ text }) => hasLabel(text));
}

function endOfColumns(lines: Line[], from: number, bodySize: number): number {
  let end = from;
  while (end < lines.length && !isHeading(lines, end, bodySize) && !hasTwoHeadings(lines, end)) end++;
  return end;
}

function columnBlocks({ segments }: Line, lines: Line[]): Block[] {
  const border = (segments[1] as Segment).x - 2;
  const side = (left: boolean) =>
    lines
      .map((line) => ({ ...line, segments: line.segments.filter(({ x }) => x < border === left) }))
      .filter((line) => line.segments.length > 0);
  return segments.map(({ text }, index) => ({ heading: text, lines: side(index === 0) }));
}
