import type { NameValue, JsonObject } from '../common/shape';
import type { ServiceDocument } from './document';

/** For each sent field what was expected, what the service answers, and its score. */
export function comparison(document: ServiceDocument, expected: NameValue[]): JsonObject {
  const fields = document.sections.flatMap((section) => section.fields);
  const rows = expected.map(({ name, value }) => {
    const field = fields.find((one) => one.name === name) ?? fields.find((one) => one.stdName === name);
    return {
      name,
      expected: value,
      found: field?.value ?? null,
      score: field?.score ?? null,
      equal: field !== undefined && field.value === value,
    };
  });
  return { comparison: rows };
}
