import type { TextItem } from '../reading.ts';
import { letterPlaces } from './letterWidths.ts';

/** `confidence` is 1 where the text was not recognised but written; `begins` says that a piece of text started here. */
export type Word = { text: string; x: number; right: number; confidence: number; begins: boolean };

/** Text that stands together: a label, a value, a cell, a line of prose. */
export type Segment = {
  text: string;
  words: Word[];
  x: number;
  right: number;
  y: number;
  size: number;
  bold: boolean;
  recognised: boolean;
};

/** Where the words of an item stand, as far as its letters tell. */
export function wordsOf({ text, x, width, confidence = 1 }: TextItem): Word[] {
  const places = letterPlaces(text);
  const at = (index: number) => x + width * (places[index] as number);
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    x: at(index),
    right: at(index + word.length),
    confidence,
    begins: index === text.search(/\S/),
  }));
}

type Look = Pick<Segment, 'y' | 'size' | 'bold' | 'recognised'>;

export function segmentOf(words: Word[], { y, size, bold, recognised }: Look): Segment {
  const text = words.map((word) => word.text).join(' ');
  return { text, words, x: words[0]?.x ?? 0, right: words.at(-1)?.right ?? 0, y, size, bold, recognised };
}

/** The words from one to another as a text of their own. */
export const partOf = (segment: Segment, from: number, to?: number): Segment =>
  segmentOf(segment.words.slice(from, to), segment);

/** Taken apart before the words at these places. */
export function splitBefore(segment: Segment, places: number[]): Segment[] {
  const edges = [0, ...places.filter((place) => place > 0 && place < segment.words.length), segment.words.length];
  return edges.slice(1).map((end, index) => partOf(segment, edges[index] as number, end));
}
