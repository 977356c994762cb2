import { createHmac } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** What tickets are signed with: the credential's callback secret, or one derived from what it signs in with. */
export function callbackSecret(credential: ICredentialDataDecryptedObject): string {
	const own = String(credential['callbackSecret'] ?? '');
	if (own !== '') return own;
	// A session token changes at every renewal, and callbacks come long after: the sign-in itself stays.
	const base = credential['authentication'] === 'signIn' ? credential['signInSecret'] : credential['accessToken'];
	return createHmac('sha256', String(base ?? '')).update('document processing callback').digest('base64url');
}
