import * as commonJs from 'n8n-workflow/dist/cjs/index.js';

// As an ES module, 'n8n-workflow' is a second copy of the package: n8n-core would not know its classes and errors.
const n8nWorkflow = commonJs as unknown as typeof import('n8n-workflow');

export const {
  createRunExecutionData,
  getCredentialOwnRequestAllowedDomains,
  ICredentialsHelper,
  isExpression,
  NodeHelpers,
  Workflow,
} = n8nWorkflow;
