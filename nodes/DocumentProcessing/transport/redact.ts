import { leavesOf, textOf } from '../common/shape';

/** Texts that must never appear in a message: the token, passwords, the callback secret. */
export type Secrets = string[];

// Signed as the token of a callback is; or longer than any word or ID: the content of a file.
const TOKEN_OR_FILE = /(?<![\w-])[\w-]{40,}\.[\w-]{43}(?![\w-])|[A-Za-z0-9+/_-]{200,}={0,2}/g;

// The details of an error are kept only so deep: n8n could not store them, and this calls itself for each level.
const DEEPEST = 100;

/**
 * A value without secrets and file contents in its texts. Redact before a text is shortened or encoded: part of a secret
 * is not found.
 */
export const redact = <T>(value: T, secrets: Secrets): T =>
  redactValue(value, [...hidersOf(secrets), hideFiles], 0) as T;

/** The same with the files: of a result that is output. */
export const hideSecrets = <T>(value: T, secrets: Secrets): T => redactValue(value, hidersOf(secrets), 0) as T;

/** Longest first: a secret may be part of another. */
function hidersOf(secrets: Secrets): Hide[] {
  const forms = [...new Set([...new Set(secrets)].filter((secret) => secret.trim() !== '').flatMap(formsOf))];
  return forms.sort((one, other) => other.length - one.length).map(hiderOf);
}

// An expression that goes through a whole file runs out of stack, and nobody reads so long a message.
const LONGEST = 100_000;

const hideFiles = (text: string): string =>
  (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replace(TOKEN_OR_FILE, '***');

// They cannot be encoded in a URL.
const LONE_SURROGATE = /\p{Surrogate}/gu;

const SHORTEST_ANYWHERE = 4;

/** As it is, in a URL or a form with either case of its codes, in JSON, and in base64, whose padding may be missing. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.replace(LONE_SURROGATE, '\ufffd'));
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrls = [secret, encoded, encoded.replaceAll('%20', '+')].flatMap((text) => [
    text,
    text.replace(PERCENT_CODE, (code) => code.toLowerCase()),
    text.replace(PERCENT_CODE, (code) => code.toUpperCase()),
  ]);
  const inBase64 = Buffer.from(secret).toString('base64').replaceAll('=', '');
  return [
    ...inUrls,
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    ...(secret.length < SHORTEST_ANYWHERE ? [] : [inBase64]),
  ];
}

const PERCENT_CODE = /%[0-9A-Fa-f]{2}/g;

const SHORTEST_IN_ID = 8;

/** An ID or a code, which support needs: shorter secrets stand in it only by chance. */
export const redactId = <T>(id: T, secrets: Secrets): T => {
  const longest = Math.max(0, ...leavesOf(id).map((leaf) => textOf(leaf).length));
  return redact(
    id,
    secrets.filter(({ length }) => length >= SHORTEST_IN_ID && length <= longest),
  );
};

const BEFORE_WORD = String.raw`(?<=^|[^\p{L}\p{N}]|%[0-9A-Fa-f]{2}|\\[bfnrt]|\\u[0-9A-Fa-f]{4})`;

type Hide = (text: string) => string;

/**
 * Shorter secrets, e.g. a user name of two letters, are hidden only as whole words: inside words they stand by chance,
 * and hiding them there would make every message unreadable.
 */
function hiderOf(secret: string): Hide {
  // A long secret, e.g. a text given for a password by mistake, is too large for an expression.
  if (secret.length >= SHORTEST_ANYWHERE) return (text) => text.replaceAll(secret, '***');
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const word = new RegExp(`${BEFORE_WORD}${literal}(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => text.replace(word, '***');
}

function redactValue(value: unknown, hiders: Hide[], depth: number): unknown {
  if (typeof value === 'string') return redactText(value, hiders);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '…';
  if (Array.isArray(value)) return value.map((member) => redactValue(member, hiders, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactText(name, hiders), redactValue(member, hiders, depth + 1)]),
  );
}

const redactText = (text: string, hiders: Hide[]): string => hiders.reduce((clean, hide) => hide(clean), text);
