import type { PageReading } from '../reading/document.ts';

export type Candidate = { text: string; plain: string; page: number; words: Word[] };
export type Match = { text: string | null; page: number; score: number };

type Word = { text: string; plain: string };

/** Under this a text is another text, not the same one misread. */
const ALIKE = 0.5;

/** Everything of a document a term can be held against: values, cells, lines. */
export function candidatesOf(pages: PageReading[]): Candidate[] {
  const texts = pages.flatMap(({ number, sections }) =>
    sections.flatMap(({ fields, tables, lines, heading }) => [
      ...fields.map(({ value }) => ({ text: value, page: number })),
      ...tables.flatMap(({ rows }) => rows.flat().map((text) => ({ text, page: number }))),
      ...[heading, ...lines].map((text) => ({ text, page: number })),
    ]),
  );
  return texts.filter(({ text }) => text).map(({ text, page }) => asCandidate(text ?? '', page));
}

function asCandidate(text: string, page: number): Candidate {
  const words = text.split(/\s+/).map((word) => ({ text: word, plain: plainForm(word) }));
  return { text, page, plain: plainForm(text), words };
}

export function findBest(term: string, candidates: Candidate[]): Match {
  const wanted = plainForm(term);
  let best: Match = { text: null, page: 0, score: 0 };
  if (wanted === '') return best;
  for (const candidate of candidates) {
    const found = [{ text: candidate.text, page: candidate.page, score: similarity(wanted, candidate.plain) }, bestPart(wanted, candidate)];
    for (const match of found) if (match.score > best.score) best = match;
    if (best.score === 1) break;
  }
  return best.score >= ALIKE ? best : { ...best, text: null, page: 0 };
}

/** The words in a row that are most like the term; a longer line holds it somewhere. */
function bestPart(wanted: string, { words, page }: Candidate): Match {
  const length = wanted.split(' ').length;
  let best: Match = { text: null, page, score: 0 };
  for (let count = Math.max(1, length - 1); count <= length + 1; count++) {
    for (let start = 0; start + count <= words.length; start++) {
      const part = words.slice(start, start + count);
      const score = similarity(wanted, part.map(({ plain }) => plain).join(' ').trim());
      if (score > best.score) best = { page, score, text: withoutEdges(part.map(({ text }) => text).join(' ')) };
    }
  }
  return best;
}

const withoutEdges = (text: string) => text.replace(/^[("'\s]+|[)"'\s,;:.]+$/g, '');

/** Letters and digits only, so that 123.456.789-09 and 12345678909 are alike; a date is the same date in either order. */
function plainForm(text: string): string {
  const ordered = text.replace(/\b(\d{2})[/.](\d{2})[/.](\d{4})\b/g, '$3$2$1').replace(/(\d)[.,](?=\d)/g, '$1');
  return ordered.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim().replace(/(?<=\d) (?=\d)/g, '');
}

/** 1 is equal, 0 has nothing in common. */
export function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  // No alignment can be better than the lengths allow.
  if (Math.min(a.length, b.length) / longest < ALIKE) return 0;
  return 1 - distance(a.slice(0, 500), b.slice(0, 500)) / Math.min(longest, 500);
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
