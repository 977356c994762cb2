import type { PageReading } from '../../reading.ts';
import { ALIKE } from '../../text/distance.ts';
import { round } from '../present.ts';
import { candidatesOf, type Candidate, type Candidates } from './candidates.ts';
import { type Form, formOf } from './form.ts';
import { likeness } from './likeness.ts';

export type Term = { name: string; value: string | null };
/** `text` is what the document has; null where nothing in it is like the term. */
export type TermMatch = { text: string | null; page: number; score: number };

const NOTHING: TermMatch = { text: null, page: 0, score: 0 };
/** Numbers are printed in so many groups at most. */
const MOST_GROUPS = 12;

/** The matches in the order of the terms, and the mean of their scores; null without terms. */
export type TermComparison = { matches: TermMatch[]; score: number | null };

export function compareTerms(pages: PageReading[], terms: Term[]): TermComparison {
  const candidates = candidatesOf(pages);
  const matches = terms.map((term) => findMatch(term, candidates));
  return {
    matches: matches.map((match) => ({ ...match, score: round(match.score) })),
    score: matches.length > 0 ? round(matches.reduce((sum, { score }) => sum + score, 0) / matches.length) : null,
  };
}

/** What the document says for a term: its field of that name, else the text most like it. */
export function findMatch({ name, value }: Term, candidates: Candidates): TermMatch {
  const wanted = formOf(value ?? '');
  if (wanted.key === '') return NOTHING;
  const own = bestWhole(wanted, candidates.own.get(name) ?? []);
  if (own) return own;
  const labelled = bestWhole(wanted, candidates.labelled.get(name) ?? []);
  if (labelled && labelled.score >= ALIKE) return labelled;
  const anywhere = bestAnywhere(wanted, candidates.all);
  if (anywhere.score >= ALIKE) return anywhere;
  return labelled ?? { ...anywhere, text: null, page: 0 };
}

function bestWhole(wanted: Form, candidates: Candidate[]): TermMatch | null {
  const matches = candidates.map(({ text, page, form }) => ({ text, page, score: likeness(wanted, form) }));
  return matches.toSorted((a, b) => b.score - a.score)[0] ?? null;
}

function bestAnywhere(wanted: Form, candidates: Candidate[]): TermMatch {
  let best = NOTHING;
  for (const candidate of candidates) {
    const whole = { text: candidate.text, page: candidate.page, score: likeness(wanted, candidate.form) };
    for (const match of [whole, bestPart(wanted, candidate)]) if (match.score > best.score) best = match;
    if (best.score === 1) break;
  }
  return best;
}

/** The words in a row that are most like the term; a longer line holds it somewhere. */
function bestPart(wanted: Form, { words, page }: Candidate): TermMatch {
  const length = wanted.key.split(' ').length;
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

function scoreOfPart(wanted: Form, part: Candidate['words']): number {
  if (wanted.sort === 'text')
    return likeness(wanted, {
      sort: 'text',
      key: part
        .map(({ folded }) => folded)
        .filter((folded) => folded !== '')
        .join(' '),
    });
  return likeness(wanted, formOf(withoutEdges(part.map(({ text }) => text).join(' '))));
}

const withoutEdges = (text: string) => text.replace(/^[("'\s]+|[)"'\s,;:.]+$/g, '');
