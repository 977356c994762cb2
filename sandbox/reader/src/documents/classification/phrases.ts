import { distanceToPart, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';
import { textList } from '../../text/pattern.ts';
import type { PageContent } from './documentRules.ts';

/** Of the phrases of the rules, which every page asks for. */
const keys = new Map<string, string>();

function keyOf(phrase: string): string {
  const key = keys.get(phrase) ?? lookAlikeKey(phrase);
  keys.set(phrase, key);
  return key;
}

/**
 * Whether a text (as lookAlikeKey) contains a phrase, misread or not; blanks and accents do not matter. Cut into one part
 * more than letters may be misread, at least one part of the phrase is there unchanged: looking where one is, is much
 * faster than looking everywhere.
 */
export function mentions(letters: string, phrase: string): boolean {
  const key = keyOf(phrase);
  if (letters.includes(key)) return true;
  const most = tolerance(key.length);
  const cut = (part: number) => Math.floor((part * key.length) / (most + 1));
  const isIn = (begin: number, end: number) => distanceToPart(letters.slice(begin, end), key) <= most;
  return Array.from({ length: most + 1 }, (_, part) => cut(part)).some((at, part) => {
    const text = key.slice(at, cut(part + 1));
    // Places of which one begins before the one before it ends are looked at together.
    let [begin, end] = [0, 0];
    for (let place = letters.indexOf(text); place >= 0; place = letters.indexOf(text, place + 1)) {
      const from = Math.max(0, place - at - most);
      if (from > end && isIn(begin, end)) return true;
      if (from > end) begin = from;
      end = place - at + key.length + most;
    }
    return end > 0 && isIn(begin, end);
  });
}

/** Whether a line that can be a title contains a phrase. A sentence may merely mention it. */
export function titleMentions(text: string, phrases: string[]): boolean {
  const titles = text
    .split('\n')
    .flatMap((line) => line.split(/\s{2,}/))
    .filter(canBeTitle)
    .map(lookAlikeKey);
  return phrases.some((phrase) => {
    const key = keyOf(phrase);
    return titles.some((title) => title.includes(key) || (title.length < 2 * phrase.length && mentions(title, phrase)));
  });
}

const MOST_WORDS = 9;

const canBeTitle = (line: string) =>
  line.trim().split(/\s+/).length <= MOST_WORDS && !/[.,;]$/.test(line.trim()) && /^\W*[\p{Lu}\d]/u.test(line);

/** Whether a text (as lookAlikeKey) contains one of the phrases. */
export const mentionsAny = (letters: string, phrases: string[]): boolean =>
  phrases.some((phrase) => mentions(letters, phrase));

/** Phrases of a document type and their weights; a sum of 1 is enough. */
type PhraseWeights = [phrase: string, weight: number][];

/** Phrases and their weights as a table: `PASSPORT 0.4 | SURNAME 0.2`. */
export const phraseWeights = (table: string): PhraseWeights =>
  textList(table).map((row) => {
    const end = row.lastIndexOf(' ');
    return [row.slice(0, end), Number(row.slice(end))];
  });

/** Cards and booklets have little text; a longer one is about them. */
const LONGEST = 4000;
/** With more sentences than this, more evidence is needed. */
const SENTENCES_ALLOWED = 2;
const NEEDED = { usual: 1, amongSentences: 2, requested: 0.5 };

/** Whether the phrases on a page are evidence enough. `more` is further evidence. */
export function hasEnoughPhrases(page: PageContent, cues: PhraseWeights, requested: boolean, more = 0): boolean {
  const { text } = page;
  if (text.length > LONGEST) return false;
  const sum = cues.reduce((all, [phrase, weight]) => all + (mentions(page.letters, phrase) ? weight : 0), more);
  if (requested) return sum >= NEEDED.requested;
  return sum >= NEEDED.usual && (sum >= NEEDED.amongSentences || sentencesIn(text) <= SENTENCES_ALLOWED);
}

const SENTENCE = /(?<!\p{Ll})(?:\p{Ll}{2,}[,;]?\s+){5}/u;

const sentencesIn = (text: string) => text.split('\n').filter((line) => SENTENCE.test(line)).length;
