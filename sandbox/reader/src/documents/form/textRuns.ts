import type { TextItem } from '../../reading.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';

/**
 * A word and its place; y is the baseline. `glued`: no blank before it. `key`: what it is compared by. `confidence` is
 * null for text layers.
 */
export type Word = {
  text: string;
  glued: boolean;
  key: string;
  x: number;
  right: number;
  y: number;
  size: number;
  confidence: number | null;
};

/** Words on one line without a wide gap between them. */
export type WordGroup = Word[];

/** Wider than between words and narrower than between columns, in ems. */
const COLUMN_GAP = 1.3;
const SAME_BASELINE = 0.35;

/** Words, the parts of a label in two languages (`SEXO/SEX`), and a label with its value after the colon. */
const PARTS = /[^\s:]{0,100}\D:(?=\S)|\S{0,100}?\p{L}\/(?=\p{L})|\S+/gu;
/** Letters of a line: what is longer is not a line of a form, and comparing it with every label takes long. */
const LONGEST_LINE = 1000;

function wordsOf(item: TextItem): Word[] {
  const perLetter = item.width / Math.max(1, item.text.length);
  const { y, size, confidence = null } = item;
  return [...item.text.slice(0, LONGEST_LINE).matchAll(PARTS)].map(({ 0: text, index }) => {
    const x = item.x + index * perLetter;
    const glued = index > 0 && /\S/.test(item.text[index - 1] ?? '');
    return { text, glued, key: lookAlikeKey(text), x, right: x + text.length * perLetter, y, size, confidence };
  });
}

export function wordGroupsOf(items: TextItem[]): WordGroup[] {
  const groups: WordGroup[] = [];
  for (const word of items.flatMap(wordsOf).toSorted((a, b) => a.x - b.x)) {
    const group = groups.findLast((candidate) => follows(candidate.at(-1) as Word, word));
    if (group) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

function follows(last: Word, word: Word): boolean {
  const gap = word.x - last.right;
  return isOnLineOf(last, word) && gap < COLUMN_GAP * Math.max(last.size, word.size) && gap > -0.5 * word.size;
}

export const isOnLineOf = (a: { y: number; size: number }, b: { y: number; size: number }) =>
  Math.abs(a.y - b.y) <= SAME_BASELINE * Math.min(a.size, b.size);

/** Values are printed as large as their labels or larger. Stains and patterns look far larger. */
const SIZES = { least: 0.6, most: 3 };

export const isSized = (run: Run, label: Run) =>
  run.size >= SIZES.least * label.size && run.size <= SIZES.most * label.size;

/** Words that belong together, and their place. */
export type Run = { words: Word[]; x: number; right: number; y: number; size: number };

export function asRun(words: Word[]): Run {
  const right = Math.max(...words.map((word) => word.right));
  const size = Math.max(...words.map((word) => word.size));
  return { words, x: Math.min(...words.map(({ x }) => x)), right, y: (words[0] as Word).y, size };
}

export const textOf = ({ words }: Run) =>
  words.map(({ text, glued }, index) => (index === 0 || glued ? text : ` ${text}`)).join('');

export const isRecognised = ({ words }: Run) => words.some(({ confidence }) => confidence !== null);

/** What the words together are compared by. */
export const keyOf = (words: Word[]) => words.map(({ key }) => key).join('');

export const endsWithColon = ({ words }: Run) => words.at(-1)?.text.endsWith(':') ?? false;
