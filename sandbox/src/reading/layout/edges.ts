import { labelStrength } from './label.ts';
import { lineOf, type Line } from './line.ts';
import { isProse } from './prose.ts';
import { splitBefore, type Segment, type Word } from './segment.ts';
import { isLink, wordsOfLabel } from './vocabulary.ts';

/** How many lines above and below are looked at for texts that start at the same place. */
const NEARBY = 8;
const FEWEST = 3;
const SAME = 0.25;
/** Where a word inside one piece of text stands is only known about so well. */
const ROUGHLY = 1.2;
const EXACTLY = 0.1;
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
  const { words, size } = segment;
  return words.flatMap((word, index) => {
    if (index === 0) return [];
    const near = isSetOff(words[index - 1] as Word, word, size) ? SAME : endsLabel(words, index) ? ROUGHLY : beginsLabel(words, index) ? EXACTLY : 0;
    return near > 0 && startsAt(around, word.x, near * size) >= FEWEST ? [index] : [];
  });
}

/** A piece of text of its own, at a distance that words of one text do not have. */
function isSetOff(before: Word, word: Word, size: number): boolean {
  const gap = (word.x - before.right) / size;
  return word.begins && (gap <= SPACE.least || gap >= SPACE.most);
}

/** A piece of text of its own that is a known label. */
const beginsLabel = (words: Word[], index: number) => words[index]?.begins && labelStrength(words.slice(index).map(({ text }) => text).join(' ')) === 3;

/** What stands before is a known label and what follows is none. */
function endsLabel(words: Word[], index: number): boolean {
  const text = (part: Word[]) => part.map((word) => word.text).join(' ');
  const [label, value] = [text(words.slice(0, index)), text(words.slice(index))];
  const goesOn = isLink(words[index]?.text ?? '') || wordsOfLabel(`${label} ${words[index]?.text}`) === 3 || wordsOfLabel(text(words)) === 3;
  return labelStrength(label) === 3 && !goesOn && !/^\p{Ll}/u.test(value);
}

const startsAt = (lines: Line[], place: number, near: number) => lines.filter(({ segments }) => segments.some(({ x }) => Math.abs(x - place) <= near)).length;
