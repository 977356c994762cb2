import { type Envelope, isSuccess, readEnvelope, type ServiceResponse } from './envelope';
import { CredentialError, sentence, ServiceError } from '../common/errors';
import { asList, asNumber, asObject, asText, type JsonObject } from '../common/shape';

/** A response of n8n's HTTP client, or of axios below it. */
export function asResponse(response: JsonObject): ServiceResponse {
  const headers = asObject(response['headers']);
  return {
    httpStatus: Number(response['statusCode'] ?? response['status']),
    body: response['body'] ?? response['data'],
    retryAfter: asText(headers['retry-after']),
    location: asText(headers['location']),
  };
}

/**
 * Reads the error n8n's client throws. In n8n 2 its cause is the error of axios. n8n 1 keeps only the status or the
 * network's code as `httpCode`, the message, and the body if it is a JSON object.
 */
export function readHttpError(clientError: unknown, timeoutMilliseconds: number): Envelope | ServiceError {
  const error = asObject(clientError);
  const cause = asObject(error['cause'] ?? clientError);
  if (cause instanceof CredentialError) return new ServiceError({ reason: cause.message });
  const status = statusOf(cause, error);
  if (status !== undefined && !isSuccess(status)) return readErrorResponse(status, cause, error);
  const networkMessage =
    asText(cause['message']) ?? asText(asList(error['messages'])[0]) ?? asText(error['message']) ?? '';
  // A success that is thrown was cut off.
  const networkCode = status !== undefined ? 'ECONNRESET' : codeOf(cause, error, networkMessage);
  if (networkCode === undefined) return new ServiceError({ reason: sentence`${networkMessage}` });
  return new ServiceError({ networkCode, networkMessage, timeoutSeconds: timeoutMilliseconds / 1000 });
}

// Thrown while the response is read here, e.g. because a string is longer than V8 allows. The connection is fine.
const LOCAL_ERRORS = ['RangeError', 'TypeError'];

/** Reads the error of a response that broke off after its headers. */
export function readBrokenResponse(
  response: ServiceResponse,
  cause: unknown,
  timeoutMilliseconds: number,
): Envelope | ServiceError {
  const { name, message: networkMessage } = cause as Error;
  if (LOCAL_ERRORS.includes(name))
    return new ServiceError({
      reason: sentence`The response of the service could not be read: ${networkMessage}`,
      advice: 'It may be too large: send fewer pages at once, or switch "Return Image" and "Return Crops" off.',
    });
  const code = codeOf(asObject(cause), {}, networkMessage);
  if (code === 'ETIMEDOUT' || code === 'ERR_CANCELED') return readHttpError(cause, timeoutMilliseconds);
  return isSuccess(response.httpStatus)
    ? new ServiceError({ networkCode: 'ECONNRESET', networkMessage })
    : readEnvelope({ ...response, body: undefined });
}

function readErrorResponse(httpStatus: number, cause: JsonObject, error: JsonObject): Envelope | ServiceError {
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
