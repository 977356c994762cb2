import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parseJson } from '../common/shape';
import { readCallbackSecret } from './secret';
import { readTicket, TICKET_HEADER, type Ticket } from './ticket';

/** A callback that is not taken: the HTTP status it is answered with, and why. */
export class NotTaken extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** More than any callback has a reason to be. */
const LARGEST_BODY = 100 * 1024 * 1024;

/** Answers the caller and starts nothing. */
export function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
  context.getResponseObject().status(status).json({ message });
  return { noWebhookResponse: true };
}

/**
 * For the description of a webhook: n8n 2 asks for an answer only where no other is described, and takes a missing one
 * for described.
 */
export const ANSWERED_BY_ACCEPT = { responseMode: 'onReceived', responseData: '' } as const;

/** What remembers a delivery, and what takes that back. */
interface Memory {
  keep?(): void;
  forget(): void;
}

/**
 * Starts or goes on with an execution. The answer is n8n's to give: n8n 2 does when it has stored the execution, which
 * keeps a burst
 * from coming faster than it can be taken, and whose failure is the caller's to know of. Storing makes n8n forget that
 * static data was
 * changed: it is kept when n8n asks for the answer, after that and before it saves.
 */
export function accept(
  context: IWebhookFunctions,
  items: INodeExecutionData[],
  { keep, forget }: Memory,
): IWebhookResponseData {
  const response = context.getResponseObject();
  response.once('finish', () => {
    if (response.statusCode !== 200) forget();
  });
  return {
    workflowData: [items],
    get webhookResponse() {
      keep?.();
      return { message: 'Taken' };
    },
  };
}

/** Takes a callback; what is not taken is answered with its reason, and nothing is started. */
export async function answering(
  context: IWebhookFunctions,
  take: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
  try {
    return await take();
  } catch (caught) {
    if (caught instanceof NotTaken) return answer(context, caught.status, caught.message);
    // Whatever else it is: when this throws, n8n goes on with an empty item.
    return answer(context, 500, 'This callback could not be read');
  }
}

/** For what did not come about: it can then be tried again. */
export const thenThrow =
  (undo: () => void) =>
  (caught: unknown): never => {
    undo();
    throw caught;
  };

/**
 * The ticket of a callback, and what it was signed with: without one it is not known (401), with a wrong one not
 * allowed (403).
 */
export async function checkTicket(context: IWebhookFunctions): Promise<{ ticket: Ticket; secret: string }> {
  const header = context.getHeaderData()[TICKET_HEADER.toLowerCase()];
  if (typeof header !== 'string' || header === '') throw new NotTaken(401, 'This callback has no ticket');
  const secret = await readCallbackSecret(context);
  const ticket = readTicket(header, secret);
  if (!ticket) throw new NotTaken(403, 'The ticket of this callback is not valid');
  return { ticket, secret };
}

/** The text of a callback's body, read here where n8n has not read it. */
export async function readText(context: IWebhookFunctions): Promise<string> {
  const request = context.getRequestObject();
  if (request.readableEnded) return request.rawBody?.toString() ?? JSON.stringify(context.getBodyData());
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new NotTaken(413, 'The callback is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** What a callback carries; anything but JSON is malformed. */
export function readPayload(text: string): unknown {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if ('value' in parsed && typeof parsed.value === 'object' && parsed.value !== null) return parsed.value;
  throw new NotTaken(400, 'The body of this callback is not a JSON object');
}
