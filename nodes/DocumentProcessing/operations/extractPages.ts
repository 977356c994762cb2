import { documentOperation } from './document-operation';

export const extractPages = documentOperation({
  operation: 'extractPages',
  name: 'Extract Pages',
  action: 'Read a file with several documents',
  description: 'Read the documents and sections of a multi-page file, with their page numbers',
  service: '3. Multi-page content extraction (multipart), 4. (JSON)',
  returns: 'each document found in the file, with its pages, type, fields by name and tables as rows',
  path: '/process-image/multipage-content-extraction',
  parameters: ['filePassword', 'returnMetadata'],
  json: 'unlessFile',
});
