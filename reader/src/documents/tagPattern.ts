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
