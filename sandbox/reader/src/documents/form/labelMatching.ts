import { editDistance, tolerance } from '../../text/distance.ts';
import { asRun, keyOf, type Run, type WordGroup, type Word } from './textRuns.ts';
import type { Phrase, Vocabulary } from './vocabulary.ts';

/** `name` is null for a known text that is not the label of a field. */
export type Label = Run & { name: string | null };

/** A page split into labels and all other runs of text. */
export type LabelledText = { labels: Label[]; runs: Run[] };

/** Splits the text of a page into labels and other runs. Labels match although letters were misread. */
export function findLabels(groups: WordGroup[], vocabulary: Vocabulary): LabelledText {
  const byLength = phrasesByLength(vocabulary);
  const found = groups.map((group) => splitGroup(group, byLength));
  const partial = new Map(found.flatMap(({ runs }) => runs.map((run) => [run, partialLabel(run, vocabulary)])));
  const labels = [...found.flatMap((group) => group.labels), ...partial.values()].filter((label) => label !== null);
  return { labels, runs: [...partial.keys()].filter((run) => !partial.get(run)) };
}

/** The phrases that a text of so many letters can be, misread or not. */
function phrasesByLength(vocabulary: Vocabulary): Vocabulary[] {
  const byLength: Vocabulary[] = [];
  for (const phrase of vocabulary) {
    const { length } = phrase.key;
    const most = maxDistance(length, true);
    for (let near = length - most; near <= length + most; near++) (byLength[near] ??= []).push(phrase);
  }
  return byLength;
}

function splitGroup(group: WordGroup, phrases: Vocabulary[]): LabelledText {
  const labels: Label[] = [];
  const runs: Run[] = [];
  let rest: Word[] = [];
  const endRun = () => void (rest.length > 0 && runs.push(asRun(rest)), (rest = []));
  for (let at = 0; at < group.length;) {
    const match = longestMatch(group.slice(at, at + LONGEST_LABEL), phrases, rest.length === 0);
    if (!match) rest.push(group[at++] as Word);
    else {
      if (isNumbering(rest) || isNumberedBehind(rest)) rest = [];
      endRun();
      const label = { ...asRun(group.slice(at, at + match.words)), name: match.phrase.name };
      addLabel(labels, label, runs.at(-1));
      at += match.words;
    }
  }
  if (labels.length > 0 && isNumberedBehind(rest)) rest = [];
  if (rest.some(({ key: letters }) => letters !== '')) endRun();
  return { labels, runs };
}

/** The same label in two languages is one. */
function addLabel(labels: Label[], label: Label, lastRun: Run | undefined): void {
  const last = labels.at(-1);
  if (!last || last.name !== label.name || (lastRun && lastRun.x > last.x)) labels.push(label);
  else Object.assign(last, { ...asRun([...last.words, ...label.words]) });
}

/** Some documents number their labels: `4d CPF`, `2 e 1 NOME`. */
const isNumbering = (words: Word[]) =>
  words.length <= 3 && words.every(({ text }) => /^(\d{1,2}[a-d]?[.)]?|e|\W+)$/i.test(text));

/** Or after the label: `SURNAME (1)`. */
const isNumberedBehind = (words: Word[]) => words.length === 1 && /^[([]\d{1,2}[)\]][.:]?$/.test(words[0]?.text ?? '');

type Match = { phrase: Phrase; words: number; score: number };

/** Letters, and share of the label, that a partly recognised label must have. */
const SHORTEST_REST = 4;
const TELLING_REST = 0.6;

/** Shorter labels must match exactly, unless they begin their line. */
const SURE_LENGTH = 7;

/** Letters; a text that is longer is none. */
const LONGEST_LABEL = 60;

/** Ends headings, but is a place of birth too. */
const COUNTRY = /^BRA[SZ]IL$/;

/**
 * The label of which a run is the beginning or the end, the rest not being recognised. Such a run is never a value.
 */
function partialLabel(run: Run, phrases: Vocabulary): Label | null {
  const text = keyOf(run.words);
  if (text.length < SHORTEST_REST || COUNTRY.test(text) || run.words.some(({ confidence }) => confidence === null))
    return null;
  const candidates = phrases.filter(({ key }) => key.startsWith(text) || key.endsWith(text));
  const [first] = candidates;
  if (!first) return null;
  const shortest = Math.min(...candidates.map(({ key }) => key.length));
  // `DATA DE` begins the labels of several fields.
  const isUnambiguous = text.length >= TELLING_REST * shortest && candidates.every(({ name }) => name === first.name);
  return { ...run, name: isUnambiguous ? first.name : null };
}

/** The label that the words begin with, misread or not. `begins`: no other word stands before them. */
function longestMatch(words: Word[], phrases: Vocabulary[], begins: boolean): Match | null {
  if (words[0]?.key === '') return null;
  let best: Match | null = null;
  let text = '';
  for (let count = 1; count <= words.length && text.length <= LONGEST_LABEL; count++) {
    text += words[count - 1]?.key;
    for (const phrase of phrases[text.length] ?? []) {
      const score = matchScore(text, phrase.key, begins);
      if (score > (best?.score ?? 0)) best = { phrase, words: count, score };
    }
  }
  return best && (inTwoLanguages(words, best, phrases) ?? best);
}

/** `NOME / NAME` is much like NOME DA MÃE, but exactly two labels: the first of them. */
function inTwoLanguages(words: Word[], best: Match, phrases: Vocabulary[]): Match | null {
  const exact = (text: string) => phrases[text.length]?.find((phrase) => phrase.key === text);
  if (exact(keyOf(words.slice(0, best.words)))) return null;
  for (let count = 1; count < best.words; count++) {
    const phrase = exact(keyOf(words.slice(0, count)));
    if (phrase && exact(keyOf(words.slice(count, best.words))))
      return { phrase, words: count, score: phrase.key.length };
  }
  return null;
}

/** More letters may be misread where a line begins: other texts there are seldom like a label. */
function maxDistance(length: number, begins: boolean): number {
  if (length < SURE_LENGTH) return begins ? tolerance(length) : 0;
  return begins ? Math.max(tolerance(length), Math.floor(length / 4)) : tolerance(length);
}

/** Right letters less wrong ones; 0 is no match. */
function matchScore(text: string, wanted: string, begins: boolean): number {
  const most = maxDistance(wanted.length, begins);
  const distance = editDistance(text, wanted);
  return distance > most ? 0 : wanted.length - 2 * distance;
}
