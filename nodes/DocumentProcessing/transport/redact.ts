import { isObject } from '../common/shape';

/** Texts that must never appear in a message: the token, passwords, the callback secret. */
export type Secrets = string[];

// Longer than any word or ID: the content of a file.
const FILE_CONTENT = /[A-Za-z0-9+/_-]{200,}={0,2}/g;

/**
 * A value without secrets and file contents in its texts. Redact before a text is shortened or encoded: part of a secret
 * is not found.
 */
export function redact<T>(value: T, secrets: Secrets): T {
  // Longest first: a secret may be part of another.
  const forms = [...new Set(secrets.filter((secret) => secret.trim() !== '').flatMap(formsOf))];
  return redactValue(value, forms.sort((one, other) => other.length - one.length).map(patternOf)) as T;
}

// They cannot be encoded in a URL.
const LONE_SURROGATE = /\p{Surrogate}/gu;

const SHORTEST_ANYWHERE = 4;

/** As it is, in a URL, in JSON, and in base64, whose padding may be missing. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret.replace(LONE_SURROGATE, '\ufffd')),
  JSON.stringify(secret).slice(1, -1),
  ...(secret.length < SHORTEST_ANYWHERE ? [] : [Buffer.from(secret).toString('base64').replace(/=+$/, '')]),
];

const BEFORE_WORD = String.raw`(?<=^|[^\p{L}\p{N}]|%[0-9A-Fa-f]{2}|\\[bfnrt]|\\u[0-9A-Fa-f]{4})`;

/**
 * Shorter secrets, e.g. a user name of two letters, are hidden only as whole words: inside words they stand by chance,
 * and hiding them there would make every message unreadable.
 */
function patternOf(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return secret.length < SHORTEST_ANYWHERE
    ? new RegExp(`${BEFORE_WORD}${literal}(?![\\p{L}\\p{N}])`, 'gu')
    : new RegExp(literal, 'g');
}

function redactValue(value: unknown, patterns: RegExp[]): unknown {
  if (typeof value === 'string') return redactText(value, patterns);
  if (Array.isArray(value)) return value.map((member) => redactValue(member, patterns));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactText(name, patterns), redactValue(member, patterns)]),
  );
}

const redactText = (text: string, patterns: RegExp[]): string =>
  patterns.reduce((clean, pattern) => clean.replace(pattern, '***'), text).replace(FILE_CONTENT, '***');
