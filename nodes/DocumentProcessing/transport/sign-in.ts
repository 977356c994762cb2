import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { CredentialError } from '../common/errors';
import { asObject, isObject, isTooDeep, type JsonObject, parseJson } from '../common/shape';
import { secretsOf } from './credential';
import { isSuccess } from './envelope';
import { describeWithout } from './errors';
import { asResponse, readHttpError } from './http-error';
import { serviceUrl } from './url';

/** Sends a request with n8n's client and returns the whole response, whatever its status. */
export type Send = (options: IHttpRequestOptions) => Promise<unknown>;

const TIMEOUT = 60_000;

/**
 * Gets a token with the request that the credential describes. The service interface names the sign-in operation, but
 * shows neither its request nor its response ("Authentication").
 */
export async function signIn(send: Send, credentials: ICredentialDataDecryptedObject): Promise<string> {
  const text = (name: string): string => String(credentials[name] ?? '').trim();
  const response = await send({
    method: 'POST',
    url: serviceUrl(text('baseUrl'), text('signInPath')),
    body: parseBody(text('signInSecret')),
    json: true,
    timeout: TIMEOUT,
    disableFollowRedirect: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  }).catch((error: unknown) => rejectUnreachable(error, credentials));
  const { httpStatus, body } = asResponse(asObject(response));
  if (isSuccess(httpStatus)) return readToken(body, text('answerLocation'));
  throw new CredentialError(
    `The sign-in was rejected (${httpStatus}). Check the "Sign-In Path" and "Sign-In Body" of the credential.`,
  );
}

function rejectUnreachable(error: unknown, credentials: ICredentialDataDecryptedObject): never {
  const { message, description } = describeWithout(secretsOf(credentials), readHttpError(error, TIMEOUT));
  throw new CredentialError(`${message}. ${description}`);
}

function parseBody(text: string): JsonObject {
  const parsed = parseJson(text);
  // Nothing of the reason goes in: it may quote the body, and with it the password.
  if ('value' in parsed && isObject(parsed.value) && !isTooDeep(parsed.value)) return parsed.value;
  throw new CredentialError('The "Sign-In Body" of the credential is not a JSON object');
}

function readToken(body: unknown, location: string): string {
  const token = location
    .split('.')
    .reduce<unknown>((value, name) => (Array.isArray(value) ? value[Number(name)] : asObject(value)[name]), body);
  if (typeof token === 'string' && token !== '') return token;
  throw new CredentialError(
    `The response to the sign-in has no token at "${location}". Check the "Token Location" of the credential.`,
  );
}
