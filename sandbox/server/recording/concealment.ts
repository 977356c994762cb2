import { isSecretHeader, isSecretName } from '../plugins/requestLog.ts';
import { isObject } from '../json.ts';
import { isFileParameter } from './parameters.ts';
import type { Replacements } from './replacements.ts';

/** Stands in recordings for tokens, passwords and whatever else is secret. */
export const HIDDEN = 'HIDDEN';

/** Members of a URL's query that make it valid for whoever has it. */
const SIGNED = /sig|token|key|secret|pass|auth|credential|expir|^x-(amz|goog)-|^s[eptvr]$/i;

/** What request and answer say about themselves: no values of documents. */
const OF_ENVELOPE = new Set(['requestId', 'processId', 'elapsedMilliseconds', 'status', 'tags']);
const OF_REQUEST = new Set(['tags', 'query', 'startDate', 'endDate', 'returnedImageQuality', 'requestId', 'processId']);
const OF_RESULT = new Set(
  (
    'name stdName type stdType tags source score pageNumber number index processType serviceName date requestCount ' +
    'typifiedItemCount nonTypifiedItemCount billingCount processId'
  ).split(' '),
);

/** Paths that give tokens. All they are sent is secret, and so is all they answer. */
export const isSignIn = (path: string) => /(?:authenticat\w*|sign-?in|log-?in|oauth2?|token)(?:\/|$)/i.test(path);

export type Secrets = {
  /** Null keeps personal values. */
  replacements: Replacements | null;
  /** Texts that must not be written, wherever they stand. */
  texts: string[];
  /** Values of the request, and what takes their place: a message of the account may repeat them. */
  echoes: [string, string][];
  /** Everything is secret. */
  isSignIn: boolean;
};

/** The parameters of a request as a recording has them. */
export function concealRequest(parameters: Record<string, unknown>, secrets: Secrets): Record<string, unknown> {
  const entries = Object.entries(parameters).map(([name, value]) => [
    name,
    name === 'webhook' ? concealWebhook(value) : conceal(value, name, secrets, OF_REQUEST, secrets.isSignIn),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * An answer or a callback as a recording has it. Of a result whose members are not known everything is replaced, because a
 * member called `name` may be a person's.
 */
export function concealAnswer(body: unknown, secrets: Secrets, isKnown: boolean): unknown {
  if (!isObject(body)) return conceal(body, '', secrets, NONE, secrets.isSignIn);
  const entries = Object.entries(body).map(([name, value]) => {
    if (OF_ENVELOPE.has(name)) return [name, withReplaced(value, [...hidden(secrets.texts), ...secrets.echoes])];
    return [name, conceal(value, name, secrets, isKnown ? OF_RESULT : IDENTIFIERS, secrets.isSignIn)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const NONE = new Set<string>();
const IDENTIFIERS = new Set(['processId', 'tags', 'query']);

/** A path that no operation is known for: its parts may hold somebody's number, or a secret. */
export function concealPath(path: string, { replacements, texts }: Pick<Secrets, 'replacements' | 'texts'>): string {
  const shown = path
    .split('/')
    .map((part) => (replacements && /\d{3}/.test(part) ? replacements.text(part) : part))
    .join('/');
  return withReplaced(shown, hidden(texts)) as string;
}

/** A body that is not JSON. A web page is one of a gateway; half of an answer has values in it. */
export function concealText(text: string, { replacements, texts }: Secrets): string {
  const shown = replacements && !/^\s*<(!doctype|html)/i.test(text) ? replacements.text(text) : text;
  return withReplaced(shown, hidden(texts)) as string;
}

function conceal(value: unknown, name: string, secrets: Secrets, kept: Set<string>, isSecret: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (isFileParameter(value)) return value.name ? { ...value, name: concealFileName(value.name, secrets) } : value;
  const hides = isSecret || isSecretName(name);
  if (typeof value === 'string' && hides) return HIDDEN;
  if (Array.isArray(value)) return value.map((member) => conceal(member, name, secrets, kept, hides));
  if (isObject(value)) {
    const isNamed = typeof value['name'] === 'string' && 'value' in value;
    const entries = Object.entries(value).map(([member, inner]) => {
      const isName = isNamed && member === 'name';
      return [member, isName ? inner : conceal(inner, member, secrets, kept, hides)];
    });
    return Object.fromEntries(entries);
  }
  if (typeof value === 'string' && /^https?:\/\//i.test(value)) return concealUrl(value, secrets);
  if (kept.has(name) || secrets.replacements === null || hides) return withReplaced(value, hidden(secrets.texts));
  if (typeof value === 'number') return secrets.replacements.number(value);
  return withReplaced(secrets.replacements.text(String(value)), hidden(secrets.texts));
}

/** The ending says what kind of file it is. */
function concealFileName(name: string, { replacements }: Secrets): string {
  const at = name.lastIndexOf('.');
  return replacements && at > 0 ? replacements.text(name.slice(0, at)) + name.slice(at) : name;
}

function concealUrl(text: string, { replacements }: Secrets): string {
  if (!URL.canParse(text)) return HIDDEN;
  const url = new URL(text);
  Object.assign(url, { username: '', password: '', hash: '' });
  for (const [name, value] of [...url.searchParams])
    url.searchParams.set(name, SIGNED.test(name) ? HIDDEN : (replacements?.text(value) ?? value));
  if (!replacements) return url.href;
  const path = url.pathname.split('/').map((segment) => replacements.text(decoded(segment)));
  return `${url.protocol}//example.com${path.map(encodeURIComponent).join('/')}${url.search}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Which headers and query strings a callback is to have, but no values: both addresses and all values may be secret. */
function concealWebhook(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(concealWebhook);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name === 'name' ? member : concealWebhook(member)]),
    );
  return typeof value === 'string' ? HIDDEN : value;
}

const hidden = (texts: string[]) => texts.map((text): [string, string] => [text, HIDDEN]);

function withReplaced(value: unknown, pairs: [string, string][]): unknown {
  if (typeof value === 'string') return pairs.reduce((text, [found, other]) => text.replaceAll(found, other), value);
  if (Array.isArray(value)) return value.map((member) => withReplaced(member, pairs));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withReplaced(member, pairs)]));
}

const SHORTEST_SECRET = 6;

/** The secrets of a request, so that they are hidden where an answer repeats them. */
export function secretsOf(
  headers: Record<string, unknown>,
  parameters: Record<string, unknown>,
  isSignInPath: boolean,
): string[] {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    if (isSecretHeader(name)) found.add(String(value).replace(/^\w+ /, ''));
  }
  const collect = (value: unknown, name: string, isSecret: boolean): void => {
    const hides = isSecret || isSecretName(name);
    if (Array.isArray(value)) for (const member of value) collect(member, name, hides);
    else if (isObject(value))
      for (const [member, inner] of Object.entries(value)) collect(inner, member, hides && member !== 'name');
    else if (typeof value === 'string' && hides) {
      found.add(value);
      found.add(Buffer.from(value, 'base64').toString('utf8'));
    }
    if (typeof value === 'string' && URL.canParse(value))
      for (const [member, text] of new URL(value).searchParams) if (hides || SIGNED.test(member)) found.add(text);
  };
  for (const [name, value] of Object.entries(parameters)) collect(value, name, name === 'webhook' || isSignInPath);
  return [...found].filter((text) => text.length >= SHORTEST_SECRET);
}
