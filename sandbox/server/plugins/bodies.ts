import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noSuchOperation, unknownEncoding, wrongContentType } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { isForm } from '../upload/form.ts';
import { readJsonBody } from '../upload/jsonBody.ts';
import { pathOf } from './requestLifecycle.ts';

/** In bytes: of a body that anybody may send, who has no token yet. */
export const SIGN_IN_LIMIT = 2 ** 16;

/** Reads JSON and forms as they arrive; rejects other content types. */
export function readBodies(app: FastifyInstance, settings: Settings): void {
  // An account may read what the sandbox does not.
  const isPassedOn = settings.record !== null || settings.replay !== null;
  app.addHook('onRequest', async (request) => {
    // Whatever its body is: that is not the reason.
    if (request.is404) throw noSuchOperation(`${request.method} ${pathOf(request)}`);
    const encoding = request.headers['content-encoding'] ?? '';
    if (!isPassedOn && !/^\s*(?:identity\s*)?$/i.test(encoding)) throw unknownEncoding(encoding);
  });
  // Read where it is known which parameters are expected.
  app.addContentTypeParser('multipart/form-data', async () => undefined);
  app.removeContentTypeParser('text/plain');
  readJson(app, settings);
  app.addHook('preValidation', async (request) => {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > 0 && request.body === undefined && !isForm(request.headers)) throw wrongContentType();
  });
}

/** `check` looks at the text of JSON before it is taken. */
export function readJson(
  app: FastifyInstance,
  { maxUploadBytes, maxJsonBytes }: Settings,
  check: (text: string) => Promise<void> = async () => {},
): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    // A rejected body stays open: what is left of it is read before the answer.
    async ({ folder, routeOptions: { bodyLimit } }: FastifyRequest, payload: Readable) => {
      const chunks = payload.iterator({ destroyOnReturn: false });
      const [jsonBytes, fileBytes] = [Math.min(maxJsonBytes, bodyLimit), Math.min(maxUploadBytes, bodyLimit)];
      const { json, text } = await readJsonBody(chunks, folder, jsonBytes, fileBytes);
      await check(text);
      return json;
    },
  );
}
