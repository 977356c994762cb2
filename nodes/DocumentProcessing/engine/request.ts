import { sleep, type IExecuteFunctions, type IHttpRequestOptions } from 'n8n-workflow';
import { serviceUrl } from './address';
import { type Answer, type Envelope, isSuccess, readAnswer } from './envelope';
import { ServiceFailure } from './failure';
import { encodeJson } from './json-body';
import { encodeForm } from './multipart';
import { delayBeforeRetry, type RetrySettings } from './retry';
import type { ServiceRequest } from './service-request';
import { asNumber, asObject, asText, type JsonObject } from './shape';

export interface RequestSettings extends RetrySettings {
	baseUrl: string;
	timeoutMilliseconds: number;
}

/** Sends a request until it succeeds or may not be repeated. It does not reject: what went wrong is one item's, not the execution's. */
export async function sendRequest(
	context: IExecuteFunctions,
	request: ServiceRequest,
	settings: RequestSettings,
	stopped: () => boolean,
): Promise<Envelope | Error> {
	for (let attempt = 0; ; attempt++) {
		const outcome = await sendOnce(context, request, settings).catch((cause: unknown) => cause as Error);
		if (!(outcome instanceof ServiceFailure)) return outcome;
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

async function sendOnce(context: IExecuteFunctions, request: ServiceRequest, settings: RequestSettings) {
	return await context.helpers.httpRequestWithAuthentication
		.call(context, 'documentProcessingApi', httpOptions(request, settings))
		.then(
			(response: unknown) => readAnswer(asAnswer(asObject(response))),
			(cause: unknown) => readError(cause, settings.timeoutMilliseconds),
		);
}

function httpOptions(request: ServiceRequest, settings: RequestSettings): IHttpRequestOptions {
	return {
		method: request.method ?? 'POST',
		url: serviceUrl(settings.baseUrl, request.path),
		headers: { Accept: 'application/json', ...contentType(request.body) },
		...encodeBody(request.body),
		timeout: settings.timeoutMilliseconds,
		returnFullResponse: true,
		// A client that may follow a redirect keeps the whole upload in memory to repeat it, and takes the token along.
		disableFollowRedirect: true,
	};
}

const contentType = (body: ServiceRequest['body']): Record<string, string> =>
	body && 'json' in body ? { 'Content-Type': 'application/json' } : {};

function encodeBody(body: ServiceRequest['body']): Pick<IHttpRequestOptions, 'body'> {
	if (!body) return {};
	// n8n's type does not name the bodies its HTTP client streams: native FormData and Blob.
	return { body: ('json' in body ? encodeJson(body.json) : encodeForm(body.form)) as NonNullable<IHttpRequestOptions['body']> };
}

function asAnswer(response: JsonObject): Answer {
	const headers = asObject(response['headers']);
	return {
		httpStatus: Number(response['statusCode'] ?? response['status']),
		body: response['body'] ?? response['data'],
		retryAfter: asText(headers['retry-after']),
		location: asText(headers['location']),
	};
}

/** n8n throws its own error with the HTTP client's as cause; an HTTP status other than 2xx is in there as a response. */
function readError(error: unknown, timeout: number): Envelope | ServiceFailure {
	const cause = asObject(asObject(error)['cause'] ?? error);
	const status = asNumber(asObject(cause['response'])['status']);
	if (status !== undefined && !isSuccess(status)) return readAnswer(asAnswer(asObject(cause['response'])));
	const message = asText(cause['message']) ?? asText(asObject(error)['message']) ?? '';
	// A success that is thrown was cut on its way.
	const code = status !== undefined ? 'ECONNRESET' : networkCode(cause, message);
	return new ServiceFailure(code === undefined ? { reason: message } : { networkCode: code, networkMessage: message, timeoutSeconds: timeout / 1000 });
}

function networkCode(cause: JsonObject, message: string): string | undefined {
	if (/^timeout of \d+ms exceeded/.test(message)) return 'ETIMEDOUT';
	return asText(cause['code']) ?? asText(asObject(cause['cause'])['code']);
}
