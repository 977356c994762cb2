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

const LONG_NUMBER = /[\s:,[]-?\d{16}/;
const NUMBER = /-?\d[\d.eE+-]*/g;

/** More than any document needs. A parser takes minutes for millions of lists inside each other. */
const DEEPEST = 100_000;

/** JSON of the service: an integer that JavaScript would round, e.g. an access key, comes as text with all of its digits. */
export const parseExactJson: typeof parseJson = (text, reviver) => {
  if (structureOf(text).depth > DEEPEST) return { reason: 'it is nested too deeply' };
  const parsed = parseJson(text, reviver);
  return 'value' in parsed && LONG_NUMBER.test(text) ? parseJson(withExactIntegers(text), reviver) : parsed;
};

function withExactIntegers(text: string): string {
  const parts: string[] = [];
  let end = -1;
  for (;;) {
    const quote = text.indexOf('"', end + 1);
    parts.push(text.slice(end + 1, quote < 0 ? text.length : quote).replace(NUMBER, exact));
    if (quote < 0) return parts.join('');
    end = closingQuote(text, quote + 1);
    parts.push(text.slice(quote, end + 1));
  }
}

/** The characters of JSON outside of its texts, and how deep its lists and objects are inside each other. */
export function structureOf(text: string): { size: number; depth: number } {
  let [size, depth, deepest] = [0, 0, 0];
  for (let at = 0; at < text.length; at++, size++) {
    const character = text[at];
    if (character === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) break;
      at = end;
    } else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return { size, depth: deepest };
}

const exact = (number: string): string =>
  /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number)) ? `"${number}"` : number;

/** Where the string ends whose first character is at `from`; -1 if it does not. */
export function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0 && backslashesBefore(text, quote, from) % 2 === 1) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** The number of backslashes in front of a place. */
export function backslashesBefore(text: string, end: number, from: number): number {
  let start = end;
  while (start > from && text[start - 1] === '\\') start--;
  return end - start;
}
