import { createHmac } from 'crypto';
import type {
  IAdditionalCredentialOptions,
  ICredentialDataDecryptedObject,
  IExecuteFunctions,
  IWebhookFunctions,
} from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { parseJson } from '../common/json';
import { asText, isObject, leavesOf } from '../common/shape';
import type { Secrets } from './redact';
import { sessionOf, sessionTokenOf, SignedInRequests } from './session';

/** The name of the credential type of both nodes. */
export const CREDENTIAL_TYPE = 'documentProcessingApi';

export interface ServiceCredential {
  baseUrl: string;
  /** The first signs the tokens of callbacks; those of results under way may be signed with the others. */
  callbackSecrets: string[];
  secrets: Secrets;
  /** Passed to n8n's HTTP client, which would otherwise read and decrypt the credential for each request. */
  data: ICredentialDataDecryptedObject;
  /** Where it signs in by itself. */
  signedIn?: SignedInRequests;
  /** Why there is no credential. */
  missing?: Error;
}

const SECRET_FIELDS = ['accessToken', 'callbackSecret', 'previousCallbackSecret', 'sessionToken', 'signInSecret'];

export async function readCredential(context: IExecuteFunctions): Promise<ServiceCredential> {
  const credential = await context.getCredentials(CREDENTIAL_TYPE);
  if (!(await isSameForAll(context, credential)))
    throw new ValidationError(
      'The credential has an expression with another value for another item',
      'All items would be sent with that of the first. Process one item at a time, e.g. in Loop Over Items.',
    );
  return {
    baseUrl: asText(credential['baseUrl']) ?? '',
    callbackSecrets: callbackSecretsOf(credential),
    secrets: secretsOf(credential),
    data: credential,
    ...(credential['authentication'] === 'signIn' && { signedIn: signedInRequests(context, credential) }),
  };
}

/** Reading the credential takes n8n a query to its database. An expression with a value for no item shows among these. */
const FIRST_ITEMS = 20;

async function isSameForAll(context: IExecuteFunctions, credential: ICredentialDataDecryptedObject): Promise<boolean> {
  const { length: count } = context.getInputData();
  // Another execution may renew the session meanwhile.
  const withoutSession = (one: object) => JSON.stringify({ ...one, sessionToken: '', sessionTokenKey: '' });
  const isSame = async (index: number, ifUnreadable: boolean) =>
    await context.getCredentials(CREDENTIAL_TYPE, index).then(
      (other) => withoutSession(other) === withoutSession(credential),
      () => ifUnreadable,
    );
  const areSame = async (from: number, to: number) => {
    for (let index = from; index < to; index++) if (!(await isSame(index, true))) return false;
    return true;
  };
  if (count < 2) return true;
  if (!(await areSame(1, Math.min(count, FIRST_ITEMS)))) return false;
  // Where there is no item, an expression that depends on it has another value, or none.
  return (await isSame(count, false)) || (await areSame(FIRST_ITEMS, count));
}

function signedInRequests(context: IExecuteFunctions, credential: ICredentialDataDecryptedObject): SignedInRequests {
  const readStored = async () =>
    await context.getCredentials(CREDENTIAL_TYPE).then(
      (stored) => sessionTokenOf(stored, credential),
      () => '',
    );
  return new SignedInRequests(sessionOf(credential), credential, readStored);
}

export const optionsOf = (data: ICredentialDataDecryptedObject): IAdditionalCredentialOptions => ({
  credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data },
});

/**
 * What signs the tokens of callbacks: the credential's callback secret, or one derived from its authentication. Empty if
 * the credential has neither: anyone could derive a secret from nothing.
 */
export function callbackSecretOf(credential: ICredentialDataDecryptedObject): string {
  const text = (field: string) => String(credential[field] ?? '').trim();
  const own = text('callbackSecret');
  if (own !== '') return own;
  // A session token changes with every renewal, and callbacks come long after: the sign-in body stays the same.
  const base =
    credential['authentication'] === 'signIn' ? signInSecret(text('signInSecret')) : cleanToken(text('accessToken'));
  return base === '' ? '' : derivedFrom(base);
}

