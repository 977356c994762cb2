import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import {
  AuthenticationError,
  EnvelopeError,
  HttpStatusError,
  type ServiceError,
  TimeoutError,
  UnreadableResponseError,
} from '../common/errors';
import { parseJson } from '../common/json';
import { asObject, asTextOrNumber, isInexact, isObject, isTooDeep, type JsonObject, leavesOf } from '../common/shape';
import { DecodingError } from './charset';
import { isSuccess, readEnvelope, type ServiceResponse } from './envelope';
import { cleanToken, secretsOf } from './credential';
import { CUT_CODES, describeError, explainError } from './node-error';
import { readBrokenResponse, readHttpError, TooLargeError } from './http-error';
import { redact, type Secrets } from './redact';
import { TimeLimit, wholeResponse } from './response-body';
import { serviceUrl } from './url';

/** Sends a request with n8n's client and returns the whole response as a stream, whatever its status. */
export type Send = (options: IHttpRequestOptions) => Promise<unknown>;

const TIMEOUT = 60_000;

/** In megabytes: a token, or the summary of a day. */
const LARGEST_ANSWER = 10;

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
  const location = text('answerLocation');
  const token = isSuccess(response.httpStatus) ? tokenAt(location, response.body) : '';
  if (token !== '') return token;
  throw withoutToken(response, location, secretsOf(credentials));
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
  return await wholeResponse(sent, limit, LARGEST_ANSWER, (error, response) => {
    // Wrong letters do no harm here, and the status tells enough of a failure.
    if (error instanceof DecodingError) return error.body;
    if (!isSuccess(response.httpStatus)) return undefined;
    throw error instanceof TooLargeError
      ? new UnreadableResponseError(
          `The response of the service is too large: ${error.message}`,
          'Check the "Base URL" of the credential: another server may be answering there.',
        )
      : readBrokenResponse(response, error, timeoutMilliseconds);
  });
}

function rejectUnanswered(
  error: unknown,
  timeoutMilliseconds: number,
  credentials: ICredentialDataDecryptedObject,
): never {
  const failure = readHttpError(error, timeoutMilliseconds);
  const seconds = failure instanceof TimeoutError ? ` within ${failure.seconds} seconds` : '';
  if (seconds !== '' || CUT_CODES.includes(failure.httpOrNetworkCode))
    throw new AuthenticationError(
      `The sign-in got no complete response${seconds}. Check the "Base URL" and try again later.`,
      failure,
    );
  throw explained(failure, secretsOf(credentials));
}

const PROXY_AUTHENTICATION = 407;

/** Why there is no token: the service may say it in an envelope of its own, also with HTTP 200. */
function withoutToken(response: ServiceResponse, location: string, secrets: Secrets): AuthenticationError {
  const { httpStatus, body } = response;
  const outcome = readEnvelope(response);
  const failure = outcome instanceof HttpStatusError ? outcome : undefined;
  if (outcome instanceof UnreadableResponseError) return explained(outcome, secrets);
  if (failure instanceof EnvelopeError || !isSuccess(httpStatus)) {
    const reason =
      failure instanceof EnvelopeError ? `: ${describeError(failure, secrets).message}` : ` (${httpStatus})`;
    const target = failure?.details.location;
    const redirect = target
      ? ` It was redirected to ${redact(target, secrets).slice(0, 200)}, which is not followed.`
      : '';
    if (httpStatus === PROXY_AUTHENTICATION && failure) return explained(failure, secrets);
    const advice =
      httpStatus === 429 || httpStatus >= 500
        ? 'Try again later.'
        : 'Check the "Sign-In Path" and "Sign-In Body" of the credential.' +
          (failure?.content && !target && !isObject(body) ? ` The response was ${failure.content}.` : '');
    return new AuthenticationError(`The sign-in was rejected${reason}.${redirect} ${advice}`, failure);
  }
  return typeof body === 'object' && body !== null
    ? new AuthenticationError(
        `The response to the sign-in has no token at "${location}". Check the "Token Location" of the credential.`,
      )
    : new AuthenticationError(
        `The sign-in was answered with ${failure?.content} instead of a token. ` +
          'Check the "Base URL" and the "Sign-In Path" of the credential.',
      );
}

const explained = (failure: ServiceError, secrets: Secrets): AuthenticationError =>
  new AuthenticationError(explainError(failure, secrets), failure);

function parseBody(text: string): JsonObject {
  const parsed = parseJson(text);
  // Nothing of the reason goes in: it may quote the body, and with it the password.
  if (!('value' in parsed) || !isObject(parsed.value) || isTooDeep(parsed.value))
    throw new AuthenticationError(
      `The "Sign-In Body" of the credential is ${text.trim() === '' ? 'empty' : 'not a JSON object'}. ` +
        'Enter what your provider told you to send, e.g. {"username": "…", "password": "…"}.',
    );
  if (leavesOf(parsed.value).some(isInexact))
    throw new AuthenticationError(
      'The "Sign-In Body" of the credential has a number that cannot be sent unchanged. Write it in quotes.',
    );
  return parsed.value;
}

// A name in brackets and quotes may have dots and brackets.
const NAMES = /\[\s*(?:'([^']*)'|"([^"]*)")\s*\]|[^.[\]]+/g;

/** The location is written as people write paths: `result.tokens.0.value`, `result['tokens'][0].value`, `$.token`; `$` is all. */
function tokenAt(location: string, body: unknown): string {
  const path = location.trim().replace(/^\$(?=[.[]|$)/, '');
  const names = [...path.matchAll(NAMES)]
    .map(([name, single, double]) => single ?? double ?? name.trim())
    .filter((name) => name !== '');
  const token = names.reduce<unknown>(
    (value, name) => (Array.isArray(value) ? value[Number(name)] : asObject(value)[name]),
    body,
  );
  const text = location.trim() === '' ? '' : (asTextOrNumber(token) ?? '');
  // Whoever takes the whole response as the token may get the web page of another server.
  return path === '' && /<|\s/.test(text.trim()) ? '' : cleanToken(text);
}
