import { verboseSource } from '../../text/pattern.ts';
import { meanScore, type NamedTable, toNamedFields, toNamedTables } from '../../documents/fields.ts';
import type { NamedSection } from '../../documents/sections.ts';
import type { FieldReading, NamedField, SectionReading, TableReading } from '../../reading.ts';

/** Lines that belong together, with what the layout found in them. */
export type Passage = { heading: string | null; lines: string[]; fields: FieldReading[]; tables: TableReading[] };

/** Says of a line whether something begins with it; it knows what began before. */
type Begins = (line: string) => boolean;

/**
 * The sections of a document taken apart again where something begins inside them, and put together where nothing did.
 */
export function passagesOf(sections: SectionReading[], begins: Begins): Passage[] {
  const passages: Passage[] = [{ heading: null, lines: [], fields: [], tables: [] }];
  for (const section of sections) addSection(passages, section, begins);
  return passages.filter(({ heading, lines }) => heading !== null || lines.length > 0);
}

function addSection(passages: Passage[], section: SectionReading, begins: Begins): void {
  const first = passages.length - 1;
  const lines = [...(section.heading === null ? [] : [section.heading]), ...section.lines];
  for (const line of lines) {
    if (begins(line)) passages.push({ heading: line, lines: [], fields: [], tables: [] });
    else (passages.at(-1) as Passage).lines.push(line);
  }
  const touched = passages.slice(first);
  for (const field of section.fields) ownerOf(touched, field.label, field.value).fields.push(field);
  for (const table of section.tables)
    ownerOf(touched, table.headers[0] ?? '', table.headers[1] ?? null).tables.push(table);
}

/** Where a label stands with its value, else where it stands, else the last. */
function ownerOf(passages: Passage[], label: string, value: string | null): Passage {
  const start = (value ?? '').slice(0, 12);
  const holds = (wanted: string) => (passage: Passage) =>
    [passage.heading ?? '', ...passage.lines].some((line) => line.includes(wanted));
  const withLabel = passages.filter(holds(label));
  return withLabel.find(holds(start)) ?? withLabel.at(-1) ?? (passages.at(-1) as Passage);
}

/** The passage as running text, its heading in a line of its own; a word broken at the end of a line is whole again. */
export function textOf({ heading, lines }: Pick<Passage, 'heading' | 'lines'>): string {
  let text = '';
  for (const line of lines) {
    if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else text += (text === '' ? '' : ' ') + line;
  }
  return [heading ?? '', text]
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Labels that stand inside running text and end what stands behind another. */
const LABELS = verboseSource`
  im[óo]vel|propriet[áa]ri[oa]s?(?:\s?\([^)]*\))?|registro\s+anterior
  |t[íi]tulo\s+(?:anterior|aquisitivo)|matr[íi]cula\s+anterior|transcri[çc][ãa]o\s+anterior
  |cadastro(?:\s+municipal)?|inscri[çc][ãa]o(?:\s+(?:imobili[áa]ria|cadastral|municipal))?
  |contribuinte|confronta[çc][õo]es|observa[çc][ãa]o|obs|data|ficha|livro|matr[íi]cula|valor
`;
const LABEL = new RegExp(String.raw`(?<![\p{L}])(?:${LABELS})\s*(?:n[º°o.]*\s*)?[:–]`, 'giu');
const LONGEST = 2000;

/** What stands behind a label up to the next one; null if the label is not there. */
export function passageBehind(text: string, label: string): string | null {
  const found = new RegExp(String.raw`(?<![\p{L}])${label}\s*[:–-]\s*`, 'iu').exec(text);
  if (!found) return null;
  const from = found.index + found[0].length;
  const next = [...text.slice(from).matchAll(LABEL)][0]?.index ?? text.length;
  return text.slice(from, from + Math.min(next, LONGEST)).replace(/[\s;,–-]+$/, '') || null;
}

/** How sure a rule is that reads by form, where nothing else is known. */
const SURE = 0.9;

export const field = (name: string, value: string | null, score: number = SURE): NamedField => ({
  name,
  stdName: name,
  value,
  score: value === null ? null : score,
});

/** Rows of cells by column; a table without rows is none. */
export function tableOf(name: string, columns: string[], rows: NamedField[][]): NamedTable[] {
  if (rows.length === 0) return [];
  const headers = columns.map((column) => ({ name: column, stdName: column, score: SURE }));
  return [{ name, stdName: name, score: meanScore(rows.flat()) ?? SURE, headers, values: rows }];
}

/** A section with what the rules read of a passage before what its layout says; the same is not said twice. */
export function sectionOf(name: string, passage: Passage, fields: NamedField[], tables: NamedTable[]): NamedSection {
  const printed = toNamedFields(passage.fields);
  const own = fields.filter((one) => !printed.some((other) => other.name === one.name && other.value !== null));
  const all = [...own, ...printed];
  const allTables = [...tables, ...toNamedTables(passage.tables)];
  return {
    name,
    stdName: name,
    score: meanScore([...all.filter(({ value }) => value !== null), ...allTables]),
    fields: all,
    tables: allTables,
  };
}
