// Responses and JSON parameters can hold anything: each function takes any value and returns it only if it has the shape.

export type JsonObject = Record<string, unknown>;

export interface NameValue {
  name: string;
  value: unknown;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const asObjects = (value: unknown): JsonObject[] => asList(value).filter(isObject);

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Any value as a form's text: an object as JSON, null and undefined as the empty text. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A number, also as a text, as expressions return it. */
export function asFiniteNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return asNumber(number);
}

/** An object's own member, never one of its prototype. */
export const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The value of JSON text, or the reason why it is not JSON. */
export function parseJson(
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text, reviver) as unknown };
  } catch (caught) {
    // The message may quote the text, and with it a password.
    return { reason: (caught as Error).message.replace(/, (?:\.\.\.)?".*$/s, '') };
  }
}
