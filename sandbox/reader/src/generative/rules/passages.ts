import { verboseSource } from '../../text/pattern.ts';
import { meanScore, toNamedFields, toNamedTables, type NamedTable } from '../../documents/values/namedFields.ts';
import type { NamedSection } from '../../documents/sections.ts';
import type { FieldReading, SectionReading, TableReading, NamedField } from '../../reading.ts';

/** Lines that belong together, with the fields and tables the layout found in them. */
export type Passage = { heading: string | null; lines: string[]; fields: FieldReading[]; tables: TableReading[] };
/** `marker`: what the heading of the passage says; null before the first of them. */
type Marked<Marker> = Passage & { marker: Marker | null };

/**
 * The passages of a document: a new one begins at each line with a marker, wherever the layout divided the sections.
 * Lines are passed in order.
 */
export function passagesOf<Marker>(sections: SectionReading[], markerOf: (line: string) => Marker | null) {
  const passages: Marked<Marker>[] = [{ heading: null, lines: [], fields: [], tables: [], marker: null }];
  for (const { heading, lines, fields, tables } of sections) {
    const first = passages.length - 1;
    for (const line of [...(heading === null ? [] : [heading]), ...lines]) {
      const marker = markerOf(line);
      if (marker) passages.push({ heading: line, lines: [], fields: [], tables: [], marker });
      else passages.at(-1)?.lines.push(line);
    }
    const touched = passages.slice(first);
    for (const field of fields) passageWith(touched, field.label, field.value).fields.push(field);
    for (const table of tables)
      passageWith(touched, table.headers[0] ?? '', table.headers[1] ?? null).tables.push(table);
  }
  return passages.filter(({ heading, lines }) => heading !== null || lines.length > 0);
}

/** The passage with the label and the beginning of its value, else the last one with the label, else the last. */
function passageWith(passages: Passage[], label: string, value: string | null): Passage {
  if (passages.length === 1) return passages[0] as Passage;
  const start = (value ?? '').slice(0, 12);
  const contains = (wanted: string) => (passage: Passage) =>
    [passage.heading ?? '', ...passage.lines].some((line) => line.includes(wanted));
  const withLabel = passages.filter(contains(label));
  return withLabel.find(contains(start)) ?? withLabel.at(-1) ?? (passages.at(-1) as Passage);
}

/** The passage as running text below its heading; words and numbers that a hyphen divides at the end of a line are joined. */
export function textOf({ heading, lines }: Pick<Passage, 'heading' | 'lines'>): string {
  const running = lines.join('\n').replace(/(?<=\p{L})-\n(?=\p{Ll})|(?<=\d-)\n(?=\d)/gu, '');
  return [heading ?? '', running]
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Labels in running text; each ends the value of the one before. */
const LABELS = verboseSource`
  im[óo]vel|propriet[áa]ri[oa]s?(?:\s?\([^)]*\))?|registro\s+anterior
  |t[íi]tulo\s+(?:anterior|aquisitivo)|matr[íi]cula\s+anterior|transcri[çc][ãa]o\s+anterior
  |cadastro(?:\s+municipal)?|inscri[çc][ãa]o(?:\s+(?:imobili[áa]ria|cadastral|municipal))?
  |contribuinte|confronta[çc][õo]es|observa[çc][ãa]o|obs|data|ficha|livro|matr[íi]cula|valor
`;
const LABEL = new RegExp(String.raw`(?<![\p{L}])(?:${LABELS})\s*(?:n[º°o.]*\s*)?[:–]`, 'iu');
const LONGEST = 2000;

/** The text from a label (source of a pattern) to the next one; null if the text does not contain the label. */
export function textAfterLabel(text: string, label: string): string | null {
  const found = new RegExp(String.raw`(?<![\p{L}])${label}\s*[:–-]\s*`, 'iu').exec(text);
  if (!found) return null;
  const from = found.index + found[0].length;
  const next = text.slice(from).search(LABEL);
  return (
    text.slice(from, from + (next < 0 ? LONGEST : Math.min(next, LONGEST))).replace(/(?<![\s;,–-])[\s;,–-]+$/, '') ||
    null
  );
}

/** The score of a value that a rule found by its form. */
const RULE_SCORE = 0.9;

export const field = (name: string, value: string | null, score: number = RULE_SCORE): NamedField => ({
  name,
  stdName: name,
  value,
  score: value === null ? null : score,
});

/** What a text may state: the first group of the pattern, or what `value` makes of it. */
export type Fact = { name: string; pattern: RegExp; value?: (found: string) => string | null };

/** The facts that a text states. */
export function factsIn(text: string, facts: Fact[], score?: number): NamedField[] {
  return facts.flatMap(({ name, pattern, value = (found) => found }) => {
    const found = pattern.exec(text)?.slice(1).find(Boolean)?.trim();
    const stated = found ? value(found) : null;
    return stated === null ? [] : [field(name, stated, score)];
  });
}

/** A table under these columns; none if it has no rows. */
export function tableOf(name: string, columns: string[], rows: NamedField[][]): NamedTable[] {
  if (rows.length === 0) return [];
  const headers = columns.map((column) => ({ name: column, stdName: column, score: RULE_SCORE }));
  return [{ name, stdName: name, score: meanScore(rows.flat()) ?? RULE_SCORE, headers, values: rows }];
}

/** A section of a passage: what the rules read, then what the layout found under other names. */
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
