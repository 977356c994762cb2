// What a process makes of the pages of a file, so that the thread that answers requests does nothing over their text.
import { compareTerms, type Term } from './documents/comparison/compareTerms.ts';
import { documentSections } from './documents/sections.ts';
import { readDocumentInvoice } from './documents/serviceInvoice/serviceInvoice.ts';
import { splitDocuments } from './documents/splitDocuments.ts';
import { pageFields, toNamedTables } from './documents/values/namedFields.ts';
import type { Reply } from './generative/modelEndpoint.ts';
import { readGenerative } from './generative/readGenerative.ts';
import type { DocumentReading, PageReading, Reading } from './reading.ts';

const MAKERS = {
  nothing: () => null,
  fields: ({ pages }: Reading) => pages.map(pageFields),
  sections: ({ documents }: Reading) => documents.map(documentSections),
  invoices: ({ documents }: Reading) => documents.map(readDocumentInvoice),
  /** What the pages have for each term, how alike it is, and the tables of the first document. */
  comparison: async ({ pages, documents: [first] }: Reading, terms: Term[]) => ({
    ...(await compareTerms(pages, terms)),
    tables: first ? toNamedTables(first.sections.flatMap(({ tables }) => tables)) : null,
  }),
  /** `stdType`: of all documents, where it is known; `replies`: of a language model, one for each document. */
  extractions: ({ documents }: Reading, tag: string, stdType: string | null, replies: Reply[] | null) =>
    documents.map((document, at) =>
      readGenerative(document, tag, stdType ?? document.documentType?.stdType ?? null, replies?.[at] ?? null),
    ),
};

type Makers = typeof MAKERS;
export type Name = keyof Makers;
type Given<N extends Name> = Parameters<Makers[N]> extends [Reading, ...infer Rest] ? Rest : [];
/** What to make, and what else that needs. */
export type Make<N extends Name = Name> = [name: N, ...given: Given<N>];
export type Made<N extends Name> = Awaited<ReturnType<Makers[N]>>;

/** Documents without what their pages say already, of which they have so many. */
export type Making<N extends Name = Name> = {
  documents: (Omit<DocumentReading, 'pages'> & { pages: number })[];
  made: Made<N>;
};

export async function make(pages: PageReading[], [name, ...given]: Make): Promise<Making> {
  const documents = splitDocuments(pages);
  const maker = MAKERS[name] as (reading: Reading, ...given: unknown[]) => Made<Name> | Promise<Made<Name>>;
  const made = await maker({ pages, documents }, ...given);
  return { made, documents: documents.map((one) => ({ ...one, text: '', sections: [], pages: one.pages.length })) };
}
