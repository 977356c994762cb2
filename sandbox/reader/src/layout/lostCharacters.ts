import { hasLabel, isLabelLike } from './labels.ts';
import { asciiWords, isLabelWord, isStopWord, vocabularyStrength } from './labelWords.ts';
import { letterPlaces, lineFrom, segmentFrom, splitBefore, type Line, type Segment, type Word } from './segments.ts';

/** How many lines above and below are searched, and how many of them must have labels with colons. */
const NEARBY_LINES = 4;
const FEWEST_COLONS = 2;
const ALIGNED = 0.6;
const LONGEST_LABEL = 4;

/** Recognition loses colons first. A known label without one, among labels with colons at the same x, gets it back. */
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

/** How many words at the start are a known label, if a value follows; 0 otherwise. */
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

/** In a column of colons (`Date   : 1 May`), each belongs to the label left of it. */
export function attachColons(lines: Line[]): Line[] {
  return lines.map((line) => {
    const segments: Segment[] = [];
    for (const segment of line.segments) {
      const label = segments.at(-1);
      const value = label && isLabelLike(label.text) && !label.text.includes(':') ? withoutFirstColon(segment) : null;
      if (label && value) {
        segments.splice(-1, 1, { ...label, text: `${label.text}:` });
        if (value.words.length > 0) segments.push(value);
      } else segments.push(segment);
    }
    return segments.every((segment, at) => segment === line.segments[at]) ? line : lineFrom(segments, line.region);
  });
}

/** What stands behind the colon that a segment begins with; null if it begins with none. */
function withoutFirstColon(segment: Segment): Segment | null {
  const [first, ...rest] = segment.words;
  if (!first?.text.startsWith(':') || /^:[:/=)-]/.test(first.text)) return null;
  return segmentFrom(first.text === ':' ? rest : [{ ...first, text: first.text.slice(1) }, ...rest], segment);
}

const SHORTEST_WORD = 5;
const MOST_WORDS = 6;

/** Restores blanks inside labels, if only that makes them known: `Valor dataxa`, if recognised, and `BalanceDue`. */
export function restoreSpaces(lines: Line[]): Line[] {
  return lines.map((line) => {
    const segments = line.segments.map(withSpaces);
    return segments.every((segment, index) => segment === line.segments[index])
      ? line
      : lineFrom(segments, line.region);
  });
}

function withSpaces(segment: Segment): Segment {
  const { words, recognised } = segment;
  const end = words.findIndex(({ text }) => text.endsWith(':')) + 1 || words.findIndex(({ text }) => /\d/.test(text));
  const [label, rest] = end > 0 ? [words.slice(0, end), words.slice(end)] : [words, []];
  if (label.length > MOST_WORDS || isLabel(label)) return segment;
  const split = recognised ? splitWord : splitAtCapitals;
  const apart = label.flatMap((word) => splitIntoLabelWords(word, split));
  return apart.length > label.length && isLabel(apart) ? segmentFrom([...apart, ...rest], segment) : segment;
}

const splitAtCapitals = (letters: string) => letters.split(/(?<=\p{Ll})(?=\p{Lu})/u);

const isLabel = (words: Word[]) =>
  words.every(({ text }) => !/\d/.test(text)) && vocabularyStrength(words.map(({ text }) => text).join(' ')) === 3;

function splitIntoLabelWords(word: Word, split: (letters: string) => string[] | null): Word[] {
  const [, letters = '', end = ''] = /^(\p{L}+)([:.]?)$/u.exec(word.text) ?? [];
  const parts = letters.length >= SHORTEST_WORD && !isKnownWord(letters) ? split(letters) : null;
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

const isConnector = (text: string) => text.length > 1 && isStopWord(text);
const isKnownWord = (text: string) => isLabelWord(asciiWords(text)[0] ?? '');

/** The label words and stop words that these letters consist of; null if they do not. */
function splitWord(letters: string, isFirst = true): string[] | null {
  if (isKnownWord(letters)) return [letters];
  for (let length = letters.length - 2; length > 1; length--) {
    const [head, rest] = [letters.slice(0, length), letters.slice(length)];
    if (!isConnector(head) && !(isFirst && isKnownWord(head) && /^d[aeo]/i.test(rest))) continue;
    if (isConnector(rest) && !isConnector(head)) return [head, rest];
    const parts = splitWord(rest, false);
    if (parts) return [head, ...parts];
  }
  return null;
}
