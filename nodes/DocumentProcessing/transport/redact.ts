import { leavesOf, textOf } from '../common/shape';

/** Texts that must never appear in a message: the token, passwords, the callback secret. */
export type Secrets = string[];

// Signed as the token of a callback is; or longer than any word or ID: the content of a file.
const TOKEN_OR_FILE = /(?<![\w-])[\w-]{40,}\.[\w-]{43}(?![\w-])|[A-Za-z0-9+/_-]{200,}={0,2}/g;

// Who signs in stands before the "@"; what follows the path may be a key.
const URL_USER = /(?<=\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"'<>@]*@/gi;
const URL_QUERY = /(?<=\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s?#;"'<>]{1,2000}[?#;])[^\s"'<>]+/gi;

// The details of an error are kept only so deep: n8n could not store them, and this calls itself for each level.
const DEEPEST = 100;

/**
 * A value without secrets and file contents in its texts, nor what may be secret in a URL. It keeps as much of them as
 * anybody reads. Redact before a text is shortened or encoded elsewhere: part of a secret is not found.
 */
export function redact<T>(value: T, secrets: Secrets): T {
  const hiders = allFormsOf(secrets).map(hiderOf);
  let room = LONGEST;
  const change = (text: string) => {
    // A part of a secret would not be found.
    const hidden = redactText(text, hiders);
    const isCut = hidden.length > room;
    const kept = isCut ? hidden.slice(0, Math.max(room, 0)) : hidden;
    room -= kept.length;
    const shown = kept.replace(URL_USER, '***@').replace(URL_QUERY, '***').replace(TOKEN_OR_FILE, '***');
    return isCut ? `${shown.replace(END_OF_FILE, '')}…` : shown;
  };
  const isFull = (depth: number) => {
    // Each of the details of an error has room of its own.
    if (depth === 0) room = LONGEST;
    return room-- <= 0;
  };
  return changeTexts(value, change, isFull) as T;
}

/** The same with the files, and whole: of a result that is output. */
export function hideSecrets<T>(value: T, secrets: Secrets): T {
  const hiders = allFormsOf(secrets).map(hiderOf);
  return changeTexts(
    value,
    (text) => redactText(text, hiders),
    () => false,
  ) as T;
}

/** Longest first: a secret may be part of another. */
const allFormsOf = (secrets: Secrets): string[] =>
  [...new Set([...new Set(secrets)].filter((secret) => secret.trim() !== '').flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  );

// An expression that goes through a whole file runs out of stack, and a service may say megabytes.
const LONGEST = 100_000;

/** Of the content of a file, so much is known to be that. */
const SHORTEST_FILE = 200;
/** Where a text is cut, too little of a file may be left to be known as one. */
const END_OF_FILE = /[\w+/.=-]{1,200}$/;

/** A file that is in memory and has less: it has to be known. */
export const secretsInFile = (base64: unknown): Secrets =>
  typeof base64 === 'string' && base64.length < SHORTEST_FILE ? [base64] : [];

// They cannot be encoded in a URL.
const LONE_SURROGATE = /\p{Surrogate}/gu;

const PERCENT_CODE = /%[0-9A-Fa-f]{2}/g;

/** Shorter ones are hidden only as whole words, and what is given beside a credential is none. */
const SHORTEST_ANYWHERE = 4;

/** As it is, in a URL or a form with either case of its codes, in JSON, and in base64 or base64url, whose padding may be missing. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.replace(LONE_SURROGATE, '\ufffd'));
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inUrls = [secret, encoded, encoded.replaceAll('%20', '+')].flatMap((text) => [
    text,
    text.replace(PERCENT_CODE, (code) => code.toLowerCase()),
    text.replace(PERCENT_CODE, (code) => code.toUpperCase()),
  ]);
  const inBase64 = (['base64', 'base64url'] as const).map((form) =>
    Buffer.from(secret).toString(form).replaceAll('=', ''),
  );
  return [
    ...inUrls,
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
    ...(secret.length < SHORTEST_ANYWHERE ? [] : inBase64),
  ];
}

/** A value that is sent along, e.g. in a header: whole, without its scheme, and what `Basic` has encoded (RFC 7617). */
export function secretsInValue(value: string): Secrets {
  const [, scheme = '', rest = ''] = /^(basic|bearer|digest|token)\s(.*)$/is.exec(value) ?? [];
  const user = scheme.toLowerCase() === 'basic' ? Buffer.from(rest, 'base64').toString() : '';
  return [value, rest.trim(), user, user.slice(user.indexOf(':') + 1)].filter(isLong);
}

const isLong = ({ length }: string): boolean => length >= SHORTEST_ANYWHERE;

/** Each is looked for in a message; a signed link has about ten. */
const MOST_IN_URL = 100;

/** The password in a URL, or a user name without one, and the values of its query and fragment, as written and as meant. */
export function secretsInUrl(url: unknown): Secrets {
  const text = textOf(url).trim();
  if (!URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  const values = text
    .split(/[?#&;]/)
    .slice(1, MOST_IN_URL + 1)
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [password || username, ...values].flatMap((value) => [value, decoded(value)]).filter(isLong);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const SHORTEST_IN_OWN = 8;

/** The same of our own sentences, and of IDs and codes, which support needs: a shorter secret stands there by chance. */
export function redactOwn<T>(value: T, secrets: Secrets): T {
  const longest = Math.max(0, ...leavesOf(value).map((leaf) => textOf(leaf).length));
  return redact(
    value,
    secrets.filter(({ length }) => length >= SHORTEST_IN_OWN && length <= longest),
  );
}

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

/** Changes each text and name at any depth, and leaves out the rest once it is full. */
function changeTexts(
  value: unknown,
  change: (text: string) => string,
  isFull: (depth: number) => boolean,
  depth = 0,
): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return '…';
  const changed: Array<[name: string, member: unknown]> = [];
  for (const [name, member] of Object.entries(value)) {
    if (isFull(depth)) {
      changed.push(['…', '…']);
      break;
    }
    changed.push([Array.isArray(value) ? name : change(name), changeTexts(member, change, isFull, depth + 1)]);
  }
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

const redactText = (text: string, hiders: Hide[]): string => hiders.reduce((clean, hide) => hide(clean), text);
