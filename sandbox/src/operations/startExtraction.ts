import { Type } from '@sinclair/typebox';
import { ACCEPTED } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { contentOptions } from '../content.ts';
import { parseWebhook } from '../processes/webhook.ts';
import { decodePassword, detectFormat } from '../upload/source.ts';
import { operation } from './operation.ts';
import { parameter, webhookCredentials, webhookUrl } from './parameters.ts';

const { fileBase64, fileUrl, filePassword, returnImage, returnedImageQuality, returnCrops, tags } = parameter;
const authorization = Type.Optional(Type.Object({ ...webhookCredentials, mtls: Type.Optional(Type.Boolean()) }));
const webhook = Type.Object({ ...webhookUrl, authorization });

/** Operation 2. Checks parameters and format at once; reports a failed download or a wrong password in the callback. */
export const startExtraction = operation({
  service: 'content-extraction',
  success: ACCEPTED,
  errorsAs: 'object',
  parameters: Type.Object({
    webhook,
    fileBase64,
    fileUrl,
    filePassword,
    returnImage,
    returnedImageQuality,
    returnCrops,
    tags,
  }),
  async answer(given, context) {
    const webhook = parseWebhook(given.webhook);
    const options = contentOptions(given);
    const password = decodePassword(given.filePassword);
    const upload = given.fileBase64 ?? null;
    if (upload?.problem) throw wrongParameter('fileBase64', `fileBase64 ${upload.problem}`);
    if (!upload && !given.fileUrl) throw wrongParameter('fileBase64', 'neither fileBase64 nor fileUrl was sent');
    if (!upload && !URL.canParse(given.fileUrl ?? '')) throw wrongParameter('fileUrl', 'fileUrl is not a URL');
    if (upload) await detectFormat(upload.path);
    const job = { fileUrl: upload ? null : (given.fileUrl ?? null), password, options };
    const processId = await context.services.processes.start(
      { kind: 'contentExtraction', webhook, job, upload },
      context,
    );
    return { result: { processId }, counted: { typified: 0, nonTypified: 0, billed: 0 } };
  },
});
