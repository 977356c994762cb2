import type {
  IHookFunctions,
  INodeProperties,
  INodePropertyOptions,
  INodeTypeDescription,
  IWebhookFunctions,
} from 'n8n-workflow';
import { bodyOption, bodyOptionDefault } from '../parameters/callback-fields';
import { asObject } from '../common/shape';
import { optionsOnly } from '../parameters/options';
import { outputFieldsFor, outputOptions, type OutputParameters } from '../parameters/output-settings';
import { ParameterReader } from '../parameters/parameter-reader';
import type { CallbackEvent } from './token';

const EVENTS: INodePropertyOptions[] = [
  {
    name: 'Content Extraction',
    value: 'contentExtraction',
    action: 'On the result of an extraction',
    description: 'Results of the operation Start Extraction',
  },
  {
    name: 'Enrichment',
    value: 'enrichment',
    action: 'On the result of an enrichment',
    description: 'Results of the operation Enrichment: Start',
  },
];

export const EVENT_NAMES = Object.fromEntries(EVENTS.map(({ value, name }) => [value, name])) as Record<
  CallbackEvent,
  string
>;

/** Below the trigger's name on the canvas, e.g. "Content Extraction, Enrichment". */
export const triggerSubtitle = `={{ $parameter["events"].map((event) => (${JSON.stringify(EVENT_NAMES)})[event]).join(", ") }}`;

export const triggerProperties: INodeProperties[] = [
  {
    displayName:
      'Nodes of this workflow with the delivery "To the Document Processing Trigger" use this trigger automatically ' +
      'while the workflow is active. In other workflows, enter the production URL above as "Callback URL".',
    name: 'addressNotice',
    type: 'notice',
    default: '',
  },
  {
    displayName: 'Events',
    name: 'events',
    type: 'multiOptions',
    options: EVENTS,
    default: ['contentExtraction', 'enrichment'],
    required: true,
    description: 'Which results start this workflow',
  },
  ...outputFieldsFor('startExtraction'),
  optionsOnly([...outputOptions, bodyOption], bodyOptionDefault),
];

/** What the editor shows until a result has arrived. */
export const triggerPanel: Pick<
  INodeTypeDescription,
  'triggerPanel' | 'activationMessage' | 'eventTriggerDescription'
> = {
  eventTriggerDescription: 'Waiting for a result from the service',
  activationMessage: 'Results from the service now start this workflow.',
  triggerPanel: {
    header: 'Receive results from the service',
    executionsHelp: {
      inactive:
        '<b>To test:</b> execute this step, so that it listens, then run the node that starts the extraction or enrichment ' +
        'in a second browser tab. It delivers here by itself. ' +
        '<br /><br /><b>To go live:</b> activate the workflow. Nodes of this workflow then deliver here automatically.',
      active:
        '<b>The workflow is active:</b> each result starts an execution, which you find in the executions list. ' +
        '<br /><br /><b>Nothing arrives?</b> The service must be able to reach the URL of this n8n instance ' +
        '(environment variable N8N_WEBHOOK_URL, before n8n 2.39 WEBHOOK_URL), and both nodes must use the same credential.',
    },
    activationHint: 'Once the workflow is active, results arrive without this panel being open.',
  },
};

/** Events as the parameter gives them: an expression may give them as a text. */
export const eventsIn = (given: unknown): CallbackEvent[] =>
  new ParameterReader(() => given, triggerProperties).list('events', (text) => text.split(',')) as CallbackEvent[];

/** The events that the trigger listens to. */
export const readEvents = (context: IHookFunctions | IWebhookFunctions): CallbackEvent[] =>
  eventsIn(context.getNodeParameter('events', null));

/** Refuses events that no result has: each would be answered as accepted, and start nothing. */
export function checkEvents(context: IHookFunctions): void {
  const events = readEvents(context);
  if (events.length > 0 && events.every((event) => Object.hasOwn(EVENT_NAMES, event))) return;
  throw readTriggerParameters(context).refusal(
    'events',
    events.length === 0 ? 'is empty' : `is "${events.join(', ')}"`,
    `Choose one or more of: ${Object.keys(EVENT_NAMES).join(', ')}.`,
  );
}

/** The trigger's parameters. */
export function readTriggerParameters(context: IHookFunctions | IWebhookFunctions): OutputParameters {
  const parameter = (name: string) => context.getNodeParameter(name, null) as unknown;
  const options = new ParameterReader(
    (name) => asObject(parameter('options'))[name],
    outputOptions,
    (label) => `The option "${label}"`,
  );
  return Object.assign(new ParameterReader(parameter, triggerProperties), { options });
}
