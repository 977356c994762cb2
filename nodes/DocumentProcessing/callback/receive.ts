import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { parseJson } from '../common/shape';
import { callbackSecretOf, CREDENTIAL_TYPE } from '../transport/credential';
import { secretReadings } from './process-state';
import { type CallbackToken, TOKEN_HEADER, verifyToken } from './token';

/** A callback that is not accepted: the HTTP status and the reason it is answered with. */
export class WebhookRejection extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** More bytes than any callback has a reason to have. */
const LARGEST_BODY = 100 * 1024 * 1024;

// Seconds after which a caller who came at a bad moment may try again.
const RETRY_AFTER = '5';

/** Answers the caller and starts no execution. */
export function respond(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
  const response = context.getResponseObject().status(status);
  if (status === 503) response.set('Retry-After', RETRY_AFTER);
  response.json({ message });
  return { noWebhookResponse: true };
}

/**
 * For a webhook description whose answer `accept` gives. n8n 2 asks the node for an answer only if `responseData` is an
 * empty text; if it is missing, n8n gives its own.
 */
export const ANSWERED_BY_ACCEPT = { responseMode: 'onReceived', responseData: '' } as const;

/**
 * Starts or resumes an execution. n8n sends the answer: n8n 2 does so after it has stored the execution, which slows down
 * a burst of callbacks to what it can store, and tells the caller if storing fails. Storing also makes n8n forget that
 * static data was changed, so `confirm` runs when n8n asks for the answer: after storing, before it saves static data.
 */
export function accept(
  context: IWebhookFunctions,
  workflowData: INodeExecutionData[][],
  { confirm, release }: { confirm(): void; release(): void },
): IWebhookResponseData {
  const response = context.getResponseObject();
  response.once('finish', () => {
    if (response.statusCode !== 200) release();
  });
  return {
    workflowData,
    get webhookResponse() {
      confirm();
      return { message: 'Accepted' };
    },
  };
}

/** Runs a webhook; one that throws is answered with the reason, and no execution starts. */
export async function withErrorResponse(
  context: IWebhookFunctions,
  receive: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
  try {
    return await receive();
  } catch (caught) {
    if (caught instanceof WebhookRejection) return respond(context, caught.status, caught.message);
    // Never rethrow: n8n would continue with an empty item.
    return respond(context, 500, 'This callback could not be read');
  }
}

/** For `catch`: undoes what was begun, so that the caller can try again. */
export const undoAndRethrow =
  (undo: () => void) =>
  (caught: unknown): never => {
    undo();
    throw caught;
  };

/** The token of a callback, and the secret it was signed with. Rejects a missing token (401) and an invalid one (403). */
export async function checkToken(context: IWebhookFunctions): Promise<{ token: CallbackToken; secret: string }> {
  const header = context.getHeaderData()[TOKEN_HEADER.toLowerCase()];
  if (typeof header !== 'string' || header === '') throw new WebhookRejection(401, 'This callback has no token');
  const secret = await readCallbackSecret(context);
  const token = verifyToken(header, secret);
  if (!token) throw new WebhookRejection(403, 'The token of this callback is not valid');
  return { token, secret };
}

/** The callback secret of the node that is called. */
async function readCallbackSecret(context: IWebhookFunctions): Promise<string> {
  const { id, credentials } = context.getNode();
  const key = [context.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id].join('/');
  const read = async () => callbackSecretOf(await context.getCredentials(CREDENTIAL_TYPE));
  const reading = secretReadings.get(key) ?? read().finally(() => secretReadings.delete(key));
  secretReadings.set(key, reading);
  return await reading;
}

/** The text of a callback's body, read here if n8n has not read it. */
export async function readText(context: IWebhookFunctions): Promise<string> {
  const request = context.getRequestObject();
  if (request.readableEnded) return request.rawBody?.toString() ?? JSON.stringify(context.getBodyData());
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new WebhookRejection(413, 'The callback is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The JSON object, or list, in a callback's body. */
export function readPayload(text: string): unknown {
  const parsed = parseJson(text.replace(/^\uFEFF/, ''));
  if ('value' in parsed && typeof parsed.value === 'object' && parsed.value !== null) return parsed.value;
  throw new WebhookRejection(400, 'The body of this callback is not a JSON object');
}
