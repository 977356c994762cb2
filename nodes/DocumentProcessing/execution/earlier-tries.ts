import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** By the first item of the input, which n8n keeps as long as it may run the node again; by node and run; by item. */
const runs = new WeakMap<INodeExecutionData, Map<string, Map<number, unknown>>>();

/**
 * What the items have got in earlier tries of the same run, to be added to; `undefined` without n8n's Retry On Fail. That
 * runs the node again with all items, also where it continues, if the first item of its first output has failed. What was
 * answered, and paid, need not be sent again.
 */
export function earlierTries<T>(context: IExecuteFunctions, first: INodeExecutionData): Map<number, T> | undefined {
  const { id, retryOnFail } = context.getNode();
  if (retryOnFail !== true) return undefined;
  const ofInput = runs.get(first) ?? new Map<string, Map<number, unknown>>();
  runs.set(first, ofInput);
  const run = `${id}/${String(context.getWorkflowDataProxy(0)['$runIndex'])}`;
  const results = ofInput.get(run) ?? new Map<number, unknown>();
  ofInput.set(run, results);
  return results as Map<number, T>;
}
