/**
 * Tags given with the request narrow what a document may be taken for: of each key that both have, one value must
 * match.
 */
export function isAllowed(tags: string[], filter: string[]): boolean {
  const own = Map.groupBy(tags.map(keyAndValue), ([key]) => key);
  const asked = Map.groupBy(filter.map(keyAndValue), ([key]) => key);
  return [...asked].every(
    ([key, wanted]) =>
      own.get(key)?.some(([, value]) => wanted.some(([, pattern]) => matchesPattern(pattern, value))) ?? true,
  );
}

const NAMING = new Set(['type', 'std-type', 'id']);

/** Whether the request says that it is this kind, and not merely where it comes from. */
export const isRequested = (tags: string[], filter: string[]) =>
  filter.some((tag) => NAMING.has(keyAndValue(tag)[0])) && isAllowed(tags, filter);

function keyAndValue(tag: string): [string, string] {
  const at = tag.indexOf('=');
  return at < 0 ? [tag, ''] : [tag.slice(0, at), tag.slice(at + 1)];
}

/** Longer than anybody needs. */
const LONGEST = 200;
/** Steps a match may take at worst. */
const MOST_STEPS = 10_000_000;

/**
 * Whether a value is what a pattern wants: the whole of it, in capitals or not. A pattern that is none is taken letter
 * by letter.
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
 * Repeated groups and references can take for ever; each repetition multiplies the ways to match, each choice doubles
 * them.
 */
function isHarmless(pattern: string, length: number): boolean {
  const bare = pattern
    .replace(/\\[^\d]/g, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replaceAll('(?:', '(');
  const repetitions = bare.match(/[*+?{]/g)?.length ?? 0;
  const choices = bare.match(/\|/g)?.length ?? 0;
  return (
    pattern.length <= LONGEST && length ** repetitions * 2 ** choices <= MOST_STEPS && !/\)[*+{]|\\\d|\(\?/.test(bare)
  );
}
