import { longestMatch, phraseBrokenTo, phrasesOf, type Phrase } from './phrases.ts';
import type { Strip, Word } from './words.ts';

/** What a kind of document prints: the labels of its fields by name, and other words that are no values. */
export type Vocabulary = { labels: Record<string, string[]>; others: string[] };

/** Words that stand together, with their place. */
export type Run = { words: Word[]; x: number; right: number; y: number; size: number };
export type Label = Run & { name: string | null };

export type Labelled = { labels: Label[]; runs: Run[] };

/** Tells labels from the rest, whatever OCR made of them; other known words are labels without a name. */
export function findLabels(strips: Strip[], vocabulary: Vocabulary): Labelled {
  const phrases = phrasesOf(vocabulary);
  const found = strips.map((strip) => splitStrip(strip, phrases));
  const pieces = found.flatMap(({ runs }) => runs).map((run) => ({ run, phrase: phraseBrokenTo(run, phrases) }));
  const rests = pieces
    .filter(({ phrase }) => phrase !== null)
    .map(({ run, phrase }) => ({ ...run, name: phrase?.name ?? null }));
  return {
    labels: [...found.flatMap(({ labels }) => labels), ...rests],
    runs: pieces.filter(({ phrase }) => phrase === null).map(({ run }) => run),
  };
}

function splitStrip(strip: Strip, phrases: Phrase[]): Labelled {
  const labels: Label[] = [];
  const runs: Run[] = [];
  let rest: Word[] = [];
  const endRun = () => void (rest.length > 0 && runs.push(asRun(rest)), (rest = []));
  for (let at = 0; at < strip.length;) {
    const match = longestMatch(strip.slice(at), phrases, rest.length === 0);
    if (!match) rest.push(strip[at++] as Word);
    else {
      if (isNumbering(rest) || isNumberedBehind(rest)) rest = [];
      endRun();
      const label = { ...asRun(strip.slice(at, at + match.words)), name: match.phrase.name };
      addLabel(labels, label, runs.at(-1));
      at += match.words;
    }
  }
  if (labels.length > 0 && isNumberedBehind(rest)) rest = [];
  if (rest.some(({ plain: letters }) => letters !== '')) endRun();
  return { labels, runs };
}

/** The same label in two languages is one. */
function addLabel(labels: Label[], label: Label, lastRun: Run | undefined): void {
  const last = labels.at(-1);
  if (!last || last.name !== label.name || (lastRun && lastRun.x > last.x)) labels.push(label);
  else Object.assign(last, { ...asRun([...last.words, ...label.words]) });
}

/** Labels of some documents are numbered: `4d CPF`, `2 e 1 NOME`. */
const isNumbering = (words: Word[]) =>
  words.length <= 3 && words.every(({ text }) => /^(\d{1,2}[a-d]?[.)]?|e|\W+)$/i.test(text));

/** Or behind: `SURNAME (1)`. */
const isNumberedBehind = (words: Word[]) => words.length === 1 && /^[([]\d{1,2}[)\]][.:]?$/.test(words[0]?.text ?? '');

export function asRun(words: Word[]): Run {
  const right = Math.max(...words.map((word) => word.right));
  const size = Math.max(...words.map((word) => word.size));
  return { words, x: Math.min(...words.map(({ x }) => x)), right, y: (words[0] as Word).y, size };
}

export const textOf = ({ words }: Run) =>
  words.map(({ text, glued }, index) => (index === 0 || glued ? text : ` ${text}`)).join('');

export const endsWithColon = ({ words }: Run) => words.at(-1)?.text.endsWith(':') ?? false;
