// The service's answers and people's JSON are read without trust: each reader takes any value and says what of it can
// be used.

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

/** Any value as the text of a form: an object as JSON, nothing as the empty text. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The named member of an object's own; never one of its prototype. */
export const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** What JSON text holds, or why it is none. */
export function parseJson(
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text, reviver) as unknown };
  } catch (caught) {
    // It may quote the text, and with it a password.
    return { reason: (caught as Error).message.replace(/, (?:\.\.\.)?".*$/s, '') };
  }
}
