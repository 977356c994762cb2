import { setImmediate } from 'node:timers/promises';
import type { PageReading } from '../../reading.ts';
import { ALIKE } from '../../text/distance.ts';
import { identifier } from '../../text/naming.ts';
import { foldedWords, plainText } from '../../text/normalise.ts';
import { meanScore, round } from '../values/namedFields.ts';
import { type ComparableValue, toComparable, valueSimilarity } from './comparableValue.ts';

export type Term = { name: string; value: string | null };
/** `text` is what the document has; null if nothing in it is like the term. */
export type TermMatch = { text: string | null; page: number; score: number };

const NOTHING: TermMatch = { text: null, page: 0, score: 0 };
/** Numbers are printed in this many groups at most. */
const MOST_GROUPS = 12;
/** A text of more words is compared with whole lines only: with each part of them it would take minutes. */
const MOST_WORDS = 100;

/** The matches in the order of the terms, and the mean of their scores; null without terms. */
export type TermComparison = { matches: TermMatch[]; score: number | null };

export async function compareTerms(pages: PageReading[], terms: Term[]): Promise<TermComparison> {
  const candidates = candidatesOf(pages);
  const matches: TermMatch[] = [];
  for (const term of terms) matches.push(await findMatch(term, candidates));
  return {
    matches: matches.map((match) => ({ ...match, score: round(match.score) })),
    score: meanScore(matches),
  };
}

/** The match of a term: the field of that name, else the text most like the value. */
export async function findMatch({ name, value }: Term, candidates: Candidate[]): Promise<TermMatch> {
  const wanted = toComparable(plainText(value ?? ''));
  if (wanted.key === '') return NOTHING;
  const bestNamed = (source: Candidate['source']) =>
    best(candidates.filter((one) => one.source === source && one.name === name).map((one) => asWhole(wanted, one)));
  const own = await bestNamed('own');
  if (own) return own;
  const labelled = await bestNamed('labelled');
  if (labelled && labelled.score >= ALIKE) return labelled;
  const anywhere = (await best(matchesIn(wanted, candidates))) ?? NOTHING;
  return anywhere.score >= ALIKE ? anywhere : (labelled ?? { ...anywhere, text: null, page: 0 });
}

/** Milliseconds of comparing until other work of the thread has its turn. */
const LONGEST_TURN = 20;

/** The first of the best matches; none is better than 1. */
async function best(matches: Iterable<TermMatch>): Promise<TermMatch | null> {
  let found: TermMatch | null = null;
  let begun = performance.now();
  for (const match of matches) {
    if (!found || match.score > found.score) found = match;
    if (found.score === 1) break;
    if (performance.now() - begun < LONGEST_TURN) continue;
    await setImmediate();
    begun = performance.now();
  }
  return found;
}

const asWhole = (wanted: ComparableValue, { text, page, comparable }: Candidate): TermMatch => ({
  text,
  page,
  score: valueSimilarity(wanted, comparable),
});

/** Every text, and the words in a row of it that may be the term; a longer line holds it somewhere. */
function* matchesIn(wanted: ComparableValue, candidates: Candidate[]): Generator<TermMatch> {
  const length = wanted.key.split(' ').length;
  const isText = wanted.sort === 'text';
  const [fewest, most] = isText ? [Math.max(1, length - 1), length + 1] : [1, MOST_GROUPS];
  for (const candidate of candidates) {
    if (candidate.source === 'own') continue;
    yield asWhole(wanted, candidate);
    const { words, page } = candidate;
    for (let count = fewest; length <= MOST_WORDS && count <= Math.min(most, words.length); count++)
      for (let start = 0; start + count <= words.length; start++) {
        const part = words.slice(start, start + count);
        if (!isText && !NUMBER_BEGINS.test(part[0]?.text ?? '')) continue;
        const text = withoutEdges(part.map((word) => word.text).join(' '));
        const key = part.flatMap(({ folded }) => folded || []).join(' ');
        yield { text, page, score: valueSimilarity(wanted, isText ? { sort: 'text', key } : toComparable(text)) };
      }
  }
}

const NUMBER_BEGINS = /\d|^(?:R\$|US\$|\$|€)$/;

const withoutEdges = (text: string) => text.replace(/^[("'\s]+/, '').replace(/(?<![)"'\s,;:.])[)"'\s,;:.]+$/, '');

/**
 * Something of a document that a term can be held against: a field of the document type, one by its printed label, or any
 * other text.
 */
export type Candidate = {
  source: 'own' | 'labelled' | 'text';
  name: string | null;
  text: string;
  page: number;
  comparable: ComparableValue;
  words: { text: string; folded: string }[];
};

/** Labelled fields before other texts: of two that are as like a term the first is taken. */
export function candidatesOf(pages: PageReading[]): Candidate[] {
  const all = pages.flatMap(candidatesOn);
  return [...all.filter(({ source }) => source !== 'text'), ...all.filter(({ source }) => source === 'text')];
}

function candidatesOn({ number, document, sections }: PageReading): Candidate[] {
  const candidate = (source: Candidate['source'], name: string | null, text: string | null): Candidate[] => {
    const words = (text?.match(/\S+/g) ?? []).map((word) => ({ text: word, folded: foldedWords(word) }));
    return text ? [{ source, name, text, page: number, comparable: toComparable(text), words }] : [];
  };
  return [
    ...(document?.fields ?? []).flatMap(({ name, value }) => candidate('own', name, value)),
    ...sections.flatMap(({ fields, tables, lines, heading }) => [
      ...fields.flatMap(({ label, value }) => candidate('labelled', identifier(label), value)),
      ...[...tables.flatMap(({ rows }) => rows.flat()), heading, ...lines].flatMap((text) =>
        candidate('text', null, text),
      ),
    ]),
  ];
}
