/** With a real account behind the sandbox, other headers than `Authorization` may sign in. */
export const isSecretHeader = (name: string): boolean =>
  isSecretName(name) || /(?<!idempotency|websocket)-key$/i.test(name);

export const isSecretName = (name: string): boolean =>
  /passw|passphrase|passcode|pwd|senha|secret|token|jwt|api[-_]?key|authorization|credential|client[-_]?id|signature/i.test(
    name,
  ) ||
  /(?:access|private|shared|subscription)[-_]?key|session[-_]?id/i.test(name) ||
  /(?:^|[-_.])(?:pass|auth|bearer|cookie|session|otp|pin)(?:[-_.]|$)/i.test(name);

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
  patternsOf(texts).reduce((shown, pattern) => shown.replace(pattern, () => hidden), text);

const PATTERNS = new WeakMap<string[], RegExp[]>();

/** All are looked for at once: there may be thousands, and a text of megabytes. */
function patternsOf(texts: string[]): RegExp[] {
  const known = PATTERNS.get(texts);
  if (known) return known;
  const anyOf = (some: string[]) => some.map((one) => one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const parts = texts.filter(({ length }) => length >= SHORTEST_PART);
  const words = texts.filter(({ length }) => length < SHORTEST_PART);
  const patterns = [
    ...(parts.length > 0 ? [new RegExp(anyOf(parts), 'g')] : []),
    ...(words.length > 0 ? [new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf(words)})(?![\\p{L}\\p{N}])`, 'gu')] : []),
  ];
  PATTERNS.set(texts, patterns);
  return patterns;
}

/** The scheme of an authorization is none; what `Basic` encodes is. */
export function secretsOfHeader(value: string): string[] {
  const [, scheme = '', secret = value] = /^(\w+) (.*)$/.exec(value) ?? [];
  return [secret, ...(/^basic$/i.test(scheme) ? fromBase64(secret).split(':') : [])];
}

export const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');
