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

/** A list of objects of which the only one may stand without the list. */
export const oneOrMoreObjects = (value: unknown): JsonObject[] => asObjects([value].flat());

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** An ID or code as the text that it is; a service that is not strict about types may give a number. */
export const asTextOrNumber = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : asText(value);

/** Any value as a form's text: an object as JSON, null and undefined as the empty text. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** A finite number, also as a text: an expression, or a service that is not strict about types, may give it so. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** No document is nested deeper, and n8n cannot store what is: code that calls itself for each level ends with its stack. */
const DEEPEST = 500;

/** Whether a value is nested so deep that it can only be passed over. Goes level by level, for the same reason. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap((one) => membersOf(one).filter((member) => typeof member === 'object' && member !== null));
    if (level.length === 0) return false;
  }
  return true;
}

/** What has no members although it holds something, of which JSON makes `{}`, and bytes, of which it makes numbers. */
export const isLostInJson = (value: unknown): boolean =>
  ArrayBuffer.isView(value) || [Map, Set, RegExp, Error, Promise].some((one) => value instanceof one);

/** A number that is rounded, e.g. the 44 digits of an access key, or that JSON does not have. */
export const isInexact = (value: unknown): boolean =>
  typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);

/**
 * Where a value, not too deep, has a part that JSON leaves out, e.g. `.list[0].name`; an empty text if it is the value
 * itself.
 */
export function findUndefined(value: unknown): string | undefined {
  if (['undefined', 'function', 'symbol'].includes(typeof value)) return '';
  const { toJSON } = asObject(value);
  // A date is a text in JSON, and null if it is not valid.
  if (typeof toJSON === 'function') return (toJSON.call(value) ?? undefined) === undefined ? '' : undefined;
  if (ArrayBuffer.isView(value)) return undefined;
  for (const [name, member] of Array.isArray(value) ? [...value].entries() : Object.entries(asObject(value))) {
    const path = findUndefined(member);
    if (path !== undefined) return (Array.isArray(value) ? `[${name}]` : `.${name}`) + path;
  }
  return undefined;
}

/** The texts, numbers and other values without members at any depth, in their order. */
export function leavesOf(value: unknown): unknown[] {
  const leaves: unknown[] = [];
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || isLostInJson(one)) leaves.push(one);
    else for (const member of membersOf(one).reverse()) open.push(member);
  }
  return leaves;
}

const membersOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? Object.values(value) : [];

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Whether a name has the letters of the one that is sought: of é, it may have a letter and an accent, as Apple writes it. */
export const isSameName = (name: string | null, sought: string): boolean =>
  name === sought || (BEYOND_ASCII.test(sought) && name?.normalize() === sought.normalize());

/** In the order in which the keys first come. */
export function groupBy<T, Key>(list: Iterable<T>, keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** An object's own member, never one of its prototype. */
export const own = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;
