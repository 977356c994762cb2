import { isIdentifiedWithoutType } from '../documents/service-document';
import { documentOperation } from './document-operation';

export const extractDriverLicence = documentOperation({
  operation: 'extractDriverLicence',
  name: 'Extract Driver Licence',
  action: 'Read a driver licence (CNH) by QR code',
  description: 'Read a driver licence from its QR code; for a photo without it use Extract Content',
  service: '9. VIO extraction (JSON), 10. (multipart)',
  returns: "the licence's fields by name, and which are uncertain",
  path: '/process-image/vio-extraction',
  sources: ['binary', 'qrCode', 'url', 'base64'],
  parameters: ['filePassword'],
  json: 'unlessFile',
  own: () => ({ hooks: { isIdentified: isIdentifiedWithoutType, unidentifiedHint: 'noLicenceCode' } }),
});
