import { kindOf } from './recognise.ts';
import type { NamedField, PageReading, SectionReading } from '../reading.ts';
import { beginsDocument, type Pages } from './documentStart.ts';

/** Pages that belong together; `fields` are those of a kind that has its own, `tags` what is known of the kind. */
export type DocumentOfPages = Pages & {
  text: string;
  sections: SectionReading[];
  fields: NamedField[] | null;
  tags: string[];
};

/** The documents of a file, one after the other. */
export function groupPages(pages: PageReading[]): DocumentOfPages[] {
  const documents: Pages[] = [];
  for (const page of pages) {
    const kind = kindOf(page.document?.kind);
    const current = documents.at(-1);
    if (!current || beginsDocument(page, kind, current)) documents.push({ kind, pages: [page] });
    else {
      current.pages.push(page);
      current.kind ??= kind;
    }
  }
  return documents.map(asDocument);
}

function asDocument({ kind, pages }: Pages): DocumentOfPages {
  return {
    kind,
    pages,
    text: pages.map(({ text }) => text).join('\n'),
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

export const barcodesOf = (pages: PageReading[]) => pages.flatMap(({ barcodes }) => barcodes);
