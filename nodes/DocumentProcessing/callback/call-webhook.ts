import type { IExecuteFunctions, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { ConnectionError } from '../common/errors';
import { asText, isObject } from '../common/shape';
import { DecodingError } from '../transport/charset';
import { readHttpError, TooLargeError } from '../transport/http-error';
import { TimeLimit, wholeResponse } from '../transport/response-body';

/**
 * What was answered to a call of one of n8n's own webhooks. Without `message` the answer is not JSON, as all of ours and of
 * n8n's are: it comes from a proxy, or from an n8n that is starting and has no webhooks yet.
 */
export interface WebhookAnswer {
  status: number;
  message?: string | undefined;
}

type WebhookCall = Pick<IHttpRequestOptions, 'url' | 'headers' | 'body'> & { timeout: number };

/** In megabytes: n8n answers with a sentence. */
const LARGEST_ANSWER = 1;

/** Calls a webhook of this n8n. */
export async function callWebhook(
  context: IExecuteFunctions | IWebhookFunctions,
  call: WebhookCall,
): Promise<WebhookAnswer | ConnectionError> {
  const options = {
    disableFollowRedirect: true,
    returnFullResponse: true,
    encoding: 'stream',
    ignoreHttpStatusErrors: true,
    // The timeout bounds only the silence.
    abortSignal: AbortSignal.timeout(call.timeout),
  } as const;
  try {
    const limit = new TimeLimit(call.timeout);
    limit.start();
    const sent = context.helpers.httpRequest({ method: 'POST', ...call, ...options });
    const { httpStatus: status, body } = await wholeResponse(sent, limit, LARGEST_ANSWER, (error) => {
      if (!(error instanceof TooLargeError || error instanceof DecodingError)) throw error;
    });
    return isObject(body) ? { status, message: asText(body['message']) ?? '' } : { status };
  } catch (error) {
    const failure = readHttpError(error, call.timeout);
    return failure instanceof ConnectionError ? failure : new ConnectionError(undefined, '');
  }
}

/** Whether n8n may be starting: it says so with 200, then answers with a page until it has mounted its webhooks. */
export const isStarting = ({ status, message }: WebhookAnswer): boolean =>
  message === undefined && (status === 200 || status === 404);
