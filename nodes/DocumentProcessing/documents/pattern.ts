// A pattern is the user's and the text a stranger's: the engine may then try for hours, e.g. (a+)+$ on forty letters, and
// a node cannot count on a time limit in n8n. So what is repeated may not be divided in several ways itself, and texts are limited.

const LONGEST_PATTERN = 500;
const MOST_REPEATS = 1000;
/** How often a group may be repeated that has a choice: each time doubles the ways to match. */
const MOST_CHOICES = 10;
/**
 * A longer text is not searched: it counts as one without a match. By the number of its places of which each may be anywhere
 * after the one before: they can be chosen in 50 million ways, which take half a second.
 */
const LONGEST_TEXTS = [10_000, 10_000, 10_000, 670, 187, 92, 59, 45, 38, 33, 31, 29];
const LONGEST_OF_MANY_PLACES = 28;

/** In how many ways a part of a pattern can match: one, a choice of some, or more with each letter of the text. */
const ONE = 0;
const CHOICE = 1;
const MANY = 2;

const TOKEN =
  /\[(?:\\.|[^\]\\])*\]?|\\[pPu]\{[^}]*\}|\\.|\((?:\?(?:<?[=!:]|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

type Refuse = (reason: string) => Error;

/** Whether a text has a match anywhere. Throws what `refuse` makes of the reason why a pattern cannot be used. */
export function compilePattern(source: string, refuse: Refuse): (text: string) => boolean {
  const [, body = source, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(source) ?? [];
  if (body === '') throw refuse('it is empty');
  if (body.length > LONGEST_PATTERN) throw refuse(`it is longer than ${LONGEST_PATTERN} characters`);
  if (/[^imsu]/.test(flags)) throw refuse('only the flags i, m and s are supported');
  // With the flag u where the pattern allows it: the flag refuses needless escapes such as `\-`.
  const others = flags.replace('u', '');
  const found = [`u${others}`, others].map((tried) => expressionOf(body, tried));
  const expression = found.find((one) => typeof one !== 'string');
  if (!(expression instanceof RegExp)) throw refuse(String(found.at(-1)));
  const longest = LONGEST_TEXTS[countPlaces(body, expression.flags, refuse)] ?? LONGEST_OF_MANY_PLACES;
  return (text) => text.length <= longest && expression.test(text);
}

/** The expression, or why JavaScript does not take it. */
function expressionOf(body: string, flags: string): RegExp | string {
  try {
    return new RegExp(body, flags);
  } catch (caught) {
    return (caught as Error).message.replace(/^.*: /, '');
  }
}

/**
 * How many places in a text the engine may have to try in all combinations: where the match begins, and where each
 * repetition ends whose letters may belong to what follows it. Refuses what could take hours for a short text.
 */
function countPlaces(body: string, flags: string, refuse: Refuse): number {
  const groups = [ONE];
  let before = { ways: ONE, isGroup: false, token: '' };
  let places = body.startsWith('^') && !body.includes('|') && !flags.includes('m') ? 0 : 1;
  // One that ends where its letters do is gone over once more for each combination before it.
  let last = 0;
  const widen = (ways: number) => groups.push(Math.max(groups.pop() ?? ONE, ways));
  const tokens = Array.from(body.matchAll(TOKEN), ([token]) => token);
  for (const [index, token] of tokens.entries()) {
    const bounds = boundsOf(token);
    if (token.startsWith('(')) groups.push(ONE);
    else if (token === ')') widen((before = { ways: groups.pop() ?? ONE, isGroup: true, token }).ways);
    else if (token === '|') widen(CHOICE);
    else if (!bounds) before = { ways: ONE, isGroup: false, token };
    else {
      const { ways, isGroup } = before;
      const { least, most } = bounds;
      if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS)) throw refuse('it repeats too often');
      if (most > 1 && ways === MANY) throw refuse('it repeats a group that repeats something itself');
      if (most > MOST_CHOICES && ways === CHOICE) throw refuse('it repeats a group that has a choice');
      if (most > 1 && most !== least) {
        const isOpen = isGroup || mayFollow(before.token, tokens.slice(index + 1), flags);
        if (isOpen) places++;
        last = isOpen ? 0 : 1;
      }
      widen(most > 1 && (isGroup || most !== least) ? MANY : most === least ? ONE : CHOICE);
    }
  }
  return places + last;
}

/** Characters that tell what one matches from what another does. */
const SAMPLES = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), 'ł', 'Ж', '中', '–', '😀'];

const WITHOUT_LETTERS = /^(?:[)^]|\\b)$/;
const UNCLEAR = /^(?:[(|]|\\[Bk1-9])/;

/** Whether what stands after a repetition may begin with a letter that it repeats. */
function mayFollow(repeated: string, next: string[], flags: string): boolean {
  const isRepeated = expressionOf(`^(?:${repeated})$`, flags);
  for (const [index, token] of next.entries()) {
    if (token === '$') return false;
    if (WITHOUT_LETTERS.test(token) || boundsOf(token)) continue;
    const isNext = UNCLEAR.test(token) ? '' : expressionOf(`^(?:${token})$`, flags);
    if (typeof isRepeated === 'string' || typeof isNext === 'string') return true;
    if (SAMPLES.some((sample) => isRepeated.test(sample) && isNext.test(sample))) return true;
    if (boundsOf(next[index + 1] ?? '')?.least !== 0) return false;
  }
  return false;
}

function boundsOf(token: string): { least: number; most: number } | undefined {
  if (token.startsWith('*')) return { least: 0, most: Infinity };
  if (token.startsWith('+')) return { least: 1, most: Infinity };
  if (token.startsWith('?')) return { least: 0, most: 1 };
  const [, least, comma, most] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(token) ?? [];
  if (least === undefined) return undefined;
  return { least: Number(least), most: comma === undefined ? Number(least) : most ? Number(most) : Infinity };
}
