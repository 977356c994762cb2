import type { IExecuteFunctions } from 'n8n-workflow';
import { Refusal } from '../common/errors';
import { asObject } from '../common/shape';
import type { OutputSettings } from '../parameters/output-settings';
import { isListening } from './hand-over';
import { activeTriggers, registeredTriggers } from './registration';
import { type CallbackEvent, issueTicket, TICKET_HEADER, type Ticket } from './ticket';

/** An address for the service to call back, and the header that shows it was asked to. */
export interface CallbackAddress {
  url: string;
  header: { name: string; value: string };
}

/** What is asked for, before it is known who takes it. */
type Asked = Pick<Ticket, 'correlationId'> & { event: CallbackEvent };

const EVENT_NAMES: Record<CallbackEvent, string> = {
  contentExtraction: 'Content Extraction',
  enrichment: 'Enrichment',
};

// It travels in a header of the callback, and servers take headers of some thousand bytes.
const LONGEST_CORRELATION_ID = 1000;

const tooLong = () =>
  new Refusal(
    `The option "Correlation ID" is longer than ${LONGEST_CORRELATION_ID} bytes`,
    'Give a short text by which you find the rest again, e.g. an order number.',
  );

/** The addresses at which this execution can be called back. */
export class Callbacks {
  constructor(
    private readonly context: IExecuteFunctions,
    private readonly secret: string,
  ) {}

  /** An address somebody gave, e.g. that of a trigger of another workflow. */
  toUrl(url: string, ticket: Ticket): CallbackAddress {
    if (Buffer.byteLength(ticket.correlationId) > LONGEST_CORRELATION_ID) throw tooLong();
    return { url, header: { name: TICKET_HEADER, value: issueTicket(ticket, this.secret) } };
  }

  /** The trigger of this workflow. */
  toTrigger(ticket: Asked): CallbackAddress {
    const { event } = ticket;
    const triggers = registeredTriggers(this.context);
    const trigger = triggers.find(({ events }) => events.includes(event));
    if (trigger) return this.toUrl(trigger.url, ticket);
    throw new Refusal(
      triggers.length > 0
        ? `The Document Processing Trigger of this workflow does not listen to the event "${EVENT_NAMES[event]}"`
        : 'This workflow has no Document Processing Trigger that is listening',
      triggers.length > 0
        ? 'Add the event to the trigger and activate the workflow again.'
        : 'Add a Document Processing Trigger to this workflow and activate it (publish it, in n8n 2), or choose another "Delivery".',
    );
  }

  /**
   * This execution, which is going to wait. A result that comes before n8n has stored it as waiting would be refused
   * and lost: where the workflow has an active trigger, it goes there first, and the trigger hands it over.
   */
  async toWaiting(ticket: Asked, output: OutputSettings): Promise<CallbackAddress> {
    const executionId = this.context.getExecutionId();
    const { resumeUrl } = asObject(this.context.getWorkflowDataProxy(0)['$execution']) as { resumeUrl: string };
    for (const { url } of activeTriggers(this.context)) {
      if (await isListening(this.context, url, this.secret)) {
        return this.toUrl(url, { ...ticket, waiting: { executionId, output, resumeUrl } });
      }
    }
    return this.toUrl(resumeUrl, { ...ticket, waiting: { executionId, output } });
  }
}
