import { tooLarge, wrongParameter } from './errors.ts';

/**
 * Parses JSON of strangers. What has very many members, or is nested very deeply, is refused: whatever reads it next would
 * stop everything else for seconds, or have no stack left.
 */
export function parseJson(text: string): unknown {
  checkStructure(text);
  try {
    // With a function it takes several times as long.
    return PROTOTYPE.test(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
  } catch {
    throw wrongParameter('body', 'the body is not JSON');
  }
}

const MOST_MEMBERS = 200_000;
const DEEPEST = 1000;

/** A member `__proto__`, in whatever way it is written. */
const PROTOTYPE =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/** It is a member like any other, but spreading it later would touch the prototype. */
function withoutPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

/** Counts commas and brackets outside of texts. */
export function checkStructure(text: string, most = MOST_MEMBERS): void {
  let [members, depth, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isText = !isText;
    else if (isText) at += character === '\\' ? 1 : 0;
    else if (character === ',') members++;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (members > most) throw tooLarge('body', `more than ${most} members of JSON`);
    if (depth > DEEPEST) throw wrongParameter('body', `the body is nested more than ${DEEPEST} levels deep`);
  }
}

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
