import type { DocumentReading, NamedField, PageReading } from '../reading.ts';
import { languageOf } from '../text/language.ts';
import { OpenDocument, startsDocument } from './documentStart.ts';

/** The documents of a file, in the order of their pages. */
export function splitDocuments(pages: PageReading[]): DocumentReading[] {
  const documents: OpenDocument[] = [];
  for (const page of pages) {
    let current = documents.at(-1);
    if (!current || startsDocument(page, current)) documents.push((current = new OpenDocument()));
    current.add(page);
  }
  return documents.map(asReading);
}

function asReading({ type, pages }: OpenDocument): DocumentReading {
  const text = pages.map((page) => page.text).join('\n');
  return {
    documentType: type,
    pages,
    text,
    language: languageOf(text),
    sections: pages.flatMap(({ sections }) => sections),
    fields: surestFields(pages),
    tags: [...new Set(pages.flatMap(({ document }) => document?.tags ?? []))],
    isPartial: pages.some((page) => page.isPartial),
  };
}

/** Each field once, from the page where it was read best: two sides of a card share their fields. */
function surestFields(pages: PageReading[]): NamedField[] | null {
  const byName = Map.groupBy(
    pages.flatMap(({ document }) => document?.fields ?? []),
    ({ name }) => name,
  );
  const surest = [...byName.values()].map(
    (same) => same.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))[0] as NamedField,
  );
  return surest.length > 0 ? surest : null;
}
