import { ReadingError } from 'document-processing-reader';
import type { FastifyError } from 'fastify';

/** The error codes that the service interface shows. */
export const SERVICE_CODES = {
  R101: { http: 400, meaning: 'A specified parameter is wrong' },
  R117: { http: 401, meaning: 'Invalid authorization data' },
  R130: { http: 400, meaning: 'Unsupported file format' },
  E100: { http: 500, meaning: 'The request could not be processed' },
} as const;

export type ServiceCode = keyof typeof SERVICE_CODES;

/** A failure with its code and HTTP status. */
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

export const wrongParameter = (parameter: string, reason: string) => serviceError('R101', reason, { parameter });
export const unsupportedFormat = (reason: string, parameter = 'file') => serviceError('R130', reason, { parameter });
export const invalidAuthorization = (reason: string) => serviceError('R117', reason, { parameter: 'Authorization' });
export const wrongContentType = () =>
  wrongParameter('Content-Type', 'the content type must be application/json or multipart/form-data');
const notProcessed = (reason: string) => serviceError('E100', reason);

function serviceError(code: ServiceCode, reason: string, details: { parameter?: string } = {}): ServiceError {
  const { http, meaning } = SERVICE_CODES[code];
  return new ServiceError(code, http, `${meaning}: ${reason}`, details);
}

// The service interface shows no code for the next four, so the HTTP status is the code.
export const tooBusy = (reason: string) => new ServiceError('503', 503, reason, { retryAfterSeconds: 1 });
export const tooLarge = (parameter: string, reason: string) =>
  new ServiceError('413', 413, `The request is too large: ${reason}`, { parameter });
export const unknownEncoding = (encoding: string) =>
  new ServiceError(
    '415',
    415,
    `The request has the Content-Encoding "${encoding}", which is not read here: send it without`,
    { parameter: 'Content-Encoding' },
  );
export const noSuchOperation = (request: string) =>
  new ServiceError(
    '404',
    404,
    `No such operation: ${request}. The sandbox has those of which the service interface shows more than the name: see /docs`,
  );

/** Turns anything that was thrown into a failure of the service. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ReadingError) return fromReading(error);
  const { validation, statusCode, code, message } = error as FastifyError;
  if (validation) return validationError(validation);
  if (statusCode === 413) return tooLarge('body', message);
  if (statusCode === 415) return wrongContentType();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return wrongParameter('body', message);
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return wrongParameter('body', 'the request ended before its body was complete');
  if (isDiskFull(error))
    return notProcessed(
      'the disk is full on which this sandbox keeps its data (SANDBOX_DATA, or a temporary folder). Make room there, then ' +
        'send the request again',
    );
  return notProcessed('an error inside the sandbox, see its log');
}

/** As SQLite or the system says it. */
export const isDiskFull = (error: unknown) => /disk is full|disk I\/O|ENOSPC/.test((error as Error).message);

function fromReading({ code, message }: ReadingError): ServiceError {
  if (code === 'busy') return tooBusy('Too many documents are waiting to be read');
  if (code === 'format') return unsupportedFormat(message);
  if (code === 'passwordMissing') return wrongParameter('filePassword', 'the PDF is encrypted and needs filePassword');
  if (code === 'passwordWrong') return wrongParameter('filePassword', 'filePassword does not open the PDF');
  return notProcessed(message);
}

function validationError([first]: NonNullable<FastifyError['validation']>): ServiceError {
  const { missingProperty: missing, additionalProperty: unknown } = first?.params ?? {};
  const member = missing ?? unknown;
  const path = [...(first?.instancePath ?? '').split('/').slice(1), ...(member ? [String(member)] : [])];
  const parameter = path.join('.') || 'body';
  const problem = missing ? 'is required' : unknown ? 'is not known' : (first?.message ?? 'is not valid');
  return wrongParameter(parameter, `${parameter} ${problem}`);
}
