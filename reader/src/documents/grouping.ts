import { kindOf } from './recognise.ts';
import type { DocumentReading, NamedField, PageReading } from '../reading.ts';
import { beginsDocument, type Pages } from './documentStart.ts';
import { languageOf } from './tags.ts';

/** The documents of a file, one after the other. */
export function groupPages(pages: PageReading[]): DocumentReading[] {
  const documents: Pages[] = [];
  for (const page of pages) {
    const kind = kindOf(page.document?.documentType.id);
    const current = documents.at(-1);
    if (!current || beginsDocument(page, kind, current)) documents.push({ kind, pages: [page] });
    else {
      current.pages.push(page);
      current.kind ??= kind;
    }
  }
  return documents.map(asDocument);
}

function asDocument({ kind, pages }: Pages): DocumentReading {
  const text = pages.map((page) => page.text).join('\n');
  return {
    documentType: kind && { id: kind.id, type: kind.type, stdType: kind.stdType },
    pages,
    text,
    language: languageOf(text),
    sections: pages.flatMap(({ sections }) => sections),
    fields: kind?.read ? surestFields(pages) : null,
    tags: [...new Set(pages.flatMap(({ document }) => document?.tags ?? []))],
  };
}

/** Each field once: sides and pages of one document tell it together. */
function surestFields(pages: PageReading[]): NamedField[] | null {
  const all = pages.flatMap(({ document }) => document?.fields ?? []);
  const byName = Map.groupBy(all, ({ name }) => name);
  const surest = [...byName.values()].map(
    (same) => same.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1))[0] as NamedField,
  );
  return surest.length > 0 ? surest : null;
}
