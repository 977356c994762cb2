import { isObject } from '../json.ts';
import { isFileParameter } from './parameters.ts';
import type { Replacements } from './replacements.ts';
import { decoded, HIDDEN, isLifetime, isSecretMember, isSigned, isWebhook, URLS } from './secrets.ts';

/** What request and answer say about themselves: no values of documents. */
const OF_ENVELOPE = new Set(['requestId', 'processId', 'elapsedMilliseconds', 'status', 'tags']);
const OF_REQUEST = new Set(['tags', 'query', 'startDate', 'endDate', 'returnedImageQuality', 'requestId', 'processId']);
const OF_RESULT = new Set(
  (
    'name stdName type stdType tags source score pageNumber number index processType serviceName date requestCount ' +
    'typifiedItemCount nonTypifiedItemCount billingCount processId'
  ).split(' '),
);

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

/** How values are concealed; `kept` are the names of members that say nothing of anyone. */
type Manner = { secrets: Secrets; isRequest: boolean; kept: Set<string> };

/** The parameters of a request as a recording has them. */
export function concealRequest(parameters: Record<string, unknown>, secrets: Secrets): Record<string, unknown> {
  const manner = { secrets, isRequest: true, kept: OF_REQUEST };
  const entries = Object.entries(parameters).map(([name, value]) => [
    name,
    isWebhook(name) ? concealWebhook(value) : conceal(value, name, manner, secrets.isSignIn),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/**
 * An answer or a callback as a recording has it. Of a result whose members are not known everything is replaced, because a
 * member called `name` may be a person's.
 */
export function concealAnswer(body: unknown, secrets: Secrets, isKnown: boolean): unknown {
  const manner = { secrets, isRequest: false, kept: isKnown ? OF_RESULT : IDENTIFIERS };
  if (!isObject(body)) return conceal(body, '', { ...manner, kept: NONE }, secrets.isSignIn);
  const entries = Object.entries(body).map(([name, value]) => [
    name,
    OF_ENVELOPE.has(name) ? concealEchoes(value, secrets, name) : conceal(value, name, manner, secrets.isSignIn),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const NONE = new Set<string>();
const IDENTIFIERS = new Set(['processId', 'tags', 'query']);

/** A path that no operation is known for: its parts may hold somebody's number or address, or a secret. */
export function concealPath(path: string, { replacements, texts }: Pick<Secrets, 'replacements' | 'texts'>): string {
  const shown = path
    .split('/')
    .map((part) => (replacements && /\d{3}|@|%/.test(part) ? replacements.text(part) : part))
    .join('/');
  return withHidden(shown, texts);
}

/** A body that is not JSON. A web page is one of a gateway; half of an answer has values in it. */
export function concealText(text: string, { replacements, texts, isSignIn }: Secrets): string {
  if (/^\s*<(!doctype|html)/i.test(text)) return withHidden(text, texts);
  if (isSignIn && text !== '') return HIDDEN;
  const shown = text.replace(MEMBERS, (member, name: string) =>
    isSecretMember(name) ? `"${name}":"${HIDDEN}"` : member,
  );
  return withHidden(replacements ? replacements.text(shown) : shown, texts);
}

/** Of JSON, of which the last may be cut off. */
const MEMBERS = /"([^"\\]{1,100})"\s*:\s*"(?:[^"\\]|\\.)*"?/g;

function conceal(value: unknown, name: string, manner: Manner, isSecret: boolean): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (isFileParameter(value))
    return value.name ? { ...value, name: concealFileName(value.name, manner.secrets) } : value;
  const hides = isSecret || isSecretMember(name);
  if (Array.isArray(value)) return value.map((member) => conceal(member, name, manner, hides));
  if (isObject(value)) return concealObject(value, manner, hides);
  if (hides && !isPlainNumber(value, name, manner)) return HIDDEN;
  return concealValue(value, name, manner, hides);
}

/** Those that a sign-in answers: a lifetime, a number of a user. */
const isPlainNumber = (value: unknown, name: string, { secrets, isRequest }: Manner) =>
  isLifetime(value, name) || (typeof value === 'number' && secrets.isSignIn && !isRequest && !isSecretMember(name));

function concealObject(value: Record<string, unknown>, manner: Manner, isSecret: boolean): Record<string, unknown> {
  // Only what the request itself has by such a name is known.
  const inner = manner.isRequest ? { ...manner, kept: NONE } : manner;
  const isPair = 'value' in value;
  const namesSecret =
    manner.isRequest &&
    isPair &&
    [value['name'], value['key']].some((one) => typeof one === 'string' && isSecretMember(one));
  const entries = Object.entries(value).map(([name, member]) => {
    const isName = isPair && name === 'name' && typeof member === 'string';
    return [name, isName ? member : conceal(member, name, inner, isSecret || namesSecret)];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function concealValue(value: unknown, name: string, { secrets, kept }: Manner, isSecret: boolean): unknown {
  const { replacements, texts } = secrets;
  if (typeof value === 'string' && WHOLE_URL.test(value)) return concealUrl(value.trim(), secrets);
  if (kept.has(name) || replacements === null || isSecret)
    return typeof value === 'string'
      ? withHidden(
          value.replace(URLS, (url) => concealUrl(url, secrets)),
          texts,
        )
      : value;
  if (typeof value === 'number') return replacements.number(value);
  return withHidden(replacements.text(String(value)), texts);
}

const WHOLE_URL = /^\s*[a-z][a-z\d+.-]*:\/\/\S*\s*$/i;

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
    url.searchParams.set(name, isSigned(name) ? HIDDEN : (replacements?.text(value) ?? value));
  if (!replacements) return url.href;
  const path = url.pathname.split('/').map((segment) => replacements.text(decoded(segment)));
  return `${url.protocol}//example.com${path.map(encodeURIComponent).join('/')}${url.search}`;
}

/** Which headers and query strings a callback is to have, but no values: both addresses and all values may be secret. */
function concealWebhook(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(concealWebhook);
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name === 'name' ? member : concealWebhook(member)]),
    );
  return typeof value === 'string' || typeof value === 'number' ? HIDDEN : value;
}

const withHidden = (text: string, texts: string[]) =>
  texts.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);

/** What the envelope says may repeat values of the request; a message may have other numbers, of the document. */
function concealEchoes(value: unknown, secrets: Secrets, name: string): unknown {
  if (Array.isArray(value)) return value.map((member) => concealEchoes(member, secrets, name));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, concealEchoes(inner, secrets, name)]),
    );
  if (typeof value !== 'string') return value;
  const { replacements, echoes, texts } = secrets;
  // A piece that was replaced is not replaced again.
  let pieces = [{ text: value, isDone: false }];
  for (const [found, other] of echoes)
    pieces = pieces.flatMap((piece) => (piece.isDone ? [piece] : replacedIn(piece.text, found, other)));
  const concealPiece = (text: string) => (name === 'status' && replacements ? replacements.numbers(text) : text);
  return withHidden(pieces.map(({ text, isDone }) => (isDone ? text : concealPiece(text))).join(''), texts);
}

function replacedIn(text: string, found: string, other: string) {
  const [first = '', ...rest] = text.split(found);
  const replaced = rest.flatMap((piece) => [
    { text: other, isDone: true },
    { text: piece, isDone: false },
  ]);
  return [{ text: first, isDone: false }, ...replaced];
}
