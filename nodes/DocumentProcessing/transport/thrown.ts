import { type Answer, type Envelope, isSuccess, readAnswer } from './envelope';
import { ServiceFailure } from './failure';
import { asList, asNumber, asObject, asText, type JsonObject } from '../common/shape';

/** A response of n8n's HTTP client, or of the one under it. */
export function asAnswer(response: JsonObject): Answer {
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
export function readThrown(thrown: unknown, timeoutMilliseconds: number): Envelope | ServiceFailure {
  const error = asObject(thrown);
  const cause = asObject(error['cause'] ?? thrown);
  const status = statusOf(cause, error);
  if (status !== undefined && !isSuccess(status)) return readFailingAnswer(status, cause, error);
  const networkMessage =
    asText(cause['message']) ?? asText(asList(error['messages'])[0]) ?? asText(error['message']) ?? '';
  // A success that is thrown was cut on its way.
  const networkCode = status !== undefined ? 'ECONNRESET' : codeOf(cause, error, networkMessage);
  if (networkCode === undefined) return new ServiceFailure({ reason: networkMessage });
  return new ServiceFailure({ networkCode, networkMessage, timeoutSeconds: timeoutMilliseconds / 1000 });
}

// Of the reading itself, e.g. a text that is longer than a text can be.
const LOCAL_ERRORS = ['RangeError', 'TypeError'];

/** An answer that broke off after its headers. */
export function readBroken(answer: Answer, broken: unknown, timeoutMilliseconds: number): Envelope | ServiceFailure {
  const { name, message: networkMessage } = broken as Error;
  if (LOCAL_ERRORS.includes(name))
    return new ServiceFailure({ reason: `The answer of the service could not be read: ${networkMessage}` });
  const code = codeOf(asObject(broken), {}, networkMessage);
  if (code === 'ETIMEDOUT' || code === 'ERR_CANCELED') return readThrown(broken, timeoutMilliseconds);
  return isSuccess(answer.httpStatus)
    ? new ServiceFailure({ networkCode: 'ECONNRESET', networkMessage })
    : readAnswer({ ...answer, body: undefined });
}

function readFailingAnswer(httpStatus: number, cause: JsonObject, error: JsonObject): Envelope | ServiceFailure {
  if (cause['response'] !== undefined) return readAnswer(asAnswer(asObject(cause['response'])));
  const body = asObject(error['context'])['data'];
  return body === undefined ? new ServiceFailure({ httpStatus }) : readAnswer({ httpStatus, body });
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
