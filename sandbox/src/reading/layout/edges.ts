import { lineOf, type Line } from './line.ts';
import { isProse } from './prose.ts';
import { splitBefore, type Segment } from './segment.ts';

/** How many lines above and below are looked at for texts that start at the same place. */
const NEARBY = 8;
const FEWEST = 3;
const SAME = 0.25;
/** Wider than a space, or none at all: not what stands between words of one text. */
const SPACE = { least: 0.12, most: 0.4 };

/** Texts so close that they were taken for one are taken apart where other lines have texts that start at the same place. */
export function splitAtEdges(lines: Line[]): Line[] {
  return lines.map((line, at) => {
    const around = lines.slice(Math.max(0, at - NEARBY), at + NEARBY + 1).filter((other) => other !== line);
    const segments = line.segments.flatMap((segment) => splitBefore(segment, placesIn(segment, around)));
    return segments.length === line.segments.length ? line : lineOf(segments, line.region);
  });
}

function placesIn(segment: Segment, around: Line[]): number[] {
  if (isProse(segment)) return [];
  return segment.words.flatMap((word, index) => {
    const before = segment.words[index - 1];
    if (!before || !word.begins) return [];
    const gap = (word.x - before.right) / segment.size;
    if (gap > SPACE.least && gap < SPACE.most) return [];
    const starts = around.filter((line) => line.segments.some(({ x }) => Math.abs(x - word.x) <= SAME * segment.size));
    return starts.length >= FEWEST ? [index] : [];
  });
}
