import { DateTime } from 'luxon';
import type {
  ICredentialDataDecryptedObject,
  ICredentialsDecrypted,
  ICredentialTestFunctions,
  IHttpRequestOptions,
  INodeCredentialTestResult,
} from 'n8n-workflow';
import { ServiceError, TimeoutError, ValidationError } from '../common/errors';
import { accessTokenOf, secretsOf } from './credential';
import { readEnvelope } from './envelope';
import { explainError } from './node-error';
import { readHttpError } from './http-error';
import type { Secrets } from './redact';
import { sessionOf } from './session';
import { type Send, sendInTime, signIn } from './sign-in';
import { serviceUrl } from './url';

const TIMEOUT = 30_000;

/**
 * The Test button of the credential: requests the summary of yesterday, which bills nothing, and says what is wrong in
 * the words of the node. The `test` request of a credential type would show codes such as ECONNREFUSED.
 */
export async function testCredential(
  this: ICredentialTestFunctions,
  { data: saved = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
  const data = { ...saved, sessionTokenKey: '' };
  try {
    await requestYesterday(clientOf(this), data);
    return { status: 'OK', message: 'Connection successful!' };
  } catch (caught) {
    return { status: 'Error', message: sentenceOf(caught, secretsOf(data)) };
  }
}

async function requestYesterday(send: Send, data: ICredentialDataDecryptedObject): Promise<void> {
  const url = serviceUrl(String(data['baseUrl'] ?? ''), '/billing/daily-summary');
  // A service may have ended the session of the executions by this: they go on with the new one.
  if (data['authentication'] === 'signIn')
    data['sessionToken'] = sessionOf(data).begin(await signIn(send, data, TIMEOUT));
  const token = accessTokenOf(data);
  if (token instanceof ValidationError) throw token;
  const day = DateTime.utc().minus({ days: 1 }).toISODate();
  const options: IHttpRequestOptions = {
    method: 'POST',
    url,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    body: { startDate: `${day} 00:00:00.000Z`, endDate: `${day} 23:59:59.999Z` },
  };
  const outcome = await sendInTime(send, options, TIMEOUT).then(readEnvelope, (error: unknown) =>
    readHttpError(error, TIMEOUT),
  );
  if (outcome instanceof ServiceError) throw outcome;
}

/** n8n gives the test of a credential only its older client. */
function clientOf({ helpers }: ICredentialTestFunctions): Send {
  return async ({ method, url, headers, body, timeout }: IHttpRequestOptions) =>
    (await helpers.request({
      method,
      uri: url,
      headers,
      body,
      json: true,
      timeout,
      followRedirect: false,
      simple: false,
      resolveWithFullResponse: true,
      useStream: true,
    })) as unknown;
}

const sentenceOf = (caught: unknown, secrets: Secrets): string =>
  caught instanceof TimeoutError
    ? `No response came within ${TIMEOUT / 1000} seconds. Check the "Base URL", and that this n8n can reach it.`
    : explainError(caught, secrets);
