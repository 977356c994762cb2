import { asObject, type JsonObject, own } from '../common/shape';
import type { ServiceDocument } from './service-document';
import { nameOf, type OutputSettings } from './simplify';

/** Members of the simplified form that a document may lack: then they are `null`, and not looked for as fields. */
const KNOWN_MEMBERS = [
  ...['type', 'stdType', 'score', 'pageNumber', 'pages', 'tags', 'fields', 'scores', 'texts', 'tables', 'sections'],
  ...['processType', 'metadata', 'lowConfidence', 'missing', 'invalid', 'needsReview', 'elapsedMilliseconds'],
];

/**
 * The selected part of a simplified document, always with its `requestId`: members by their name, and fields, below
 * `fields`, by the name or standardised name that was selected. A field that the document lacks is `null`.
 */
export function selectFields(simplified: JsonObject, document: ServiceDocument, settings: OutputSettings): JsonObject {
  const names = [...new Set(settings.selectedFields)].filter((name) => name !== 'requestId');
  const isMember = (name: string): boolean => Object.hasOwn(simplified, name) || KNOWN_MEMBERS.includes(name);
  const byName = asObject(simplified['fields']);
  const all = document.sections.flatMap((section) => section.fields);
  const keyOf = (name: string): string | undefined => {
    if (Object.hasOwn(byName, name)) return name;
    const field = all.find((one) => one.name === name) ?? all.find((one) => one.stdName === name);
    return field && nameOf(field, settings);
  };
  const fields = names
    .filter((name) => !isMember(name) || keyOf(name) !== undefined)
    .map((name): [string, unknown] => [name, own(byName, keyOf(name) ?? name) ?? null]);
  return {
    ...Object.fromEntries(names.filter(isMember).map((name) => [name, own(simplified, name) ?? null])),
    ...(fields.length > 0 && !names.includes('fields') ? { fields: Object.fromEntries(fields) } : {}),
    requestId: simplified['requestId'] ?? null,
  };
}
