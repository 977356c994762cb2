import type { IExecuteFunctions, INode, IWebhookFunctions } from 'n8n-workflow';

// What n8n has at hand but promises to no node, and what it says in words alone: what callbacks need of it is read here.
// An n8n without it gives nothing, and who asks goes on as if it were not known. test/n8n/callbacks.test.ts holds it in both
// lines of n8n. What is written into an execution stands where that is done: waiting.ts, trigger.ts, ../common/custom-data.ts.

type Context = IExecuteFunctions | IWebhookFunctions;

interface Internals {
  workflow?: { nodes?: Record<string, INode> };
  additionalData?: {
    webhookBaseUrl?: string;
    webhookWaitingBaseUrl?: string;
    getRunExecutionData?: (executionId: string) => Promise<unknown>;
  };
}

const internalsOf = (context: Context): Internals => context as unknown as Internals;

/** All nodes of the workflow. */
export const nodesOf = (context: Context): INode[] => Object.values(internalsOf(context).workflow?.nodes ?? {});

/** What the URLs of this n8n's triggers begin with. */
export const webhookBaseUrl = (context: Context): string | undefined =>
  internalsOf(context).additionalData?.webhookBaseUrl;

/** What the URLs begin with at which this n8n resumes executions. */
export const waitingBaseUrl = (context: Context): string | undefined =>
  internalsOf(context).additionalData?.webhookWaitingBaseUrl;

/** The data of another execution as it is stored now. */
export async function storedExecution(context: Context, executionId: string): Promise<unknown> {
  const read = async () => await internalsOf(context).additionalData?.getRunExecutionData?.(executionId);
  return await read().catch(() => undefined);
}

/** Whether n8n refused a call because the execution has ended. It says so with the status it also has for a running one. */
export const saysFinished = (answer: string): boolean => answer.includes('finished');
