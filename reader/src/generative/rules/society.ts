import type { Field, Table } from '../../documents/present.ts';
import { presentSection, type Section } from '../../documents/sections.ts';
import type { SectionReading } from '../../reading.ts';
import { companyFacts, signingDate } from './companyFacts.ts';
import { findIdentityNumbers } from './identityNumbers.ts';
import { partnersTable } from './partners.ts';
import { textOf } from './passages.ts';
import { findPeople, type Person } from './people.ts';
import { field, sectionOf, tableOf } from './shapes.ts';

const CLAUSE = /^(CL[ÁA]USULA|ARTIGO|ART\.)\s/i;
const isClause = ({ heading }: SectionReading) => CLAUSE.test(heading ?? '');

/**
 * Articles of association and other contracts: their head, then each clause by itself with what it says of the company.
 */
export function societySections(sections: SectionReading[]): Section[] {
  const [first, ...rest] = withTitleInHead(sections);
  if (!first) return [];
  const hasClauses = [first, ...rest].some(isClause);
  const head = isClause(first) ? null : first;
  const people = head ? findPeople(textOf(head)) : [];
  const shaped = (head ? rest : [first, ...rest]).map((section) =>
    isClause(section) ? clause(section, people) : presentSection(section),
  );
  const last = shaped.at(-1);
  const signed = hasClauses ? signingDate(sections.map(textOf).join(' ')) : [];
  if (last) last.fields = [...last.fields, ...signed];
  return head ? [header(head, hasClauses ? people : []), ...shaped] : shaped;
}

/** A title with nothing under it and what follows it are one head. */
function withTitleInHead(sections: SectionReading[]): SectionReading[] {
  const [title, next, ...rest] = sections;
  const stands = title && next && title.lines.length === 0 && !isClause(title) && !isClause(next);
  return stands ? [{ ...next, heading: title.heading }, ...rest] : sections;
}

/** The head names the company and introduces the partners. */
function header(section: SectionReading, people: Person[]): Section {
  const text = textOf(section);
  return sectionOf(
    'header',
    section,
    people.length > 0 ? [...companyFacts(text), ...companyNumber(text)] : [],
    partners(section, people),
  );
}

/** The one CNPJ of a head is the company's; of several nobody knows whose they are. */
function companyNumber(text: string): Field[] {
  const numbers = new Set(
    findIdentityNumbers(text)
      .filter(({ kind, digits }) => kind === 'cnpj' && digits !== null)
      .map(({ digits }) => digits),
  );
  const [only] = numbers;
  return numbers.size === 1 && only ? [field('cnpj', only)] : [];
}

/** Who is introduced with a CPF; where lines have labels, they say it. */
function partners({ fields }: SectionReading, people: Person[]): Table[] {
  if (fields.some(({ label }) => /s[óo]ci[oa]/i.test(label))) return [];
  const known = people.filter(({ number }) => number?.length === 11);
  return tableOf(
    'involved',
    ['role', 'name', 'document'],
    known.map(({ name, number }) => [field('role', 'sócio', 0.75), field('name', name), field('document', number)]),
  );
}

function clause(section: SectionReading, people: Person[]): Section {
  const text = section.lines.join(' ') || null;
  const running = textOf({ ...section, heading: null });
  const fields = [field('title', section.heading), field('text', text), ...companyFacts(running)];
  // A printed table says it better.
  return sectionOf('clause', section, fields, section.tables.length > 0 ? [] : partnersTable(running, people));
}
