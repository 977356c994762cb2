import { createHmac } from 'crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../transport/credential-type';

/** What tickets are signed with: the credential's callback secret, or one derived from what it signs in with. */
export function callbackSecret(credential: ICredentialDataDecryptedObject): string {
  const own = String(credential['callbackSecret'] ?? '');
  if (own !== '') return own;
  // A session token changes at every renewal, and callbacks come long after: the sign-in itself stays.
  const base = credential['authentication'] === 'signIn' ? credential['signInSecret'] : credential['accessToken'];
  return createHmac('sha256', String(base ?? ''))
    .update('document processing callback')
    .digest('base64url');
}

const underWay = new Map<string, Promise<string>>();

/**
 * The secret of the node that is called. n8n 2 makes a virtual machine of its own for each reading of a credential,
 * which in a burst
 * of callbacks is most of the work: those that come while one is under way share it.
 */
export async function readCallbackSecret(context: IWebhookFunctions): Promise<string> {
  const { id, credentials } = context.getNode();
  const key = [context.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id].join('/');
  const reading = underWay.get(key) ?? readSecret(context).finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return await reading;
}

const readSecret = async (context: IWebhookFunctions): Promise<string> =>
  callbackSecret(await context.getCredentials(CREDENTIAL_TYPE));
