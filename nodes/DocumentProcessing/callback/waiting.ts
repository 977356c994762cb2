import type {
  IExecuteFunctions,
  INodeExecutionData,
  IWebhookDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import type { Item } from '../parameters/item';
import { readLimit } from '../parameters/limit';
import { toItems } from '../documents/items';
import { deliveryOf, forgetResumption, resumeOnce } from './delivered';
import { callbackOutputs } from './outputs';
import {
  accept,
  answer,
  ANSWERED_BY_ACCEPT,
  answering,
  checkTicket,
  NotTaken,
  readPayload,
  readText,
  thenThrow,
} from './receive';

/** Where n8n takes the call that a waiting execution waits for. */
export const resumeWebhooks: IWebhookDescription[] = [
  { name: 'default', httpMethod: 'POST', ...ANSWERED_BY_ACCEPT, path: '', restartWebhook: true },
];

/** Pauses the execution until the result comes or the limit has passed. */
export async function waitForResult(
  context: IExecuteFunctions,
  item: Item,
  reference: INodeExecutionData | undefined,
): Promise<void> {
  // When the limit passes, n8n passes on what this node was given: put there what says that nothing came.
  context.getExecuteData().data['main'] = [[{ json: { timedOut: true, ...reference?.json } }]];
  await context.putExecutionToWait(readLimit(item));
}

/** Takes the result a waiting execution waits for; anything else leaves it waiting. */
export const resume = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
  await answering(context, async () => {
    const { ticket } = await checkTicket(context);
    if (
      !ticket.waiting ||
      ticket.waiting.executionId !== context.getExecutionId() ||
      ticket.correlationId !== awaited(context)
    ) {
      throw new NotTaken(403, 'The ticket of this callback belongs to something else');
    }
    const text = await readText(context);
    const payload = readPayload(text);
    const outputs = callbackOutputs(payload, ticket, ticket.waiting.output);
    const delivery = deliveryOf(ticket, payload, text);
    if (!resumeOnce(context, delivery)) return answer(context, 200, 'Taken before');
    const forget = () => forgetResumption(context, delivery);
    return accept(context, await toItems(context, outputs, 0).catch(thenThrow(forget)), { forget });
  });

/** What the execution waits for now: the result of an earlier wait of it can still come when its limit has passed. */
const awaited = (context: IWebhookFunctions): unknown => context.evaluateExpression('{{ $json.correlationId }}');
