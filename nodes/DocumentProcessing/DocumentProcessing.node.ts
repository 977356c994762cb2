import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { resume, resumeWebhooks } from './callback/waiting';
import { execute } from './execution/execute';
import { nodeHint } from './parameters/builder-hints';
import { properties, subtitle } from './operations';
import { outputs } from './parameters/node-outputs';
import { testCredential } from './transport/credential-check';

export class DocumentProcessing implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Document Processing',
    name: 'documentProcessing',
    icon: { light: 'file:documentProcessing.svg', dark: 'file:documentProcessing.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle,
    // n8n's node creator shows this node with the description of its trigger: one text, true for both.
    description: 'Extract fields and tables from documents (PDF, scan, photo), right away or when the result arrives',
    defaults: { name: 'Document Processing' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs,
    credentials: [{ name: 'documentProcessingApi', required: true, testedBy: 'testCredential' }],
    webhooks: resumeWebhooks,
    waitingNodeTooltip: 'The execution continues when the service delivers the result',
    builderHint: nodeHint,
    properties,
  };

  methods = { credentialTest: { testCredential } };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await execute(this);
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await resume(this);
  }
}
