import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { openInstance, type ActiveTrigger } from '../../engine/instance.ts';
import { runNode, type NodeRun } from '../../engine/execution.ts';
import type { NodeClass } from '../../engine/nodeTypes.ts';
import { runWebhook } from '../../engine/webhook.ts';
import type { WebhookCall } from '../../engine/webhookServer.ts';
import type { NodeSetup } from '../../engine/workflow.ts';
import { DocumentProcessingTrigger } from '../../../nodes/DocumentProcessing/DocumentProcessingTrigger.node';
import { type CallbackToken, issueToken, TOKEN_HEADER } from '../../../nodes/DocumentProcessing/callback/token';
import { callbackSecretOf } from '../../../nodes/DocumentProcessing/transport/credential';
import { credentialFor, runOperation, BY_URL } from '../../support/document-node.ts';
import { startService, type Process, type Service } from '../../support/callbackService.ts';
import { openedForEachTest } from '../../support/opened.ts';

export const ENRICHMENT = { query: 'pf', parameters: { parameter: [{ name: 'cpf', value: '123' }] } };

type Setup = Partial<NodeSetup>;

export const triggerSetup = (
  service: Pick<Service, 'url'>,
  {
    parameters = {},
    credential = {},
    credentialId,
    ...setup
  }: Setup & {
    credential?: IDataObject;
    credentialId?: string;
  } = {},
): NodeSetup => ({
  node: { webhookId: 'results' },
  ...setup,
  parameters,
  credentials: [
    { ...credentialFor(service.url, credential as never), ...(credentialId === undefined ? {} : { id: credentialId }) },
  ],
});

/** A token, signed with the credential of the tests. */
export const signed = (token: CallbackToken): string => issueToken(token, callbackSecretOf(credentialFor('').data));

export const tokenHeader = (token: CallbackToken): Record<string, string> => ({ [TOKEN_HEADER]: signed(token) });

/** Calls the webhook of the trigger. */
export const callTrigger = (
  service: Pick<Service, 'url'>,
  request: WebhookCall,
  setup?: Parameters<typeof triggerSetup>[1],
) => runWebhook(DocumentProcessingTrigger, { ...triggerSetup(service, setup), request });

export interface StartSetup extends NonNullable<Parameters<typeof runOperation>[3]> {
  /** It is a node of the same workflow. */
  trigger?: ActiveTrigger;
  operation?: string | undefined;
}

/** An n8n and a service, and a workflow of one trigger and one action. */
export function workflowOf(opened: typeof openedForEachTest) {
  const n8n = opened(openInstance);
  const service = opened(startService);
  return {
    n8n,
    service,
    /** Activates the workflow the trigger is in. */
    activate: (setup?: Parameters<typeof triggerSetup>[1]): Promise<ActiveTrigger> =>
      n8n.activate(DocumentProcessingTrigger, triggerSetup(service, setup)),
    /** Runs the action and gives what the service received and what the action returned. */
    async start(
      parameters: INodeParameters,
      { trigger, operation = 'document.startExtraction', ...setup }: StartSetup = {},
    ): Promise<{ run: NodeRun; process: Process }> {
      const before = service.processes.length;
      const own = operation === 'enrichment.start' ? ENRICHMENT : BY_URL;
      const shared = { baseUrl: n8n.baseUrl, ...(trigger && { otherNodes: [triggerNode()] }) };
      const run = await runOperation(service, operation, { ...own, ...parameters }, { ...shared, ...setup });
      return { run, process: service.processes[before] as Process };
    },
  };
}

export const workflowOfEachTest = () => workflowOf(openedForEachTest);

/** The trigger among the nodes of the workflow, by which another process of n8n than the one that has activated it finds it. */
export const triggerNode = ({ parameters, node }: { node?: Partial<INode>; parameters?: INodeParameters } = {}) => ({
  type: DocumentProcessingTrigger,
  parameters: { events: ['contentExtraction', 'enrichment'], ...parameters },
  node: { webhookId: 'results', ...node },
});

/** The header of a callback that holds its token: the last, after those people have given. */
export function tokenOf({ webhook }: Process): { name: string; value: string } {
  const header = webhook.authorization?.headers?.at(-1);
  if (!header) throw new Error('The request has no token');
  return header;
}

export const claimsOf = (process: Process): IDataObject =>
  JSON.parse(Buffer.from(tokenOf(process).value.split('.')[0] ?? '', 'base64url').toString()) as IDataObject;

/**
 * Both nodes as another process has loaded them, e.g. a worker of this n8n, or the same n8n after a restart: nothing that
 * callbacks keep in memory is there.
 */
export function inAnotherProcess(): { action: NodeClass; trigger: NodeClass } {
  const loaded: { action?: NodeClass; trigger?: NodeClass } = {};
  jest.isolateModules(() => {
    const folder = '../../../nodes/DocumentProcessing';
    const load = (name: string) => jest.requireActual<Record<string, NodeClass>>(`${folder}/${name}.node`)[name];
    loaded.action = load('DocumentProcessing') as NodeClass;
    loaded.trigger = load('DocumentProcessingTrigger') as NodeClass;
  });
  return loaded as Required<typeof loaded>;
}

/**
 * The end of a waiting execution whose result the trigger relays. On a busy machine the trigger may store the result, and
 * the execution it has started relays it: this runs that one, as n8n does. The trigger starts nothing else.
 */
export async function resumedBy(
  trigger: ActiveTrigger,
  service: Pick<Service, 'url'>,
  resumed: Promise<NodeRun>,
): Promise<NodeRun> {
  const ended = resumed.then((run) => ({ run }));
  for (;;) {
    const stored = trigger.executions.shift();
    if (stored) {
      expect(stored).toMatchObject([[{ json: { relaysToExecution: expect.any(String) } }]]);
      await runNode(DocumentProcessingTrigger, { ...triggerSetup(service), items: stored[0] ?? [] });
    }
    const done = await Promise.race([ended, sleep(20)]);
    if (done) return done.run;
  }
}
