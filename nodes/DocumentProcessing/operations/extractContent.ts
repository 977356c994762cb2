import { documentOperation } from './document-operation';

export const extractContent = documentOperation({
  operation: 'extractContent',
  name: 'Extract Content',
  action: 'Read any document',
  description: 'Identify a document and read its fields',
  service: '1. Content extraction (multipart)',
  returns: 'the document type, its fields by name, its tables as rows, and which fields are uncertain',
  path: '/process-image/content-extraction',
  parameters: ['filePassword', 'returnImage', 'returnedImageQuality', 'returnCrops', 'returnMetadata', 'tags'],
});
