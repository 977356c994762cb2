import type { ServiceError } from './errors.ts';

/** Every answer of the service has this shape (service interface, Common response envelope). */
export type Envelope = {
  result: unknown;
  requestId: string;
  elapsedMilliseconds: number;
  status: { code: string; message: string | null; errors: unknown };
};

/** The type of `status.errors` differs between operations. */
export type ErrorsShape = 'object' | 'list' | 'none';

export type Success = { http: number; code: string; message: string; errors: null | [] };

export const OK: Success = { http: 200, code: '200', message: 'Ok', errors: null };
/** The service interface gives `201` as the status code of an accepted extraction; the HTTP status is the same. */
export const ACCEPTED: Success = { http: 201, code: '201', message: 'Ok', errors: null };
export const S100: Success = { http: 200, code: 'S100', message: 'Success', errors: null };
export const ENRICHMENT_OK: Success = { http: 200, code: '200', message: 'OK', errors: [] };

/** What an envelope needs to know of its request; `startedAt` is a `performance.now()`. */
export type RequestInfo = { requestId: string; startedAt: number };

export function successEnvelope(request: RequestInfo, { code, message, errors }: Success, result: unknown): Envelope {
  return envelope(request, result, { code, message, errors });
}

export function failureEnvelope(request: RequestInfo, status: Envelope['status']): Envelope {
  return envelope(request, null, status);
}

/** `status` of a failure. Its `errors` are an object, a list of two-member objects, or null, depending on the operation. */
export function failureStatus({ code, message, parameter }: ServiceError, shape: ErrorsShape): Envelope['status'] {
  const detail = { parameter, description: message };
  return { code, message, errors: shape === 'none' ? null : shape === 'object' ? detail : [detail] };
}

function envelope({ requestId, startedAt }: RequestInfo, result: unknown, status: Envelope['status']): Envelope {
  return { result, requestId, elapsedMilliseconds: Math.round(performance.now() - startedAt), status };
}
