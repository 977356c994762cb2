import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { findOperation } from '../operations';
import { readCredential } from './credential';
import { Item } from './item';
import { type Job, planJobs } from './job';
import { runBounded } from './pool';
import { sendRequest } from './request';
import { Results } from './results';

/** Plans the jobs, runs them with a bound, and gives each item its results or its error, in the order of the input. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const now = new Date();
	const items = context.getInputData().map((input, index) => new Item(context, index, input, now));
	const first = items[0];
	if (!first) return [];

	const credential = await readCredential(context);
	const results = new Results(context, credential.secrets);
	const plan = await planJobs(findOperation(first.text('resource'), first.text('operation')), items);
	for (const { item, cause } of plan.refused) results.fail(item, cause);

	const run = async (job: Job) =>
		await results.take(job, await sendRequest(context, job.request, { ...job.settings, baseUrl: credential.baseUrl }, results.stopped));
	await runBounded(plan.jobs, plan.jobs[0]?.settings.maxConcurrency ?? 1, run, results.stopped);
	return results.inOrder();
}
