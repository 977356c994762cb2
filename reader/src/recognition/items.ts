import type { TextItem } from '../reading.ts';
import { sizeOfLine, unifySizes } from './size.ts';
import { meanConfidence, type Word, type WordLine } from './words.ts';

/** Words this close, in ems, are one piece of text. */
const WORD_GAP = 0.6;

type SizedLine = WordLine & { size: number };

/** Recognised words as pieces of text, in the pixels they were read from. */
export function itemsOf(lines: WordLine[]): TextItem[] {
  const sized = lines.filter(({ words }) => words.length > 0).map((line) => ({ ...line, size: sizeOfLine(line) }));
  return unifySizes(sized).flatMap(itemsOfLine);
}

function itemsOfLine(line: SizedLine): TextItem[] {
  const groups: Word[][] = [];
  for (const word of line.words.toSorted((a, b) => a.left - b.left)) {
    const last = groups.at(-1)?.at(-1);
    if (last && word.left - last.right < WORD_GAP * line.size) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  return groups.map((words) => asItem(words, line));
}

function asItem(words: Word[], { baseline, size }: SizedLine): TextItem {
  const x = Math.min(...words.map(({ left }) => left));
  const width = Math.max(...words.map(({ right }) => right)) - x;
  const slope = (baseline.y1 - baseline.y0) / Math.max(1, baseline.x1 - baseline.x0);
  const y = baseline.y0 + slope * (x + width / 2 - baseline.x0);
  return {
    text: words.map(({ text }) => text).join(' '),
    x,
    y,
    width,
    size,
    bold: false,
    confidence: meanConfidence(words),
  };
}
