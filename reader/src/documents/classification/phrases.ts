import { distanceToPart, tolerance } from '../../text/distance.ts';
import { lookAlikeKey } from '../../text/lookAlikes.ts';

/** Whether a text (as lookAlikeKey) contains a phrase, misread or not; blanks and accents do not matter. */
export function mentions(plainText: string, phrase: string): boolean {
  const wanted = lookAlikeKey(phrase);
  return (
    plainText.includes(wanted) ||
    (hasPart(plainText, wanted) && distanceToPart(plainText, wanted) <= tolerance(wanted.length))
  );
}

/**
 * Cut into one part more than letters may be misread, at least one part of the phrase is there unchanged. This is much
 * faster than the distance.
 */
function hasPart(text: string, phrase: string): boolean {
  const parts = tolerance(phrase.length) + 1;
  const cut = (part: number) => Math.floor((part * phrase.length) / parts);
  return Array.from({ length: parts }, (_, part) => phrase.slice(cut(part), cut(part + 1))).some((part) =>
    text.includes(part),
  );
}

/** Whether a line that can be a title contains a phrase. A sentence may merely mention it. */
export function titleMentions(text: string, phrases: string[]): boolean {
  const titles = text
    .split('\n')
    .flatMap((line) => line.split(/\s{2,}/))
    .filter(canBeTitle)
    .map(lookAlikeKey);
  return phrases.some((phrase) =>
    titles.some(
      (title) => title.includes(lookAlikeKey(phrase)) || (title.length < 2 * phrase.length && mentions(title, phrase)),
    ),
  );
}

const MOST_WORDS = 9;

const canBeTitle = (line: string) =>
  line.trim().split(/\s+/).length <= MOST_WORDS && !/[.,;]$/.test(line.trim()) && /^\W*[\p{Lu}\d]/u.test(line);

/** Whether a text contains one of the phrases. */
export const mentionsAny = (text: string, phrases: string[]): boolean => {
  const letters = lookAlikeKey(text);
  return phrases.some((phrase) => mentions(letters, phrase));
};

/** Phrases of a document type and their weights; a sum of 1 is enough. */
export type PhraseWeights = Record<string, number>;

/** Cards and booklets have little text; a longer one is about them. */
const LONGEST = 4000;
/** With more sentences than this, more evidence is needed. */
const SENTENCES_ALLOWED = 2;
const NEEDED = { usual: 1, amongSentences: 2, requested: 0.5 };

/** Whether the phrases in a text are evidence enough. `more` is further evidence. */
export function hasEnoughPhrases(text: string, cues: PhraseWeights, requested: boolean, more = 0): boolean {
  if (text.length > LONGEST) return false;
  const letters = lookAlikeKey(text);
  const sum = Object.entries(cues).reduce(
    (all, [phrase, weight]) => all + (mentions(letters, phrase) ? weight : 0),
    more,
  );
  if (requested) return sum >= NEEDED.requested;
  return sum >= NEEDED.usual && (sum >= NEEDED.amongSentences || sentencesIn(text) <= SENTENCES_ALLOWED);
}

const SENTENCE = /(?:\p{Ll}{2,}[,;]?\s+){5}/u;

const sentencesIn = (text: string) => text.split('\n').filter((line) => SENTENCE.test(line)).length;
