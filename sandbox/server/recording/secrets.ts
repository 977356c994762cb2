import type { IncomingHttpHeaders } from 'node:http';
import { tooLarge } from '../errors.ts';
import { isObject } from '../json.ts';
import { routes } from '../operations/index.ts';
import { decoded, fromBase64, isSecretHeader, isSecretInQuery, isSecretName, secretsOfHeader } from '../secrets.ts';

/** Stands in recordings for tokens, passwords and whatever else is secret. */
export const HIDDEN = 'HIDDEN';

/** Whether a request asks for a token: by its path, by a password of its own, or because it has no authorization and is no operation. */
export const isSignIn = (path: string, parameters: Record<string, unknown>, { authorization }: IncomingHttpHeaders) =>
  (!authorization && !routes.some((route) => route.path === path)) || asksForToken(path, parameters);

export const asksForToken = (path: string, parameters: Record<string, unknown>) =>
  /(?:auth|authenticat\w*|sign-?in|log-?in|oauth2?|token)(?:\/|$)/i.test(path) ||
  Object.keys(parameters).some((name) => /^\??(?:password|passwd|pwd|senha|client[-_]?secret)$/i.test(name));

/** Whether a parameter or member of this name is secret. Names of the query string begin with `?`. */
export const isSecretMember = (name: string) =>
  name.startsWith('?') ? isSecretInQuery(name.slice(1)) : isSecretName(name);

/** In letters: such as a picture. It is looked for alone. */
const LONG = 10_000;
/**
 * More, or longer ones together, are in no request that is meant, and to look for them in an answer would stop everything else
 * for seconds.
 */
const MOST_SECRETS = { number: 10_000, letters: 500_000 };

/** Where a result is called back: both the address and what is sent with it may be secret. */
export const isWebhook = (name: string) => /^(?:web-?hook|call-?back)/i.test(name);

/** Parameters of a request without its secrets, which are added to `found`. */
export function hideSecrets(value: unknown, found: string[], isSecret = false): unknown {
  if (Array.isArray(value)) return value.map((member) => hideSecrets(member, found, isSecret));
  if (value === null || typeof value === 'boolean') return value;
  if (isObject(value)) {
    const { name: called, key = called } = value;
    const namesSecret = 'value' in value && isSecretMember(String(key));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const isHidden = isSecret || namesSecret || isSecretMember(name) || isWebhook(name);
        return [name, hideSecrets(member, found, isHidden)];
      }),
    );
  }
  const text = String(value);
  if (!isSecret) return typeof value === 'string' ? hideInAddresses(value, found) : value;
  hideInAddresses(text, found);
  found.push(text, fromBase64(text));
  return HIDDEN;
}

/**
 * All there is before an `@`, from a scheme with slashes on if it has one. Looked for from each scheme without slashes, it
 * would stop everything else for half a minute.
 */
const BEFORE_AT =
  /((?<![a-z\d+.-])[a-z][a-z\d+.-]{0,20}:[\\/]{1,9}|(?<![^\s/?#\\@])(?=[^\s/?#\\@:]{0,65536}:))([^\s/?#\\@]{1,65536})@/gi;
const SCHEME = /^.*?(?<![a-z\d+.-])[a-z][a-z\d+.-]{0,20}:/i;

/** In addresses, user name, password, and what signs them. */
export function hideInAddresses(text: string, found: string[]): string {
  const hide = (secret: string) => {
    found.push(secret, decoded(secret));
    return HIDDEN;
  };
  return text
    .replace(BEFORE_AT, (found, slashed: string, rest: string) => {
      const scheme = slashed || SCHEME.exec(rest)?.[0];
      if (scheme === undefined) return found;
      const user = found.slice(scheme.length, -1);
      for (const part of user.split(':')) hide(part);
      return user === '' ? found : `${scheme}${HIDDEN}@`;
    })
    .replace(/([?&])([^\s=&#?]+)=([^\s&#"'<>]+)/g, (pair, before: string, name: string, value: string) =>
      SIGNED.test(decoded(name)) || isSecretInQuery(decoded(name)) ? `${before}${name}=${hide(value)}` : pair,
    );
}

/** Members of an address's query that make it valid for whoever has it. */
const SIGNED = /sig|hmac|token|key|secret|pass|auth|credential|expir|ticket|jwt|^x-(amz|goog)-|^s[eptvr]$/i;

/** The secrets of a request, which are hidden where an answer repeats them. */
export const secretsOf = (found: string[], headers: IncomingHttpHeaders): string[] => {
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? secretsOfHeader(String(value)) : [],
  );
  const secrets = [...new Set([...found, ...ofHeaders])];
  const letters = secrets.reduce((sum, { length }) => sum + (length < LONG ? length : 0), 0);
  if (secrets.length > MOST_SECRETS.number || letters > MOST_SECRETS.letters)
    throw tooLarge(
      'body',
      `more than ${MOST_SECRETS.number} values that may be secret, or ${MOST_SECRETS.letters} letters of them`,
    );
  return secrets;
};
