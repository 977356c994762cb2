// Workflows over n8n's REST API: what the editor's buttons do.
import type { INode, IConnections, IWorkflowSettings } from 'n8n-workflow';
import type { Session } from './session.ts';

/** A workflow as people export and import it. */
export interface WorkflowJson {
  id?: string;
  name: string;
  nodes: INode[];
  connections: IConnections;
  settings?: IWorkflowSettings;
  [more: string]: unknown;
}

interface StoredWorkflow extends WorkflowJson {
  id: string;
  versionId: string;
  active: boolean;
}

export const readWorkflow = (session: Session, id: string) => session.call<StoredWorkflow>('GET', `/workflows/${id}`);

/** Both lines publish a version: version 1 does so behind its "Active" switch. */
export async function activateWorkflow(session: Session, id: string): Promise<void> {
  const { versionId } = await readWorkflow(session, id);
  await session.call('POST', `/workflows/${id}/activate`, { versionId });
}

export const deactivateWorkflow = (session: Session, id: string) => session.call<void>('POST', `/workflows/${id}/deactivate`, {});

/** Runs the workflow as "Execute workflow" does from this trigger; a webhook trigger begins to listen on its test address instead. */
export async function runManually(session: Session, id: string, triggerName: string) {
  const stored = await readWorkflow(session, id);
  // Version 1 takes the workflow from the editor, where `pinData` is never null; version 2 takes its own copy.
  const workflowData = { ...stored, active: false, pinData: stored['pinData'] ?? {} };
  const body = { workflowData, triggerToStartFrom: { name: triggerName } };
  return await session.call<{ executionId?: string; waitingForWebhook?: boolean }>('POST', `/workflows/${id}/run`, body);
}
