import { namedCells, nameOf } from './by-name';
import { minScoreOf } from './field-rules';
import { type Field, isFileField, type Section, type Table } from './service-document';
import type { OutputSettings } from './settings';

/** Whether a person should check a document, and why. */
export interface Judgement {
  lowConfidence: string[];
  /** If there are field rules: required fields without a value. */
  missing?: string[];
  /** If there are field rules or sums: fields whose value has another format, and what does not add up, with why. */
  invalid?: string[];
  /** If there are sums: those that cannot be checked, with why. */
  notChecked?: string[];
  needsReview: boolean;
}

/** Names of fields, and of cells as `table.column`, whose score is below the minimum. */
export function lowConfidence(sections: Section[], settings: OutputSettings): string[] {
  if (settings.minScore === undefined && settings.fieldRules.length === 0) return [];
  const isLow = (field: Field, table?: Table) =>
    field.score !== null && field.score < (minScoreOf(field, settings, table) ?? 0);
  const fields = sections.flatMap((section) =>
    section.fields.filter((field) => !isFileField(field.name) && isLow(field)).map((field) => nameOf(field, settings)),
  );
  const cells = namedCells(sections, settings).filter(({ field, table }) => isLow(field, table));
  return [...new Set([...fields, ...cells.map(({ name }) => name)])];
}
