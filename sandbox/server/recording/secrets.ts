import type { IncomingHttpHeaders } from 'node:http';
import { isSecretHeader, isSecretInQuery, isSecretName } from '../plugins/requestLog.ts';
import { isObject } from '../json.ts';
import { routes } from '../operations/index.ts';

/** Stands in recordings for tokens, passwords and whatever else is secret. */
export const HIDDEN = 'HIDDEN';

/** Members of a URL's query that make it valid for whoever has it. */
const SIGNED = /sig|hmac|token|key|secret|pass|auth|credential|expir|ticket|jwt|^x-(amz|goog)-|^s[eptvr]$/i;

/**
 * Whether a request asks for a token: also because it has no authorization and is no operation of the service. All it is
 * sent is secret then, and so is all it is answered.
 */
export const isSignIn = (path: string, parameters: Record<string, unknown>, { authorization }: IncomingHttpHeaders) =>
  (!authorization && !routes.some((route) => route.path === path)) || asksForToken(path, parameters);

/** Whether a request asks for a token by its path, or because it has a password of its own. */
export const asksForToken = (path: string, parameters: Record<string, unknown>) =>
  /(?:auth|authenticat\w*|sign-?in|log-?in|oauth2?|token)(?:\/|$)/i.test(path) ||
  Object.keys(parameters).some((name) => /^\??(?:password|passwd|pwd|senha|client[-_]?secret)$/i.test(name));

/** Where a result is called back: both the address and what is sent with it may be secret. */
export const isWebhook = (name: string) => /^(?:web-?hook|call-?back)/i.test(name);

/** Whether a parameter or member of this name is secret. Names of the query string begin with `?`. */
export const isSecretMember = (name: string) =>
  name.startsWith('?') ? isSecretInQuery(name.slice(1)) : isSecretName(name);

export const isSigned = (name: string) => SIGNED.test(name);

/** When a token expires is no secret, and a client has to know it. */
export const isLifetime = (value: unknown, name: string) =>
  typeof value === 'number' && /expir|lifetime|ttl/i.test(name);

/** URLs in a text. */
export const URLS = /[a-z][a-z\d+.-]{0,20}:\/\/[^\s"'<>]+/gi;

const SHORTEST_SECRET = 6;

export type SentRequest = {
  headers: Record<string, unknown>;
  /** With its query string. */
  url: string;
  parameters: Record<string, unknown>;
  /** The same, with `HIDDEN` in place of what is secret. */
  concealed: Record<string, unknown>;
};

/** The secrets of a request, so that they are hidden where an answer repeats them: longer ones first. */
export function secretsOf({ headers, url, parameters, concealed }: SentRequest): string[] {
  const found = [
    ...Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? secretsOfHeader(String(value)) : [])),
    ...secretsOfUrl(`http://sandbox${url}`, (name) => isSecretMember(`?${name}`)),
    ...secretsIn(parameters, concealed),
  ];
  const texts = new Set(found.flatMap(waysToWrite).filter((text) => text.length >= SHORTEST_SECRET));
  return [...texts].sort((a, b) => b.length - a.length);
}

/** The scheme of an authorization is none; what `Basic` encodes is. */
function secretsOfHeader(value: string): string[] {
  const [, scheme = '', secret = value] = /^(\w+) (.*)$/.exec(value) ?? [];
  return [secret, ...(/^basic$/i.test(scheme) ? fromBase64(secret).split(':') : [])];
}

function secretsIn(value: unknown, concealed: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((member, at) => secretsIn(member, memberOf(concealed, at)));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => secretsIn(member, memberOf(concealed, name)));
  const isHidden = concealed === HIDDEN;
  const text = String(value);
  const urls = [...text.matchAll(URLS)].flatMap(([found]) => secretsOfUrl(found, isHidden ? () => true : isSigned));
  return isHidden ? [text, fromBase64(text), ...urls] : urls;
}

const memberOf = (value: unknown, name: string | number) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** User name, password, and values of the query. */
function secretsOfUrl(text: string, isSecret: (name: string) => boolean): string[] {
  if (!URL.canParse(text)) return [];
  const { username, password, search } = new URL(text);
  const pairs = search
    .slice(1)
    .split('&')
    .map((pair) => [pair.split('=', 1)[0] as string, pair.slice(pair.indexOf('=') + 1)] as const);
  return [username, password, ...pairs.flatMap(([name, value]) => (isSecret(decoded(name)) ? [value] : []))];
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');

/** A text as it is, decoded and encoded in a URL, in JSON, and in base64. */
const waysToWrite = (text: string) => [
  text,
  decoded(text),
  encodeURIComponent(text.toWellFormed()),
  JSON.stringify(text).slice(1, -1),
  Buffer.from(text).toString('base64'),
];

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
