import {
  type IExecuteFunctions,
  type IHookFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow';
import { triggerWebhooks } from './parameters/callback-fields';
import { listSearch } from './parameters/field-names';
import { outputs } from './parameters/node-outputs';
import { triggerPanel, triggerProperties, triggerSubtitle } from './callback/trigger-parameters';
import { testCredential } from './transport/credential-check';

// Loaded when it is used: n8n loads the description of every package when it starts.
const trigger = async () => await import('./callback/trigger.js');

export class DocumentProcessingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Document Processing Trigger',
    name: 'documentProcessingTrigger',
    icon: { light: 'file:documentProcessingTrigger.svg', dark: 'file:documentProcessingTrigger.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: triggerSubtitle,
    description: 'Extract fields and tables from documents (PDF, scan, photo), right away or when the result arrives',
    defaults: { name: 'Document Processing Trigger' },
    inputs: [],
    outputs,
    credentials: [{ name: 'documentProcessingApi', required: true, testedBy: 'testCredential' }],
    webhooks: triggerWebhooks,
    ...triggerPanel,
    builderHint: {
      searchHint:
        'Only for results that come later, from startExtraction or enrichment.start of the Document Processing node with ' +
        'delivery "trigger", in the same workflow. Not for reading a file at once. Keep options.binaryData: true.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-document-processing.documentProcessing',
          relationHint: 'Starts what this trigger receives the results of; reads documents at once, too',
        },
      ],
    },
    properties: triggerProperties,
  };

  methods = { credentialTest: { testCredential }, listSearch };

  webhookMethods = {
    default: {
      async checkExists(): Promise<boolean> {
        return false;
      },
      async create(this: IHookFunctions): Promise<boolean> {
        return await (await trigger()).registerTrigger(this);
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return (await trigger()).unregisterTrigger(this);
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    return await (await trigger()).receive(this);
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await (await trigger()).execute(this);
  }
}
