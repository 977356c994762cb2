import { textOf } from '../common/shape';
import { FORMAT_CHECKS, type Format } from './formats';
import { compilePattern } from './pattern';
import { type Field, isEmptyValue, type Section } from './service-document';

/** What the user expects of a field, or of a column given as `table.column`. */
export interface FieldRule {
  /** The field's name or standardised name. */
  name: string;
  minScore?: number | undefined;
  isRequired: boolean;
  format: Format;
  /** The regular expression of the format `regex`. */
  pattern?: string | undefined;
}

/** A field or a cell, with every name a rule can give it. */
interface Candidate {
  names: string[];
  field: Field;
}

const namesOf = ({ name, stdName }: { name: string; stdName: string | null }): string[] =>
  stdName === null || stdName === name ? [name] : [name, stdName];

const isFor = ({ name }: FieldRule, names: string[]): boolean => names.includes(name);

const candidatesOf = (fields: Field[], sections: Section[]): Candidate[] => [
  ...fields.map((field) => ({ names: namesOf(field), field })),
  ...sections
    .flatMap(({ tables }) => tables)
    .flatMap((table) => table.rows.flat().map((cell) => ({ names: cellNames(table, cell), field: cell }))),
];

const cellNames = (table: { name: string; stdName: string | null }, cell: Field): string[] =>
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
 * The names, as the rules give them, of required fields without a value, of fields whose value has another format, and
 * of those that the document does not have at all.
 */
export function checkRules(
  rules: FieldRule[],
  fields: Field[],
  sections: Section[],
): { missing: string[]; invalid: string[]; unknown: string[] } {
  const candidates = candidatesOf(fields, sections);
  const missing: string[] = [];
  const invalid: string[] = [];
  const unknown: string[] = [];
  for (const rule of rules) {
    const values = candidates.filter(({ names }) => isFor(rule, names)).map(({ field }) => field.value);
    if (values.length === 0) unknown.push(rule.name);
    const given = values.filter((value) => !isEmptyValue(value)).map((value) => textOf(value).trim());
    if (rule.isRequired && given.length === 0) missing.push(rule.name);
    const hasFormat = formatCheck(rule);
    if (given.some((text) => !hasFormat(text))) invalid.push(rule.name);
  }
  return { missing, invalid, unknown };
}

function formatCheck(rule: FieldRule): (text: string) => boolean {
  const { format } = rule;
  if (format === 'any') return () => true;
  return format === 'regex' ? compiled(rule) : FORMAT_CHECKS[format];
}

const patterns = new WeakMap<FieldRule, (text: string) => boolean>();

/** The pattern of a rule, compiled once: its time is bounded for all documents of a response together. */
function compiled(rule: FieldRule): (text: string) => boolean {
  const matches = patterns.get(rule) ?? compilePattern(rule.pattern ?? '');
  patterns.set(rule, matches);
  return matches;
}
