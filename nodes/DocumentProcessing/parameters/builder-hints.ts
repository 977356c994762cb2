// What n8n's AI workflow builder and MCP server tell a model that builds workflows. People do not see it.
import type { INodeTypeDescription } from 'n8n-workflow';

type BuilderHint = NonNullable<INodeTypeDescription['builderHint']>;

const PACKAGE = 'n8n-nodes-document-processing';

export const nodeHint: BuilderHint = {
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
      nodeType: `${PACKAGE}.documentProcessingTrigger`,
      relationHint: 'Receives the results of startExtraction and enrichment.start',
    },
    { nodeType: 'n8n-nodes-base.formTrigger', relationHint: 'Lets a person upload the document' },
    { nodeType: 'n8n-nodes-base.if', relationHint: 'Sends documents with needsReview to a person' },
  ],
};

export const triggerHint: BuilderHint = {
  searchHint:
    'Only for results that come later, from startExtraction or enrichment.start of the Document Processing node with ' +
    'delivery "trigger", in the same workflow. Not for reading a file at once. Keep options.binaryData: true.',
  relatedNodes: [
    {
      nodeType: `${PACKAGE}.documentProcessing`,
      relationHint: 'Starts what this trigger receives the results of; reads documents at once, too',
    },
  ],
};
