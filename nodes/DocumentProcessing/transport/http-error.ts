import { DecodingError } from './charset';
import { isSuccess, readEnvelope, readFailure, type ServiceResponse } from './envelope';
import { ConnectionError, ServiceError, TimeoutError, UnreadableResponseError } from '../common/errors';
import { asList, asObject, asText, type JsonObject } from '../common/shape';

/** A response of n8n's HTTP client. */
export function asResponse(response: JsonObject): ServiceResponse {
  const headers = asObject(response['headers']);
  const header = (name: string) => asText(headers[name]) || undefined;
  return {
    httpStatus: Number(response['statusCode']),
    body: response['body'],
    retryAfter: header('retry-after'),
    location: header('location'),
    contentType: header('content-type'),
    packing: header('content-encoding'),
  };
}

/**
 * Reads the error n8n's client throws: none is of an HTTP status, whatever that is. In n8n 2 its cause is the error of
 * axios. n8n 1 keeps only the network's code as `httpCode`, and the message.
 */
export function readHttpError(clientError: unknown, timeoutMilliseconds: number): ServiceError {
  const error = asObject(clientError);
  const cause = asObject(error['cause'] ?? clientError);
  if (cause instanceof ServiceError) return cause;
  const message = messageOf(error);
  return TIME_IS_OVER.test(message)
    ? new TimeoutError(timeoutMilliseconds / 1000)
    : new ConnectionError(codeOf(cause, error, message), message, adviceIn(message, cause, error));
}

/** Of several addresses that were tried, that of the first. Without a cause, n8n has put words of its own in its place. */
function messageOf(error: JsonObject): string {
  const cause = asObject(error['cause']);
  const [first] = [cause, asObject(cause['cause'])].flatMap(({ errors }) => asList(errors));
  return (
    asText(asObject(first)['message']) ??
    asText(cause['message']) ??
    asText(asList(error['messages'])[0]) ??
    asText(error['message']) ??
    ''
  );
}

// The message of n8n's client. The code alone may be the network's, of an address that does not answer: then it is not
// our time that is over, and nothing was sent.
const TIME_IS_OVER = /^timeout of \d+ms exceeded/;

/** What n8n says beside its message, e.g. who may allow an address that it has blocked. */
function adviceIn(message: string, cause: JsonObject, error: JsonObject): string | undefined {
  const descriptions = [cause, asObject(cause['cause']), error].map((one) => asText(one['description']));
  const advice = descriptions.find((description) => description && description !== message);
  return advice?.includes('allowlist') ? `${advice.replace(/\.?$/, '.')} ${WHERE_TO_ALLOW}` : advice;
}

export const WHERE_TO_ALLOW = 'Names go into N8N_SSRF_ALLOWED_HOSTNAMES, addresses into N8N_SSRF_ALLOWED_IP_RANGES.';

/** Thrown for a response that is too large, perhaps without end. */
export class TooLargeError extends Error {}

// Thrown while the response is read here, e.g. because a string is longer than V8 allows. The connection is fine.
const LOCAL_ERRORS = ['RangeError', 'TypeError'];

/** Reads the error of a response that broke off after its headers. */
export function readBrokenResponse(
  response: ServiceResponse,
  cause: unknown,
  timeoutMilliseconds: number,
): ServiceError {
  if (cause instanceof DecodingError) return readGarbled(response, cause);
  const { name, message } = cause as Error;
  if (cause instanceof TooLargeError && isSuccess(response.httpStatus))
    return new UnreadableResponseError(
      `The response of the service is too large: ${message}`,
      'It was not read any further, but the request may have been processed and billed. Send fewer pages at once, switch ' +
        '"Return Image" and "Return Crops" off, or raise the option "Max Response Size".',
    );
  if (LOCAL_ERRORS.includes(name))
    return new UnreadableResponseError(
      `The response of the service could not be read: ${message}`,
      'It may be too large, and billed all the same: send fewer pages at once, or switch "Return Image" and "Return Crops" off.',
    );
  const code = codeOf(asObject(cause), {}, message);
  if (isSuccess(response.httpStatus) && UNPACKING_CODE.test(code ?? ''))
    return new UnreadableResponseError(
      `The response of the service could not be unpacked: ${message}`,
      'Something between n8n and the service changes or mislabels the response. The request may have been processed.',
    );
  if (code === 'ETIMEDOUT' || code === 'ERR_CANCELED') return readHttpError(cause, timeoutMilliseconds);
  return isSuccess(response.httpStatus)
    ? new ConnectionError('ECONNRESET', message)
    : readFailure({ ...response, body: undefined });
}

// Of gzip and deflate, and of Brotli. The code of data that end too early is another one.
const UNPACKING_CODE = /^(?:Z_DATA_ERROR|ERR__ERROR_FORMAT)/;

/** An error may be told with a few wrong letters, but a result is not used with them. */
function readGarbled(response: ServiceResponse, { body, charset }: DecodingError): ServiceError {
  const read = readEnvelope({ ...response, body });
  if (read instanceof ServiceError) return read;
  const encoding = charset ? `its character encoding "${charset}"` : 'UTF-8, and names no other character encoding';
  return new UnreadableResponseError(
    `The response of the service is not in ${encoding}`,
    'It was not used, because letters in it would be wrong. The request was processed: tell the support of the service.',
    read.requestId,
  );
}

function codeOf(cause: JsonObject, error: JsonObject, message: string): string | undefined {
  if (TIME_IS_OVER.test(message)) return 'ETIMEDOUT';
  return asText(cause['code']) ?? asText(asObject(cause['cause'])['code']) ?? asText(error['httpCode']);
}
