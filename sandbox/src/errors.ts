import { ReadingError } from 'document-processing-reader';
import type { FastifyError } from 'fastify';

/** A failure that the service has a code for. */
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
    details: { parameter?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.httpStatus = httpStatus;
    this.parameter = details.parameter ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

export const wrongParameter = (parameter: string, reason: string) =>
  new ServiceError('R101', 400, `A specified parameter is wrong: ${reason}`, { parameter });

export const unsupportedFormat = (reason: string) =>
  new ServiceError('R130', 400, `Unsupported file format: ${reason}`, { parameter: 'file' });

export const invalidAuthorization = (reason: string) =>
  new ServiceError('R117', 401, `Invalid authorization data: ${reason}`, { parameter: 'Authorization' });

export const notProcessed = (reason: string) =>
  new ServiceError('E100', 500, `The request could not be processed: ${reason}`);

// The service interface shows no code for the next three, so the HTTP status is the code.
export const tooBusy = () =>
  new ServiceError('503', 503, 'Too many documents are waiting to be read', { retryAfterSeconds: 1 });
export const tooLarge = (parameter: string, reason: string) =>
  new ServiceError('413', 413, `The request is too large: ${reason}`, { parameter });
export const noSuchOperation = (request: string) => new ServiceError('404', 404, `No such operation: ${request}`);

/** Turns anything that was thrown into a failure of the service. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ReadingError) return fromReading(error);
  const { validation, statusCode, code, message } = error as FastifyError;
  if (validation) return validationError(validation);
  if (statusCode === 413) return tooLarge('body', message);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return wrongParameter('body', message);
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return wrongParameter('body', 'the request ended before its body was complete');
  return notProcessed('an error inside the sandbox, see its log');
}

function fromReading({ code, message }: ReadingError): ServiceError {
  if (code === 'busy') return tooBusy();
  if (code === 'format') return unsupportedFormat(message);
  if (code === 'passwordMissing') return wrongParameter('filePassword', 'the PDF is encrypted and needs filePassword');
  if (code === 'passwordWrong') return wrongParameter('filePassword', 'filePassword does not open the PDF');
  return notProcessed(message);
}

function validationError([first]: NonNullable<FastifyError['validation']>): ServiceError {
  const missing = first?.params?.['missingProperty'];
  const path = [...(first?.instancePath ?? '').split('/').slice(1), ...(missing ? [String(missing)] : [])];
  const parameter = path.join('.') || 'body';
  return wrongParameter(parameter, `${parameter} ${missing ? 'is required' : (first?.message ?? 'is not valid')}`);
}
