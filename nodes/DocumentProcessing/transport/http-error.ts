import { type Answer, type Envelope, isSuccess, readEnvelope } from './envelope';
import { ServiceError } from '../common/errors';
import { asList, asNumber, asObject, asText, type JsonObject } from '../common/shape';

/** A response of n8n's HTTP client, or of the one under it. */
export function asResponse(response: JsonObject): Answer {
  const headers = asObject(response['headers']);
  return {
    httpStatus: Number(response['statusCode'] ?? response['status']),
    body: response['body'] ?? response['data'],
    retryAfter: asText(headers['retry-after']),
    location: asText(headers['location']),
  };
}

/**
 * What n8n throws is an error of its own. In n8n 2 the HTTP client's is its cause; n8n 1 keeps of it a status or the
 * network's code as `httpCode`, its message, and the body where it is a JSON object.
 */
export function readHttpError(thrown: unknown, timeoutMilliseconds: number): Envelope | ServiceError {
  const error = asObject(thrown);
  const cause = asObject(error['cause'] ?? thrown);
  const status = statusOf(cause, error);
  if (status !== undefined && !isSuccess(status)) return readFailingAnswer(status, cause, error);
  const networkMessage =
    asText(cause['message']) ?? asText(asList(error['messages'])[0]) ?? asText(error['message']) ?? '';
  // A success that is thrown was cut on its way.
  const networkCode = status !== undefined ? 'ECONNRESET' : codeOf(cause, error, networkMessage);
  if (networkCode === undefined) return new ServiceError({ reason: networkMessage });
  return new ServiceError({ networkCode, networkMessage, timeoutSeconds: timeoutMilliseconds / 1000 });
}

// Of the reading itself, e.g. a text that is longer than a text can be.
const LOCAL_ERRORS = ['RangeError', 'TypeError'];

/** An answer that broke off after its headers. */
export function readBrokenResponse(
  answer: Answer,
  broken: unknown,
  timeoutMilliseconds: number,
): Envelope | ServiceError {
  const { name, message: networkMessage } = broken as Error;
  if (LOCAL_ERRORS.includes(name))
    return new ServiceError({ reason: `The response of the service could not be read: ${networkMessage}` });
  const code = codeOf(asObject(broken), {}, networkMessage);
  if (code === 'ETIMEDOUT' || code === 'ERR_CANCELED') return readHttpError(broken, timeoutMilliseconds);
  return isSuccess(answer.httpStatus)
    ? new ServiceError({ networkCode: 'ECONNRESET', networkMessage })
    : readEnvelope({ ...answer, body: undefined });
}

function readFailingAnswer(httpStatus: number, cause: JsonObject, error: JsonObject): Envelope | ServiceError {
  if (cause['response'] !== undefined) return readEnvelope(asResponse(asObject(cause['response'])));
  const body = asObject(error['context'])['data'];
  return body === undefined ? new ServiceError({ httpStatus }) : readEnvelope({ httpStatus, body });
}

function statusOf(cause: JsonObject, error: JsonObject): number | undefined {
  const httpCode = asText(error['httpCode']) ?? '';
  return asNumber(asObject(cause['response'])['status']) ?? (/^\d{3}$/.test(httpCode) ? Number(httpCode) : undefined);
}

function codeOf(cause: JsonObject, error: JsonObject, message: string): string | undefined {
  if (/^timeout of \d+ms exceeded/.test(message)) return 'ETIMEDOUT';
  const httpCode = asText(error['httpCode']) ?? '';
  return (
    asText(cause['code']) ??
    asText(asObject(cause['cause'])['code']) ??
    (/^E[A-Z_]+$/.test(httpCode) ? httpCode : undefined)
  );
}
