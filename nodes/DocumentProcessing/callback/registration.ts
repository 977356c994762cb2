import { type IExecuteFunctions, type IHookFunctions, type INode, NodeHelpers } from 'n8n-workflow';
import { CALLBACK_PATH } from '../parameters/callback-fields';
import { CREDENTIAL_TYPE } from '../transport/credential';
import { nodesOf, webhookBaseUrl } from './n8n-internals';
import { probes } from './probe';
import type { CallbackEvent } from './token';
import { eventsIn, readEvents } from './trigger-parameters';

/** A trigger's URL, as the actions of its workflow find it. */
export interface Registration {
  url: string;
  events: CallbackEvent[];
}

/** One that this process has registered, and its credential. */
interface OwnTrigger extends Registration {
  credentialId: string;
}

/** The triggers registered by this process, by workflow and node. Those under test are found nowhere else. */
const triggers = { production: new Map<string, OwnTrigger>(), test: new Map<string, OwnTrigger>() };

type Context = IHookFunctions | IExecuteFunctions;

const keyOf = (context: Context, nodeId: string): string => `${context.getWorkflow().id}/${nodeId}`;

const credentialIdOf = (context: Context): string => context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';

const isTest = (context: Context): boolean => context.getMode() === 'manual';

const urlOf = (context: IHookFunctions): string => String(context.getNodeWebhookUrl('default'));

export function register(context: IHookFunctions): void {
  triggers[isTest(context) ? 'test' : 'production'].set(keyOf(context, context.getNode().id), {
    url: urlOf(context),
    events: readEvents(context),
    credentialId: credentialIdOf(context),
  });
}

/** n8n does not say here whether a test ends or the workflow is deactivated: the URL does. */
export function unregister(context: IHookFunctions): void {
  const key = keyOf(context, context.getNode().id);
  const url = urlOf(context);
  // What was found there is so no more.
  probes.clear();
  for (const known of Object.values(triggers)) if (known.get(key)?.url === url) known.delete(key);
}

/**
 * The triggers of this workflow that this process has registered with the credential of this node, so that they are known
 * to be current, unless another main process has deactivated the workflow since. In a test run, those under test come first.
 */
export const ownTriggers = (context: IExecuteFunctions): Registration[] =>
  [
    ...(isTest(context) ? inWorkflow(context, triggers.test) : []),
    ...(isActive(context) ? inWorkflow(context, triggers.production) : []),
  ].filter(({ credentialId }) => credentialId === credentialIdOf(context));

/** The triggers to be asked before they are used: those of this process, whatever their credential, or else any other's. */
export function possibleTriggers(context: IExecuteFunctions): Registration[] {
  const own = inWorkflow(context, triggers.production);
  return own.length > 0 ? own : triggerNodes(context);
}

/**
 * Whether the workflow is known to be active. To workers n8n says of every workflow that it is not, but only those of an
 * active one are started by its trigger: others run as a sub-workflow, by the command `execute`, or once more.
 */
export const isActive = (context: IExecuteFunctions): boolean =>
  context.getWorkflow().active || ['trigger', 'webhook'].includes(context.getMode());

/** Those among the nodes of this workflow, with the URLs they have if it is active: another process may have activated it. */
function triggerNodes(context: IExecuteFunctions): Registration[] {
  const baseUrl = webhookBaseUrl(context);
  const { id } = context.getWorkflow();
  if (baseUrl === undefined || id === undefined) return [];
  return nodesOf(context)
    .filter(({ type, disabled }) => type.endsWith('.documentProcessingTrigger') && disabled !== true)
    .map((node) => ({
      url: NodeHelpers.getNodeWebhookUrl(baseUrl, id, node, CALLBACK_PATH),
      events: eventsOf(context, node),
    }));
}

/** As the trigger reads them, whose parameter may be an expression. */
function eventsOf(context: IExecuteFunctions, { parameters: { events } }: INode): CallbackEvent[] {
  const isExpression = typeof events === 'string' && events.startsWith('=');
  return eventsIn(isExpression ? context.evaluateExpression(events.slice(1), 0) : events);
}

const inWorkflow = (context: IExecuteFunctions, known: Map<string, OwnTrigger>): OwnTrigger[] =>
  [...known].filter(([key]) => key.startsWith(keyOf(context, ''))).map(([, registration]) => registration);
