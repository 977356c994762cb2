import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { addToCustomData } from '../common/custom-data';
import { byReview, toItems } from '../common/output';
import { textOf } from '../common/shape';
import { RESUMES_WITH_ALL_OUTPUTS } from '../parameters/node-outputs';
import { claimResumption, deliveryKey } from './deduplication';
import { readPayload, readText } from './body';
import { accept, logProblem, respond, undoAndRethrow, WebhookRejection, withErrorResponse } from './webhook-response';
import { callbackOutputs, outcomeOf, traceOf } from './result';
import {
  type CallbackToken,
  checkToken,
  claimsIn,
  completeSettings,
  digestOf,
  headerOf,
  isSame,
  readSecrets,
} from './token';

/** A wait of an execution for a result. */
export interface Wait {
  /** Its limit. */
  till: Date;
  /** With which the result comes. An execution may wait several times. */
  token: string;
}

/** Pauses the execution until the result comes or the time limit has passed. */
export async function waitForResult(
  context: IExecuteFunctions,
  { till, token }: Wait,
  reference: INodeExecutionData | undefined,
  hasReviewOutput: boolean,
): Promise<void> {
  // n8n stores it with the execution. Who reads it there cannot make a token of it.
  context.getContext('node')['awaited'] = digestOf(token);
  // When the limit passes, n8n outputs this node's input. So the input is replaced with what says that nothing came.
  const { data, source } = context.getExecuteData();
  data['main'] = [[{ json: { timedOut: true, ...reference?.json } }]];
  // n8n passes the result through the node, and takes what leaves by its second output for something of a second input.
  const inputs = source?.['main'];
  if (hasReviewOutput && inputs?.[0]) inputs[1] = inputs[0];
  await context.putExecutionToWait(till);
}

/** What `waitForResult` has stored for the wait that is on. */
function awaitedDigest(context: IWebhookFunctions): string {
  // n8n reads no braces in an expression, and no line separators of Unicode.
  const name = JSON.stringify(context.getNode().name).replace(
    /[{}\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // Not `$node[…]`, whose names n8n checks like properties: it evaluates none called `constructor`.
  return textOf(context.evaluateExpression(`{{ $(${name}).context.awaited }}`));
}

/**
 * The token of the result that the execution waits for: it is told by its digest, for n8n 2 would start a virtual machine
 * to read the credential. That only says why another token is rejected.
 */
async function awaitedToken(context: IWebhookFunctions): Promise<CallbackToken | undefined> {
  const header = headerOf(context);
  if (isSame(digestOf(header), awaitedDigest(context))) return claimsIn(header);
  const { token } = await checkToken(context);
  // Of an execution that waits again.
  if (token.waiting) logProblem(context, 'warn', 'has not taken a result: the wait it came for is over');
  return undefined;
}

/** Receives the result a waiting execution waits for; anything else leaves it waiting. */
export const resume = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
  await withErrorResponse(context, async () => {
    const token = await awaitedToken(context);
    if (!token?.waiting) throw new WebhookRejection(403, 'The token of this callback was issued for something else');
    const text = await readText(context);
    const payload = readPayload(text);
    const outcome = outcomeOf(payload, token.event);
    if (outcome === 'started') {
      logProblem(context, 'warn', 'goes on waiting: a callback has named the process, without a result');
      return respond(context, 200, 'The execution goes on waiting for the result');
    }
    const settings = completeSettings(token.waiting.output);
    // The service may repeat in a failure what it was sent.
    const { secrets } = outcome === 'failed' ? await readSecrets(context) : { secrets: [] };
    const delivery = deliveryKey(token, payload, text);
    const outputs = callbackOutputs(payload, token, settings, delivery, secrets);
    const claim = await claimResumption(context, token);
    if (!claim) return respond(context, 200, 'Accepted before');
    const items = await toItems(context, outputs, 0).catch(undoAndRethrow(claim.release));
    addToCustomData(context, traceOf(outputs, secrets));
    const hasReviewOutput = settings.reviewOutput && RESUMES_WITH_ALL_OUTPUTS;
    const entries = items.map((item, index) => ({ item, needsReview: outputs[index]?.needsReview }));
    return accept(context, byReview(entries, hasReviewOutput), claim);
  });
