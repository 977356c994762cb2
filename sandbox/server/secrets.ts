import { setImmediate as pause } from 'node:timers/promises';

/** With a real account behind the sandbox, other headers than `Authorization` may sign in. */
export const isSecretHeader = (name: string): boolean =>
  isSecretName(name) || /(?<!idempotency|websocket)-key$/i.test(name);

export const isSecretName = (name: string): boolean =>
  /passw|passphrase|passcode|pwd|senha|secret|token|jwt|api[-_]?key|authorization|credential|client[-_]?id|signature/i.test(
    name,
  ) ||
  /(?:access|private|shared|subscription)[-_]?key|session[-_]?id/i.test(name) ||
  /(?:^|[-_.])(?:pass|auth|bearer|cookie|session|otp|pin)(?:[-_.]|$)/i.test(name) ||
  // As a renewal names its tokens.
  /^(?:access|refresh)$/i.test(name);

/** In a query these may be ordinary words as well: `keyword`, `author`. */
const SECRET_IN_QUERY = /(?:^|[-_.])(?:key|sig|code|ticket)(?:[-_.]|$)/i;

export const isSecretInQuery = (name: string): boolean => isSecretName(name) || SECRET_IN_QUERY.test(name);

/** What is shorter stands in every text. */
const SHORTEST = 3;
/** What is shorter may be a part of any word. */
const SHORTEST_PART = 6;

/** Texts as they are, decoded and encoded in a URL, in JSON and in base64; longer ones first. */
export function waysToWrite(texts: string[]): string[] {
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const written = texts.flatMap((text) => [
    ...[text, decoded(text), encodeURIComponent(text.toWellFormed())],
    // What repeats a body may have it as a text.
    ...[inJson(text), inJson(inJson(text)), Buffer.from(text).toString('base64')],
  ]);
  return [...new Set(written)].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Hides texts, longer ones first, wherever they stand; short ones as words of their own. */
export const hideTexts = (text: string, texts: string[], hidden: string): string =>
  patternsOf(texts).reduce<string>((shown, pattern) => shown.replaceAll(pattern, () => hidden), text);

const PIECE = 2 ** 17;

/** The same for a text of megabytes: others get their turn meanwhile. */
export async function hideInPieces(text: string, texts: string[], hidden: string): Promise<string> {
  const longest = texts[0]?.length ?? 0;
  let shown = text;
  for (const pattern of patternsOf(texts)) {
    const pieces: string[] = [];
    for (let from = 0; from < shown.length;) {
      // What begins in a piece may end behind it; what begins behind it is left to the next one.
      const piece = shown.slice(from, from + PIECE + longest + 1);
      let end = Math.min(PIECE, piece.length);
      const changed = piece.replaceAll(pattern, (found: string, at: number) => {
        if (at >= PIECE) return found;
        end = Math.max(end, at + found.length);
        return hidden;
      });
      pieces.push(changed.slice(0, changed.length - piece.length + end));
      from += end;
      await pause();
    }
    shown = pieces.join('');
  }
  return shown;
}

const PATTERNS = new WeakMap<string[], (string | RegExp)[]>();

/** Of the length of their texts: an engine refuses larger ones. */
const LARGEST_PATTERN = 20_000;

/** Many are looked for at once: there may be thousands, and a text of megabytes. */
function patternsOf(texts: string[]): (string | RegExp)[] {
  const known = PATTERNS.get(texts);
  if (known) return known;
  const anyOf = (some: string[]) => some.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const parts = inGroups(texts.filter(({ length }) => length >= SHORTEST_PART));
  const words = inGroups(texts.filter(({ length }) => length < SHORTEST_PART));
  const patterns = [
    ...parts.map((group) => (group.length === 1 ? (group[0] as string) : new RegExp(anyOf(group), 'g'))),
    ...words.map((group) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(group)})(?![\\p{L}\\p{N}])`, 'gu')),
  ];
  PATTERNS.set(texts, patterns);
  return patterns;
}

function inGroups(texts: string[]): string[][] {
  const groups: string[][] = [];
  let room = 0;
  for (const text of texts) {
    room -= text.length;
    if (room < 0) {
      groups.push([]);
      room = LARGEST_PATTERN - text.length;
    }
    groups.at(-1)?.push(text);
  }
  return groups;
}

/** The scheme of an authorization is none; what `Basic` encodes is. */
export function secretsOfHeader(value: string): string[] {
  const [, scheme = '', secret = value] = /^(\w+) (.*)$/.exec(value) ?? [];
  return [secret, ...(/^basic$/i.test(scheme) ? fromBase64(secret).split(':') : [])];
}

export const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');
