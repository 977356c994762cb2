import type { IExecuteFunctions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { asObject } from '../common/shape';
import type { OutputSettings } from '../documents/settings';
import { WHERE_TO_ALLOW } from '../transport/http-error';
import { probe, type TriggerState } from './probe';
import { isActive, ownTriggers, possibleTriggers, type Registration } from './registration';
import { type CallbackEvent, type CallbackToken, tokenHeader, withoutDefaults } from './token';
import { EVENT_NAMES } from './trigger-parameters';

/** A URL for the service to call back, and the header that proves the callback was requested. */
export interface CallbackAddress {
  url: string;
  header: { name: string; value: string };
}

/** What is requested, before it is known who receives the callback. */
export interface CallbackRequest {
  event: CallbackEvent;
  correlationId: string;
  nonce: string;
}

// n8n keeps a trigger under test in the memory of its main process only.
const UNSEEN_TEST_TRIGGER =
  ' A trigger that listens for a test event in the editor is seen only where n8n runs test executions in its main ' +
  'process. Where they run on workers (queue mode), activate the workflow, or set "Delivery" to "To a URL" with the ' +
  'test URL of the trigger.';

const UNASKED: TriggerState[] = ['unreachable', 'otherPage', 'blocked'];

/** The addresses at which the service can call this execution, or this workflow, back. */
export class CallbackAddresses {
  constructor(
    private readonly context: IExecuteFunctions,
    private readonly secret: string,
  ) {}

  /** A given URL, e.g. that of a trigger in another workflow. */
  ofUrl(url: string, token: CallbackToken): CallbackAddress {
    return { url, header: tokenHeader(token, this.secret) };
  }

  /** The trigger of this workflow. */
  async ofTrigger(request: CallbackRequest): Promise<CallbackAddress> {
    const own = ownTriggers(this.context);
    // Asked, one whose credential has changed since answers as it is now. One that this process cannot reach may well be
    // reached by the service.
    const found: TriggerState[] = ['listening', 'busy', ...(isActive(this.context) ? UNASKED : [])];
    const triggers = own.length > 0 ? own : await this.inState(found);
    const trigger = triggers.find(({ events }) => events.includes(request.event));
    if (trigger) return this.ofUrl(trigger.url, request);
    if (triggers.length === 0 && (await this.inState(['blocked'])).length > 0)
      throw new ValidationError(
        'n8n could not ask the Document Processing Trigger of this workflow whether it is listening: n8n guards its ' +
          'network, and its own address is not allowed',
        `Allow the address at which this n8n is reached. ${WHERE_TO_ALLOW}`,
      );
    throw triggers.length > 0
      ? new ValidationError(
          'The Document Processing Trigger of this workflow does not listen to the event ' +
            `"${EVENT_NAMES[request.event]}"`,
          'Add the event to the trigger and activate the workflow again.',
        )
      : new ValidationError(
          'This workflow has no Document Processing Trigger that is listening',
          'Add a Document Processing Trigger to this workflow, with the same credential, and activate it (publish it, ' +
            'in n8n 2), or choose another "Delivery".' +
            (this.context.getMode() === 'manual' ? UNSEEN_TEST_TRIGGER : ''),
        );
  }

  /**
   * This execution, which is going to wait. n8n rejects a callback that arrives before it has stored the execution as
   * waiting, and the result would be lost. If the workflow has an active trigger, the callback goes there first, and the
   * trigger relays it. So does one at the fallback URL, which need not be of this workflow.
   */
  async ofWaitingExecution(
    request: CallbackRequest,
    output: OutputSettings,
    hasFallback: boolean,
  ): Promise<CallbackAddress> {
    const executionId = this.context.getExecutionId();
    const changed = withoutDefaults(output);
    const { resumeUrl } = asObject(this.context.getWorkflowDataProxy(0)['$execution']) as { resumeUrl: string };
    // A trigger that does not answer in time is busy: this is when n8n takes long to store the execution as waiting, and a
    // result sent to the execution would be lost. One that cannot be reached could not relay the result either.
    const [trigger] = await this.inState(['listening', 'busy']);
    const relayTo = trigger || hasFallback ? { resumeUrl, instanceId: this.context.getInstanceId() } : {};
    return this.ofUrl(trigger?.url ?? resumeUrl, { ...request, waiting: { executionId, output: changed, ...relayTo } });
  }

  /** The triggers at whose URL one of these is found. */
  private async inState(found: TriggerState[]): Promise<Registration[]> {
    const triggers = possibleTriggers(this.context);
    const states = await Promise.all(triggers.map(({ url }) => probe(this.context, url, this.secret)));
    return triggers.filter((_, index) => found.includes(states[index] as TriggerState));
  }
}
