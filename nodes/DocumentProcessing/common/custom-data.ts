import type { IExecuteFunctions, IWebhookFunctions, IWorkflowExecutionCustomData } from 'n8n-workflow';
import { asNumber, asObject, asTextOrNumber } from './shape';

/** By what an execution is found again. IDs are the service's, without secrets. */
export interface Trace {
  firstRequestId?: string | undefined;
  lastRequestId?: string | undefined;
  failedRequestId?: string | undefined;
  processId?: string | undefined;
  /** How many output items a person should check. */
  needsReview?: number | undefined;
  /** Billed in the period of a summary. */
  units?: number | undefined;
  /** With a price: the requests that the service may have processed, and the cost of those that were answered. */
  requests?: number | undefined;
  cost?: number | undefined;
}

/** n8n 1 allows letters, digits and underscores. */
const customDataKey = (name: keyof Trace): string => `documentProcessing_${name}`;

// n8n keeps ten keys for an execution, those of other nodes among them. So nothing is written that says nothing.
const LATEST = ['lastRequestId', 'failedRequestId', 'processId', 'units'] as const;

const ADDED_UP = ['needsReview', 'requests', 'cost'] as const;

/**
 * Adds to the custom data of an execution, which all its nodes and all runs of a loop share: of IDs the first or the last
 * stays, and numbers are added up. Whatever n8n does with it, the execution goes on.
 */
export function addToCustomData(context: IExecuteFunctions | IWebhookFunctions, trace: Trace): void {
  try {
    const data = customDataOf(context);
    const set = (name: keyof Trace, value: string | number | undefined) => {
      const text = asTextOrNumber(value) ?? '';
      if (isIdentifier(text)) data?.set(customDataKey(name), text);
    };
    if (!data?.get(customDataKey('firstRequestId'))) set('firstRequestId', trace.firstRequestId);
    for (const name of LATEST) set(name, trace[name]);
    for (const name of ADDED_UP) {
      const before = asNumber(data?.get(customDataKey(name))) ?? 0;
      // Prices have decimals, and a sum of numbers with decimals is a little off.
      if (trace[name]) set(name, Number((before + trace[name]).toFixed(6)));
    }
  } catch {
    // A line of n8n without it, or with other limits: the execution is then not found by this.
  }
}

/** n8n shows it to whoever sees the execution, and logs an error for long values. So no text goes in, only IDs. */
export const isIdentifier = (text: string): boolean => /^[\w.:/+=@#|~-]{1,128}$/.test(text);

function customDataOf(context: IExecuteFunctions | IWebhookFunctions): IWorkflowExecutionCustomData | undefined {
  if ('getWorkflowDataProxy' in context) return customDataIn(context.getWorkflowDataProxy(0));
  // n8n 1 gives it to a node that waits in expressions only, and its engine `vm` without functions. Where those get it
  // from is no part of what n8n promises to a node.
  return context.customData ?? customDataIn((context as { additionalKeys?: unknown }).additionalKeys);
}

const customDataIn = (variables: unknown): IWorkflowExecutionCustomData | undefined =>
  asObject(asObject(variables)['$execution'])['customData'] as IWorkflowExecutionCustomData | undefined;
