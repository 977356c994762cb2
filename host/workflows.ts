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

export interface StoredWorkflow extends WorkflowJson {
  id: string;
  versionId: string;
  active: boolean;
  pinData: object | null;
  staticData: Record<string, Record<string, unknown>> | null;
  meta: unknown;
}

export const readWorkflow = (session: Session, id: string) => session.call<StoredWorkflow>('GET', `/workflows/${id}`);

/** Both lines publish a version: version 1 does so behind its "Active" switch. */
export async function activateWorkflow(session: Session, id: string): Promise<void> {
  const { versionId } = await readWorkflow(session, id);
  await session.call('POST', `/workflows/${id}/activate`, { versionId });
}

export const deactivateWorkflow = (session: Session, id: string) =>
  session.call<void>('POST', `/workflows/${id}/deactivate`, {});

/**
 * Runs the workflow as "Execute workflow" does from this trigger; a webhook trigger begins to listen on its test
 * address instead.
 */
export async function runManually(session: Session, id: string, triggerName: string) {
  const body = {
    workflowData: asSentByEditor(await readWorkflow(session, id)),
    triggerToStartFrom: { name: triggerName },
  };
  return await session.call<{ executionId?: string; waitingForWebhook?: boolean }>(
    'POST',
    `/workflows/${id}/run`,
    body,
  );
}

/** Version 1 runs what the editor sends, which holds no static data; version 2 ignores it and runs what is stored. */
function asSentByEditor({ id, name, nodes, connections, active, settings, versionId, pinData, meta }: StoredWorkflow) {
  return { id, name, nodes, connections, active, settings, versionId, pinData: pinData ?? {}, meta };
}
