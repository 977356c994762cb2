import { sleep, type IExecuteFunctions, type IHttpRequestOptions } from 'n8n-workflow';
import { serviceUrl } from './url';
import { isStream, readBody } from './response-body';
import { CREDENTIAL_TYPE, type ServiceCredential } from './credential';
import { type Envelope, readEnvelope, type ServiceResponse } from './envelope';
import { ServiceError } from '../common/errors';
import { encodeJson } from './json-body';
import { encodeForm, type FormEntries } from './multipart';
import { delayBeforeRetry, type RetrySettings } from './retry';

import { asObject } from '../common/shape';
import { asResponse, readBrokenResponse, readHttpError } from './http-error';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request of an operation: a path below the base URL, and JSON, a form or nothing as body. */
export interface ServiceRequest {
  method?: Method;
  path: string;
  body: { json: unknown } | { form: FormEntries } | undefined;
}

export interface RequestSettings extends RetrySettings {
  timeoutMilliseconds: number;
}

/**
 * Sends a request until it succeeds or may not be repeated. Returns errors instead of throwing them: an error belongs to
 * an item, not to the execution.
 */
export async function sendRequest(
  context: IExecuteFunctions,
  request: ServiceRequest,
  settings: RequestSettings,
  credential: ServiceCredential,
  stopped: () => boolean,
): Promise<Envelope | Error> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(context, request, settings, credential).catch((cause: unknown) => cause as Error);
    if (!(outcome instanceof ServiceError)) return outcome;
    const delay = delayBeforeRetry(outcome.facts, attempt, settings, Date.now(), Math.random);
    if (delay === undefined || !(await pause(delay, stopped))) return outcome;
  }
}

/** Sleeps in short steps, so that Stop takes effect. Returns false if it was stopped. */
async function pause(milliseconds: number, stopped: () => boolean): Promise<boolean> {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0 && !stopped(); left = end - Date.now()) await sleep(Math.min(left, 250));
  return !stopped();
}

async function sendOnce(
  context: IExecuteFunctions,
  request: ServiceRequest,
  { timeoutMilliseconds }: RequestSettings,
  credential: ServiceCredential,
) {
  const options = httpOptions(request, timeoutMilliseconds, credential);
  return await context.helpers.httpRequestWithAuthentication
    .call(context, CREDENTIAL_TYPE, options, credential.forRequests)
    .then(
      async (response: unknown) => await readResponse(asResponse(asObject(response)), timeoutMilliseconds),
      (error: unknown) => readHttpError(error, timeoutMilliseconds),
    );
}

async function readResponse(response: ServiceResponse, timeoutMilliseconds: number): Promise<Envelope | ServiceError> {
  if (!isStream(response.body)) return readEnvelope(response);
  return await readBody(response.body, timeoutMilliseconds).then(
    (body) => readEnvelope({ ...response, body }),
    (cause: unknown) => readBrokenResponse(response, cause, timeoutMilliseconds),
  );
}

function httpOptions(
  request: ServiceRequest,
  timeout: number,
  { baseUrl, renewsToken }: ServiceCredential,
): IHttpRequestOptions {
  return {
    method: request.method ?? 'POST',
    url: serviceUrl(baseUrl, request.path),
    // n8n's client would send `Connection: close`. A service that answers before it has read the upload, e.g. with 401
    // or 413, may then close the connection while the upload is sent, and the client sees EPIPE instead of the answer.
    headers: { Accept: 'application/json', Connection: 'keep-alive', ...contentType(request.body) },
    ...encodeBody(request.body),
    timeout,
    returnFullResponse: true,
    // A client that may follow a redirect keeps the whole upload in memory to repeat it, and sends the token along.
    disableFollowRedirect: true,
    // A response that is returned keeps its headers; n8n 1 removes them, `Retry-After` among them, from one it throws. But
    // n8n renews a token only if a 401 is thrown.
    ignoreHttpStatusErrors: !renewsToken,
    // n8n 1 loses the stream of a 401 it throws.
    ...(renewsToken ? {} : { encoding: 'stream' }),
  };
}

const contentType = (body: ServiceRequest['body']): Record<string, string> =>
  body && 'json' in body ? { 'Content-Type': 'application/json' } : {};

function encodeBody(body: ServiceRequest['body']): Pick<IHttpRequestOptions, 'body'> {
  if (!body) return {};
  // n8n's type lacks the bodies its HTTP client streams: native FormData and Blob.
  return {
    body: ('json' in body ? encodeJson(body.json) : encodeForm(body.form)) as NonNullable<IHttpRequestOptions['body']>,
  };
}
