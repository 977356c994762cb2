import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { textOf } from '../common/shape';
import { callbackSecretsOf, CREDENTIAL_TYPE, secretsOf } from '../transport/credential';
import { redact, type Secrets } from '../transport/redact';
import { type CallbackToken, TOKEN_HEADER, verifyTokenWith } from './token';

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
    logProblem(context, 'error', `could not take a callback: ${redact(textOf((caught as Error).message), [])}`);
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

/** The token as it came. Rejects a callback without one (401). */
export function headerOf(context: IWebhookFunctions): string {
  const header = context.getHeaderData()[TOKEN_HEADER.toLowerCase()];
  if (typeof header === 'string' && header !== '') return header;
  throw new WebhookRejection(401, 'This callback has no token');
}

/** What signs the tokens of callbacks, and all that no item may repeat. */
interface KnownSecrets {
  callbackSecrets: string[];
  secrets: string[];
}

/**
 * The secrets of triggers as they were last read, with the time. n8n 2 starts a virtual machine each time it reads a
 * credential, which was much of the work in a burst of callbacks.
 */
export const secretReadings = new Map<string, { begun: number; secrets: Promise<KnownSecrets> }>();

// A new secret counts at once, for a token that does not fit is checked again with the credential as it is now. One that
// was taken out of the credential counts so long.
const SECRETS_VALID_FOR = 60_000;

/** The token of a callback, and all secrets of the credential. Rejects a missing token (401) and an invalid one (403). */
export async function checkToken(context: IWebhookFunctions): Promise<{ token: CallbackToken; secrets: Secrets }> {
  const header = headerOf(context);
  const came = Date.now();
  for (const since of [came - SECRETS_VALID_FOR, came]) {
    const { callbackSecrets, secrets } = await readSecrets(context, since);
    const token = verifyTokenWith(header, callbackSecrets);
    if (token) return { token, secrets };
  }
  throw new WebhookRejection(403, 'The token of this callback is not valid');
}

/** The secrets of the node that is called, read since this time. */
export async function readSecrets(context: IWebhookFunctions, since: number): Promise<KnownSecrets> {
  const { id, credentials } = context.getNode();
  const key = [context.getWorkflow().id, id, credentials?.[CREDENTIAL_TYPE]?.id].join('/');
  const known = secretReadings.get(key);
  // Later than now: the clock was set back.
  if (known && known.begun >= since && known.begun <= Date.now()) return await known.secrets;
  const read = async () => {
    const credential = await context.getCredentials(CREDENTIAL_TYPE);
    return { callbackSecrets: callbackSecretsOf(credential), secrets: secretsOf(credential) };
  };
  const reading = { begun: Date.now(), secrets: read() };
  secretReadings.set(key, reading);
  // One that has failed is not kept.
  reading.secrets.catch(() => secretReadings.delete(key));
  return await reading.secrets;
}
