import { Type } from '@sinclair/typebox';
import { OK } from '../envelope.ts';
import { contentOptions, readContent } from '../content.ts';
import { openSource } from '../upload/source.ts';
import { operation } from './operation.ts';
import { parameter } from './parameters.ts';

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
  service: 'content-extraction',
  success: OK,
  errorsAs: 'object',
  parameters,
  async answer(given, { services, folder }) {
    const options = contentOptions(given);
    const source = await openSource(given, { folder, settings: services.settings });
    return readContent(services.reader, source, options);
  },
});
