import { sleep, type IExecuteFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { asNumber, asObject, asText } from '../common/shape';
import { issueTicket, TICKET_HEADER, type Ticket } from './ticket';

const PROBE_TIMEOUT = 3000;
const LONGEST_HAND_OVER = 60_000;
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1000;

/** Whether a trigger takes callbacks at this address now, and this n8n can reach itself there. */
export async function isListening(context: IExecuteFunctions, url: string, secret: string): Promise<boolean> {
  const headers = { [TICKET_HEADER]: issueTicket({ event: 'probe', correlationId: '' }, secret) };
  return await context.helpers
    .httpRequest({ method: 'POST', url, headers, timeout: PROBE_TIMEOUT, disableFollowRedirect: true })
    .then(
      () => true,
      () => false,
    );
}

/**
 * Passes a callback on to the execution that waits for it. n8n refuses it as long as it has not stored the
 * execution as waiting; the trigger is there from the start, and repeats it until then.
 */
export async function handOver(
  context: IWebhookFunctions,
  body: string,
  ticket: Ticket,
  secret: string,
  resumeUrl: string,
): Promise<HandOverRefused | undefined> {
  const headers = { [TICKET_HEADER]: issueTicket(ticket, secret), 'Content-Type': 'application/json' };
  const end = Date.now() + LONGEST_HAND_OVER;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const refused = await context.helpers
      .httpRequest({ method: 'POST', url: resumeUrl, headers, body, disableFollowRedirect: true })
      .then(() => undefined, readRefusal);
    if (!refused?.isTooEarly) return refused;
    if (Date.now() > end) return { ...refused, status: 503 };
    await sleep(pause);
  }
}

export interface HandOverRefused {
  status: number;
  message: string;
  /** n8n has not stored the execution as waiting yet. */
  isTooEarly: boolean;
}

function readRefusal(error: unknown): HandOverRefused {
  const response = asObject(asObject(error)['response'] ?? asObject(asObject(error)['cause'])['response']);
  const message = asText(asObject(response['data'])['message']) ?? 'The execution that waits could not be reached';
  const status = asNumber(response['status']) ?? 502;
  // 409 says that it is running; n8n 1 falls over (500) what it has just begun to store.
  return { status, message, isTooEarly: status >= 500 || (status === 409 && !message.includes('finished')) };
}
