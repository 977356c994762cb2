import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { Callbacks } from '../callback/callbacks';
import { waitForResult } from '../callback/waiting';
import { findOperation } from '../operations';
import type { Operation } from '../operations/operation';
import { readCredential, type ServiceCredential } from '../transport/credential';
import type { Envelope } from '../transport/envelope';
import { Item } from '../parameters/item';
import { type Job, type Plan, planJobs } from './job';
import { runBounded } from '../transport/pool';
import { sendRequest } from '../transport/request';
import { Results } from './results';
import type { ServiceRequest } from '../transport/service-request';

/** Plans the jobs, runs them with a bound, and gives each item its results or its error, in the order of the input. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const credential = await readCredential(context).catch(withoutCredential);
  const items = readItems(context, credential.callbackSecret);
  const first = items[0];
  if (!first) return [];

  const operation = findOperation(first.text('resource'), first.text('operation'));
  const results = new Results(context, credential.secrets);
  const plan = credential.missing ? refuseAll(items, credential.missing) : await planJobs(operation, items);
  for (const { item, cause } of plan.refused) results.fail(item, cause);

  const send = async (request: ServiceRequest, { settings }: Job) =>
    await sendRequest(context, request, settings, credential, results.stopped);
  const run = async (job: Job) => await runJob(job, send, results);
  await runBounded(plan.jobs, plan.jobs[0]?.settings.maxConcurrency ?? 1, run, results.stopped);

  const output = results.inOrder();
  if (results.allSucceeded && waits(operation, first)) await waitForResult(context, first, output[0]);
  return output;
}

async function runJob(
  job: Job,
  send: (request: ServiceRequest, job: Job) => Promise<Envelope | Error>,
  results: Results,
): Promise<void> {
  const outcome = await send(job.request, job);
  const comparison = job.comparison && !(outcome instanceof Error) ? await send(job.comparison, job) : undefined;
  if (comparison instanceof Error) return await results.take(job, comparison);
  await results.take({ ...job, read: (envelope) => job.read(envelope, comparison) }, outcome);
}

/**
 * A credential that cannot be read is each item's failure: thrown, n8n would pass the input on where the node
 * continues.
 */
const withoutCredential = (missing: Error): ServiceCredential => ({
  baseUrl: '',
  callbackSecret: '',
  secrets: [],
  renewsToken: false,
  forRequests: {},
  missing,
});

const refuseAll = (items: Item[], cause: Error): Plan => ({
  jobs: [],
  refused: items.map((item) => ({ item, cause })),
});

function readItems(context: IExecuteFunctions, callbackSecret: string): Item[] {
  const now = new Date();
  const callbacks = new Callbacks(context, callbackSecret);
  return context.getInputData().map((input, index) => new Item(context, index, input, now, callbacks));
}

const waits = (operation: Operation, item: Item): boolean =>
  operation.isAsynchronous === true && item.text('delivery') === 'wait';
