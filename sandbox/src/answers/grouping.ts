import type { PageReading, SectionReading } from '../reading/document.ts';
import type { Kind } from '../kinds/kind.ts';
import { kindOf } from '../kinds/recognise.ts';

/** Pages that belong together. */
export type DocumentOfPages = { kind: Kind | null; pages: PageReading[]; text: string; sections: SectionReading[] };

/** A page that shows another kind begins a document; one that shows none goes on with the document before it. */
export function groupPages(pages: PageReading[]): DocumentOfPages[] {
  const documents: { kind: Kind | null; pages: PageReading[] }[] = [];
  for (const page of pages) {
    const kind = kindOf(page.document?.kind);
    const current = documents.at(-1);
    if (!current || (kind && current.kind && kind.id !== current.kind.id)) documents.push({ kind, pages: [page] });
    else {
      current.pages.push(page);
      current.kind ??= kind;
    }
  }
  return documents.map(({ kind, pages: own }) => ({
    kind,
    pages: own,
    text: own.map(({ text }) => text).join('\n'),
    sections: own.flatMap(({ sections }) => sections),
  }));
}

export const barcodesOf = (pages: PageReading[]) => pages.flatMap(({ barcodes }) => barcodes);
