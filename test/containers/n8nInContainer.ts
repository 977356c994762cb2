// n8n in its container, as its user has it in the browser.
import { sampleFile } from '../n8n/forms.ts';
import { restApi } from '../n8n/restApi.ts';
import type { Execution } from '../n8n/restApi.ts';
import { waitFor } from '../n8n/waiting.ts';
import { n8nUrl } from './compose.ts';

const PATIENCE = 300_000;
export const INVOICE = 'service-invoice';
export const BUTTON = 'When clicking ‘Execute workflow’';

/** Whether an execution ended with the invoice of an order. */
export const ofOrder = (order: string) => (run: Execution) =>
  JSON.stringify(run.data.resultData.runData['Invoice of the order'] ?? '').includes(order);

export const n8n = restApi(n8nUrl);

/**
 * As its user does where n8n was killed with a result that it had accepted: its last execution has crashed, and has
 * it. An earlier one is not retried, for its result came again.
 */
export async function retryIfCrashed(workflow: string, processId: string): Promise<void> {
  const ofProcess = await waitFor(async () => {
    // None while n8n is away or starts.
    const runs = await n8n.executions(workflow).catch(() => []);
    const isAnyRunning = runs.some(({ status }) => status === 'new' || status === 'running');
    if (isAnyRunning) return false;
    for (const { id } of runs) {
      const run = await n8n.execution(id);
      if (JSON.stringify(run.data).includes(processId)) return run;
    }
    return false;
  }, PATIENCE);
  const [next] = ofProcess.data.executionData?.nodeExecutionStack ?? [];
  if (ofProcess.status === 'crashed' && next?.node.name === 'Document Processing Trigger')
    await n8n.call('POST', `/executions/${ofProcess.id}/retry`, { loadWorkflow: true });
}

/** Fills in the form of a published workflow. Returns the address of its next page, if there is one. */
export const submit = (workflow: string, file: string, order?: string, path?: string): Promise<string> =>
  n8n.submit(workflow, [...(order === undefined ? [] : [order]), sampleFile(file)], path);

/** Presses "Execute workflow" of a workflow with a form, and fills it in. */
export async function pressAndFill(workflow: string, file: string, order?: string): Promise<void> {
  await n8n.runManually(workflow, 'Upload');
  await submit(workflow, file, order, 'form-test');
}
