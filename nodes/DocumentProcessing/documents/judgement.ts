import { isSameName, textOf } from '../common/shape';
import { namedCells, nameOf } from './by-name';
import { FORMAT_CHECKS } from './formats';
import { compilePattern } from './pattern';
import { type Field, isEmptyValue, isFileField, type Section, type Table } from './service-document';
import type { FieldRule, OutputSettings } from './settings';

/** Whether a person should check a document, and why. */
export interface Judgement {
  lowConfidence: string[];
  found: {
    /** If there are field rules: required fields without a value. */
    missing?: string[];
    /** If there are field rules or sums: fields whose value has another format, and what does not add up, with why. */
    invalid?: string[];
    /** If there are sums: those that cannot be checked, with why. */
    notChecked?: string[];
  };
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

export const namesOf = ({ name, stdName }: { name: string; stdName: string | null }): string[] =>
  stdName === null || stdName === name ? [name] : [name, stdName];

export const isFor = ({ name }: { name: string }, names: string[]): boolean =>
  names.some((one) => isSameName(one, name));

export const cellNames = (table: { name: string; stdName: string | null }, cell: Field): string[] =>
  namesOf(table).flatMap((tableName) => namesOf(cell).map((column) => `${tableName}.${column}`));

/**
 * The lowest score a field may have: that of its own rule, otherwise the one for all fields. Of two rules, one by its name
 * and one by its standardised name, both hold.
 */
function minScoreOf(
  field: Field,
  { fieldRules, minScore }: { fieldRules: FieldRule[]; minScore: number | undefined },
  table?: { name: string; stdName: string | null },
): number | undefined {
  if (fieldRules.length === 0) return minScore;
  const names = table ? cellNames(table, field) : namesOf(field);
  const own = fieldRules.filter((rule) => isFor(rule, names)).flatMap((rule) => rule.minScore ?? []);
  return own.length > 0 ? Math.max(...own) : minScore;
}

/**
 * The names of required fields without a value, and of fields whose value has another format, as the item calls them; and
 * those of rules, for which the document has no field. Such a field is missing by the name in its rule.
 */
export function checkRules(
  rules: FieldRule[],
  fields: Field[],
  sections: Section[],
  naming: Parameters<typeof nameOf>[1],
): { missing: string[]; invalid: string[]; unknown: string[] } {
  const candidates = [
    ...fields.map((field) => ({ name: nameOf(field, naming), names: namesOf(field), field })),
    ...namedCells(sections, naming).map((cell) => ({ ...cell, names: cellNames(cell.table, cell.field) })),
  ];
  const missing = new Set<string>();
  const invalid = new Set<string>();
  const unknown: string[] = [];
  for (const rule of rules) {
    const found = candidates.filter(({ names }) => isFor(rule, names));
    const [first] = found;
    if (!first) unknown.push(rule.name);
    const given = found.filter(({ field }) => !isEmptyValue(field.value));
    if (rule.isRequired && given.length === 0) missing.add(first?.name ?? rule.name);
    const hasFormat = formatCheck(rule);
    for (const { name, field } of given) if (!hasFormat(textOf(field.value).trim())) invalid.add(name);
  }
  return { missing: [...missing], invalid: [...invalid], unknown };
}

function formatCheck({ format, pattern = '' }: FieldRule): (text: string) => boolean {
  if (format === 'any') return () => true;
  return format === 'regex' ? compilePattern(pattern, Error) : FORMAT_CHECKS[format];
}
