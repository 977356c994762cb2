import { type IDataObject, type IExecuteFunctions, type IHookFunctions, type INode, NodeHelpers } from 'n8n-workflow';
import { asList, asObject, asText, type JsonObject } from '../common/shape';
import { CALLBACK_PATH } from '../parameters/callback-fields';
import { CREDENTIAL_TYPE } from '../transport/credential';
import { nodesOf, webhookBaseUrl } from './n8n-internals';
import { probes } from './probe';
import { type CallbackEvent, secretReadings } from './token';
import { eventsIn, readEvents } from './trigger-parameters';

// n8n reads static data before a call and saves it after, and shows a test run none: what this process has registered is
// known to it besides. It is lost at a restart.

/** A trigger's URL, as the actions of its workflow find it. */
export interface Registration {
  url: string;
  events: CallbackEvent[];
}

/** One that this process has registered, and its credential. */
interface OwnTrigger extends Registration {
  credentialId: string;
}

/**
 * The triggers registered by this process, by workflow and node. Those under test are found nowhere else; n8n 1 shows a
 * test run no static data at all, so the active ones are here too.
 */
const triggers = { production: new Map<string, OwnTrigger>(), test: new Map<string, OwnTrigger>() };

type Context = IHookFunctions | IExecuteFunctions;

const STATIC_DATA_KEY = 'documentProcessingTriggers';

const keyOf = (context: Context, nodeId: string): string => `${context.getWorkflow().id}/${nodeId}`;

const credentialIdOf = (context: Context): string => context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';

const isTest = (context: Context): boolean => context.getMode() === 'manual';

const urlOf = (context: IHookFunctions): string => String(context.getNodeWebhookUrl('default'));

const registrationOf = (context: IHookFunctions): Registration => ({
  url: urlOf(context),
  events: readEvents(context),
});

/** On activation: the URL goes into the workflow's static data, which n8n saves, for the actions of the workflow to find it. */
export function register(context: IHookFunctions): void {
  const { id } = context.getNode();
  const registration = registrationOf(context);
  const own = { ...registration, credentialId: credentialIdOf(context) };
  triggers[isTest(context) ? 'test' : 'production'].set(keyOf(context, id), own);
  if (!isTest(context)) save(context, { ...saved(context), [id]: registration });
}

/** n8n does not say here whether a test ends or the workflow is deactivated: the URL does. */
export function unregister(context: IHookFunctions): void {
  const { id } = context.getNode();
  const url = urlOf(context);
  const key = keyOf(context, id);
  // What was found there is so no more.
  probes.clear();
  for (const known of Object.values(triggers)) if (known.get(key)?.url === url) known.delete(key);
  const { [id]: own, ...others } = saved(context);
  if (asRegistration(own)?.url === url) save(context, others);
}

/** What n8n asks first when a workflow is activated. */
export function isRegistered(context: IHookFunctions): boolean {
  const { url, events } = registrationOf(context);
  // Its credential may have been changed for it.
  secretReadings.clear();
  if (isTest(context)) return false;
  const { id } = context.getNode();
  const known = asRegistration(saved(context)[id]);
  const isSame = known?.url === url && known.events.join() === events.join();
  if (isSame) triggers.production.set(keyOf(context, id), { ...known, credentialId: credentialIdOf(context) });
  return isSame;
}

/**
 * The triggers of this workflow that this process has registered with the credential of this node, so that they are known
 * to be current, unless another main process has deactivated the workflow since. In a test run, those under test come first.
 */
export const ownTriggers = (context: IExecuteFunctions): Registration[] =>
  [
    ...(isTest(context) ? inWorkflow(context, triggers.test) : []),
    ...(isActive(context) ? activeTriggers(context) : []),
  ].filter(({ credentialId }) => credentialId === credentialIdOf(context));

/** Those that listen as long as the workflow is active, whatever their credential. */
export const activeTriggers = (context: IExecuteFunctions): OwnTrigger[] => inWorkflow(context, triggers.production);

/**
 * The triggers another process of this n8n may have registered, to be asked before they are used: those in static data,
 * or else those among the nodes of this workflow, with the URLs they have if it is active. n8n 2.41 gives executions on
 * workers no static data.
 *
 * Static data outlives what it says: a copied database, or one whose workflows were switched off in it, holds the URL of
 * the n8n it comes from. So the URL must be one of this n8n.
 */
export function possibleTriggers(context: IExecuteFunctions): Registration[] {
  const base = ownBaseUrl(context);
  const registered = Object.values(saved(context)).flatMap((value) => asRegistration(value) ?? []);
  const current = registered.filter(({ url }) => base !== undefined && url.startsWith(base));
  return current.length > 0 ? current : triggerNodes(context);
}

/**
 * Whether the workflow is known to be active. To workers n8n says of every workflow that it is not, but only those of an
 * active one are started by its trigger: others run as a sub-workflow, by the command `execute`, or once more.
 */
export const isActive = (context: IExecuteFunctions): boolean =>
  context.getWorkflow().active || ['trigger', 'webhook'].includes(context.getMode());

/** What the URLs of this n8n's webhooks begin with, as the URL at which this execution can be resumed tells. */
function ownBaseUrl(context: IExecuteFunctions): string | undefined {
  const resumeUrl = asText(asObject(context.getWorkflowDataProxy(0)['$execution'])['resumeUrl']) ?? '';
  return URL.canParse(resumeUrl) ? /^[^?#]*\/(?=[^/?#]+\/[^/?#]*(?:[?#]|$))/.exec(resumeUrl)?.[0] : undefined;
}

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

/** What n8n has saved. Only the trigger writes it: an action would overwrite what the trigger has written since. */
const saved = (context: Context): JsonObject => asObject(context.getWorkflowStaticData('global')[STATIC_DATA_KEY]);

function save(context: IHookFunctions, registrations: JsonObject): void {
  context.getWorkflowStaticData('global')[STATIC_DATA_KEY] = registrations as IDataObject;
}

function asRegistration(value: unknown): Registration | undefined {
  const url = asText(asObject(value)['url']);
  return url === undefined ? undefined : { url, events: asList(asObject(value)['events']) as CallbackEvent[] };
}
