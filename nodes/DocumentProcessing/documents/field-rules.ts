import { isSameName, textOf } from '../common/shape';
import { namedCells, nameOf } from './by-name';
import { FORMAT_CHECKS } from './formats';
import { compilePattern } from './pattern';
import { type Field, isEmptyValue, type Section } from './service-document';
import type { FieldRule } from './settings';

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
export function minScoreOf(
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
