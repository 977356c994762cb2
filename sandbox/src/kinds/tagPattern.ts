/** Longer than any value of ours. */
const LONGEST = 200;
const MOST_REPETITIONS = 4;

/** Whether a value is what a pattern wants: the whole of it, in capitals or not. A pattern that is none is taken letter by letter. */
export function matchesPattern(pattern: string, value: string): boolean {
  if (pattern.toLowerCase() === value.toLowerCase()) return true;
  return isHarmless(pattern) && (compile(pattern)?.test(value) ?? false);
}

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(`^(?:${pattern})$`, 'i');
  } catch {
    return null;
  }
}

/** Repeated groups, references and many repetitions are what makes a pattern take for ever. */
function isHarmless(pattern: string): boolean {
  const bare = pattern.replace(/\\[^\d]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repetitions = bare.match(/[*+{]/g)?.length ?? 0;
  return pattern.length <= LONGEST && repetitions <= MOST_REPETITIONS && !/\)[*+{]|\\\d|\(\?/.test(bare);
}
