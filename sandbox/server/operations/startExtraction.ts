import { Type } from '@sinclair/typebox';
import { ACCEPTED } from '../envelope.ts';
import { wrongParameter } from '../errors.ts';
import { contentOptions } from '../content.ts';
import { parseWebhook } from '../processes/webhook.ts';
import { decodePassword, detectFormat } from '../upload/source.ts';
import { results } from '../schemas/results.ts';
import { operation } from './operation.ts';
import {
  parameter,
  passwordIfEncrypted,
  requiredIf,
  tagsAsJson,
  webhookCredentials,
  webhookUrl,
} from '../schemas/parameters.ts';

const { fileBase64, fileUrl, returnImage, returnedImageQuality, returnCrops } = parameter;
const authorization = Type.Optional(
  Type.Object({
    ...webhookCredentials,
    mtls: Type.Optional(Type.Boolean({ description: 'Use mutual TLS for the callback' })),
  }),
);
const webhook = Type.Object({ ...webhookUrl, authorization }, { description: 'Receives the result' });

/** Operation 2. Checks parameters and format at once; reports a failed download or a wrong password in the callback. */
export const startExtraction = operation({
  number: 2,
  name: 'Content extraction async (JSON)',
  description:
    'Starts a content extraction and sends its result to a webhook. The interface shows it under the path of ' +
    'operation 1; how the two are told apart is not shown.',
  sandbox: [
    'The content type tells operations 1 and 2 apart.',
    'The HTTP status of an accepted extraction is 201, like its status code.',
    'Wrong parameters and formats are rejected at once; a failed download or a wrong password is reported in the ' +
      'callback.',
  ],
  errorCodes: [],
  service: 'content-extraction',
  success: ACCEPTED,
  errorsAs: 'object',
  parameters: Type.Object({
    webhook,
    fileBase64: requiredIf(fileBase64, 'fileUrl is absent'),
    fileUrl: requiredIf(fileUrl, 'fileBase64 is absent'),
    filePassword: passwordIfEncrypted,
    returnImage,
    returnedImageQuality,
    returnCrops,
    tags: tagsAsJson,
  }),
  result: results.process,
  callback: {
    description: 'The result of operation 1, with `processId` added.',
    sandbox: ['A failure is a failing envelope with `processId`.'],
    result: results.content,
  },
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
