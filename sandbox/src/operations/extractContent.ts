import { Type, type Static } from '@sinclair/typebox';
import { OK } from '../envelope.ts';
import { openSource } from '../upload/source.ts';
import { operation } from './operation.ts';
import { parameter } from './parameters.ts';
import { readContent, wantedFrom } from './contentReading.ts';

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

export type ExtractContent = Static<typeof parameters>;

/** Operation 1. */
export const extractContent = operation({
  service: 'content-extraction',
  success: OK,
  errorsAs: 'object',
  parameters,
  async answer(given, { services, folder }) {
    const wanted = wantedFrom(given);
    const source = await openSource(given, { folder, settings: services.settings });
    return readContent(services.reader, source, wanted);
  },
});
