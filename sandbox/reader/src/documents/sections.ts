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
const printedSections = ({ sections, text }: DocumentReading): NamedSection[] =>
  joinAcrossPages(sections).map(({ pages, ...section }) => ({
    ...toNamedSection(section, dateOrderOf(text)),
    pages: pages.map((number) => ({ number })),
  }));

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
  const joined: (SectionReading & { pages: number[] })[] = [];
  for (const section of joinTables(sections)) {
    const last = joined.at(-1);
    if (!last || section.heading !== null || section.page === last.page)
      joined.push({ ...section, pages: [section.page] });
    else
      Object.assign(last, {
        pages: [...last.pages, section.page],
        page: section.page,
        lines: [...last.lines, ...section.lines],
        fields: [...last.fields, ...section.fields],
        tables: [...last.tables, ...section.tables],
      });
  }
  return joined;
}

/** A table that goes on over the end of a page with its header printed again is one table. */
function joinTables(sections: SectionReading[]): SectionReading[] {
  let open: { tables: TableReading[]; page: number } | null = null;
  return sections.map((section) => {
    const { page, tables: printed } = section;
    const [last, first] = [open?.tables.at(-1), printed[0]];
    const goesOn = open && last && first && page === open.page + 1 && isSameTable(last, first);
    if (open && goesOn) Object.assign(open, { page }).tables.splice(-1, 1, together(last, first));
    const tables = printed.slice(goesOn ? 1 : 0);
    if (tables.length > 0) open = { tables, page };
    return { ...section, tables };
  });
}

const isSameTable = (a: TableReading, b: TableReading) =>
  a.headers.length > 1 && a.headers.join('|') === b.headers.join('|');

function together(a: TableReading, b: TableReading): TableReading {
  return {
    ...a,
    ...(b.recognised ? { recognised: true } : {}),
    rows: [...a.rows, ...b.rows],
    score: Math.min(a.score, b.score),
    scores: [...cellScores(a), ...cellScores(b)],
  };
}

const cellScores = ({ rows, score, scores }: TableReading) =>
  scores ?? rows.map((row) => row.map((cell) => (cell === null ? null : score)));
