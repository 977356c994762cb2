import type { PageReading } from '../../reading.ts';
import { identifier } from '../../text/naming.ts';
import { foldedWords } from '../../text/normalise.ts';
import { type Form, formOf } from './form.ts';

/** Something of a document that a term can be held against. */
export type Candidate = { text: string; page: number; form: Form; words: { text: string; folded: string }[] };

export type Candidates = {
  /** Fields of the document's kind, which mean what their names say. */
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
  const texts = pages.flatMap(textsOf).map(({ text, page }) => asCandidate(text, page));
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
function textsOf({ number, sections }: PageReading): { text: string; page: number }[] {
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
  return { text, page, form: formOf(text), words };
}
