import type { JsonObject } from '../common/shape';

/**
 * An object out of names and values; a name that repeats becomes a list. A name such as `__proto__` is a member like
 * any other.
 */
export function byName(pairs: Iterable<[name: string, value: unknown]>): JsonObject {
  const values = new Map<string, unknown[]>();
  for (const [name, value] of pairs) {
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));
}

/** Tags of the form `key=value` as an object; one without a value has the empty text. */
export const tagsByKey = (tags: string[]): JsonObject =>
  byName(
    [...new Set(tags)].map((tag) => {
      const [key = '', ...rest] = tag.split('=');
      return [key, rest.join('=')];
    }),
  );
