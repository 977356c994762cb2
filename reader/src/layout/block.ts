import { weightedMedian } from '../statistics.ts';
import { isHeading } from './heading.ts';
import { numberedBlock, partyBlock } from './headingInLine.ts';
import { lineText, type Line } from './line.ts';
import { numberedHeading } from './numbered.ts';
import { columnBlocks, endOfColumns, hasTwoHeadings } from './sideBySide.ts';

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
    const inLine = numberedBlock(lines, at) ?? partyBlock(line);
    if (inLine) blocks.push(inLine);
    else if (isHeading(lines, at, bodySize)) addHeading(blocks, lineText(line));
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.filter(({ heading, lines: inside }) => heading !== null || inside.length > 0);
}

/** A title under a bare number is its title. */
function addHeading(blocks: Block[], heading: string): void {
  const last = blocks.at(-1);
  const isBareNumber =
    last?.heading &&
    last.lines.length === 0 &&
    /^\p{L}+\s+\S+( \p{L}+)?$/u.test(last.heading) &&
    numberedHeading(last.heading);
  if (isBareNumber) last.heading = `${last.heading} - ${heading}`;
  else blocks.push({ heading, lines: [] });
}

/** The print size most of the text has. */
const usualSize = (lines: Line[]): number =>
  weightedMedian(
    lines.flatMap(({ segments }) => segments.map(({ size, text }) => ({ value: size, weight: text.length }))),
  ) ?? 10;
