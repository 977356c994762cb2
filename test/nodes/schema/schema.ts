/** The part of JSON Schema that n8n's editor reads. */
export interface Schema {
  type: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Members whose keys come from the document. Listing those of a sample would promise them for every document. */
const OPEN = new Set(['fields', 'scores', 'tables', 'tags', 'fieldSources', 'result']);

/** Operations whose fields the service interface names. */
const NAMED = new Set(['document.extractInvoice', 'document.extractDriverLicence', 'document.extractPaymentCard']);

/** Types of members for which no sample has a value. */
const TYPES: Record<string, string> = { pageNumber: 'integer', pages: 'integer', score: 'number', errors: 'null' };

const typeOf = (name: string): Schema => ({ type: TYPES[name] ?? 'string' });

/** A schema that all of these values match. */
export function schemaOf(operation: string, values: unknown[]): Schema {
  const open = (name: string) => OPEN.has(name) && !(name === 'fields' && NAMED.has(operation));
  return complete(merge(values.map((value) => describe(value, open))), '');
}

function describe(value: unknown, open: (name: string) => boolean): Schema {
  if (value === null || value === undefined) return { type: 'null' };
  if (Array.isArray(value))
    return { type: 'array', ...(value.length > 0 && { items: merge(value.map((one) => describe(one, open))) }) };
  if (typeof value === 'object') {
    const entries = Object.entries(value).map(([name, member]) => [
      name,
      open(name) && !Array.isArray(member) ? openSchema(member) : describe(member, open),
    ]);
    return { type: 'object', properties: Object.fromEntries(entries) as Record<string, Schema> };
  }
  return { type: Number.isInteger(value) ? 'integer' : typeof value };
}

const openSchema = (value: unknown): Schema => (value === null ? { type: 'null' } : { type: 'object', properties: {} });

function merge(schemas: Schema[]): Schema {
  const known = schemas.filter(({ type }) => type !== 'null');
  const [first = { type: 'null' }] = known;
  if (known.some(({ type }) => type === 'number') && first.type === 'integer') return { type: 'number' };
  if (first.type === 'array') {
    const items = known.flatMap((schema) => schema.items ?? []);
    return { type: 'array', ...(items.length > 0 && { items: merge(items) }) };
  }
  if (first.type !== 'object') return first;
  const names = [...new Set(known.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  const merged = names.map((name) => [name, merge(known.flatMap(({ properties }) => properties?.[name] ?? []))]);
  return { type: 'object', properties: Object.fromEntries(merged) as Record<string, Schema> };
}

function complete(schema: Schema, name: string): Schema {
  if (schema.type === 'null') return typeOf(name);
  if (schema.type === 'array')
    return { type: 'array', items: schema.items ? complete(schema.items, name) : typeOf(name) };
  if (schema.type !== 'object') return schema;
  const members = Object.entries(schema.properties ?? {}).map(([key, member]) => [key, complete(member, key)]);
  return { type: 'object', properties: Object.fromEntries(members) as Record<string, Schema> };
}