const derivedFrom = (base: string): string =>
  createHmac('sha256', base).update('document processing callback').digest('base64url');

/** What a callback's token may be signed with: the secret as it is, then the one before, or what that was derived from. */
export function callbackSecretsOf(credential: ICredentialDataDecryptedObject): string[] {
  const previous = signInSecret(String(credential['previousCallbackSecret'] ?? '').trim());
  const bases = [...new Set([previous, cleanToken(previous)])].filter((base) => base !== '');
  return [callbackSecretOf(credential), ...(previous === '' ? [] : [previous]), ...bases.map(derivedFrom)];
}

/** A sign-in body that holds anything only those who sign in know. */
function signInSecret(body: string): string {
  const parsed = parseJson(body);
  return 'value' in parsed && textsIn(parsed.value).every((text) => text.trim() === '') ? '' : body;
}

/** The secrets as they are now: a token may have been renewed since the execution began. Where they cannot be read, none. */
export const currentSecrets = async (context: IExecuteFunctions | IWebhookFunctions): Promise<Secrets> =>
  await context.getCredentials(CREDENTIAL_TYPE).then(secretsOf, () => []);

/** In the form in which they are sent, without what surrounds them in the credential. */
export function secretsOf(credential: ICredentialDataDecryptedObject): Secrets {
  const texts = SECRET_FIELDS.map((field) => asText(credential[field])?.trim() ?? '');
  const bodies = texts.map((text) => parseJson(text));
  return [
    ...texts,
    ...texts.map(cleanToken),
    ...callbackSecretsOf(credential),
    ...bodies.flatMap((body) => ('value' in body ? textsIn(body.value) : [])),
  ];
}

const SHORTEST_SECRET_NUMBER = 4;

/** What a body says of the way of signing in (RFC 6749 and its like), in words that are no secret. */
const PUBLIC = new Set(['grant_type', 'response_type', 'scope', 'audience']);

const withoutPublic = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !PUBLIC.has(name))) : value;

/** The texts at any depth of a sign-in body, the password among them, and numbers that may be a PIN or an ID. */
const textsIn = (value: unknown): string[] =>
  leavesOf(withoutPublic(value))
    .filter(
      (leaf) => typeof leaf === 'string' || (typeof leaf === 'number' && String(leaf).length >= SHORTEST_SECRET_NUMBER),
    )
    .map(String);

// What people copy along with a token.
const BEFORE_TOKEN = /^(?:[\s"'`]|authorization:|bearer(?=[\s"'`]|$))+/i;
const AFTER_TOKEN = /[\s"'`]/;

/** A token as it is sent after `Bearer`, without what was copied along: white space, quotes, `Bearer` itself. */
export function cleanToken(pasted: string): string {
  const text = pasted.replace(BEFORE_TOKEN, '');
  let end = text.length;
  while (end > 0 && AFTER_TOKEN.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The token of a credential as it is sent, whichever way it authenticates, or what is wrong with it. */
export function accessTokenOf(credentials: ICredentialDataDecryptedObject): string | ValidationError {
  const signsIn = credentials['authentication'] === 'signIn';
  const token = cleanToken(signsIn ? sessionTokenOf(credentials) : String(credentials['accessToken'] ?? ''));
  if (token === '')
    return new ValidationError('The credential has no access token', 'Open it and enter one, or let it sign in.');
  // The error of the HTTP client would not say what is meant.
  if (!/[^\t -~\u0080-\u00ff]/.test(token)) return token;
  return signsIn
    ? new ValidationError(
        'The token in the response to the sign-in has a character that cannot be sent, e.g. a line break',
        'Check the "Token Location" of the credential.',
      )
    : new ValidationError(
        'The "Access Token" of the credential has a character that cannot be sent, e.g. a line break or a curly quote',
        'Open the credential and paste the token again.',
      );
}
