import { activateTrigger } from './activeTrigger.ts';
import type { ActiveTrigger } from './activeTrigger.ts';
import type { NodeClass } from './nodeTypes.ts';
import type { NodeRun } from './run.ts';
import type { NodeSetup } from './singleNode.ts';
import { takeWaitingCall } from './waiting.ts';
import { startWebhookServer } from './webhookServer.ts';
import type { Routes, WebhookRequest, WebhookResponse } from './webhookServer.ts';

/** The webhooks of one n8n: callers reach them over HTTP for as long as it is open. */
export interface Instance {
  /** For `baseUrl` of the runs whose callbacks are to arrive here. */
  baseUrl: string;
  activate(nodeClass: NodeClass, setup?: NodeSetup): Promise<ActiveTrigger>;
  /** Stores a waiting execution; resolves when a call has made it go on, and it has ended. */
  resumed(run: NodeRun): Promise<NodeRun>;
  close(): Promise<void>;
}

const refuse = (response: WebhookResponse, code: number, message: string): void =>
  void response.status(code).json({ code, message });

async function route(live: Routes, waiting: Routes, request: WebhookRequest, response: WebhookResponse): Promise<void> {
  const [, kind, path = ''] = /^\/([^/]+)\/(.*)$/.exec(request.path) ?? [];
  const isWaiting = kind === 'webhook-waiting';
  const handle = (isWaiting ? waiting : live).get(path);
  if (handle) return await handle(request, response);
  // What n8n answers while the execution is not yet stored as waiting.
  if (isWaiting) return refuse(response, 409, `The execution "${path}" is running already.`);
  return refuse(response, 404, `The requested webhook "${path}" is not registered.`);
}

const resumed = (waiting: Routes, run: NodeRun): Promise<NodeRun> =>
  new Promise((resolve) => {
    const { executionId } = run.prepared;
    waiting.set(executionId, async (request, response) => {
      if (request.query['signature'] !== run.record.data.resumeToken) return refuse(response, 401, 'Invalid token');
      const outcome = await takeWaitingCall(run, request, response);
      if (!outcome.run) return;
      waiting.delete(executionId);
      resolve(outcome.run);
    });
  });

export async function openInstance(): Promise<Instance> {
  const live: Routes = new Map();
  const waiting: Routes = new Map();
  const server = await startWebhookServer((request, response) => route(live, waiting, request, response));
  return {
    baseUrl: server.url,
    activate: (nodeClass, setup = {}) => activateTrigger(live, nodeClass, { baseUrl: server.url, ...setup }),
    resumed: (run) => resumed(waiting, run),
    close: server.close,
  };
}
