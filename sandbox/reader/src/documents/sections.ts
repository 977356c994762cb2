import type { DocumentReading, DocumentType, NamedField, SectionReading, TableReading } from '../reading.ts';
import { type DateOrder, dateOrderOf } from '../text/dates.ts';
import { identifier } from '../text/naming.ts';
import {
  meanScore,
  named,
  type NamedTable,
  pageFields,
  scoreOf,
  toNamedFields,
  toNamedTables,
} from './values/namedFields.ts';

export type NamedSection = {
  name: string | null;
  stdName: string | null;
  score: number | null;
  pages?: { number: number }[];
  fields: NamedField[];
  tables: NamedTable[];
};

/** The sections of a document; a receipt, or a document type with fields of its own, is one section, named like the type. */
export function documentSections(document: DocumentReading): { score: number | null; sections: NamedSection[] } {
  const { documentType, pages } = document;
  const ofReceipt = pages.some(({ receipt }) => receipt) ? pages.flatMap((page) => pageFields(page).fields) : null;
  const fields = document.fields ?? ofReceipt;
  const sections = documentType && fields ? [formSection(document, documentType, fields)] : printedSections(document);
  return { score: meanScore(sections), sections };
}

/** Sections with the pages they stand on; a page that begins without a heading goes on with the section before it. */
function printedSections({ sections, text }: DocumentReading): NamedSection[] {
  const dateOrder = dateOrderOf(text);
  return joinAcrossPages(sections).map(({ pages, ...section }) => ({
    ...toNamedSection(section, dateOrder),
    pages: pages.map((number) => ({ number })),
  }));
}

const formSection = (document: DocumentReading, type: DocumentType, fields: NamedField[]): NamedSection => ({
  name: identifier(type.type),
  stdName: type.stdType,
  score: meanScore(fields),
  pages: document.pages.map(({ number }) => ({ number })),
  fields,
  tables: toNamedTables(joinTables(document.sections).flatMap(({ tables }) => tables)),
});

export const toNamedSection = (section: SectionReading, dateOrder?: DateOrder): NamedSection => ({
  ...(section.heading === null ? { name: null, stdName: null } : named(section.heading)),
  score: scoreOf([section]),
  fields: toNamedFields(section.fields, dateOrder),
  tables: toNamedTables(section.tables, dateOrder),
});

/** Sections that run over the end of a page are one. */
export function joinAcrossPages(sections: SectionReading[]): (SectionReading & { pages: number[] })[] {
  const joined: SectionReading[][] = [];
  for (const section of joinTables(sections)) {
    const open = joined.at(-1);
    if (!open || section.heading !== null || section.page === open.at(-1)?.page) joined.push([section]);
    else open.push(section);
  }
  // Each is put together once: of thousands of pages it would be copied with each of them.
  return joined.map((parts) => ({
    ...(parts[0] as SectionReading),
    pages: parts.map(({ page }) => page),
    page: (parts.at(-1) as SectionReading).page,
    lines: parts.flatMap(({ lines }) => lines),
    fields: parts.flatMap(({ fields }) => fields),
    tables: parts.flatMap(({ tables }) => tables),
  }));
}

/**
 * A table that goes on over the end of a page with its header printed again is one table, unless it stands there below a heading
 * that no page has had before.
 */
function joinTables(sections: SectionReading[]): SectionReading[] {
  let open: { tables: TableReading[][]; page: number } | null = null;
  const headings = new Set<string | null>([null]);
  const withParts = sections.map((section) => {
    const { page, heading, tables: printed } = section;
    const isOfOther = !headings.has(heading) && !CONTINUED.test(heading ?? '');
    headings.add(heading);
    const [last, first] = [open?.tables.at(-1), printed[0]];
    const goesOn = open && last?.[0] && first && page === open.page + 1 && !isOfOther && isSameTable(last[0], first);
    if (open && goesOn) {
      open.page = page;
      last.push(first);
    }
    const tables = printed.slice(goesOn ? 1 : 0).map((table) => [table]);
    if (tables.length > 0) open = { tables, page };
    return { ...section, tables };
  });
  return withParts.map((section) => ({ ...section, tables: section.tables.map(together) }));
}

const CONTINUED = /contin|cont\.|forts|suite|seguito/i;

const isSameTable = (a: TableReading, b: TableReading) =>
  a.headers.length > 1 && a.headers.join('|') === b.headers.join('|');

function together(parts: TableReading[]): TableReading {
  const first = parts[0] as TableReading;
  if (parts.length === 1) return first;
  return {
    ...first,
    ...(parts.some(({ recognised }) => recognised) ? { recognised: true } : {}),
    rows: parts.flatMap(({ rows }) => rows),
    score: Math.min(...parts.map(({ score }) => score)),
    scores: parts.flatMap(cellScores),
  };
}

const cellScores = ({ rows, score, scores }: TableReading) =>
  scores ?? rows.map((row) => row.map((cell) => (cell === null ? null : score)));
