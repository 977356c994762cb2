import {
  isDisputed,
  type FieldReading,
  type NamedField,
  type PageReading,
  type SectionReading,
  type TableReading,
} from '../reading.ts';
import { identifier, standardName } from '../text/naming.ts';
import { normaliseValue } from '../text/values.ts';

/** The shapes of the interface. */
export type Field = { name: string; stdName: string | null; value: string | null; score: number | null };
export type Table = {
  name: string;
  stdName: string | null;
  score: number | null;
  headers: Header[];
  values: Field[][];
};
export type Header = { name: string; stdName: string | null; score: number | null };

/** What a page says: the fields of its document type if it has such, else all fields under their printed labels. */
export function presentPage({ document, sections }: PageReading) {
  return {
    fields: document?.fields ?? presentFields(sections.flatMap(({ fields }) => fields)),
    tables: presentTables(sections.flatMap(({ tables }) => tables)),
    score: document?.fields ? meanScore(document.fields) : scoreOf(sections),
  };
}

export const presentFields = (fields: FieldReading[]): Field[] => fields.map(presentField);

function presentField({ label, ...reading }: FieldReading): Field {
  const name = identifier(label);
  return { name, stdName: standardName(name), ...presentValue(reading) };
}

/** In a text as long as this, one doubtful word is not all of it. */
const LONG = 60;

function presentValue({ value, score, recognised }: Omit<FieldReading, 'label'>): Pick<Field, 'value' | 'score'> {
  const isKnown = value !== null && (value.length >= LONG || !isDisputed({ score, recognised }));
  return isKnown ? { value: normaliseValue(value), score } : { value: null, score: null };
}

export const presentTables = (tables: TableReading[]): Table[] => tables.map(presentTable);

function presentTable({ title, headers, rows, score, scores, recognised = false }: TableReading, at: number): Table {
  const name = title ? identifier(title) : `tabela_${at + 1}`;
  const columns = headers.map((header, index) => {
    const name = header === '' ? `coluna_${index + 1}` : identifier(header);
    return { name, stdName: standardName(name), score };
  });
  const cell = (value: string | null, row: number, column: number): Field => {
    const { name, stdName } = columns[column] as Header;
    return { name, stdName, ...presentValue({ value, score: scores?.[row]?.[column] ?? score, recognised }) };
  };
  return {
    name,
    stdName: standardName(name),
    score,
    headers: columns,
    values: rows.map((row, index) => row.map((value, column) => cell(value, index, column))),
  };
}

/** The mean of what was read; nothing read has no score. */
export const scoreOf = (sections: SectionReading[]): number | null =>
  meanScore(sections.flatMap(({ fields, tables }) => [...fields.filter(({ value }) => value !== null), ...tables]));

/** The mean of the scores there are. */
export function meanScore(scored: { score: number | null }[]): number | null {
  const scores = scored.map(({ score }) => score).filter((score) => score !== null);
  return scores.length === 0 ? null : round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

export const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Fields with the standard names they have, if they have one. */
export const namedFields = (fields: { name: string; value: string | null; score: number | null }[]): NamedField[] =>
  fields.map(({ name, value, score }) => ({ name, stdName: standardName(name), value, score }));

export function namedField(name: string, found: { value: string; score: number } | null | undefined): NamedField {
  return { name, stdName: standardName(name), value: found?.value ?? null, score: found ? round(found.score) : null };
}
