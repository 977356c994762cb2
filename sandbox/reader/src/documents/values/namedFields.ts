import {
  type FieldReading,
  isDisputed,
  type NamedField,
  type PageReading,
  type SectionReading,
  type TableReading,
  unproven,
} from '../../reading.ts';
import { CURRENCY, CURRENCY_SIGN } from '../../text/amounts.ts';
import { type DateOrder, dateOrderOf } from '../../text/dates.ts';
import { identifier, standardName } from '../../text/naming.ts';
import { normaliseValue } from '../../text/values.ts';
import { withCheckedAmounts } from '../invoice/amountSums.ts';
import { withInvoiceFields } from '../invoice/invoiceFields.ts';
import { withReceiptFields } from '../receipt/receiptFields.ts';

type NamedHeader = Omit<NamedField, 'value'>;

/** A table under an identifier made of its printed title; so are its columns. */
export type NamedTable = {
  name: string;
  stdName: string | null;
  score: number | null;
  headers: NamedHeader[];
  values: NamedField[][];
};

/** The fields of a page: those of its document type, else all under identifiers made of their printed labels. */
export function pageFields(page: PageReading) {
  const { document, sections, text, source } = page;
  const dateOrder = dateOrderOf(text);
  const printed = toNamedFields(
    sections.flatMap(({ fields }) => fields),
    dateOrder,
  );
  const ofUnknownType = () => {
    const checked = source === 'ocr' ? withCheckedAmounts(printed, text) : printed;
    const fields = withReceiptFields(withInvoiceFields(checked, page), page);
    return page.isUnseen ? fields.map(unproven) : fields;
  };
  return {
    fields: document?.fields ?? (document && !page.receipt ? printed : ofUnknownType()),
    tables: toNamedTables(
      sections.flatMap(({ tables }) => tables),
      dateOrder,
    ),
    score: document?.fields ? meanScore(document.fields) : scoreOf(sections),
  };
}

type Name = Pick<NamedField, 'name' | 'stdName'>;

/** A printed text as a name. */
export function named(label: string): Name {
  const name = identifier(label);
  return { name, stdName: standardName(name) };
}

export const toNamedFields = (fields: FieldReading[], dateOrder?: DateOrder): NamedField[] =>
  fields.map((field) => {
    const { name, stdName } = named(field.label);
    const read = normalisedValue(field, dateOrder);
    // A total may be of pieces or of a weight.
    const isMoney = read.value === null || AMOUNT.test(read.value);
    return { name, stdName: stdName === 'total-amount' && !isMoney ? null : stdName, ...read };
  });

/** With its cents or a currency. */
const AMOUNT = new RegExp(`[.,]\\d{2}\\b|${CURRENCY_SIGN}|\\b${CURRENCY}\\b`);

/** In a text this long, one doubtful word does not make the value useless. */
const LONG = 60;

function normalisedValue(
  { value, score, recognised }: Omit<FieldReading, 'label'>,
  dateOrder?: DateOrder,
): Pick<NamedField, 'value' | 'score'> {
  const isKnown = value !== null && (value.length >= LONG || !isDisputed({ score, recognised }));
  return isKnown ? { value: normaliseValue(value, dateOrder), score } : { value: null, score: null };
}

export const toNamedTables = (tables: TableReading[], dateOrder?: DateOrder): NamedTable[] =>
  tables.map(({ title, headers, rows, score, scores, recognised = false }, at) => {
    const columns = headers.map((header, index) => named(header || `coluna ${index + 1}`));
    return {
      ...named(title || `tabela ${at + 1}`),
      score,
      headers: columns.map((column) => ({ ...column, score })),
      values: rows.map((row, index) =>
        row.map((value, column) => ({
          ...(columns[column] as Name),
          ...normalisedValue({ value, score: scores?.[index]?.[column] ?? score, recognised }, dateOrder),
        })),
      ),
    };
  });

/** The mean score of what was read; null if nothing was. */
export const scoreOf = (sections: SectionReading[]): number | null =>
  meanScore(sections.flatMap(({ fields, tables }) => [...fields.filter(({ value }) => value !== null), ...tables]));

/** The mean of the scores there are. */
export function meanScore(scored: { score: number | null }[]): number | null {
  const scores = scored.map(({ score }) => score).filter((score) => score !== null);
  return scores.length === 0 ? null : round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

export const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** A value that was found; a field without one has neither value nor score. */
export type Found = { value: string | null; score: number | null } | null | undefined;

export const namedField = (name: string, found: Found): NamedField => ({
  name,
  stdName: standardName(name),
  value: found?.value ?? null,
  score: typeof found?.score === 'number' ? round(found.score) : null,
});

/** Fields under their names, in the order of these. */
export const namedFields = (found: Record<string, Found>): NamedField[] =>
  Object.entries(found).map(([name, value]) => namedField(name, value));
