import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { warn } from '../common/output';
import { groupBy, textOf } from '../common/shape';
import { isTool } from '../common/tool';
import { waitForResult } from '../callback/waiting';
import { findOperation } from '../operations';
import type { NonEmptyList, Operation } from '../operations/operation';
import { fixedExpressions } from '../parameters/find-parameter';
import { Item, offersOption } from '../parameters/item';
import { addsOutput } from '../parameters/node-outputs';
import { readCredential, currentSecrets, type ServiceCredential } from '../transport/credential';
import type { Envelope } from '../transport/envelope';
import { sendRequest } from '../transport/request';
import { runConcurrently } from './concurrency';
import { type Job, planJobs } from './plan';
import { type Receipt, receiptOf } from './outcomes';
import { previewsOf } from './preview';
import { writeRecord } from './run-record';
import { FileHistory } from './file-history';
import { Results } from './results';

/** Plans the jobs, runs a limited number at a time, and returns each item's results or error in the input's order. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const now = new Date();
  const credential = await readCredential(context).catch(withoutCredential);
  const operation = readOperation(context);
  const { baseUrl, callbackSecrets, secrets } = credential;
  const { fields, name, isFree } = operation instanceof Error ? UNKNOWN : described(operation);
  const run = { context, now, fields, baseUrl, callbackSecrets, secrets, hostsTold: new Set<string>() };
  const items = context.getInputData().map((input, index) => new Item(run, index, input));
  const [first] = items;
  if (!first) return [[]];

  const results = new Results(context, fields, credential, items, isFree);
  const { left } = results;
  const { jobs: planned, rejected, isPreview } = await planJobs(credential.missing ?? operation, left);
  for (const { item, cause } of rejected) results.fail([item], cause);
  hintAtUnsetOptions(context, items);
  hintAtFixedExpressions(context, first);

  const has = {
    reviewOutput: hasOutput(context, 'reviewOutput'),
    alreadyReadOutput: hasOutput(context, 'skipAlreadyRead'),
  };
  const skips = has.alreadyReadOutput && offersOption(fields, 'skipAlreadyRead');
  const history = skips ? new FileHistory(context, baseUrl, results) : undefined;
  const jobs = isPreview
    ? previewsOf(context, planned, name, (await history?.alreadyRead(planned)) ?? new Set())
    : planned;
  const fileHistory = isPreview ? undefined : history;

  const send = async (job: Job) => {
    const { outcome, receipts } = await sendAll(job, context, credential, results.stopped);
    await results.add(job, outcome, receipts);
  };
  const limit = Math.min(jobs[0]?.settings.maxConcurrency ?? 1, jobs.length);
  await runConcurrently(fileHistory?.unread(jobs) ?? jobs, limit, send, results.stopped);

  let outputs: INodeExecutionData[][] | undefined;
  try {
    outputs = results.inOrder(has);
  } finally {
    // Where the run stops, what was answered is not output: it was not read.
    await fileHistory?.settle(outputs !== undefined && results.areOutput);
    // A session may have been renewed meanwhile.
    const renewed = credential.signedIn ? await currentSecrets(context) : [];
    const known = [...secrets, ...renewed, ...items.flatMap((item) => item.secrets)];
    const needsReview = outputs ? results.countToBeReviewed() : 0;
    writeRecord(context, name, results.ofThisTry, known, needsReview);
  }
  const [job] = jobs;
  if (results.allSucceeded && job?.wait) await waitForResult(context, job.wait, outputs[0]?.[0], has.reviewOutput);
  return outputs;
}

const UNKNOWN = { fields: [], name: '', isFree: false };

const described = ({ fields, resource, operation, isFree }: Operation) => ({
  fields,
  isFree: isFree === true,
  name: `${resource}.${operation}`,
});

function readOperation(context: IExecuteFunctions): Operation | Error {
  try {
    const [resource, operation] = ['resource', 'operation'].map((name) => textOf(context.getNodeParameter(name, 0)));
    return findOperation(resource ?? '', operation ?? '');
  } catch (caught) {
    return caught as Error;
  }
}

/** Nobody would notice otherwise, e.g. that the minimum score of a misspelt column sends nothing to review. */
function hintAtUnsetOptions(context: IExecuteFunctions, items: Item[]): void {
  const unset = items.flatMap((item) => item.unsetOptions);
  for (const [option, { length: count }] of groupBy(unset, (one) => one))
    warn(
      context,
      `The option "${option}" is not set for ${count} of ${items.length} items: its expression returned nothing.`,
    );
}

/** n8n sends what looks like an expression as its text where a field is set to Fixed, and so does a workflow that a model has written. */
function hintAtFixedExpressions(context: IExecuteFunctions, first: Item): void {
  try {
    for (const field of fixedExpressions(first, first.run.fields, context.getNode().parameters)) {
      warn(
        context,
        `${field} has an expression, {{ … }}, but is set to Fixed: it was used as it is. Switch it to Expression.`,
      );
    }
  } catch {
    // What cannot be read fails its item, which says so.
  }
}

/** Whether an option of the node, not of an item, adds an output. A tool has one output, to the model. */
function hasOutput(context: IExecuteFunctions, option: 'reviewOutput' | 'skipAlreadyRead'): boolean {
  try {
    return !isTool(context.getNode()) && addsOutput(context.getNodeParameter(`options.${option}`, 0, false));
  } catch {
    return false;
  }
}

/** Sends a job's requests one after the other; the first that fails is the job's result. */
async function sendAll(
  { requests, settings, units }: Job,
  context: IExecuteFunctions,
  credential: ServiceCredential,
  stopped: () => Promise<boolean>,
): Promise<{ outcome: NonEmptyList<Envelope> | Error; receipts: Receipt[] }> {
  const envelopes: Envelope[] = [];
  const receipts: Receipt[] = [];
  for (const request of requests) {
    const sent = await sendRequest(context, request, settings, credential, stopped);
    receipts.push(receiptOf(sent, settings.unitPrice));
    if (sent.answer instanceof Error) return { outcome: sent.answer, receipts };
    envelopes.push(sent.answer);
  }
  // An operation that sends nothing reads no envelope.
  const outcome = envelopes as NonEmptyList<Envelope>;
  return { outcome, receipts: units ? receipts.map((receipt) => ({ ...receipt, units: units(outcome) })) : receipts };
}

/** A credential that cannot be read fails each item. If it were thrown, n8n could continue with the input as output. */
const withoutCredential = (missing: Error): ServiceCredential => ({
  baseUrl: '',
  callbackSecrets: [],
  secrets: [],
  data: {},
  missing,
});
