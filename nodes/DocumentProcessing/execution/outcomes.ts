import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Remark } from '../common/output';
import { EnvelopeError, ServiceError } from '../common/errors';
import { asNumber, asTextOrNumber } from '../common/shape';
import { processIdOf } from '../documents/envelope-outputs';
import type { Sent } from '../transport/request';
import type { NodeError } from '../transport/node-error';

/** What has become of an item in one try of the run. */
export interface Outcome {
  /** The index of the item. */
  item: number;
  /** Of the requests that were sent for it, in their order. Items of one request share its receipt. */
  receipts: Receipt[];
  /** Where it was answered. Without these and without an error, its file was read already. */
  results?: Result[];
  error?: Pick<NodeError, 'message' | 'description'> | undefined;
  /** What the service said of the failure. */
  said?: Said | undefined;
  file?: KnownFile | undefined;
}

/** What is kept of a request, never its answer. */
export interface Receipt extends Said {
  attempts: number;
  /** Whether the service may have got it. */
  isSent: boolean;
  isAnswered: boolean;
  /** How many of its attempts the service may have processed. */
  processed: number;
  /** What an answer to it costs, if the user has said so. */
  unitPrice?: number | undefined;
  elapsedMilliseconds: number;
  processId?: string | undefined;
  /** What the answer says is billed. */
  units?: number | undefined;
}

/** By what support finds an answer. */
interface Said {
  requestId?: string | undefined;
  /** The service's code, or that of HTTP or the network. */
  status?: string | undefined;
}

export interface Result extends Remark {
  item: INodeExecutionData;
  needsReview?: boolean | undefined;
}

/** How the history of files knows one, and with its password. */
export interface KnownFile {
  key: string;
  withPassword: string;
}

export function receiptOf({ answer, ...sent }: Sent, unitPrice: number | undefined): Receipt {
  const receipt = { ...sent, unitPrice, isAnswered: !(answer instanceof Error), elapsedMilliseconds: 0 };
  if (answer instanceof Error) return { ...receipt, ...saidBy(answer) };
  return {
    ...receipt,
    requestId: asTextOrNumber(answer.requestId),
    status: asTextOrNumber(answer.status['code']),
    elapsedMilliseconds: asNumber(answer.elapsedMilliseconds) ?? 0,
    processId: processIdOf(answer),
  };
}

/** What a failure says of a request; `undefined` if it is about none. */
export function saidBy(cause: unknown): Said | undefined {
  if (!(cause instanceof ServiceError)) return undefined;
  const status = (cause instanceof EnvelopeError && cause.code) || cause.httpOrNetworkCode || 'error';
  return { requestId: cause.details.requestId, status };
}

/** All outcomes of a run, of each of its tries. */
export interface Tries {
  outcomes: Outcome[];
  /** How many of them the custom data of the execution counts. */
  counted: number;
}

/** By the first item of the input, which n8n keeps as long as it may run the node again; by node and run. */
const runs = new WeakMap<INodeExecutionData, Map<string, Tries>>();

/**
 * The earlier tries of the run, to be added to. n8n's Retry On Fail runs the node again with all items, also where it
 * continues, if the first item of its first output has failed. What was answered, and paid, need not be sent again.
 */
export function triesOf(context: IExecuteFunctions, first: INodeExecutionData): Tries {
  const { id, retryOnFail } = context.getNode();
  if (retryOnFail !== true) return { outcomes: [], counted: 0 };
  const ofInput = runs.get(first) ?? new Map<string, Tries>();
  runs.set(first, ofInput);
  const run = `${id}/${String(context.getWorkflowDataProxy(0)['$runIndex'])}`;
  const tries = ofInput.get(run) ?? { outcomes: [], counted: 0 };
  ofInput.set(run, tries);
  return tries;
}
