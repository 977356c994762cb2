import { isObject } from '../common/shape';

/** What must never stand in a message: the token, passwords, the callback secret. */
export type Secrets = string[];

// Longer than any word or ID: the content of a file.
const FILE_CONTENT = /[A-Za-z0-9+/_-]{200,}={0,2}/g;

/**
 * A value with no secret and no file in any of its texts. It is to be done before a text is cut or encoded: half a
 * secret is not found.
 */
export function redact<T>(value: T, secrets: Secrets): T {
  return redactValue(value, secrets.flatMap(formsOf)) as T;
}

/** A secret stands in an address in another form. */
const formsOf = (secret: string): string[] => (secret === '' ? [] : [...new Set([secret, encodeURIComponent(secret)])]);

function redactValue(value: unknown, secrets: Secrets): unknown {
  if (typeof value === 'string') return redactText(value, secrets);
  if (Array.isArray(value)) return value.map((member) => redactValue(member, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redactText(name, secrets), redactValue(member, secrets)]),
  );
}

const redactText = (text: string, secrets: Secrets): string =>
  secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), text).replace(FILE_CONTENT, '***');
