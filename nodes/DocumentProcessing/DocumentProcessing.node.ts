import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { properties, subtitle } from './operations';
import { searchServices } from './parameters/budget-fields';
import { resumeWebhooks } from './parameters/callback-fields';
import { listSearch } from './parameters/field-names';
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
    // For n8n's AI workflow builder and MCP server. People do not see it.
    builderHint: {
      searchHint:
        'Use it to read PDFs, scans and photographs (OCR): invoices, receipts, identity documents, driver licences, payment ' +
        'cards, contracts. Resource document: extractContent for any document, extractInvoice for service invoices, ' +
        'extractPages for a file with several documents, compareContent to check expected values. Also: address.parse, ' +
        'enrichment.start, billing.getDailySummary for usage reports. A file comes from a binary field of the item ' +
        '(binaryPropertyName: the name of that field, after a form the label of its file field) or from a URL. Each document ' +
        'is an item: use {{ $json.fields.<name> }}, $json.tables and $json.needsReview. Prefer operations that answer at ' +
        'once; startExtraction and enrichment.start need the Document Processing Trigger in the same, active workflow.',
      relatedNodes: [
        {
          nodeType: 'n8n-nodes-document-processing.documentProcessingTrigger',
          relationHint: 'Receives the results of startExtraction and enrichment.start',
        },
        { nodeType: 'n8n-nodes-base.formTrigger', relationHint: 'Lets a person upload the document' },
        { nodeType: 'n8n-nodes-base.if', relationHint: 'Sends documents with needsReview to a person' },
      ],
    },
    properties,
  };

  methods = { credentialTest: { testCredential }, listSearch: { ...listSearch, searchServices } };

  // What runs the node is loaded when it runs: n8n loads the description of every package when it starts.
  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const { execute } = await import('./execution/execute.js');
    return await execute(this);
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { resume } = await import('./callback/waiting.js');
    return await resume(this);
  }
}
