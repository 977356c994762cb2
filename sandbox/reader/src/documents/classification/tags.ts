/**
 * Whether the tags of a request allow a document with these tags: of each key that both have, one value must match.
 */
export function isAllowed(tags: string[], filter: string[]): boolean {
  if (filter.length === 0) return true;
  const own = Map.groupBy(tags.map(keyAndValue), ([key]) => key);
  const asked = Map.groupBy(filter.map(keyAndValue), ([key]) => key);
  const matches = ([, value]: string[], wanted: string[][]) =>
    wanted.some(([, pattern = '']) => matchesPattern(pattern, value ?? ''));
  return [...asked].every(([key, wanted]) => own.get(key)?.some((tag) => matches(tag, wanted)) ?? true);
}

const NAMING = new Set(['type', 'std-type', 'id']);

/** Whether the request names this very type, and not merely its country. */
export const isRequested = (tags: string[], filter: string[]) =>
  filter.some((tag) => NAMING.has(keyAndValue(tag)[0])) && isAllowed(tags, filter);

function keyAndValue(tag: string): [string, string] {
  const at = tag.indexOf('=');
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
}

/** The longest pattern that is compiled. */
const LONGEST = 200;
/** The most steps a match may take in the worst case. */
const MOST_STEPS = 10_000_000;

/**
 * Whether a pattern matches the whole of a value, in any case of letters. An invalid or dangerous pattern is compared
 * letter by letter.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  if (pattern.toLowerCase() === value.toLowerCase()) return true;
  return isHarmless(pattern, value.length) && (compile(pattern)?.test(value) ?? false);
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'i');
  } catch {
    return null;
  }
}

/**
 * Repeated groups and back references can take for ever. Each repetition multiplies the ways to match, each choice
 * doubles them.
 */
function isHarmless(pattern: string, length: number): boolean {
  const bare = pattern.replace(/\\[^\d]|\[[^\]]{0,200}\]/g, 'x').replaceAll('(?:', '(');
  const repetitions = bare.match(/[*+?{]/g)?.length ?? 0;
  const choices = bare.match(/\|/g)?.length ?? 0;
  return (
    pattern.length <= LONGEST && length ** repetitions * 2 ** choices <= MOST_STEPS && !/\)[*+{]|\\\d|\(\?/.test(bare)
  );
}
