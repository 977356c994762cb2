import { sleep, type IExecuteFunctions, type IHttpRequestOptions } from 'n8n-workflow';
import { serviceUrl } from './url';
import { TimeLimit, wholeResponse } from './response-body';
import { CREDENTIAL_TYPE, optionsOf, type ServiceCredential } from './credential';
import { type Envelope, readEnvelope } from './envelope';
import { ConnectionError, ServiceError, whyUnsent } from '../common/errors';
import { isObject } from '../common/shape';
import { encodeForm, encodeJson, type FormEntries } from './request-body';
import { delayBeforeRetry, mayBeProcessed, type RetrySettings } from './retry';
import type { SendWith } from './session';
import { readBrokenResponse, readHttpError } from './http-error';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request of an operation: a path below the base URL, and JSON, a form or nothing as body. */
export interface ServiceRequest {
  method?: Method;
  path: string;
  body: { json: unknown } | { form: FormEntries } | undefined;
}

/** What a body has by name; JSON that is no object has one value without a name. */
export function entriesOf(body: ServiceRequest['body']): Array<[name: string, value: unknown]> {
  if (!body) return [];
  if ('form' in body) return body.form;
  return isObject(body.json) ? Object.entries(body.json) : [['', body.json]];
}

export interface RequestSettings extends RetrySettings {
  timeoutMilliseconds: number;
  /** How many megabytes a response may have. */
  maxResponseSize: number;
}

/** How a request has ended, after all its attempts. */
export interface Sent {
  answer: Envelope | Error;
  /** How often it was handed to n8n's client. */
  attempts: number;
  /** Whether the service may have got it. */
  isSent: boolean;
  /** How many of the attempts the service may have processed. */
  processed: number;
}

/**
 * Sends a request until it succeeds or may not be repeated, or nothing more is to be sent. Returns errors instead of
 * throwing them: an error belongs to an item, not to the execution.
 */
export async function sendRequest(
  context: IExecuteFunctions,
  request: ServiceRequest,
  settings: RequestSettings,
  credential: ServiceCredential,
  stopped: () => Promise<boolean>,
): Promise<Sent> {
  const sent = { attempts: 0, isSent: false, processed: 0 };
  for (let attempt = 0; ; attempt++) {
    const answer = await sendOnce(context, request, settings, credential, stopped, sent).catch(
      (cause: unknown) => cause as Error,
    );
    if (!(answer instanceof ServiceError)) return { ...sent, answer };
    const delay = delayBeforeRetry(answer, attempt, settings, Date.now(), Math.random);
    if (delay === undefined || !(await pause(delay, stopped))) return { ...sent, answer };
  }
}

/** Sleeps in short steps, so that Stop takes effect. Returns false if it was stopped. */
async function pause(milliseconds: number, stopped: () => Promise<boolean>): Promise<boolean> {
  // Clocks are set meanwhile.
  const end = performance.now() + milliseconds;
  for (let left = milliseconds; left > 0 && !(await stopped()); left = end - performance.now())
    await sleep(Math.min(left, 250));
  return !(await stopped());
}

async function sendOnce(
  context: IExecuteFunctions,
  request: ServiceRequest,
  { timeoutMilliseconds, maxResponseSize }: RequestSettings,
  { baseUrl, data, signedIn }: ServiceCredential,
  stopped: () => Promise<boolean>,
  sent: Omit<Sent, 'answer'>,
): Promise<Envelope | ServiceError> {
  const url = serviceUrl(baseUrl, request.path);
  const send: SendWith = async (credentialData) => {
    // While this one waited for a sign-in, another may have failed.
    if (await stopped()) return new ConnectionError('ERR_CANCELED', '');
    sent.attempts++;
    const limit = new TimeLimit(timeoutMilliseconds);
    // n8n enters the token of a sign-in that it makes first.
    const isSignedIn = () => !signedIn || credentialData['sessionToken'] !== '';
    const response = context.helpers.httpRequestWithAuthentication.call(
      context,
      CREDENTIAL_TYPE,
      httpOptions(url, request, timeoutMilliseconds),
      optionsOf(credentialData),
    ) as Promise<unknown>;
    // The time of a sign-in that n8n makes first does not count.
    if (isSignedIn()) limit.start();
    const outcome = await wholeResponse(response, limit, maxResponseSize, (error, broken) => {
      throw readBrokenResponse(broken, error, timeoutMilliseconds);
    })
      .then(readEnvelope, (error: unknown) => readHttpError(error, timeoutMilliseconds))
      .finally(() => limit.end());
    if (isSignedIn() && !(outcome instanceof ServiceError && whyUnsent(outcome))) sent.isSent = true;
    if (!(outcome instanceof ServiceError) || mayBeProcessed(outcome)) sent.processed++;
    return outcome;
  };
  return signedIn ? await signedIn.send(send) : await send(data);
}

function httpOptions(url: string, request: ServiceRequest, timeout: number): IHttpRequestOptions {
  return {
    method: request.method ?? 'POST',
    url,
    // n8n's client would send `Connection: close`. A service that answers before it has read the upload, e.g. with 401
    // or 413, may then close the connection while the upload is sent, and the client sees EPIPE instead of the answer.
    headers: { Accept: 'application/json', Connection: 'keep-alive', ...contentType(request.body) },
    ...encodeBody(request.body),
    timeout,
    returnFullResponse: true,
    // A client that may follow a redirect keeps the whole upload in memory to repeat it, and sends the token along.
    disableFollowRedirect: true,
    // A response that is returned keeps its headers and its stream; n8n 1 removes them from one it throws.
    ignoreHttpStatusErrors: true,
    encoding: 'stream',
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
