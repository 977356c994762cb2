import { createHmac, timingSafeEqual } from 'crypto';
import type { OutputSettings } from '../parameters/output-settings';
import { asObject, asText, parseJson } from '../common/shape';

/** The header in which a callback shows that it was asked for. */
export const TICKET_HEADER = 'X-Document-Processing-Ticket';

export const EVENTS = ['contentExtraction', 'enrichment'] as const;

export type CallbackEvent = (typeof EVENTS)[number];

/** What a callback was asked for. It travels with the request and comes back with the callback, signed. */
export interface Ticket {
  /** `probe`: asks whether a trigger is listening. */
  event: CallbackEvent | 'probe';
  correlationId: string;
  /** The execution that waits for it, and how its result is to be put out. */
  waiting?: { executionId: string; output: OutputSettings; resumeUrl?: string | undefined } | undefined;
}

export function issueTicket(ticket: Ticket, secret: string): string {
  const claims = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${claims}.${sign(claims, secret)}`;
}

/** The ticket a header holds, or `undefined` when it was not made with this secret or was changed on its way. */
export function readTicket(header: string, secret: string): Ticket | undefined {
  const [claims = ''] = header.split('.', 1);
  // Whole texts: decoded, signatures of different letters can be the same bytes.
  const expected = Buffer.from(`${claims}.${sign(claims, secret)}`);
  const given = Buffer.from(header);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString());
  return 'value' in parsed && asText(asObject(parsed.value)['event']) !== undefined
    ? (parsed.value as Ticket)
    : undefined;
}

const sign = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('base64url');
