import { isSameName, textOf } from '../common/shape';
import { namedValues } from './by-name';
import { FORMAT_CHECKS } from './formats';
import { compilePattern } from './pattern';
import { type Field, isEmptyValue, isFileField, type Section } from './service-document';
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

/** What an item has of the judgement of its document, beside `needsReview`. */
export const REASONS = ['lowConfidence', 'missing', 'invalid', 'notChecked'];

/** Names of fields, and of cells as `table.column`, whose score is below the minimum. */
export function lowConfidence(sections: Section[], settings: OutputSettings): string[] {
  if (settings.minScore === undefined && settings.fieldRules.length === 0) return [];
  const fields = sections.flatMap((section) => section.fields).filter(({ name }) => !isFileField(name));
  const low = namedValues(fields, sections, settings).filter(
    ({ names, field: { score } }) => score !== null && score < (minScoreOf(names, settings) ?? 0),
  );
  return [...new Set(low.map(({ name }) => name))];
}

export const isFor = ({ name }: { name: string }, names: string[]): boolean =>
  names.some((one) => isSameName(one, name));

/**
 * The lowest score a field may have: that of its own rule, otherwise the one for all fields. Of two rules, one by its name
 * and one by its standardised name, both hold.
 */
function minScoreOf(names: string[], { fieldRules, minScore }: OutputSettings): number | undefined {
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
  naming: Pick<OutputSettings, 'fieldNames'>,
): { missing: string[]; invalid: string[]; unknown: string[] } {
  const candidates = namedValues(fields, sections, naming);
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
