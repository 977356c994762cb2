import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { ServiceError, type ServiceErrorFacts } from '../common/errors';
import { asObject, isObject, isTooDeep, type JsonObject, parseJson } from '../common/shape';
import { cleanToken } from './access-token';
import { GarbledText } from './charset';
import { isSuccess, type ServiceResponse } from './envelope';
import { secretsOf } from './credential';
import { CUT_CODES, describeWithout } from './errors';
import { readBrokenResponse, readHttpError } from './http-error';
import { isStream, readBody, responseInTime } from './response-body';
import { TimeLimit } from './time-limit';
import { serviceUrl } from './url';

/** Sends a request with n8n's client and returns the whole response as a stream, whatever its status. */
export type Send = (options: IHttpRequestOptions) => Promise<unknown>;

const TIMEOUT = 60_000;

/**
 * Gets a token with the request that the credential describes. The service interface names the sign-in operation, but
 * shows neither its request nor its response ("Authentication").
 */
export async function signIn(
  send: Send,
  credentials: ICredentialDataDecryptedObject,
  timeoutMilliseconds = TIMEOUT,
): Promise<string> {
  const text = (name: string): string => String(credentials[name] ?? '').trim();
  const options: IHttpRequestOptions = {
    method: 'POST',
    url: serviceUrl(text('baseUrl'), text('signInPath')),
    body: parseBody(text('signInSecret')),
    json: true,
    disableFollowRedirect: true,
    ignoreHttpStatusErrors: true,
  };
  const response = await sendInTime(send, options, timeoutMilliseconds).catch((error: unknown) =>
    rejectUnanswered(error, timeoutMilliseconds, credentials),
  );
  if (isSuccess(response.httpStatus)) return readToken(response.body, text('answerLocation'));
  throw rejected(response);
}

/** The response with its body, if both have come whole in the time given. */
export async function sendInTime(
  send: Send,
  options: IHttpRequestOptions,
  timeoutMilliseconds: number,
): Promise<ServiceResponse> {
  const limit = new TimeLimit(timeoutMilliseconds);
  limit.start();
  const sent = send({ ...options, timeout: timeoutMilliseconds, returnFullResponse: true, encoding: 'stream' });
  const response = await responseInTime(sent, limit);
  const { body: stream, contentType, httpStatus } = response;
  if (!isStream(stream)) return response;
  const body = await readBody(stream, limit, contentType).catch((error: unknown) => {
    // Wrong letters do no harm here, and the status tells enough of a failure.
    if (error instanceof GarbledText) return error.body;
    return isSuccess(httpStatus)
      ? Promise.reject(readBrokenResponse(response, error, timeoutMilliseconds) as ServiceError)
      : undefined;
  });
  return { ...response, body };
}

const signInError = (reason: string, facts: ServiceErrorFacts = {}) => new ServiceError({ ...facts, reason });

function rejectUnanswered(
  error: unknown,
  timeoutMilliseconds: number,
  credentials: ICredentialDataDecryptedObject,
): never {
  const failure = error instanceof ServiceError ? error : readHttpError(error, timeoutMilliseconds);
  const facts = failure instanceof ServiceError ? failure.facts : {};
  const { networkCode, timeoutSeconds } = facts;
  const seconds = networkCode === 'ETIMEDOUT' ? ` within ${timeoutSeconds} seconds` : '';
  if (networkCode === 'ETIMEDOUT' || CUT_CODES.includes(networkCode ?? ''))
    throw signInError(`The sign-in got no complete response${seconds}. Check the "Base URL" and try again later.`, {
      networkCode,
    });
  const { message, description } = describeWithout(secretsOf(credentials), new ServiceError(facts));
  throw signInError([message, description].filter(Boolean).join('. '), facts);
}

function rejected({ httpStatus, retryAfter }: ServiceResponse): ServiceError {
  const advice =
    httpStatus === 429 || httpStatus >= 500
      ? 'Try again later.'
      : 'Check the "Sign-In Path" and "Sign-In Body" of the credential.';
  return signInError(`The sign-in was rejected (${httpStatus}). ${advice}`, { httpStatus, retryAfter });
}

function parseBody(text: string): JsonObject {
  const parsed = parseJson(text);
  // Nothing of the reason goes in: it may quote the body, and with it the password.
  if ('value' in parsed && isObject(parsed.value) && !isTooDeep(parsed.value)) return parsed.value;
  throw signInError('The "Sign-In Body" of the credential is not a JSON object');
}

function readToken(body: unknown, location: string): string {
  const token = location
    .split('.')
    .reduce<unknown>((value, name) => (Array.isArray(value) ? value[Number(name)] : asObject(value)[name]), body);
  const text = typeof token === 'string' ? cleanToken(token) : '';
  if (text !== '') return text;
  throw signInError(
    `The response to the sign-in has no token at "${location}". Check the "Token Location" of the credential.`,
  );
}
