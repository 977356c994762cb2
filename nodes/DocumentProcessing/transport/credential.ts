import type { IAdditionalCredentialOptions, ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { callbackSecret } from '../callback/secret';
import { CREDENTIAL_TYPE } from './credential-type';
import type { Secrets } from './redact';
import { asText, isObject, parseJson } from '../common/shape';

export interface ServiceCredential {
  baseUrl: string;
  /** What tickets are signed with. */
  callbackSecret: string;
  secrets: Secrets;
  /** Whether it signs in by itself. */
  renewsToken: boolean;
  /**
   * What n8n's HTTP client is given, which would read and decrypt it anew for each request. A token n8n renews is put
   * into it.
   */
  forRequests: IAdditionalCredentialOptions;
  /** Why there is none. */
  missing?: Error;
}

const SECRET_FIELDS = ['accessToken', 'callbackSecret', 'sessionToken', 'signInSecret'];

/** The credential's base URL and the texts that must never be shown. */
export async function readCredential(context: IExecuteFunctions): Promise<ServiceCredential> {
  const credential = await context.getCredentials(CREDENTIAL_TYPE);
  const forRequests = { credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential } };
  const baseUrl = asText(credential['baseUrl']) ?? '';
  const renewsToken = credential['authentication'] === 'signIn';
  return {
    baseUrl,
    callbackSecret: callbackSecret(credential),
    secrets: secretsOf(credential),
    renewsToken,
    forRequests,
  };
}

/** The secrets as they are now: a token may have been renewed since the execution began. */
export const readSecrets = async (context: IExecuteFunctions): Promise<Secrets> =>
  secretsOf(await context.getCredentials(CREDENTIAL_TYPE));

/** In the form in which they are sent, without the white space around them. */
function secretsOf(credential: ICredentialDataDecryptedObject): Secrets {
  const texts = SECRET_FIELDS.map((field) => asText(credential[field])?.trim() ?? '');
  return [...texts, callbackSecret(credential), ...textsIn(texts[SECRET_FIELDS.indexOf('signInSecret')] ?? '')].filter(
    (text) => text !== '',
  );
}

/** The texts in the sign-in's body, the password among them. */
function textsIn(json: string): string[] {
  const parsed = parseJson(json);
  return 'value' in parsed && isObject(parsed.value)
    ? Object.values(parsed.value).filter((value) => typeof value === 'string')
    : [];
}
