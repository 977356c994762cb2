import { setImmediate } from 'node:timers/promises';
import { endOfString, parsed } from './json.ts';

/** Where a token stands: names of members and positions in lists, from the outside. */
export type Place = (string | number)[];

type Token = { token: string; at: number; place: Place; kind: 'name' | 'value' | 'structure' };

/** The tokens of JSON, also of one that is cut off. The place is the same object each time. */
function* tokensOf(text: string): Generator<Token> {
  const place: Place = [];
  const starts = /"|[^\s"{}[\]:,]+|[{}[\]:,]/g;
  let isName = false;
  for (let found = starts.exec(text); found; found = starts.exec(text)) {
    const at = found.index;
    if (found[0] === '"') starts.lastIndex = endOfString(text, at);
    const token = text.slice(at, starts.lastIndex);
    if (token === '}' || token === ']') place.pop();
    const kind = /^[{}[\]:,]$/.test(token) ? 'structure' : isName ? 'name' : 'value';
    if (kind === 'name') place[place.length - 1] = stringIn(token) ?? token;
    yield { token, at, place, kind };
    if (token === '{') place.push('');
    else if (token === '[') place.push(0);
    else if (token === ',' && typeof place.at(-1) === 'number') (place[place.length - 1] as number)++;
    isName = token === '{' || (token === ',' && typeof place.at(-1) === 'string');
  }
}

export type Change = (token: string, place: Place, isName: boolean) => string;

/** Writes names and values of JSON anew. All else stays as it is: the order of members, white space, how a number is written. */
export const rewriteJson = (text: string, change: Change): string => [...rewritten(text, change)].join('');

/** The same for a change that takes long. */
export async function rewriteInPieces(text: string, change: Change): Promise<string> {
  const pieces: string[] = [];
  await inPieces(rewritten(text, change), (piece) => pieces.push(piece));
  return pieces.join('');
}

/** Looks at each token of a text that may be long. */
export const lookInPieces = (text: string, look: (token: Token) => void) => inPieces(tokensOf(text), look);

/** Others get their turn meanwhile. */
async function inPieces<One>(all: Iterable<One>, take: (one: One) => void): Promise<void> {
  let since = performance.now();
  for (const one of all) {
    take(one);
    if (performance.now() - since < LONGEST_PIECE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

const LONGEST_PIECE_MS = 10;

function* rewritten(text: string, change: Change): Generator<string> {
  let end = 0;
  for (const { token, at, place, kind } of tokensOf(text)) {
    yield text.slice(end, at) + (kind === 'structure' ? token : change(token, place, kind === 'name'));
    end = at + token.length;
  }
  yield text.slice(end);
}

/** JSON with its numbers written as another text has them in the same places: what is parsed is not exact. */
export async function withNumbersOf(other: string, text: string): Promise<string> {
  const numbers = new Map<string, string>();
  const note = (token: string, place: Place) => {
    if (/^[-\d]/.test(token) && String(Number(token)) !== token) numbers.set(JSON.stringify(place), token);
    return token;
  };
  await rewriteInPieces(other, note);
  if (numbers.size === 0) return text;
  return rewriteInPieces(text, (token, place) =>
    /^[-\d]|^null$/.test(token) ? (numbers.get(JSON.stringify(place)) ?? token) : token,
  );
}

/** The text of what stands at a place. */
export function pieceOf(text: string, wanted: Place): string | null {
  let start: number | null = null;
  for (const { token, at, place, kind } of tokensOf(text)) {
    const isThere = place.length === wanted.length && place.every((step, depth) => step === wanted[depth]);
    if (!isThere || kind === 'name' || token === ':' || token === ',') continue;
    if (kind === 'value') return token;
    if (start !== null) return text.slice(start, at + 1);
    start = at;
  }
  return null;
}

/** The text of a token; null if it is none, or cut off. */
export function stringIn(token: string): string | null {
  return token.startsWith('"') ? ((parsed(token) as string | undefined) ?? null) : null;
}
