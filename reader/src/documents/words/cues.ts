import type { PageText } from '../kind.ts';
import { mentions } from './likeness.ts';
import { plain } from './plain.ts';

/** Phrases that speak for a kind, and how much; 1 is enough. */
export type Cues = Record<string, number>;

/** Cards and booklets say little; whoever says more writes about them. */
const LONGEST = 4000;
/** Sentences need more to be taken for a card. */
const SENTENCES_ALLOWED = 2;
const NEEDED = { usual: 1, amongSentences: 2, asked: 0.5 };

export function isEnough(page: PageText, cues: Cues, asked: boolean, more = 0): boolean {
  if (page.text.length > LONGEST) return false;
  const letters = plain(page.text);
  const sum = Object.entries(cues).reduce(
    (all, [phrase, weight]) => all + (mentions(letters, phrase) ? weight : 0),
    more,
  );
  if (asked) return sum >= NEEDED.asked;
  return sum >= NEEDED.usual && (sum >= NEEDED.amongSentences || sentencesIn(page.text) <= SENTENCES_ALLOWED);
}

const SENTENCE = /(?:\p{Ll}{2,}[,;]?\s+){5}/u;

const sentencesIn = (text: string) => text.split('\n').filter((line) => SENTENCE.test(line)).length;
