// A pattern is the user's and the text a stranger's: the engine may then try for hours, e.g. (a+)+$ on forty letters, and
// a node cannot count on a time limit in n8n. So what is repeated may not be divided in several ways itself, and texts are limited.

const LONGEST_PATTERN = 500;
const MOST_REPEATS = 1000;
/** How often a group may be repeated that has a choice: each time doubles the ways to match. */
const MOST_CHOICES = 10;
/** A longer text is not searched: it counts as one without a match. */
const LONGEST_TEXT = 10_000;
/** With several repetitions the time grows with a power of the length. */
const LONGEST_WITH_REPETITIONS = 1000;

/** In how many ways a part of a pattern can match: one, a choice of some, or more with each letter of the text. */
const ONE = 0;
const CHOICE = 1;
const MANY = 2;

const TOKEN = /\[(?:\\.|[^\]\\])*|\\[pPu]\{[^}]*\}|\\.|\((?:\?(?:<?[=!:]|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

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
  const longest = countRepetitions(body, refuse) > 1 ? LONGEST_WITH_REPETITIONS : LONGEST_TEXT;
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

/** How often a pattern repeats something any number of times. Refuses what could take hours for a short text. */
function countRepetitions(body: string, refuse: Refuse): number {
  const groups = [ONE];
  let before = { ways: ONE, isGroup: false };
  let repetitions = 0;
  const widen = (ways: number) => groups.push(Math.max(groups.pop() ?? ONE, ways));
  for (const [token] of body.matchAll(TOKEN)) {
    const bounds = boundsOf(token);
    if (token.startsWith('(')) groups.push(ONE);
    else if (token === ')') widen((before = { ways: groups.pop() ?? ONE, isGroup: true }).ways);
    else if (token === '|') widen(CHOICE);
    else if (!bounds) before = { ways: ONE, isGroup: false };
    else {
      const { ways, isGroup } = before;
      const { least, most } = bounds;
      if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS)) throw refuse('it repeats too often');
      if (most > 1 && ways === MANY) throw refuse('it repeats a group that repeats something itself');
      if (most > MOST_CHOICES && ways === CHOICE) throw refuse('it repeats a group that has a choice');
      if (most > 1 && most !== least) repetitions++;
      widen(most > 1 && (isGroup || most !== least) ? MANY : most === least ? ONE : CHOICE);
    }
  }
  return repetitions;
}

function boundsOf(token: string): { least: number; most: number } | undefined {
  if (token.startsWith('*')) return { least: 0, most: Infinity };
  if (token.startsWith('+')) return { least: 1, most: Infinity };
  if (token.startsWith('?')) return { least: 0, most: 1 };
  const [, least, comma, most] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(token) ?? [];
  if (least === undefined) return undefined;
  return { least: Number(least), most: comma === undefined ? Number(least) : most ? Number(most) : Infinity };
}
