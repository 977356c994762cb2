import { sleep, type IExecuteFunctions, type IHttpRequestOptions } from 'n8n-workflow';
import { serviceUrl } from './url';
import { isStream, readBody } from './response-body';
import { CREDENTIAL_TYPE, type ServiceCredential } from './credential';
import { type Answer, type Envelope, readEnvelope } from './envelope';
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
 * Sends a request until it succeeds or may not be repeated. It does not reject: what went wrong is one item's, not the
 * execution's.
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

/** Sleeps in short steps, so that Stop is heeded; says whether it slept to the end. */
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
      (thrown: unknown) => readHttpError(thrown, timeoutMilliseconds),
    );
}

async function readResponse(answer: Answer, timeoutMilliseconds: number): Promise<Envelope | ServiceError> {
  if (!isStream(answer.body)) return readEnvelope(answer);
  return await readBody(answer.body, timeoutMilliseconds).then(
    (body) => readEnvelope({ ...answer, body }),
    (broken: unknown) => readBrokenResponse(answer, broken, timeoutMilliseconds),
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
    // A client that may follow a redirect keeps the whole upload in memory to repeat it, and takes the token along.
    disableFollowRedirect: true,
    // Not thrown, an answer keeps its headers: n8n 1 takes them off what it throws, `Retry-After` among them. But n8n
    // renews a token
    // when a 401 is thrown, and only then.
    ignoreHttpStatusErrors: !renewsToken,
    // A credential that signs in needs the 401 thrown, and n8n 1 loses the stream with it.
    ...(renewsToken ? {} : { encoding: 'stream' }),
  };
}

const contentType = (body: ServiceRequest['body']): Record<string, string> =>
  body && 'json' in body ? { 'Content-Type': 'application/json' } : {};

function encodeBody(body: ServiceRequest['body']): Pick<IHttpRequestOptions, 'body'> {
  if (!body) return {};
  // n8n's type does not name the bodies its HTTP client streams: native FormData and Blob.
  return {
    body: ('json' in body ? encodeJson(body.json) : encodeForm(body.form)) as NonNullable<IHttpRequestOptions['body']>,
  };
}
