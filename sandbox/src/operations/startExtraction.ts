import { Type } from '@sinclair/typebox';
import { ACCEPTED } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { asWebhook } from '../processes/webhook.ts';
import { sniffFormat } from '../upload/sniff.ts';
import { passwordOf } from '../upload/source.ts';
import { wantedFrom } from './contentReading.ts';
import { operation } from './operation.ts';
import { parameter, webhookCredentials, webhookUrl } from './parameters.ts';

const { fileBase64, fileUrl, filePassword, returnImage, returnedImageQuality, returnCrops, tags } = parameter;
const authorization = Type.Optional(Type.Object({ ...webhookCredentials, mtls: Type.Optional(Type.Boolean()) }));
const webhook = Type.Object({ ...webhookUrl, authorization });

/**
 * Operation 2. What shows at once is refused at once; a failed download or a wrong password arrives in the callback.
 */
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
  async answer(given, call) {
    const target = asWebhook(given.webhook);
    const wanted = wantedFrom(given);
    const password = passwordOf(given.filePassword);
    const upload = given.fileBase64 ?? null;
    if (upload?.problem) throw wrongParameter('fileBase64', `fileBase64 ${upload.problem}`);
    if (!upload && !given.fileUrl) throw wrongParameter('fileBase64', 'neither fileBase64 nor fileUrl was sent');
    if (!upload && !URL.canParse(given.fileUrl ?? '')) throw wrongParameter('fileUrl', 'fileUrl is not a URL');
    if (upload) await sniffFormat(upload.path);
    const job = { fileUrl: upload ? null : (given.fileUrl ?? null), password, wanted };
    const processId = await call.services.processes.start(
      { kind: 'contentExtraction', webhook: target, job, upload },
      call,
    );
    return { result: { processId }, counted: { typified: 0, nonTypified: 0, billed: 0 } };
  },
});
