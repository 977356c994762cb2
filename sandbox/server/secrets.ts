import { setImmediate as pause } from 'node:timers/promises';

/** With a real account behind the sandbox, other headers than `Authorization` may sign in. */
export const isSecretHeader = (name: string): boolean =>
  isSecretName(name) || /(?<!idempotency|websocket)-key$/i.test(name);

export const isSecretName = (name: string): boolean =>
  /passw|passphrase|passcode|pwd|senha|secret(?!ari)|token(?!i[sz])|jwt|api[-_]?key|authorization|credential|client[-_]?id|signature/i.test(
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

/**
 * Whether a text has one of others in it, however that is escaped or encoded: as JSON, a form, a page or a program has it, in
 * capitals, in the middle of base64 or as hexadecimal digits. Or its end has the beginning of one: the rest was cut off.
 */
export function repeatsAnyOf(texts: string[]): (text: string) => boolean {
  const wanted = texts.map((text) => lettersOf(unescaped(text))).filter(({ length }) => length >= SHORTEST_PART);
  const isCutOff = (text: string, one: string) => {
    const at = one.indexOf(text.slice(-SHORTEST_PART));
    return at >= 0 && text.endsWith(one.slice(0, at + SHORTEST_PART));
  };
  return (text) => {
    const plain = unescaped(text);
    const [base64, digits] = [plain.replace(/[^\w+/-]/g, ''), plain.replace(/[^\da-f]/gi, '')];
    const readings = [
      plain,
      ...[0, 1, 2, 3].map((from) => fromBase64(base64.slice(from))),
      ...[0, 1].map((from) => Buffer.from(digits.slice(from), 'hex').toString()),
    ].map(lettersOf);
    return wanted.some((one) => readings.some((read) => read.includes(one) || isCutOff(read, one)));
  };
}

/** In capitals or not, without accents and signs, about which programs differ. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '');

const ESCAPES =
  /\\(?:u([\da-f]{4})|x([\da-f]{2})|([^a-z\d])|[bfnrt])|&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]{2,6});|((?:%[\da-f]{2})+)/gi;
/** Of escapes in escapes. */
const DEEPEST = 8;

/** What escapes stand for, or nothing where that is no letter, digit or sign that base64 has. */
function unescaped(text: string, depth = 0): string {
  const read = text.replace(ESCAPES, (_, unicode, hex, sign = '', decimal, inPage, inUrl) => {
    if (inUrl) return Buffer.from(inUrl.replaceAll('%', ''), 'hex').toString();
    const code = decimal ? Number(decimal) : parseInt(unicode ?? hex ?? inPage, 16);
    return code < 128 ? String.fromCharCode(code) : sign;
  });
  return read === text || depth === DEEPEST ? read : unescaped(read, depth + 1);
}

/** The scheme of an authorization is none; what `Basic` encodes is. */
export function secretsOfHeader(value: string): string[] {
  const [, scheme = '', secret = value] = /^(\w+) (.*)$/.exec(value) ?? [];
  return [secret, ...(/^basic$/i.test(scheme) ? fromBase64(secret).split(':') : [])];
}

export const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');
