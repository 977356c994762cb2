import { letterPlaces } from './letterWidths.ts';
import { lineOf, type Line } from './line.ts';
import { segmentOf, type Segment, type Word } from './segment.ts';
import { isLabelWord, isLink, plainWords, wordsOfLabel } from './vocabulary.ts';

const SHORTEST = 5;
const MOST_WORDS = 6;

/**
 * Blanks inside recognised labels: `Valor dataxa` is "Valor da taxa" where only that makes all of it words of labels.
 */
export function restoreSpaces(lines: Line[]): Line[] {
  return lines.map((line) => {
    const segments = line.segments.map(restored);
    return segments.every((segment, index) => segment === line.segments[index]) ? line : lineOf(segments, line.region);
  });
}

function restored(segment: Segment): Segment {
  const colon = segment.words.findIndex(({ text }) => text.endsWith(':'));
  const end = colon < 0 ? segment.words.length : colon + 1;
  const label = segment.words.slice(0, end);
  if (!segment.recognised || end > MOST_WORDS || isLabel(label)) return segment;
  const apart = label.flatMap(takenApart);
  return isLabel(apart) ? segmentOf([...apart, ...segment.words.slice(end)], segment) : segment;
}

const isLabel = (words: Word[]) =>
  words.every(({ text }) => !/\d/.test(text)) && wordsOfLabel(words.map(({ text }) => text).join(' ')) === 3;

function takenApart(word: Word): Word[] {
  const [, letters = '', end = ''] = /^(\p{L}+)([:.]?)$/u.exec(word.text) ?? [];
  const parts = letters.length >= SHORTEST && !isKnown(letters) ? partsOf(letters) : null;
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

const isTie = (text: string) => text.length > 1 && isLink(text);
const isKnown = (text: string) => isLabelWord(plainWords(text)[0] ?? '');

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
