import { tooLarge, wrongParameter } from './errors.ts';

/** The text of a file: in UTF-8, or in what Windows PowerShell writes, with or without a mark of their order. */
export const textIn = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

/**
 * Parses JSON of strangers, and takes room in memory for what it becomes. What has very many members, or is nested very
 * deeply, is refused: whatever reads it next would stop everything else for seconds, or have no stack left.
 */
export function parseJson(text: string, room: { takeMemory(bytes: number): void }): unknown {
  room.takeMemory(BYTES_OF_MEMBER * checkStructure(text));
  try {
    // With a function it takes several times as long.
    return PROTOTYPE.test(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
  } catch {
    throw wrongParameter('body', 'the body is not JSON');
  }
}

export const MOST_MEMBERS = 200_000;
/** An object in an object, each with a name of its own. */
const BYTES_OF_MEMBER = 180;
const DEEPEST = 1000;

/** A member `__proto__`, in whatever way it is written. */
const PROTOTYPE =
  /"(?:_|\\u005f){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006f)(?:t|\\u0074)(?:o|\\u006f)(?:_|\\u005f){2}"\s*:/i;

/** It is a member like any other, but spreading it later would touch the prototype. */
function withoutPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

/**
 * Counts commas and brackets outside of texts: a list that is empty, or has one member, takes memory like any other. A text is
 * passed over at once: it may be a picture of a hundred megabytes.
 */
export function checkStructure(text: string, most = MOST_MEMBERS): number {
  let [members, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === ',') members++;
    else if (character === '[' || character === '{') [depth, members] = [depth + 1, members + 1];
    else if (character === ']' || character === '}') depth--;
    if (members > most) throw tooLarge('body', `more than ${most} members of JSON`);
    if (depth > DEEPEST) throw wrongParameter('body', `the body is nested more than ${DEEPEST} levels deep`);
  }
  return members;
}

/** Behind the quote that closes a text. A pattern for one of several megabytes would have no stack left. */
export function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Undefined if it is not JSON, or has more than so many members. */
export function parsed(text: string, most = Infinity): unknown {
  try {
    if (most < Infinity) checkStructure(text, most);
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
