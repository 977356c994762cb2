import { editDistance, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { asRun, type Run, type WordGroup, type Word } from './textRuns.ts';

/** What a kind of document prints: the labels of its fields by name, and other words that are no values. */
export type Vocabulary = { labels: Record<string, string[]>; others: string[] };

export type Label = Run & { name: string | null };

export type LabelledText = { labels: Label[]; runs: Run[] };

/** Tells labels from the rest, whatever OCR made of them; other known words are labels without a name. */
export function findLabels(strips: WordGroup[], vocabulary: Vocabulary): LabelledText {
  const phrases = phrasesOf(vocabulary);
  const found = strips.map((strip) => splitGroup(strip, phrases));
  const pieces = found.flatMap(({ runs }) => runs).map((run) => ({ run, phrase: phraseBrokenTo(run, phrases) }));
  const rests = pieces
    .filter(({ phrase }) => phrase !== null)
    .map(({ run, phrase }) => ({ ...run, name: phrase?.name ?? null }));
  return {
    labels: [...found.flatMap(({ labels }) => labels), ...rests],
    runs: pieces.filter(({ phrase }) => phrase === null).map(({ run }) => run),
  };
}

function splitGroup(strip: WordGroup, phrases: Phrase[]): LabelledText {
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

/** A text that documents of a kind print; `letters` are those it has. */
export type Phrase = { name: string | null; plain: string; letters: number };
type Match = { phrase: Phrase; words: number; worth: number };

/** Letters, and part of the label, that a rest of it needs. */
const SHORTEST_REST = 4;
const TELLING_REST = 0.6;

/** Shorter labels must be exact, or begin their line. */
const SURE_LENGTH = 7;

/** Ends headings, and is where people were born. */
const COUNTRY = /^BRA[SZ]IL$/;

/**
 * What is left of a label of which the rest was not recognised: its beginning or its end. Too little of it still is no
 * value.
 */
export function phraseBrokenTo(run: Run, phrases: Phrase[]): Phrase | null {
  const text = run.words.map((word) => word.plain).join('');
  if (text.length < SHORTEST_REST || COUNTRY.test(text) || run.words.some(({ confidence }) => confidence === null))
    return null;
  const broken = phrases
    .filter((phrase) => phrase.plain.startsWith(text) || phrase.plain.endsWith(text))
    .toSorted((a, b) => a.plain.length - b.plain.length);
  const [shortest] = broken;
  // `DATA DE` begins the labels of several fields.
  const tells =
    shortest &&
    text.length >= TELLING_REST * shortest.plain.length &&
    broken.every(({ name }) => name === shortest.name);
  return shortest ? { ...shortest, name: tells ? shortest.name : null } : null;
}

/** The labels of a kind, and its other words, which have no name. */
export function phrasesOf({ labels, others }: Vocabulary): Phrase[] {
  const named = Object.entries(labels).flatMap(([name, texts]) => texts.map((text) => asPhrase(name, text)));
  return [...named, ...others.map((text) => asPhrase(null, text))];
}

function asPhrase(name: string | null, text: string): Phrase {
  const letters = lookAlikeKey(text);
  return { name, plain: letters, letters: lettersOf(letters) };
}

/** The label that words begin with, read badly or not; `begins` if nothing stands before them. */
export function longestMatch(words: Word[], phrases: Phrase[], begins: boolean): Match | null {
  if (words[0]?.plain === '') return null;
  const longest = Math.max(...phrases.map((phrase) => phrase.plain.length)) + 4;
  let best: Match | null = null;
  let text = '';
  for (let count = 1; count <= words.length; count++) {
    text += words[count - 1]?.plain;
    if (text.length > longest) break;
    const letters = lettersOf(text);
    for (const phrase of phrases) {
      const worth = worthOf(text, letters, phrase, begins);
      if (worth > (best?.worth ?? 0)) best = { phrase, words: count, worth };
    }
  }
  return best && (inTwoLanguages(words, best, phrases) ?? best);
}

/** `NOME / NAME` is much like NOME DA MÃE, but is twice a label letter by letter: the first of the two. */
function inTwoLanguages(words: Word[], best: Match, phrases: Phrase[]): Match | null {
  const letters = (from: number, to: number) =>
    words
      .slice(from, to)
      .map((word) => word.plain)
      .join('');
  const exact = (text: string) => phrases.find((phrase) => phrase.plain === text);
  if (exact(letters(0, best.words))) return null;
  for (let count = 1; count < best.words; count++) {
    const phrase = exact(letters(0, count));
    if (phrase && exact(letters(count, best.words))) return { phrase, words: count, worth: phrase.plain.length };
  }
  return null;
}

/** What begins a line and is no label is seldom so much like one. */
function mostWrong(length: number, begins: boolean): number {
  if (length < SURE_LENGTH) return begins ? tolerance(length) : 0;
  return begins ? Math.max(tolerance(length), Math.floor(length / 4)) : tolerance(length);
}

/** Letters that are right less letters that are not; 0 is no match. */
function worthOf(text: string, letters: number, wanted: Phrase, begins: boolean): number {
  const { length } = wanted.plain;
  const most = mostWrong(length, begins);
  if (Math.abs(text.length - length) > most || !mayBeAlike(letters, wanted.letters, most)) return 0;
  const apart = text === wanted.plain ? 0 : editDistance(text, wanted.plain);
  return apart > most ? 0 : length - 2 * apart;
}

/** The letters of a text, a bit each. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/**
 * Whether texts with these letters can be no more than so far apart: each change adds a letter and drops one at most.
 */
function mayBeAlike(a: number, b: number, most: number): boolean {
  let different = a ^ b;
  for (let left = 2 * most; different !== 0; left--) {
    if (left === 0) return false;
    different &= different - 1;
  }
  return true;
}
