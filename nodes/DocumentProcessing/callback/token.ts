import { createHmac, timingSafeEqual } from 'crypto';
import { ValidationError } from '../common/errors';
import { asObject, asText, parseJson } from '../common/shape';
import type { OutputSettings } from '../documents/simplify';

/** The header in which a callback proves that it was requested. */
export const TOKEN_HEADER = 'X-Document-Processing-Ticket';

export type CallbackEvent = 'contentExtraction' | 'enrichment';

/** What a callback was requested for. The signed token goes to the service with the request and returns with the callback. */
export interface CallbackToken {
  /** `probe`: asks whether a trigger is listening. */
  event: CallbackEvent | 'probe';
  correlationId: string;
  /** The execution that waits for the result, and how the result becomes items. */
  waiting?: { executionId: string; output: Partial<OutputSettings>; resumeUrl?: string | undefined } | undefined;
}

export function issueToken(token: CallbackToken, secret: string): string {
  checkSecret(secret);
  const claims = Buffer.from(JSON.stringify(token)).toString('base64url');
  return `${claims}.${sign(claims, secret)}`;
}

/** Refuses a credential from which no secret can be derived. */
export function checkSecret(secret: string): void {
  if (secret !== '') return;
  throw new ValidationError(
    'The credential has nothing to sign callbacks with',
    'Open it and enter an access token, a sign-in body or a callback secret of your own. Without one, anyone could send results.',
  );
}

/** The token in a header, or `undefined` if it was signed with another secret or changed on its way. */
export function verifyToken(header: string, secret: string): CallbackToken | undefined {
  if (secret === '') return undefined;
  const [claims = ''] = header.split('.', 1);
  // The texts are compared, not the bytes: signatures of different letters can decode to the same bytes.
  const expected = Buffer.from(`${claims}.${sign(claims, secret)}`);
  const given = Buffer.from(header);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString());
  return 'value' in parsed && asText(asObject(parsed.value)['event']) !== undefined
    ? (parsed.value as CallbackToken)
    : undefined;
}

const sign = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('base64url');
