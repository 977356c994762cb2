import type { INodeProperties } from 'n8n-workflow';
import { deliveryKey } from '../callback/deduplication';
import { callbackOutputs, isExtraction } from '../callback/result';
import { type CallbackToken, checkSecret, TOKEN_HEADER, verifyTokenWith } from '../callback/token';
import { ValidationError } from '../common/errors';
import { parseExactJson } from '../common/json';
import { asList, asObject, asText, isTooDeep } from '../common/shape';
import type { Item } from '../parameters/item';
import { optionsOnly } from '../parameters/options';
import { outputFieldsFor, outputOptions, readOutputSettings } from '../parameters/output-settings';
import type { ItemOperation } from './operation';

const callbackContent: INodeProperties[] = [
  {
    displayName: 'Headers',
    name: 'headers',
    type: 'json',
    default: '={{ $json.headers }}',
    required: true,
    description: 'The headers of the callback as a JSON object. The case of their names does not matter.',
  },
  {
    displayName: 'Body',
    name: 'body',
    type: 'json',
    default: '={{ $json.body }}',
    required: true,
    description: 'The body of the callback, as a JSON object or as text',
  },
];

/** What the trigger does with a callback, for one that another node has received. No request is sent. */
export const readCallback: ItemOperation = {
  kind: 'item',
  resource: 'callback',
  operation: 'readCallback',
  name: 'Read Callback',
  action: 'Read result from callback',
  description: 'Check a callback that came through a queue, a relay or a Webhook node, and read its result',
  service: 'None: reads what 2. and 13. deliver, without a request',
  returns: 'the result of an extraction or enrichment, as the Document Processing Trigger returns it',
  fields: [...callbackContent, ...outputFieldsFor('readCallback'), optionsOnly(outputOptions)],

  prepare(item) {
    const settings = readOutputSettings(item);
    const token = readToken(item);
    const { payload, text } = readBody(item);
    if (token.event === 'contentExtraction' && !isExtraction(payload))
      throw item.refusal('body', 'is not a result of content extraction', WHOLE_BODY);
    return {
      requests: [],
      read: () => callbackOutputs(payload, token, settings, deliveryKey(token, payload, text), item.run.secrets),
    };
  },
};

function readToken(item: Item): CallbackToken {
  if (item.value('headers') === undefined) {
    throw new ValidationError(
      'The item has no headers of a callback',
      'This node reads what another one has received, e.g. a Webhook node or a queue: put it behind that node. If headers ' +
        'and body are elsewhere in its output, change the expressions in "Headers" and "Body".',
    );
  }
  const headers = Object.entries(item.jsonObject('headers', false));
  const [, value] = headers.find(([name]) => name.toLowerCase() === TOKEN_HEADER.toLowerCase()) ?? [];
  const header = asText(Array.isArray(value) ? asList(value)[0] : value)?.trim() ?? '';
  if (header === '') {
    throw new ValidationError(
      `The callback has no header "${TOKEN_HEADER}"`,
      'Pass on all headers with which the service called in "Headers". Without the token anyone could have sent the callback.',
    );
  }
  const { callbackSecrets } = item.run;
  checkSecret(callbackSecrets[0]);
  const token = verifyTokenWith(header, callbackSecrets)?.token;
  if (!token) {
    throw new ValidationError(
      'The token of this callback is not valid',
      'It was cut or changed on its way, or signed with another secret: choose the credential with which the process was started.',
    );
  }
  if (token.event !== 'probe' && !token.waiting) return token;
  throw new ValidationError(
    'The token of this callback was issued for something else',
    token.waiting
      ? 'An execution waits for this result at its own URL. Start the process with the delivery "To a URL" to read it here.'
      : 'It only asks whether a trigger is listening.',
  );
}

function readBody(item: Item): { payload: unknown; text: string } {
  const value = textOfBytes(item.value('body'));
  if (isTooDeep(value)) throw item.refusal('body', 'is nested too deeply', 'It is no callback.');
  const text = typeof value === 'string' ? value.replace(/^\uFEFF/, '') : (JSON.stringify(value) ?? '');
  const parsed = typeof value === 'string' ? parseExactJson(text) : { value };
  if ('value' in parsed && typeof parsed.value === 'object' && parsed.value !== null)
    return { payload: parsed.value, text };
  throw item.refusal('body', 'is not the JSON of a callback', WHOLE_BODY);
}

/** Of a message of a queue n8n may have the bytes, in JSON as `{"type": "Buffer", "data": […]}`. Any other value as it is. */
function textOfBytes(value: unknown): unknown {
  const { type, data } = asObject(Buffer.isBuffer(value) ? value.toJSON() : value);
  return type === 'Buffer' && Array.isArray(data) ? Buffer.from(data).toString() : value;
}

const WHOLE_BODY = 'Pass on the whole body with which the service called, as an object or as text.';
