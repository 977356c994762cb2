import type { IWebhookFunctions } from 'n8n-workflow';
import { callbackSecretsOf, CREDENTIAL_TYPE, secretsOf } from '../transport/credential';
import type { Secrets } from '../transport/redact';
import { type CallbackToken, TOKEN_HEADER, verifyTokenWith } from './token';
import { WebhookRejection } from './webhook-response';

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
 * The secrets of triggers as they were last read, with the time. n8n 2 starts a virtual machine each time it reads a
 * credential, which was much of the work in a burst of callbacks.
 */
export const secretReadings = new Map<string, { begun: number; secrets: Promise<KnownSecrets> }>();

// A new secret counts at once, for a token that does not fit is checked again with the credential as it is now. One that
// was taken out of the credential counts so long.
const SECRETS_VALID_FOR = 60_000;

/** The token of a callback, and all secrets of the credential. Rejects a missing token (401) and an invalid one (403). */
export async function checkToken(context: IWebhookFunctions): Promise<{ token: CallbackToken; secrets: Secrets }> {
  const header = headerOf(context);
  const came = performance.now();
  for (const since of [came - SECRETS_VALID_FOR, came]) {
    const { callbackSecrets, secrets } = await readSecrets(context, since);
    const token = verifyTokenWith(header, callbackSecrets);
    if (token) return { token, secrets };
  }
  throw new WebhookRejection(403, 'The token of this callback is not valid');
}

/** The secrets of the node that is called, read since this time. */
export async function readSecrets(context: IWebhookFunctions, since: number): Promise<KnownSecrets> {
  const { id, credentials } = context.getNode();
  const key = [context.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id].join('/');
  const known = secretReadings.get(key);
  if (known && known.begun >= since) return await known.secrets;
  const read = async () => {
    const credential = await context.getCredentials(CREDENTIAL_TYPE);
    return { callbackSecrets: callbackSecretsOf(credential), secrets: secretsOf(credential) };
  };
  const reading = { begun: performance.now(), secrets: read() };
  secretReadings.set(key, reading);
  // One that has failed is not kept.
  reading.secrets.catch(() => secretReadings.delete(key));
  return await reading.secrets;
}
