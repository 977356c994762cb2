import { hasLabel, isLabelLike } from './labels.ts';
import { isLabelWord, isStopWord, asciiWords, vocabularyStrength } from './labelWords.ts';
import { letterPlaces, lineFrom, segmentFrom, splitBefore, type Line, type Segment, type Word } from './segments.ts';

/** How many lines above and below are looked at, and how many of them must be labelled with colons. */
const NEARBY_LINES = 4;
const FEWEST_COLONS = 2;
const ALIGNED = 0.6;
const LONGEST_LABEL = 4;

/**
 * Colons are the first to get lost in a poor picture: among labels with colons that start at the same place, a known
 * label without one has lost it.
 */
export function restoreColons(lines: Line[]): Line[] {
  return lines.map((line, at) => {
    if (!line.segments.some(({ recognised }) => recognised)) return line;
    const around = lines.slice(Math.max(0, at - NEARBY_LINES), at + NEARBY_LINES + 1).filter((other) => other !== line);
    const segments = line.segments.flatMap((segment) => withColon(segment, around));
    return segments.length === line.segments.length ? line : lineFrom(segments, line.region);
  });
}

function withColon(segment: Segment, around: Line[]): Segment[] {
  const length = hasLabel(segment.text) ? 0 : labelLength(segment);
  if (length === 0 || !isAmongColons(segment, around)) return [segment];
  const [label, value] = splitBefore(segment, [length]) as [Segment, Segment];
  return [{ ...label, text: `${label.text}:` }, value];
}

/** How many words at the beginning are a known label, if something follows them that is none. */
function labelLength({ words }: Segment): number {
  const texts = words.map(({ text }) => text);
  if (vocabularyStrength(texts.join(' ')) === 3 && !texts.some((text) => /\d/.test(text))) return 0;
  for (let count = Math.min(LONGEST_LABEL, texts.length - 1); count > 0; count--) {
    const label = texts.slice(0, count).join(' ');
    const isWhole = isLabelLike(label) && vocabularyStrength(label) === 3 && !/\d/.test(label);
    if (isWhole && !isStopWord(texts[count] ?? '') && /^[\p{Lu}\d(]/u.test(texts[count] ?? '')) return count;
  }
  return 0;
}

const isAmongColons = ({ x, size }: Segment, around: Line[]) =>
  around.filter(({ segments }) =>
    segments.some((other) => Math.abs(other.x - x) <= ALIGNED * size && /^[^:]{2,40}:/.test(other.text)),
  ).length >= FEWEST_COLONS;

const SHORTEST_WORD = 5;
const MOST_WORDS = 6;

/**
 * Blanks inside recognised labels: `Valor dataxa` is "Valor da taxa" where only that makes all of it words of labels.
 */
export function restoreSpaces(lines: Line[]): Line[] {
  return lines.map((line) => {
    const segments = line.segments.map(withSpaces);
    return segments.every((segment, index) => segment === line.segments[index])
      ? line
      : lineFrom(segments, line.region);
  });
}

function withSpaces(segment: Segment): Segment {
  const colon = segment.words.findIndex(({ text }) => text.endsWith(':'));
  const end = colon < 0 ? segment.words.length : colon + 1;
  const label = segment.words.slice(0, end);
  if (!segment.recognised || end > MOST_WORDS || isLabel(label)) return segment;
  const apart = label.flatMap(splitIntoLabelWords);
  return isLabel(apart) ? segmentFrom([...apart, ...segment.words.slice(end)], segment) : segment;
}

const isLabel = (words: Word[]) =>
  words.every(({ text }) => !/\d/.test(text)) && vocabularyStrength(words.map(({ text }) => text).join(' ')) === 3;

function splitIntoLabelWords(word: Word): Word[] {
  const [, letters = '', end = ''] = /^(\p{L}+)([:.]?)$/u.exec(word.text) ?? [];
  const parts = letters.length >= SHORTEST_WORD && !isKnown(letters) ? partsOf(letters) : null;
  if (!parts || parts.length < 2) return [word];
  const places = letterPlaces(letters).map((place) => word.x + place * (word.right - word.x));
  let at = 0;
  return parts.map((text, index) => {
    const [x, right] = [places[at] as number, places[(at += text.length)] as number];
    return {
      ...word,
      text: index === parts.length - 1 ? text + end : text,
      x,
      right,
      begins: index === 0 && word.begins,
    };
  });
}

const isTie = (text: string) => text.length > 1 && isStopWord(text);
const isKnown = (text: string) => isLabelWord(asciiWords(text)[0] ?? '');

/** Words of labels with what ties them together between them; null if it is not made of such. */
function partsOf(letters: string, isFirst = true): string[] | null {
  if (isKnown(letters)) return [letters];
  for (let length = letters.length - 2; length > 1; length--) {
    const [head, rest] = [letters.slice(0, length), letters.slice(length)];
    if (!isTie(head) && !(isFirst && isKnown(head) && /^d[aeo]/i.test(rest))) continue;
    if (isTie(rest) && !isTie(head)) return [head, rest];
    const parts = partsOf(rest, false);
    if (parts) return [head, ...parts];
  }
  return null;
}
