import { editDistance, ReadingError } from 'document-processing-reader';
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
export const notProcessed = (reason: string) => serviceError('E100', reason);

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
export const otherContentType = (taken: string, type = 'none') =>
  new ServiceError('415', 415, `The body must have the Content-Type ${taken}, and has ${type}`, {
    parameter: 'Content-Type',
  });
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
  if (validation) return wrongParameter(...faultIn(validation as Violation[]));
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
  // V8's longest string has half a gigabyte.
  if (error instanceof RangeError && message === 'Invalid string length')
    return notProcessed('the answer is larger than 500 MB. Ask for fewer pages at once, or for no pictures of them');
  return notProcessed('an error inside the sandbox, see its log');
}

/** As SQLite or the system says it. */
export const isDiskFull = (error: unknown) => /disk is full|disk I\/O|ENOSPC|EDQUOT/.test((error as Error).message);

function fromReading({ code, message }: ReadingError): ServiceError {
  if (code === 'busy') return tooBusy('Too many documents are waiting to be read');
  if (code === 'format') return unsupportedFormat(message);
  if (code === 'passwordMissing') return wrongParameter('filePassword', 'the PDF is encrypted and needs filePassword');
  if (code === 'passwordWrong') return wrongParameter('filePassword', 'filePassword does not open the PDF');
  return notProcessed(message);
}

/** How Ajv tells it, with what the schema has there. */
export type Violation = NonNullable<FastifyError['validation']>[number] & {
  data?: unknown;
  parentSchema?: { properties?: object; additionalProperties?: boolean; description?: string };
};

/** What is wrong of what a schema describes, as the parameter and a sentence. */
export function faultIn(violations: Violation[]): [parameter: string, reason: string] {
  // Of alternatives the one is meant that fits best.
  const depthOf = ({ instancePath, keyword }: Violation) =>
    instancePath.split('/').length + (/^(type|anyOf)$/.test(keyword) ? 0 : 0.5);
  const [first] = violations.toSorted((one, other) => depthOf(other) - depthOf(one)) as [Violation];
  const { instancePath, params, parentSchema = {}, keyword, message = 'is not valid', data } = first;
  const path = instancePath.split('/').slice(1);
  const known = Object.keys(parentSchema.properties ?? {});
  // What is missing may be misspelt.
  const isClosed = keyword === 'required' && parentSchema.additionalProperties === false;
  const others = isClosed ? Object.keys(data as object).filter((name) => !known.includes(name)) : [];
  const unknown = (params['additionalProperty'] as string | undefined) ?? others[0];
  const name = unknown ?? (params['missingProperty'] as string | undefined) ?? [];
  const parameter = [...path, name].flat().join('.') || 'body';
  if (unknown !== undefined) return [parameter, unknownName(unknown, known, parameter)];
  if (keyword === 'required') return [parameter, `${parameter} is required`];
  const choices = violations.filter((one) => one.keyword === 'const' && one.instancePath === instancePath);
  const given = JSON.stringify(data);
  const allowed = choices.map((one) => JSON.stringify(one.params['allowedValue']));
  if (allowed.length > 0) return [parameter, unknownName(given, allowed, `${parameter}: ${given}`)];
  if (data === '') return [parameter, `${parameter} is empty`];
  const isDescribed = keyword === 'pattern' && parentSchema.description !== undefined;
  return [parameter, `${parameter} ${isDescribed ? `must be ${parentSchema.description}` : message}`];
}

/** That a name is not known, which are, and which of them may have been meant. */
export function unknownName(name: string, known: string[], shown = name): string {
  const what = `${shown.slice(0, 200)} is not known`;
  if (known.length === 0) return `${what}: none is taken here`;
  return `${what}. Known are: ${known.join(', ')}${suggestion(name, known)}`;
}

/** Which of the known names may have been meant. */
export function suggestion(name: string, known: string[]): string {
  const slipsTo = (other: string) => editDistance(other.toLowerCase(), name.slice(0, 200).toLowerCase());
  const nearest = known.reduce((best, other) => (slipsTo(other) < slipsTo(best) ? other : best));
  return slipsTo(nearest) <= (nearest.length + 1) / 3 ? `. Did you mean ${nearest}?` : '';
}
