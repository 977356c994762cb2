import type { IDataObject, IExecuteFunctions, IHookFunctions } from 'n8n-workflow';
import { asList, asObject, asText, type JsonObject } from '../common/shape';
import type { CallbackEvent } from './ticket';

/** A trigger's address, as the actions of its workflow find it. */
export interface Registration {
  url: string;
  events: CallbackEvent[];
}

type Context = IHookFunctions | IExecuteFunctions;

const STATIC_DATA_KEY = 'documentProcessingTriggers';

// n8n saves nothing of a trigger that is only being tested, and n8n 1 shows a test run no static data at all: what is
// registered in this process stands here too.
const inMemory = { production: new Map<string, Registration>(), test: new Map<string, Registration>() };

const keyOf = (context: Context, nodeId: string): string => `${context.getWorkflow().id}/${nodeId}`;

const isTest = (context: Context): boolean => context.getMode() === 'manual';

/** On activation: the address goes into the workflow's static data, which n8n saves. */
export function register(context: IHookFunctions, registration: Registration): void {
  const { id } = context.getNode();
  inMemory[isTest(context) ? 'test' : 'production'].set(keyOf(context, id), registration);
  if (!isTest(context)) save(context, { ...saved(context), [id]: registration });
}

/** n8n does not say here whether a test ends or the workflow is deactivated: the address does. */
export function unregister(context: IHookFunctions, { url }: Registration): void {
  const { id } = context.getNode();
  for (const known of Object.values(inMemory))
    if (known.get(keyOf(context, id))?.url === url) known.delete(keyOf(context, id));
  const { [id]: own, ...others } = saved(context);
  if (asRegistration(own)?.url === url) save(context, others);
}

export function isRegistered(context: IHookFunctions, { url, events }: Registration): boolean {
  if (isTest(context)) return false;
  const known = asRegistration(saved(context)[context.getNode().id]);
  const isSame = known?.url === url && known.events.join() === events.join();
  if (isSame) inMemory.production.set(keyOf(context, context.getNode().id), known);
  return isSame;
}

/** The triggers of this workflow: those being tested first, where this execution is a test. */
export function registeredTriggers(context: IExecuteFunctions): Registration[] {
  return isTest(context)
    ? [...inWorkflow(context, inMemory.test), ...activeTriggers(context)]
    : activeTriggers(context);
}

/** The triggers that listen as long as the workflow is active. */
export function activeTriggers(context: IExecuteFunctions): Registration[] {
  const active = Object.values(saved(context)).flatMap((value) => asRegistration(value) ?? []);
  return active.length === 0 && isTest(context) ? inWorkflow(context, inMemory.production) : active;
}

const inWorkflow = (context: IExecuteFunctions, known: Map<string, Registration>): Registration[] =>
  [...known].filter(([key]) => key.startsWith(keyOf(context, ''))).map(([, registration]) => registration);

/**
 * What n8n has saved; only the trigger writes it: what an action wrote would undo what the trigger has written since.
 */
const saved = (context: Context): JsonObject => asObject(context.getWorkflowStaticData('global')[STATIC_DATA_KEY]);

function save(context: IHookFunctions, registrations: JsonObject): void {
  context.getWorkflowStaticData('global')[STATIC_DATA_KEY] = registrations as IDataObject;
}

function asRegistration(value: unknown): Registration | undefined {
  const url = asText(asObject(value)['url']);
  return url === undefined ? undefined : { url, events: asList(asObject(value)['events']) as CallbackEvent[] };
}
