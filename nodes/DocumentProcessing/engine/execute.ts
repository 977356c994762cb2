import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Callbacks } from '../callback/callbacks';
import { waitForResult } from '../callback/waiting';
import { findOperation } from '../operations';
import type { Operation } from '../operations/operation';
import { readCredential } from './credential';
import { Item } from './item';
import { type Job, planJobs } from './job';
import { runBounded } from './pool';
import { sendRequest } from './request';
import { Results } from './results';

/** Plans the jobs, runs them with a bound, and gives each item its results or its error, in the order of the input. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const credential = await readCredential(context);
	const items = readItems(context, credential.callbackSecret);
	const first = items[0];
	if (!first) return [];

	const operation = findOperation(first.text('resource'), first.text('operation'));
	const results = new Results(context, credential.secrets);
	const plan = await planJobs(operation, items);
	for (const { item, cause } of plan.refused) results.fail(item, cause);

	const run = async (job: Job) =>
		await results.take(job, await sendRequest(context, job.request, { ...job.settings, baseUrl: credential.baseUrl }, results.stopped));
	await runBounded(plan.jobs, plan.jobs[0]?.settings.maxConcurrency ?? 1, run, results.stopped);

	const output = results.inOrder();
	if (results.allSucceeded && waits(operation, first)) await waitForResult(context, first, output[0]);
	return output;
}

function readItems(context: IExecuteFunctions, callbackSecret: string): Item[] {
	const now = new Date();
	const callbacks = new Callbacks(context, callbackSecret);
	return context.getInputData().map((input, index) => new Item(context, index, input, now, callbacks));
}

const waits = (operation: Operation, item: Item): boolean => operation.isAsynchronous === true && item.text('delivery') === 'wait';
