import type { IDataObject, IExecuteFunctions, IHookFunctions } from 'n8n-workflow';
import { asList, asObject, asText } from '../engine/shape';
import type { CallbackEvent } from './ticket';

/** A trigger's address, as the actions of its workflow find it. */
export interface Registration {
	url: string;
	events: CallbackEvent[];
}

const STATIC_DATA_KEY = 'documentProcessingTriggers';

// n8n keeps no static data of a trigger that is only being tested: its address stands here while the editor listens.
const tested = new Map<string, Map<string, Registration>>();

const isTest = (context: IHookFunctions | IExecuteFunctions): boolean => context.getMode() === 'manual';

const workflowOf = (context: IHookFunctions | IExecuteFunctions): string => String(context.getWorkflow().id);

/** On activation: the address goes into the workflow's static data, which n8n saves. */
export function register(context: IHookFunctions, registration: Registration): void {
	const nodeId = context.getNode().id;
	if (isTest(context)) testedOf(workflowOf(context)).set(nodeId, registration);
	else staticData(context)[nodeId] = { ...registration };
}

export function unregister(context: IHookFunctions): void {
	const nodeId = context.getNode().id;
	if (isTest(context)) testedOf(workflowOf(context)).delete(nodeId);
	else delete staticData(context)[nodeId];
}

export function isRegistered(context: IHookFunctions, { url, events }: Registration): boolean {
	if (isTest(context)) return false;
	const known = asRegistration(staticData(context)[context.getNode().id]);
	return known !== undefined && known.url === url && known.events.join() === events.join();
}

/** The triggers of this workflow: those being tested first, where this execution is a test. */
export function registeredTriggers(context: IExecuteFunctions): Registration[] {
	const production = activeTriggers(context);
	return isTest(context) ? [...testedOf(workflowOf(context)).values(), ...production] : production;
}

/** The triggers that listen as long as the workflow is active. */
export const activeTriggers = (context: IExecuteFunctions): Registration[] =>
	Object.values(staticData(context)).flatMap((value) => asRegistration(value) ?? []);

function staticData(context: IHookFunctions | IExecuteFunctions): IDataObject {
	const data = context.getWorkflowStaticData('global');
	return (data[STATIC_DATA_KEY] ??= {}) as IDataObject;
}

function testedOf(workflowId: string): Map<string, Registration> {
	const known = tested.get(workflowId) ?? new Map<string, Registration>();
	tested.set(workflowId, known);
	return known;
}

function asRegistration(value: unknown): Registration | undefined {
	const url = asText(asObject(value)['url']);
	return url === undefined ? undefined : { url, events: asList(asObject(value)['events']) as CallbackEvent[] };
}
