import { isHeading, isValueOfLineAbove } from './heading.ts';
import { hasLabel, isShouted, labelStrength } from './label.ts';
import { lineOf, lineText, type Line } from './line.ts';
import { numberedHeading } from './numbered.ts';
import { isSamePrint } from './print.ts';
import { partOf, type Segment } from './segment.ts';
import { findTable } from './table.ts';
import { namesPart } from './vocabulary.ts';

/** Lines under one heading. */
export type Block = { heading: string | null; lines: Line[] };

export function splitIntoBlocks(lines: Line[]): Block[] {
  const bodySize = usualSize(lines);
  const blocks: Block[] = [{ heading: null, lines: [] }];
  let region = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (hasTwoHeadings(lines, at)) {
      const end = endOfColumns(lines, at + 1, bodySize);
      blocks.push(...columnBlocks(line, lines.slice(at + 1, end), region));
      region += 2;
      at = end - 1;
      continue;
    }
    const numbered = numberedBlock(lines, at);
    if (numbered) blocks.push(numbered);
    else if (isHeading(lines, at, bodySize)) addHeading(blocks, lineText(line));
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.filter(({ heading, lines: inside }) => heading !== null || inside.length > 0);
}

/** A clause or record begins, perhaps with text in the same line. */
function numberedBlock(lines: Line[], at: number): Block | null {
  const line = lines[at] as Line;
  const [first, ...others] = line.segments as [Segment, ...Segment[]];
  const numbered = numberedHeading(first.text);
  if (!numbered || (numbered.rest && goesOnFromAbove(lines, at))) return null;
  const rest = numbered.rest === '' ? [] : [partOf(first, -numbered.rest.split(/\s+/).length)];
  return { heading: numbered.heading, lines: rest.length + others.length > 0 ? [lineOf([...rest, ...others], line.region)] : [] };
}

/** The line above is full and does not end a sentence, so this one is in the middle of it. */
function goesOnFromAbove(lines: Line[], at: number): boolean {
  const [above, line] = [lines[at - 1]?.segments.at(-1), lines[at]?.segments[0]];
  return Boolean(above && line && /[\p{L},]$/u.test(above.text) && above.right >= line.right - 3 * line.size && isSamePrint(above, line));
}

/** A title under a bare number is its title. */
function addHeading(blocks: Block[], heading: string): void {
  const last = blocks.at(-1);
  const isBareNumber = last?.heading && last.lines.length === 0 && /^\p{L}+\s+\S+( \p{L}+)?$/u.test(last.heading) && numberedHeading(last.heading);
  if (isBareNumber) last.heading = `${last.heading} - ${heading}`;
  else blocks.push({ heading, lines: [] });
}

/** The print size most of the text has. */
function usualSize(lines: Line[]): number {
  const sizes = lines.flatMap(({ segments }) => segments.map(({ size, text }) => ({ size, letters: text.length }))).toSorted((a, b) => a.size - b.size);
  const half = sizes.reduce((sum, { letters }) => sum + letters, 0) / 2;
  let passed = 0;
  return sizes.find(({ letters }) => (passed += letters) >= half)?.size ?? 10;
}

/** Two headings side by side with labels under them: two blocks, not one whose values would be mixed. */
function hasTwoHeadings(lines: Line[], at: number): boolean {
  const { segments } = lines[at] as Line;
  const areParts = segments.every(({ text }) => namesPart(text));
  const below = lines.slice(at + 1, at + (areParts ? 3 : 2));
  if (segments.length !== 2 || below.length === 0 || findTable(lines, at)) return false;
  if (!segments.every((segment) => (segment.bold || isShouted(segment.text) || namesPart(segment.text)) && !hasLabel(segment.text))) return false;
  if (segments.some((segment) => isValueOfLineAbove(segment, lines[at - 1]))) return false;
  const startsField = (x: number) => below.some((line) => line.segments.some((segment) => Math.abs(segment.x - x) < segment.size && isField(segment)));
  return segments.every(({ x }) => startsField(x)) && (areParts || segments.some(({ text }) => labelStrength(text) < 3));
}

const isField = ({ text }: Segment) => hasLabel(text) || labelStrength(text) === 3;

function endOfColumns(lines: Line[], from: number, bodySize: number): number {
  let end = from;
  while (end < lines.length && !isHeading(lines, end, bodySize) && !numberedBlock(lines, end) && !hasTwoHeadings(lines, end)) end++;
  return end;
}

function columnBlocks({ segments }: Line, lines: Line[], region: number): Block[] {
  const [, second] = segments as [Segment, Segment];
  const border = second.x - 0.2 * second.size;
  const side = (left: boolean) =>
    lines.flatMap((line) => {
      const own = line.segments.filter(({ x }) => x < border === left);
      return own.length > 0 ? [lineOf(own, region + (left ? 1 : 2))] : [];
    });
  return segments.map(({ text }, index) => ({ heading: text, lines: side(index === 0) }));
}
