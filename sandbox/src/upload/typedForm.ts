import type { TSchema } from '@sinclair/typebox';

/** A form carries only text: gives parameters the types their schema has. An empty text counts as not sent. */
export function typedForm(values: Record<string, unknown>, schema: TSchema): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const typed = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    if (value === '' && Object.hasOwn(properties, name)) continue;
    typed[name] = asType(value, Object.hasOwn(properties, name) ? properties[name]?.type : undefined);
  }
  return typed;
}

function asType(value: unknown, type: string | undefined): unknown {
  if (type === 'array') return [value].flat();
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
