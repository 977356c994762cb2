import {
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { receive, registration, triggerWebhooks } from './callback/trigger';
import { triggerPanel, triggerProperties } from './parameters/trigger';

export class DocumentProcessingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Document Processing Trigger',
    name: 'documentProcessingTrigger',
    icon: { light: 'file:documentProcessingTrigger.svg', dark: 'file:documentProcessingTrigger.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when the result of an asynchronous extraction or enrichment comes back',
    defaults: { name: 'Document Processing Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'documentProcessingApi', required: true }],
    webhooks: triggerWebhooks,
    ...triggerPanel,
    properties: triggerProperties,
  };

  webhookMethods = { default: registration };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await receive(this);
  }
}
