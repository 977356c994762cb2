// n8n in its container, as its user has it in the browser.
import { readFileSync } from 'node:fs';
import {
  activateWorkflow,
  createSession,
  listExecutions,
  readExecution,
  readWorkflow,
  runManually,
} from '../n8n/restApi.ts';
import type { Execution, ExecutionSummary, Session } from '../n8n/restApi.ts';
import { waitFor } from '../n8n/waiting.ts';
import { n8nUrl } from './compose.ts';

const LINE = '2.41';
const PATIENCE = 300_000;

/** Whether an execution ended with the invoice of an order. */
export const ofOrder = (order: string) => (run: Execution) =>
  JSON.stringify(run.data.resultData.runData['Invoice of the order'] ?? '').includes(order);

export class N8nInContainer {
  readonly session: Session = createSession(n8nUrl);

  readonly publish = (id: string): Promise<void> => activateWorkflow(this.session, LINE, id);
  readonly executions = (id: string): Promise<ExecutionSummary[]> => listExecutions(this.session, LINE, id);
  readonly execution = (id: string): Promise<Execution> => readExecution(this.session, id);

  /** The results of an execution that ends well, the newest of a workflow by default. */
  async finished(workflow: string, isIt: (run: Execution) => boolean = () => true): Promise<Execution> {
    return await waitFor(
      async () => {
        for (const { id, status } of await this.#whatThereIs(workflow)) {
          const run = ['success', 'error'].includes(status) && (await this.execution(id));
          if (run && isIt(run)) {
            if (status === 'success') return run;
            throw new Error(`${workflow} ended as ${status}: ${JSON.stringify(run.data.resultData.error)}`);
          }
        }
        return false;
      },
      PATIENCE,
      `a result of ${workflow}`,
    );
  }

  /** None while n8n is away or starts. */
  readonly #whatThereIs = (id: string): Promise<ExecutionSummary[]> => this.executions(id).catch(() => []);

  /**
   * As its user does where n8n was killed with a result that it had accepted: its last execution has crashed, and has
   * it. An earlier one is not retried, for its result came again.
   */
  async retryIfCrashed(workflow: string, processId: string): Promise<void> {
    const ofProcess = await waitFor(async () => {
      const runs = await this.#whatThereIs(workflow);
      const isAnyRunning = runs.some(({ status }) => status === 'new' || status === 'running');
      if (isAnyRunning) return false;
      for (const { id, status } of runs) {
        const run = await this.execution(id);
        if (JSON.stringify(run.data).includes(processId)) return { id, status, run };
      }
      return false;
    }, PATIENCE);
    const [next] = ofProcess.run.data.executionData?.nodeExecutionStack ?? [];
    if (ofProcess.status === 'crashed' && next?.node.name === 'Document Processing Trigger')
      await this.session.call('POST', `/executions/${ofProcess.id}/retry`, { loadWorkflow: true });
  }

  /** Presses "Execute workflow". */
  async press(workflow: string, trigger: string): Promise<Execution> {
    const { executionId } = await runManually(this.session, workflow, trigger);
    return await this.finished(workflow, ({ id }) => id === executionId);
  }

  /** Presses "Execute workflow" of a workflow with a form, and fills it in. */
  async pressAndFill(workflow: string, file: string, order?: string): Promise<void> {
    await runManually(this.session, workflow, 'Upload');
    await this.fill('form-test', workflow, file, order);
  }

  /** Fills in the form of a published workflow. Returns the address of its next page, if there is one. */
  async fill(form: 'form' | 'form-test', workflow: string, file: string, order?: string): Promise<string> {
    const { nodes } = await readWorkflow(this.session, workflow);
    const { webhookId = '' } = nodes.find(({ name }) => name === 'Upload') ?? {};
    const body = new FormData();
    const upload = new Blob([readFileSync(`sandbox/samples/${file}`)], { type: 'application/pdf' });
    if (order !== undefined) body.append('field-0', order);
    body.append(order === undefined ? 'field-0' : 'field-1', upload, file);
    const response = await fetch(`${n8nUrl}/${form}/${webhookId}`, {
      method: 'POST',
      body,
      headers: { connection: 'close' },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The form of ${workflow} answered ${response.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text || '{}') as { formWaitingUrl?: string }).formWaitingUrl ?? '';
  }
}
