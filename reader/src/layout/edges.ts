import { hasLabel, isLabelLike, labelStrength } from './label.ts';
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
/**
 * Where text ends before a value and where the value begins: closer to each other on every line than words happen to
 * be.
 */
const GUTTER = { edge: 0.3, least: 0.55 };
/** Wider than a space, or none at all: not what stands between words of one text. */
const SPACE = { least: 0.12, most: 0.4 };

/**
 * Texts so close that they were taken for one are taken apart where other lines have texts that start at the same
 * place.
 */
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
    if (isGutter(segment, index, around)) return [index];
    const near = isSetOff(words[index - 1] as Word, word, size)
      ? SAME
      : endsLabel(words, index)
        ? ROUGHLY
        : beginsLabel(words, index)
          ? EXACTLY
          : 0;
    return near > 0 && startsAt(around, word.x, near * size) >= FEWEST ? [index] : [];
  });
}

/** A piece of text of its own, at a distance that words of one text do not have. */
function isSetOff(before: Word, word: Word, size: number): boolean {
  const gap = (word.x - before.right) / size;
  return word.begins && (gap <= SPACE.least || gap >= SPACE.most);
}

/** A blank that other lines have at the same place: labels that end at one edge, with values that begin at the next. */
function isGutter({ words, size }: Segment, index: number, around: Line[]): boolean {
  const [end, start] = [words[index - 1]?.right ?? 0, words[index]?.x ?? 0];
  const label = textOf(words.slice(0, index));
  if (
    start - end < GUTTER.least * size ||
    !isLabelLike(label) ||
    hasLabel(label) ||
    /^\p{Ll}/u.test(words[index]?.text ?? '')
  )
    return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= GUTTER.edge * size;
  const alike = (other: Word, before: Word | undefined) =>
    before !== undefined &&
    near(other.x, start) &&
    near(before.right, end) &&
    other.x - before.right >= GUTTER.least * size;
  return (
    around.filter(({ segments }) =>
      segments.flatMap((other) => other.words).some((word, at, all) => alike(word, all[at - 1])),
    ).length >= FEWEST
  );
}

const textOf = (words: Word[]) => words.map(({ text }) => text).join(' ');

/** A piece of text of its own that is a known label. */
const beginsLabel = (words: Word[], index: number) =>
  words[index]?.begins && labelStrength(textOf(words.slice(index))) === 3;

/** What stands before is a known label and what follows is none. */
function endsLabel(words: Word[], index: number): boolean {
  const label = textOf(words.slice(0, index));
  if (labelStrength(label) !== 3) return false;
  const goesOn =
    isLink(words[index]?.text ?? '') ||
    wordsOfLabel(`${label} ${words[index]?.text}`) === 3 ||
    wordsOfLabel(textOf(words)) === 3;
  return !goesOn && !/^\p{Ll}/u.test(textOf(words.slice(index)));
}

const startsAt = (lines: Line[], place: number, near: number) =>
  lines.filter(({ segments }) => segments.some(({ x }) => Math.abs(x - place) <= near)).length;
