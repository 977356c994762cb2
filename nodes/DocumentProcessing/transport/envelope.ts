import { ServiceError } from '../common/errors';
import { asObject, asText, isObject, type JsonObject, parseJson } from '../common/shape';

/** The answer every operation of the service gives (interface, "Common response envelope"). */
export interface Envelope extends JsonObject {
  result: unknown;
  requestId: string | null;
  elapsedMilliseconds: number | null;
  status: JsonObject;
}

export interface Answer {
  httpStatus: number;
  /** From the header `Retry-After`, as it came. */
  retryAfter?: string | undefined;
  /** From the header `Location`, as it came. */
  location?: string | undefined;
  body: unknown;
}

const SUCCESS_CODES = ['200', '201', 'S100'];

/** The one place that decides what a failure is: success is HTTP 2xx with a success code in a whole envelope. */
export function readEnvelope(answer: Answer): Envelope | ServiceError {
  const envelope = parseBody(answer.body);
  const code = statusCode(envelope);
  const isEnvelope = isObject(envelope) && code !== undefined;
  if (isSuccess(answer.httpStatus) && isEnvelope && SUCCESS_CODES.includes(code)) return envelope as Envelope;
  return new ServiceError({
    httpStatus: answer.httpStatus,
    code: code !== undefined && SUCCESS_CODES.includes(code) ? undefined : code,
    serviceMessage: asText(asObject(asObject(envelope)['status'])['message']),
    details: asObject(asObject(envelope)['status'])['errors'],
    requestId: asText(asObject(envelope)['requestId']),
    retryAfter: answer.retryAfter,
    location: answer.location,
    content: describeContent(answer.body, envelope),
  });
}

export const isSuccess = (httpStatus: number): boolean => httpStatus >= 200 && httpStatus < 300;

function statusCode(envelope: unknown): string | undefined {
  const code = asObject(asObject(envelope)['status'])['code'];
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

/** The HTTP client gives text where it could not read JSON, and bytes where nothing told it the type. */
function parseBody(body: unknown): unknown {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return body;
  const parsed = parseJson(body.toString().replace(/^\uFEFF/, ''));
  return 'value' in parsed ? parsed.value : undefined;
}

/** What came instead of an envelope, in words. */
function describeContent(body: unknown, envelope: unknown): string | undefined {
  if (statusCode(envelope) !== undefined) return undefined;
  if (envelope !== undefined && envelope !== null && envelope !== '') return 'JSON without a status code';
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body.toString().trim() : '';
  if (text === '') return 'an empty body';
  if (text.startsWith('<')) return 'a web page';
  if (text.startsWith('{') || text.startsWith('[')) return 'JSON that is cut or not well formed';
  return 'text that is not JSON';
}
