import { Type } from '@sinclair/typebox';
import { OK } from '../envelope.ts';
import { contentOptions, readContent } from '../content.ts';
import { openSource } from '../upload/source.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';
import { parameter } from '../schemas/parameters.ts';

const { file, fileUrl, filePassword, returnImage, returnedImageQuality, returnCrops, returnMetadata, tags } = parameter;
const parameters = Type.Object({
  file,
  fileUrl,
  filePassword,
  returnImage,
  returnedImageQuality,
  returnCrops,
  returnMetadata,
  tags,
});

/** Operation 1. */
export const extractContent = operation({
  number: 1,
  name: 'Content extraction (multipart)',
  description: 'Identifies the type of a document and reads its fields.',
  sandbox: ['Either `file` or `fileUrl` is required.'],
  errorCodes: ['R101', 'R117', 'R130', 'E100'],
  service: 'content-extraction',
  success: OK,
  errorsAs: 'object',
  parameters,
  result: results.content,
  async answer(given, { services, folder }) {
    const options = contentOptions(given);
    const source = await openSource(given, { folder, settings: services.settings });
    return readContent(services.reader, source, options);
  },
});
