import type { SectionReading } from '../reading/document.ts';
import { scoreOf, type Field, type Table } from './present.ts';
import { asAmount } from './amounts.ts';
import { asDate } from './dates.ts';
import { asDocumentNumber } from './values.ts';
import { joinAcrossPages, presentSection, type Section } from './sections.ts';

/** Sections as the reading models name them: the head of the document, then each record, annotation and clause by itself. */
export function generativeSections(sections: SectionReading[], tag: string) {
  const [first, ...rest] = withTitleInHead(joinAcrossPages(sections));
  const shaped = first ? [entryOrClause(first) ?? headOf(first), ...rest.map((section) => entryOrClause(section) ?? presentSection(section))] : [];
  return { score: scoreOf(sections) ?? 0, tags: [tag], sections: shaped };
}

const ENTRY = /^(R|AV)\s?[.\-–]\s?(\d+)/;
const CLAUSE = /^CL[ÁA]USULA/i;

const headOf = (section: SectionReading): Section => ({ ...presentSection(section), name: 'header', stdName: 'header' });

function entryOrClause(section: SectionReading): Section | null {
  const heading = section.heading ?? '';
  const entry = ENTRY.exec(heading);
  if (entry) return registryEntry(section, presentSection(section), entry);
  if (!CLAUSE.test(heading)) return null;
  const shaped = presentSection(section);
  return { ...shaped, name: 'clause', stdName: 'clause', fields: [...clauseFields(section), ...shaped.fields] };
}

/** A title with nothing under it and what follows it are one head. */
function withTitleInHead(sections: SectionReading[]): SectionReading[] {
  const [title, next, ...rest] = sections;
  const stands = title && next && title.lines.length === 0 && !ENTRY.test(next.heading ?? '') && !CLAUSE.test(next.heading ?? '');
  return stands ? [{ ...next, heading: title.heading }, ...rest] : sections;
}

function clauseFields({ heading, lines }: SectionReading): Field[] {
  return [field('title', heading), field('text', lines.join(' ') || null)];
}

/** A record (R) or annotation (AV) of a property registry. */
function registryEntry(section: SectionReading, shaped: Section, [, letter, number]: RegExpExecArray): Section {
  const name = letter === 'AV' ? 'annotation' : 'record';
  const text = [section.heading ?? '', ...section.lines].join(' ');
  const day = /\b(\d{2}\/\d{2}\/\d{4}|\d{1,2}º? de \p{L}+ de \d{4})\b/u.exec(text)?.[1];
  const fields = [field('number', `${letter}.${number}`), field('date', day ? asDate(day) : null), ...shaped.fields];
  return { ...shaped, name, stdName: name, fields, tables: [...entryTables(section, text), ...shaped.tables] };
}

function entryTables(section: SectionReading, text: string): Table[] {
  const kind = /[-–:]\s*([\p{Lu}][\p{Lu}\s]{4,})\.?$/u.exec(section.heading ?? '')?.[1]?.trim();
  const amounts = [...text.matchAll(/R\$\s?[\d.]+,\d{2}/g)].map(([found]) => [cell('value', asAmount(found))]);
  return [
    ...(kind ? [table('types', ['type'], [[cell('type', kind)]])] : []),
    ...tableOf('involved', ['role', 'name', 'document'], involved(section)),
    ...tableOf('values', ['value'], amounts),
  ];
}

const ROLES = /transmitente|adquirente|vendedor|comprador|credor|devedor|outorgante|outorgado|propriet[áa]ri|donat[áa]ri|doador/i;
const DOCUMENT = /\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/;

/** People and companies, from labels that say what they are in the act. */
function involved({ fields }: SectionReading): Field[][] {
  return fields
    .filter(({ label, value }) => value && ROLES.test(label))
    .map(({ label, value }) => {
      const document = DOCUMENT.exec(value ?? '')?.[0] ?? null;
      const name = (value ?? '').split(/,|\s[-–]\s|\bCPF\b|\bCNPJ\b/)[0]?.trim() || null;
      return [cell('role', label.toLowerCase()), cell('name', name), cell('document', document && asDocumentNumber(document))];
    });
}

const tableOf = (name: string, columns: string[], rows: Field[][]) => (rows.length > 0 ? [table(name, columns, rows)] : []);

const SURE = 0.9;
const field = (name: string, value: string | null): Field => ({ name, stdName: name, value, score: value === null ? null : SURE });
const cell = field;

function table(name: string, columns: string[], values: Field[][]): Table {
  const headers = columns.map((column) => ({ name: column, stdName: column, score: SURE }));
  return { name, stdName: name, score: SURE, headers, values };
}
