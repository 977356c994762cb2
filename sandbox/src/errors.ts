import type { FastifyError } from 'fastify';
import type { ErrorsShape } from './envelope.ts';

/** A failure the service has a code for. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly code: string;
  readonly httpStatus: number;
  readonly parameter: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: string,
    httpStatus: number,
    message: string,
    more: { parameter?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
    this.parameter = more.parameter ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

export const wrongParameter = (parameter: string, what: string) =>
  new ServiceError('R101', 400, `A specified parameter is wrong: ${what}`, { parameter });

export const unsupportedFormat = (what: string) =>
  new ServiceError('R130', 400, `Unsupported file format: ${what}`, { parameter: 'file' });

export const invalidAuthorization = (what: string) =>
  new ServiceError('R117', 401, `Invalid authorization data: ${what}`, { parameter: 'Authorization' });

export const notProcessed = (what: string) =>
  new ServiceError('E100', 500, `The request could not be processed: ${what}`);

// The interface shows no code for what follows, so the HTTP status stands in its place.
export const tooBusy = () =>
  new ServiceError('503', 503, 'Too many documents are waiting to be read', { retryAfterSeconds: 1 });
export const tooLarge = (parameter: string, what: string) =>
  new ServiceError('413', 413, `The request is too large: ${what}`, { parameter });
export const noSuchOperation = (what: string) => new ServiceError('404', 404, `No such operation: ${what}`);

/** Whatever was thrown, as a failure of the service. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { validation, statusCode, code, message } = error as FastifyError;
  if (validation) return wrongValue(validation);
  if (statusCode === 413) return tooLarge('body', message);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return wrongParameter('body', message);
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return wrongParameter('body', 'the request ended before its body was complete');
  return notProcessed('an error inside the sandbox, see its log');
}

function wrongValue([first]: NonNullable<FastifyError['validation']>): ServiceError {
  const missing = first?.params?.['missingProperty'];
  const path = [...(first?.instancePath ?? '').split('/').slice(1), ...(missing ? [String(missing)] : [])];
  const parameter = path.join('.') || 'body';
  return wrongParameter(parameter, `${parameter} ${missing ? 'is required' : (first?.message ?? 'is not valid')}`);
}

/** `status.errors` of a failure: an object, a list of two-member objects, or null, as the operation has it. */
export function errorsOf({ parameter, message }: ServiceError, shape: ErrorsShape): unknown {
  const detail = { parameter, description: message };
  if (shape === 'none') return null;
  return shape === 'object' ? detail : [detail];
}
