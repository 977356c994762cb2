import type { DocumentReading, SectionReading } from '../reading.ts';
import { identifier, standardName } from '../text/naming.ts';
import { joinTables } from './tablesAcrossPages.ts';
import { meanScore, presentFields, presentTables, scoreOf, type Field, type Table } from './present.ts';

export type Section = {
  name: string | null;
  stdName: string | null;
  score: number | null;
  pages?: { number: number }[];
  fields: Field[];
  tables: Table[];
};

/** The sections of a document; a document type with fields of its own is one section. */
export function presentDocument(document: DocumentReading): { score: number | null; sections: Section[] } {
  const form = formSection(document);
  const sections = form ? [form] : sectionsWithPages(document.sections);
  return { score: meanScore(sections), sections };
}

/** Sections with the pages they stand on; a page that begins without a heading goes on with the section before it. */
function sectionsWithPages(sections: SectionReading[]): Section[] {
  return joinAcrossPages(sections).map(({ pages, ...section }) => ({
    ...presentSection(section),
    pages: pages.map((number) => ({ number })),
  }));
}

/** A kind with fields of its own is one section, named like the kind; null for a document of another sort. */
function formSection({ documentType, fields, sections, pages }: DocumentReading): Section | null {
  if (!documentType || !fields) return null;
  return {
    name: identifier(documentType.type),
    stdName: documentType.stdType,
    score: meanScore(fields),
    pages: pages.map(({ number }) => ({ number })),
    fields,
    tables: presentTables(joinTables(sections).flatMap(({ tables }) => tables)),
  };
}

export function presentSection(section: SectionReading): Section {
  const name = section.heading === null ? null : identifier(section.heading);
  return {
    name,
    stdName: name === null ? null : standardName(name),
    score: scoreOf([section]),
    fields: presentFields(section.fields),
    tables: presentTables(section.tables),
  };
}

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
