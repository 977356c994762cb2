import { setImmediate } from 'node:timers/promises';
import type { PageReading } from '../../reading.ts';
import { ALIKE } from '../../text/distance.ts';
import { identifier } from '../../text/naming.ts';
import { foldedWords } from '../../text/normalise.ts';
import { round } from '../values/namedFields.ts';
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
  for (const term of terms) {
    matches.push(findMatch(term, candidates));
    // Many terms must not keep other work of the thread waiting.
    await setImmediate();
  }
  return {
    matches: matches.map((match) => ({ ...match, score: round(match.score) })),
    score: matches.length > 0 ? round(matches.reduce((sum, { score }) => sum + score, 0) / matches.length) : null,
  };
}

/** The match of a term: the field of that name, else the text most like the value. */
export function findMatch({ name, value }: Term, candidates: Candidates): TermMatch {
  const wanted = toComparable(value ?? '');
  if (wanted.key === '') return NOTHING;
  const own = bestWhole(wanted, candidates.own.get(name) ?? []);
  if (own) return own;
  const labelled = bestWhole(wanted, candidates.labelled.get(name) ?? []);
  if (labelled && labelled.score >= ALIKE) return labelled;
  const anywhere = bestAnywhere(wanted, candidates.all);
  if (anywhere.score >= ALIKE) return anywhere;
  return labelled ?? { ...anywhere, text: null, page: 0 };
}

function bestWhole(wanted: ComparableValue, candidates: Candidate[]): TermMatch | null {
  const matches = candidates.map(({ text, page, form }) => ({ text, page, score: valueSimilarity(wanted, form) }));
  return matches.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

function bestAnywhere(wanted: ComparableValue, candidates: Candidate[]): TermMatch {
  let best = NOTHING;
  for (const candidate of candidates) {
    const whole = { text: candidate.text, page: candidate.page, score: valueSimilarity(wanted, candidate.form) };
    for (const match of [whole, bestPart(wanted, candidate)]) if (match.score > best.score) best = match;
    if (best.score === 1) break;
  }
  return best;
}

/** The words in a row that are most like the term; a longer line holds it somewhere. */
function bestPart(wanted: ComparableValue, { words, page }: Candidate): TermMatch {
  const length = wanted.key.split(' ').length;
  if (length > MOST_WORDS) return NOTHING;
  const [fewest, most] = wanted.sort === 'text' ? [Math.max(1, length - 1), length + 1] : [1, MOST_GROUPS];
  let best = NOTHING;
  for (let count = fewest; count <= Math.min(most, words.length); count++) {
    for (let start = 0; start + count <= words.length; start++) {
      if (
        wanted.sort !== 'text' &&
        !/\d/.test(words[start]?.text ?? '') &&
        !/^(R\$|US\$|\$|€)$/.test(words[start]?.text ?? '')
      )
        continue;
      const part = words.slice(start, start + count);
      const score = scoreOfPart(wanted, part);
      if (score > best.score) best = { page, score, text: withoutEdges(part.map(({ text }) => text).join(' ')) };
    }
  }
  return best;
}

function scoreOfPart(wanted: ComparableValue, part: Candidate['words']): number {
  if (wanted.sort === 'text')
    return valueSimilarity(wanted, {
      sort: 'text',
      key: part
        .map(({ folded }) => folded)
        .filter((folded) => folded !== '')
        .join(' '),
    });
  return valueSimilarity(wanted, toComparable(withoutEdges(part.map(({ text }) => text).join(' '))));
}

const withoutEdges = (text: string) => text.replace(/^[("'\s]+/, '').replace(/(?<![)"'\s,;:.])[)"'\s,;:.]+$/, '');

/** Something of a document that a term can be held against. */
export type Candidate = {
  text: string;
  page: number;
  form: ComparableValue;
  words: { text: string; folded: string }[];
};

type Candidates = {
  /** The fields of the document type. */
  own: Map<string, Candidate[]>;
  /** Fields by their printed labels. */
  labelled: Map<string, Candidate[]>;
  /** Everything else, and all of the above. */
  all: Candidate[];
};

export function candidatesOf(pages: PageReading[]): Candidates {
  const own = pages.flatMap(({ number, document }) =>
    (document?.fields ?? []).flatMap(({ name, value }) => named(name, value, number)),
  );
  const labelled = pages.flatMap(({ number, sections }) =>
    sections.flatMap(({ fields }) => fields.flatMap(({ label, value }) => named(identifier(label), value, number))),
  );
  const texts = pages.flatMap(labelsAndTextsOf).map(({ text, page }) => asCandidate(text, page));
  return {
    own: grouped(own),
    labelled: grouped(labelled),
    all: [...labelled.map(([, candidate]) => candidate), ...texts],
  };
}

const named = (name: string, value: string | null, page: number): [string, Candidate][] =>
  value ? [[name, asCandidate(value, page)]] : [];

function grouped(pairs: [string, Candidate][]): Map<string, Candidate[]> {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return new Map([...byName].map(([name, same]) => [name, same.map(([, candidate]) => candidate)]));
}

/** Cells, headings and lines. */
function labelsAndTextsOf({ number, sections }: PageReading): { text: string; page: number }[] {
  const texts = sections.flatMap(({ tables, lines, heading }) => [
    ...tables.flatMap(({ rows }) => rows.flat()),
    heading,
    ...lines,
  ]);
  return texts.filter((text) => text !== null && text !== '').map((text) => ({ text: text as string, page: number }));
}

function asCandidate(text: string, page: number): Candidate {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({ text: word, folded: foldedWords(word) }));
  return { text, page, form: toComparable(text), words };
}
