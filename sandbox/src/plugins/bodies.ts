import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { wrongParameter } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { receiveJson } from '../upload/jsonBody.ts';

const LONGEST_FIELD = 16 * 1024 * 1024;

/** JSON and forms, both received piece by piece. */
export async function receiveBodies(app: FastifyInstance, { maxUploadBytes, maxJsonBytes }: Settings): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: maxUploadBytes,
      fieldSize: LONGEST_FIELD,
      fieldNameSize: 1000,
      fields: 2000,
      files: 10,
      parts: 2000,
    },
  });
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    async (request: { folder: Parameters<typeof receiveJson>[1] }, payload: AsyncIterable<Buffer>) =>
      receiveJson(payload, request.folder, maxJsonBytes),
  );
  app.addHook('preValidation', async (request) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > 0 && request.body === undefined && !request.isMultipart())
      throw wrongParameter('Content-Type', 'the content type is not one that is read');
  });
}
