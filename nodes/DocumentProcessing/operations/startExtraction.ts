import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';
import { bodyOptionDefault, callbackFields, callbackOptions, mtlsOption } from '../parameters/callback-fields';
import { documentOptions, documentParameters, type DocumentOption } from '../parameters/document-options';
import { optionsField } from '../parameters/options';
import { outputFieldsFor, outputOptions } from '../parameters/output-settings';
import { firstOutputNotice } from '../parameters/node-outputs';
import { FILE_SOURCES, readSource, sourceFields } from '../parameters/source';
import { processOutput } from '../documents/envelope-outputs';
import type { ItemOperation } from './operation';

/** Shows properties of the output only if the result comes back to this node. */
const whenWaiting = (properties: INodeProperties[], delivery: string): INodeProperties[] =>
  updateDisplayOptions({ show: { [delivery]: ['wait'] } }, properties);

const PARAMETERS: DocumentOption[] = ['filePassword', 'returnImage', 'returnedImageQuality', 'returnCrops', 'tags'];

export const startExtraction: ItemOperation = {
  kind: 'item',
  isAsynchronous: true,
  resource: 'document',
  operation: 'startExtraction',
  name: 'Start Extraction',
  action: 'Start reading, result by callback',
  description: 'Start a content extraction and receive the result later',
  service: '2. Content extraction async (JSON)',
  returns: 'the IDs of the process and its correlation: the result itself comes later, in a callback',
  fields: [
    ...sourceFields(FILE_SOURCES),
    ...callbackFields,
    ...whenWaiting(outputFieldsFor('startExtraction'), 'delivery'),
    ...firstOutputNotice,
    optionsField(
      [...documentOptions(PARAMETERS), ...whenWaiting(outputOptions, '/delivery'), ...callbackOptions, mtlsOption],
      bodyOptionDefault,
    ),
  ],

  async prepare(item) {
    const source = await readSource(item);
    const parameters = Object.fromEntries(documentParameters(item, PARAMETERS));
    const { readWebhook } = await import('../callback/webhook-parameter.js');
    const { webhook, correlationId, wait } = await readWebhook(item, 'contentExtraction');
    return {
      requests: [{ path: '/process-image/content-extraction', body: { json: { ...source, ...parameters, webhook } } }],
      read: ([envelope]) => processOutput(envelope, correlationId),
      wait,
    };
  },
};
