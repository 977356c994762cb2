import { EnvelopeError, HttpStatusError, type ServiceError, UnreadableResponseError } from '../common/errors';
import { parseExactJson } from '../common/json';
import { asObject, asText, asTextOrNumber, isTooDeep, type JsonObject, leavesOf } from '../common/shape';

/** The response of every operation (service interface, "Common response envelope"). */
export interface Envelope extends JsonObject {
  result: unknown;
  requestId: string | null;
  elapsedMilliseconds: number | null;
  status: JsonObject;
}

/** What of an HTTP response decides whether it is a success. */
export interface ServiceResponse {
  httpStatus: number;
  /** The header `Retry-After`, unparsed. */
  retryAfter?: string | undefined;
  location?: string | undefined;
  contentType?: string | undefined;
  /** How the body is packed, which n8n's client did not unpack. */
  packing?: string | undefined;
  body: unknown;
}

const SUCCESS_CODES = ['200', '201', 'S100'];

/** The one place that decides what is a success: HTTP 2xx with a success code in a whole envelope. */
export function readEnvelope(response: ServiceResponse): Envelope | ServiceError {
  const envelope = parseBody(response.body);
  if (isSuccess(response.httpStatus) && isPacked(response, envelope))
    return new UnreadableResponseError(
      `The response of the service is packed as "${packingOf(response)}", which n8n does not unpack`,
      'What stands between n8n and the service (a proxy, a gateway) has to send responses packed as gzip, deflate or br, or ' +
        'not packed. The request may have been processed, and billed.',
    );
  if (!isSuccess(response.httpStatus) || !SUCCESS_CODES.includes(statusCode(envelope) ?? ''))
    return readFailure(response, envelope);
  if (!isTooDeep(envelope)) return envelope as Envelope;
  return new UnreadableResponseError(
    'The response of the service is nested too deeply to be read',
    'It is no result that the service interface describes, but may be billed. Give the request ID to the support of the service.',
    requestIdOf(envelope),
  );
}

/** The error that a response without success tells of. */
export function readFailure(response: ServiceResponse, envelope = parseBody(response.body)): HttpStatusError {
  const { httpStatus, retryAfter, location } = response;
  const { status, result } = asObject(envelope);
  const { message, errors } = asObject(status);
  const code = statusCode(envelope);
  // Whoever stands before the service has a shape of its own for what is wrong.
  const isOther = code === undefined && !isSuccess(httpStatus);
  const details = {
    message: asText(message),
    errors: errors ?? (isOther ? envelope : undefined),
    requestId: requestIdOf(envelope),
    hasResult: isSuccess(httpStatus) && !isTooDeep(result) && leavesOf(result).some(Boolean),
    retryAfter,
    location,
  };
  if (code !== undefined && !SUCCESS_CODES.includes(code)) return new EnvelopeError(code, httpStatus, details);
  return new HttpStatusError(
    httpStatus,
    // What goes with a code of success says nothing of the failure.
    code === undefined ? details : { ...details, message: undefined },
    describeContent(response, envelope),
  );
}

const requestIdOf = (envelope: unknown): string | undefined => asTextOrNumber(asObject(envelope)['requestId']);

export const isSuccess = (httpStatus: number): boolean => httpStatus >= 200 && httpStatus < 300;

function statusCode(envelope: unknown): string | undefined {
  const code = asTextOrNumber(asObject(asObject(envelope)['status'])['code']);
  return code?.trim() === '' ? undefined : code;
}

/** A text is no JSON, or JSON that was made a text of. */
function parseBody(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  const parsed = parseExactJson(body);
  return 'value' in parsed ? parsed.value : undefined;
}

/** Some say how the body was packed, and have unpacked it. */
const isPacked = ({ packing, body }: ServiceResponse, envelope: unknown): boolean =>
  packing !== undefined && !/^\s*identity\s*$/i.test(packing) && envelope === undefined && body !== '';

const packingOf = ({ packing = '' }: ServiceResponse): string => packing.slice(0, 40);

/** What the body holds instead of an envelope, in words. */
function describeContent(response: ServiceResponse, envelope: unknown): string | undefined {
  const { body } = response;
  // One that was not read to its end has no body.
  if (statusCode(envelope) !== undefined || body === undefined) return undefined;
  if (envelope !== undefined && envelope !== null && envelope !== '') return 'JSON without a status code';
  if (isPacked(response, envelope)) return `packed as "${packingOf(response)}", which n8n does not unpack`;
  const text = asText(body)?.trim() ?? '';
  if (text === '') return 'an empty body';
  if (text.startsWith('<')) return 'a web page';
  if (text.startsWith('{') || text.startsWith('[')) return 'JSON that is cut or not well formed';
  return 'text that is not JSON';
}
