import { round } from '../answers/present.ts';
import { normaliseValue } from '../answers/values.ts';
import type { FieldReading, SectionReading } from '../reading/document.ts';
import { invoiceName, partyOf, type Party } from './lexicon.ts';
import { serviceTable, type InvoiceTable } from './serviceTable.ts';

export type InvoiceField = { name: string; value: string | null; score: number | null };
export type InvoiceReading = { score: number; fields: InvoiceField[]; tables: InvoiceTable[] };

/** The fields of an invoice that the interface has names for, each once: the first reading stands. */
export function readInvoice(sections: SectionReading[]): InvoiceReading {
  const fields = new Map<string, InvoiceField>();
  for (const section of sections) {
    const party = partyOf(section.heading);
    for (const found of fieldsOf(section, party)) if (!fields.has(found.name)) fields.set(found.name, found);
  }
  const scores = [...fields.values()].map(({ score }) => score ?? 0);
  const score = scores.length === 0 ? 0 : round(scores.reduce((sum, value) => sum + value, 0) / scores.length);
  return { score, fields: [...fields.values()], tables: serviceTable(sections) };
}

function fieldsOf({ fields, tables }: SectionReading, party: Party): InvoiceField[] {
  // Amounts often stand in a table of one row; its headers are labels.
  const rows = tables.filter(({ rows: all }) => all.length === 1).flatMap(fieldsOfRow);
  return [...fields, ...rows].map((field) => invoiceField(field, party)).filter((field) => field !== null);
}

const fieldsOfRow = ({ headers, rows, score }: SectionReading['tables'][number]): FieldReading[] =>
  headers.map((label, column) => ({ label, value: rows[0]?.[column] ?? null, score }));

function invoiceField({ label, value, score }: FieldReading, labelParty: Party): InvoiceField | null {
  const name = invoiceName(label, labelParty);
  if (!name || value === null) return null;
  return { name, value: valueFor(name, value), score };
}

/** A date of issue may carry its time, an amount its currency. */
function valueFor(name: string, value: string): string {
  if (!name.startsWith('data_')) return normaliseValue(value);
  const day = /^\d{2}[/.-]\d{2}[/.-]\d{4}|^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
  return normaliseValue(day ?? value);
}
