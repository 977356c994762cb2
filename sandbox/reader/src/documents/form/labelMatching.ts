import { editDistance, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { asRun, type Run, type WordGroup, type Word } from './textRuns.ts';
import type { Vocabulary } from './vocabulary.ts';

/** `name` is null for a known text that is not the label of a field. */
export type Label = Run & { name: string | null };

/** A page split into labels and all other runs of text. */
export type LabelledText = { labels: Label[]; runs: Run[] };

/** Splits the text of a page into labels and other runs. Labels match although letters were misread. */
export function findLabels(groups: WordGroup[], vocabulary: Vocabulary): LabelledText {
  const phrases = phrasesOf(vocabulary);
  const found = groups.map((group) => splitGroup(group, phrases));
  const pieces = found.flatMap(({ runs }) => runs).map((run) => ({ run, phrase: partialLabel(run, phrases.all) }));
  const partialLabels = pieces
    .filter(({ phrase }) => phrase !== null)
    .map(({ run, phrase }) => ({ ...run, name: phrase?.name ?? null }));
  return {
    labels: [...found.flatMap(({ labels }) => labels), ...partialLabels],
    runs: pieces.filter(({ phrase }) => phrase === null).map(({ run }) => run),
  };
}

function splitGroup(group: WordGroup, phrases: Phrases): LabelledText {
  const labels: Label[] = [];
  const runs: Run[] = [];
  let rest: Word[] = [];
  const endRun = () => void (rest.length > 0 && runs.push(asRun(rest)), (rest = []));
  for (let at = 0; at < group.length;) {
    const match = longestMatch(group.slice(at, at + phrases.longest), phrases, rest.length === 0);
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

/** A known text; `key` is what it is compared by, `letters` a bit set of its letters. */
type Phrase = { name: string | null; key: string; letters: number };
type Match = { phrase: Phrase; words: number; score: number };

/** Letters, and share of the label, that a partly recognised label must have. */
const SHORTEST_REST = 4;
const TELLING_REST = 0.6;

/** Shorter labels must match exactly, unless they begin their line. */
const SURE_LENGTH = 7;

/** Ends headings, but is a place of birth too. */
const COUNTRY = /^BRA[SZ]IL$/;

/**
 * The label of which a run is the beginning or the end, the rest not being recognised. Such a run is never a value.
 */
function partialLabel(run: Run, phrases: Phrase[]): Phrase | null {
  const text = run.words.map((word) => word.key).join('');
  if (text.length < SHORTEST_REST || COUNTRY.test(text) || run.words.some(({ confidence }) => confidence === null))
    return null;
  const candidates = phrases
    .filter((phrase) => phrase.key.startsWith(text) || phrase.key.endsWith(text))
    .toSorted((a, b) => a.key.length - b.key.length);
  const [shortest] = candidates;
  // `DATA DE` begins the labels of several fields.
  const isUnambiguous =
    shortest &&
    text.length >= TELLING_REST * shortest.key.length &&
    candidates.every(({ name }) => name === shortest.name);
  return shortest ? { ...shortest, name: isUnambiguous ? shortest.name : null } : null;
}

/** The vocabularies belong to the document types, so they are few. */
const known = new WeakMap<Vocabulary, Phrases>();

function phrasesOf(vocabulary: Vocabulary): Phrases {
  const phrases = known.get(vocabulary) ?? new Phrases(vocabulary);
  known.set(vocabulary, phrases);
  return phrases;
}

/** The texts of a vocabulary, also by the lengths of the texts that may be one of them. */
class Phrases {
  readonly all: Phrase[];
  readonly longest: number;
  readonly #ofLength = { begins: [] as Phrase[][], follows: [] as Phrase[][] };

  constructor({ labels, others }: Vocabulary) {
    const named = Object.entries(labels).flatMap(([name, texts]) => texts.map((text) => asPhrase(name, text)));
    this.all = [...named, ...others.map((text) => asPhrase(null, text))];
    this.longest = Math.max(...this.all.map(({ key }) => key.length));
  }

  /** Those that a text of this length may be, letters having been lost or doubled. */
  ofLength(length: number, begins: boolean): Phrase[] {
    return (this.#ofLength[begins ? 'begins' : 'follows'][length] ??= this.all.filter(
      ({ key }) => Math.abs(length - key.length) <= maxDistance(key.length, begins),
    ));
  }
}

function asPhrase(name: string | null, text: string): Phrase {
  const letters = lookAlikeKey(text);
  return { name, key: letters, letters: lettersOf(letters) };
}

/** The label that the words begin with, misread or not. `begins`: no other word stands before them. */
function longestMatch(words: Word[], phrases: Phrases, begins: boolean): Match | null {
  if (words[0]?.key === '') return null;
  const longest = phrases.longest + 4;
  let best: Match | null = null;
  let text = '';
  for (let count = 1; count <= words.length; count++) {
    text += words[count - 1]?.key;
    if (text.length > longest) break;
    const letters = lettersOf(text);
    for (const phrase of phrases.ofLength(text.length, begins)) {
      const score = matchScore(text, letters, phrase, begins);
      if (score > (best?.score ?? 0)) best = { phrase, words: count, score };
    }
  }
  return best && (inTwoLanguages(words, best, phrases.all) ?? best);
}

/** `NOME / NAME` is much like NOME DA MÃE, but exactly two labels: the first of them. */
function inTwoLanguages(words: Word[], best: Match, phrases: Phrase[]): Match | null {
  const letters = (from: number, to: number) =>
    words
      .slice(from, to)
      .map((word) => word.key)
      .join('');
  const exact = (text: string) => phrases.find((phrase) => phrase.key === text);
  if (exact(letters(0, best.words))) return null;
  for (let count = 1; count < best.words; count++) {
    const phrase = exact(letters(0, count));
    if (phrase && exact(letters(count, best.words))) return { phrase, words: count, score: phrase.key.length };
  }
  return null;
}

/** More letters may be misread where a line begins: other texts there are seldom like a label. */
function maxDistance(length: number, begins: boolean): number {
  if (length < SURE_LENGTH) return begins ? tolerance(length) : 0;
  return begins ? Math.max(tolerance(length), Math.floor(length / 4)) : tolerance(length);
}

/** Right letters less wrong ones; 0 is no match. */
function matchScore(text: string, letters: number, wanted: Phrase, begins: boolean): number {
  const { length } = wanted.key;
  const most = maxDistance(length, begins);
  if (!mayBeAlike(letters, wanted.letters, most)) return 0;
  const distance = text === wanted.key ? 0 : editDistance(text, wanted.key);
  return distance > most ? 0 : length - 2 * distance;
}

/** A bit for each letter in a text. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/**
 * Whether two texts with these letters can be within a distance: a change adds one letter and drops one at most. Much
 * faster than the distance itself.
 */
function mayBeAlike(a: number, b: number, most: number): boolean {
  let different = a ^ b;
  for (let left = 2 * most; different !== 0; left--) {
    if (left === 0) return false;
    different &= different - 1;
  }
  return true;
}
