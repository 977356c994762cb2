/** What every answer looks like, whatever happened. */
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
/** The interface gives `201` as status code of an accepted extraction; HTTP says the same. */
export const ACCEPTED: Success = { http: 201, code: '201', message: 'Ok', errors: null };
export const S100: Success = { http: 200, code: 'S100', message: 'Success', errors: null };
export const ENRICHMENT_OK: Success = { http: 200, code: '200', message: 'OK', errors: [] };

/** The request an envelope answers. */
export type Asked = { requestId: string; startedAt: number };

export function successEnvelope(asked: Asked, success: Success, result: unknown): Envelope {
  const { code, message, errors } = success;
  return { result, ...identity(asked), status: { code, message, errors } };
}

export function failureEnvelope(asked: Asked, failure: { code: string; message: string; errors: unknown }): Envelope {
  return { result: null, ...identity(asked), status: failure };
}

function identity({ requestId, startedAt }: Asked) {
  return { requestId, elapsedMilliseconds: Math.round(performance.now() - startedAt) };
}
