import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { textOf } from '../common/shape';
import { currentSecrets } from '../transport/credential';
import { redact } from '../transport/redact';

// Seconds after which a caller who came at a bad moment may try again.
const RETRY_AFTER = '5';

/** A callback that is not accepted: the HTTP status, the reason, and the headers it is answered with. */
export class WebhookRejection extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = status === 503 ? { 'Retry-After': RETRY_AFTER } : {},
  ) {
    super(message);
  }
}

/** Answers the caller and starts no execution. */
export function respond(
  context: IWebhookFunctions,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): IWebhookResponseData {
  const response = context.getResponseObject().status(status);
  for (const [name, value] of Object.entries(headers)) response.set(name, value);
  response.json({ message });
  return { noWebhookResponse: true };
}

/** A delivery that is being received: confirmed once it has succeeded, or released so that it can be tried again. */
export interface Claim {
  confirm(): void;
  release(): void;
}

/**
 * Starts or resumes an execution. n8n sends the answer: n8n 2 does so after it has stored the execution, which slows down
 * a burst of callbacks to what it can store, and tells the caller if storing fails. Storing also makes n8n forget that
 * static data was changed, so `confirm` runs when n8n asks for the answer: after storing, before it saves static data.
 */
export function accept(
  context: IWebhookFunctions,
  workflowData: INodeExecutionData[][],
  { confirm, release }: Claim,
): IWebhookResponseData {
  const response = context.getResponseObject();
  // Of the events of an answer the only one that also comes when the caller has gone.
  response.once('prefinish', () => {
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

/** Tells the log of n8n why a callback has started no execution: nobody else learns it. */
export function logProblem(context: IWebhookFunctions, level: 'warn' | 'error', what: string): void {
  context.logger[level](`${context.getNode().name} ${what}`, { workflowId: context.getWorkflow().id });
}

/** Runs a webhook; one that throws is answered with the reason, and no execution starts. */
export async function withErrorResponse(
  context: IWebhookFunctions,
  receive: () => Promise<IWebhookResponseData>,
): Promise<IWebhookResponseData> {
  try {
    return await receive();
  } catch (caught) {
    if (caught instanceof WebhookRejection) return respond(context, caught.status, caught.message, caught.headers);
    const secrets = await currentSecrets(context);
    logProblem(context, 'error', `could not take a callback: ${redact(textOf((caught as Error).message), secrets)}`);
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
