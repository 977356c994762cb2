import { hasLabel, isLabelLike, isProse, labelStrength } from './labels.ts';
import { isStopWord, vocabularyStrength } from './labelWords.ts';
import { lineFrom, splitBefore, type Line, type Segment, type Word } from './segments.ts';

/** Longest label that is looked for before a colon in the middle of a text. */
const MOST_WORDS = 6;
/** What people put between one field and the next. */
const SEPARATOR = /^[-–—•·;/]$/;

/** `CPF: 1 RG: 2` is two fields in one text. */
export function splitAtLabels(segment: Segment): Segment[] {
  const { words } = segment;
  const colons = words.flatMap(({ text }, index) => (/\p{L}[.)]?:$|^[ºª°]:$|^:$/u.test(text) ? [index] : []));
  if (colons.length === 0) return [segment];
  const starts: number[] = [];
  for (const colon of colons) {
    const start = startOfLabel(words, colon, starts.at(-1) ?? -1, colons);
    if (start !== null) starts.push(start);
  }
  return splitBefore(segment, starts).map(withoutSeparator);
}

/** Where the label that ends at this colon begins; null if the colon is not a label's. */
function startOfLabel(words: Word[], colon: number, before: number, colons: number[]): number | null {
  const previous = Math.max(-1, ...colons.filter((other) => other < colon));
  const least = Math.max(previous + 1, colon - MOST_WORDS + 1, before + 1);
  if (previous < 0 && colon < MOST_WORDS && isLabelLike(labelText(words, 0, colon)) && !hasBreak(words, 0, colon))
    return 0;
  const separator = lastSeparator(words, least, colon);
  if (/^CEP:?$/i.test(labelText(words, separator + 1, colon)) && isAfterDash(words, colon)) return null;
  if (separator >= 0) return separator + 1;
  for (let start = least; start <= colon; start++) if (isWholeLabel(words, start, colon)) return start;
  return previous >= 0 ? nearestCapital(words, Math.max(least, previous + 2), colon) : null;
}

/** `Rua Um, 10 - Centro - CEP: 01310-100` is one address. */
const isAfterDash = (words: Word[], colon: number) => /[-–—,]$/.test(words[colon - 1]?.text ?? '');

const labelText = (words: Word[], from: number, to: number) =>
  words
    .slice(from, to + 1)
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s*:$/, '');

const hasBreak = (words: Word[], from: number, to: number) =>
  words.slice(from, to).some(({ text }) => SEPARATOR.test(text) && text !== '/');

function lastSeparator(words: Word[], from: number, to: number): number {
  return words.findLastIndex(
    ({ text }, index) =>
      index >= from &&
      index < to &&
      SEPARATOR.test(text) &&
      text !== '/' &&
      isLabelLike(labelText(words, index + 1, to)),
  );
}

function isWholeLabel(words: Word[], start: number, colon: number): boolean {
  const text = labelText(words, start, colon);
  return /^\p{Lu}/u.test(text) && !/[,;\d]/.test(text) && vocabularyStrength(text) === 3;
}

/** No known label: the last word that begins with a capital, and the small ones after it. */
function nearestCapital(words: Word[], least: number, colon: number): number | null {
  for (let start = colon; start >= least; start--) {
    const text = words[start]?.text ?? '';
    if (/^\p{Lu}/u.test(text)) return isLabelLike(labelText(words, start, colon)) ? start : null;
    if (!/^\p{Ll}+$/u.test(text.replace(/:$/, ''))) return null;
  }
  return null;
}

function withoutSeparator(segment: Segment, index: number, all: Segment[]): Segment {
  const last = segment.words.at(-1)?.text ?? '';
  return index < all.length - 1 && SEPARATOR.test(last) && segment.words.length > 1
    ? (splitBefore(segment, [segment.words.length - 1])[0] as Segment)
    : segment;
}

/** How many lines above and below are looked at for texts that start at the same place. */
const NEARBY_LINES = 8;
const FEWEST_ALIGNED = 3;
const ALIGNED = 0.25;
/** Where a word inside one piece of text stands is only known about so well. */
const ROUGHLY_ALIGNED = 1.2;
const EXACTLY_ALIGNED = 0.1;
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
export function splitAtColumnEdges(lines: Line[]): Line[] {
  return lines.map((line, at) => {
    const around = lines.slice(Math.max(0, at - NEARBY_LINES), at + NEARBY_LINES + 1).filter((other) => other !== line);
    const segments = line.segments.flatMap((segment) => splitBefore(segment, placesIn(segment, around)));
    return segments.length === line.segments.length ? line : lineFrom(segments, line.region);
  });
}

function placesIn(segment: Segment, around: Line[]): number[] {
  if (isProse(segment)) return [];
  const { words, size } = segment;
  return words.flatMap((word, index) => {
    if (index === 0) return [];
    if (isGutter(segment, index, around)) return [index];
    const near = isSetOff(words[index - 1] as Word, word, size)
      ? ALIGNED
      : endsLabel(words, index)
        ? ROUGHLY_ALIGNED
        : beginsLabel(words, index)
          ? EXACTLY_ALIGNED
          : 0;
    return near > 0 && startsAt(around, word.x, near * size) >= FEWEST_ALIGNED ? [index] : [];
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
    ).length >= FEWEST_ALIGNED
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
    isStopWord(words[index]?.text ?? '') ||
    vocabularyStrength(`${label} ${words[index]?.text}`) === 3 ||
    vocabularyStrength(textOf(words)) === 3;
  return !goesOn && !/^\p{Ll}/u.test(textOf(words.slice(index)));
}

const startsAt = (lines: Line[], place: number, near: number) =>
  lines.filter(({ segments }) => segments.some(({ x }) => Math.abs(x - place) <= near)).length;
