import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ValidationError } from '../common/errors';
import { asObject } from '../common/shape';
import { isTool } from '../common/tool';
import { waitForResult } from '../callback/waiting';
import { CallbackAddresses } from '../callback/addresses';
import { findOperation } from '../operations';
import type { NonEmptyList } from '../operations/operation';
import { Item } from '../parameters/item';
import { readContinueFrom } from '../parameters/options';
import { hasReviewOutput } from '../parameters/review-output';
import { readCredential, type ServiceCredential } from '../transport/credential';
import type { Envelope } from '../transport/envelope';
import { sendRequest } from '../transport/request';
import { runConcurrently } from './concurrency';
import { type Job, planJobs } from './plan';
import { Progress } from './progress';
import { Results } from './results';

/** Plans the jobs, runs a limited number at a time, and returns each item's results or error in the input's order. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const now = new Date();
  const all = context.getInputData().map((input, index) => new Item(context, index, input, now));
  const skipped = itemsToSkip(context, all);
  const items = skipped instanceof Error ? all : all.slice(skipped);
  const first = items[0];
  if (!first) return [[]];

  const credential = await readCredential(context).catch(withoutCredential);
  const operation = findOperation(first.text('resource'), first.text('operation'));
  const results = new Results(context, operation, credential.secrets, new Progress(first.index, all.length));
  const addresses = new CallbackAddresses(context, credential.callbackSecret, credential.baseUrl);
  const cause = credential.missing ?? (skipped instanceof Error ? skipped : undefined);
  const { jobs, rejected } = cause
    ? { jobs: [], rejected: items.map((item) => ({ item, cause })) }
    : await planJobs(operation, items, addresses);
  for (const { item, cause } of rejected) results.fail(item, cause);

  const run = async (job: Job) => {
    results.begin(job);
    await results.add(job, await sendAll(job, context, credential, results.stopped));
  };
  await runConcurrently(jobs, jobs[0]?.settings.maxConcurrency ?? 1, run, results.stopped);

  const outputs = results.inOrder(!isTool(context.getNode()) && hasReviewOutput(asObject(first.parameter('options'))));
  if (results.allSucceeded && operation.isAsynchronous === true && first.text('delivery') === 'wait')
    await waitForResult(context, first, outputs[0]?.[0]);
  return outputs;
}

/** How many items the option "Continue From" skips. */
function itemsToSkip(context: IExecuteFunctions, items: Item[]): number | ValidationError {
  const [first] = items;
  const from = first && !isTool(context.getNode()) ? readContinueFrom(first) : 0;
  if (from instanceof Error || from === 0) return from;
  const skipped = Math.min(items.length, from);
  const message = `The option "Continue From" skipped the first ${skipped} of ${items.length} items.`;
  context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
  return skipped;
}

/** Sends a job's requests one after the other; the first that fails is the job's result. */
async function sendAll(
  { requests, settings }: Job,
  context: IExecuteFunctions,
  credential: ServiceCredential,
  stopped: () => boolean,
): Promise<NonEmptyList<Envelope> | Error> {
  const envelopes: Envelope[] = [];
  for (const request of requests) {
    const envelope = await sendRequest(context, request, settings, credential, stopped);
    if (envelope instanceof Error) return envelope;
    envelopes.push(envelope);
  }
  // An operation that sends nothing reads no envelope.
  return envelopes as NonEmptyList<Envelope>;
}

/** A credential that cannot be read fails each item. If it were thrown, n8n could continue with the input as output. */
const withoutCredential = (missing: Error): ServiceCredential => ({
  baseUrl: '',
  callbackSecret: '',
  secrets: [],
  data: {},
  missing,
});
