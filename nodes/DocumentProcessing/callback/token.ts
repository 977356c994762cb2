import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { parseJson } from '../common/json';
import { asObject, asText } from '../common/shape';
import { DEFAULT_OUTPUT, type OutputSettings } from '../documents/settings';
import { callbackSecretsOf, CREDENTIAL_TYPE, secretsOf } from '../transport/credential';
import type { Secrets } from '../transport/redact';
import { WebhookRejection } from './webhook-response';

/** The header with the token of a callback. Workflows and proxies know it by this name. */
export const TOKEN_HEADER = 'X-Document-Processing-Ticket';

export type CallbackEvent = 'contentExtraction' | 'enrichment';

/** What a callback was requested for. The signed token goes to the service with the request and returns with the callback. */
export interface CallbackToken {
  /** `probe`: asks whether a trigger is listening; its correlation ID is that of the workflow. */
  event: CallbackEvent | 'probe';
  correlationId: string;
  /** Another one for each request: people may give several the same correlation ID. */
  nonce?: string | undefined;
  /** The execution that waits for the result, and how the result becomes items. */
  waiting?:
    | {
        executionId: string;
        output: Partial<OutputSettings>;
        resumeUrl?: string | undefined;
        /** The n8n that has the execution, whose address may change. */
        instanceId?: string | undefined;
      }
    | undefined;
}

export function issueToken(token: CallbackToken, secret: string): string {
  checkSecret(secret);
  const claims = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${claims}.${sign(claims, secret)}`;
}

// The token travels in a header of the callback, and servers accept headers of a few thousand bytes.
const LONGEST_CORRELATION_ID = 1000;
const LONGEST_TOKEN = 6000;

/** The header of a callback, with its token. Refuses one that is too long to be sent. */
export function tokenHeader(token: CallbackToken, secret: string): { name: string; value: string } {
  if (Buffer.byteLength(token.correlationId) > LONGEST_CORRELATION_ID) {
    throw new ValidationError(
      `The option "Correlation ID" is longer than ${LONGEST_CORRELATION_ID} bytes`,
      'Enter a short text that identifies the item, e.g. an order number.',
    );
  }
  const value = issueToken(token, secret);
  if (value.length > LONGEST_TOKEN) {
    throw new ValidationError(
      'The output settings are too long to be sent along with the request',
      'Use fewer or shorter "Field Rules" and "Selected Fields", or set "Delivery" to the Document Processing Trigger, ' +
        'which has settings of its own.',
    );
  }
  return { name: TOKEN_HEADER, value };
}

/** The secret to sign with. Refuses a credential from which none can be derived. */
export function checkSecret(secret = ''): string {
  if (secret !== '') return secret;
  throw new ValidationError(
    'The credential has nothing to sign callbacks with',
    'Open it and enter an access token, a sign-in body or a callback secret of your own. Without one, anyone could send results.',
  );
}

/** Tells one secret, or token, from another without keeping it. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares secrets, or what is made of them, in a time that does not tell how much of them is the same. */
export function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** The token in a header, or `undefined` if it was signed with none of these secrets or changed on its way. */
export function verifyToken(header: string, secrets: string[]): CallbackToken | undefined {
  const [claims = ''] = header.split('.', 1);
  // The texts are compared: signatures of different letters can decode to the same bytes.
  const isSignedWith = (secret: string) => secret !== '' && isSame(header, `${claims}.${sign(claims, secret)}`);
  return secrets.some(isSignedWith) ? claimsIn(header) : undefined;
}

/** What a token says, of one that is known to be ours. */
export function claimsIn(header: string): CallbackToken | undefined {
  const [claims = ''] = header.split('.', 1);
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString());
  return 'value' in parsed && asText(asObject(parsed.value)['event']) !== undefined
    ? (parsed.value as CallbackToken)
    : undefined;
}

const sign = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('base64url');

/** What differs from the defaults: the token has to be short. */
export const withoutDefaults = (settings: OutputSettings): Partial<OutputSettings> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_OUTPUT[name as keyof OutputSettings]),
    ),
  );

/** A token holds what differs from the defaults. */
export const completeSettings = (given: Partial<OutputSettings>): OutputSettings => ({ ...DEFAULT_OUTPUT, ...given });

/** The token as it came. Rejects a callback without one (401). */
export function headerOf(context: IWebhookFunctions): string {
  const header = context.getHeaderData()[TOKEN_HEADER.toLowerCase()];
  if (typeof header === 'string' && header !== '') return header;
  throw new WebhookRejection(401, 'This callback has no token');
}

/** What signs the tokens of callbacks, and all that no item of an error may repeat. */
interface KnownSecrets {
  callbackSecrets: string[];
  secrets: string[];
}

/**
 * Readings of a credential that are under way, shared by the callbacks that come meanwhile: n8n 2 starts a virtual machine
 * for each, which was much of the work in a burst.
 */
const readings = new Map<string, Promise<KnownSecrets>>();

/** The token of a callback, and all secrets of the credential. Rejects a missing token (401) and an invalid one (403). */
export async function checkToken(context: IWebhookFunctions): Promise<{ token: CallbackToken; secrets: Secrets }> {
  const header = headerOf(context);
  // The first may have begun before this callback came: a secret that is newer counts all the same.
  for (let reading = 1; reading <= 2; reading++) {
    const { callbackSecrets, secrets } = await readSecrets(context);
    const token = verifyToken(header, callbackSecrets);
    if (token) return { token, secrets };
  }
  throw new WebhookRejection(403, 'The token of this callback is not valid');
}

/** The secrets of the node that is called. */
export async function readSecrets(context: IWebhookFunctions): Promise<KnownSecrets> {
  const { id, credentials } = context.getNode();
  const key = [context.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id].join('/');
  const read = async () => {
    const credential = await context.getCredentials(CREDENTIAL_TYPE);
    return { callbackSecrets: callbackSecretsOf(credential), secrets: secretsOf(credential) };
  };
  const reading = readings.get(key) ?? read().finally(() => readings.delete(key));
  readings.set(key, reading);
  return await reading;
}
