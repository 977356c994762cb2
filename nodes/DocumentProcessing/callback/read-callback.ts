import { ValidationError } from '../common/errors';
import { parseExactJson } from '../common/json';
import type { Output } from '../common/output';
import { asObject, asText, isTooDeep } from '../common/shape';
import type { Item } from '../parameters/item';
import { readOutputSettings } from '../parameters/output-settings';
import { bodyReader, collect, hasNothing, LARGEST_BODY } from './body';
import { deliveryKey } from './deduplication';
import { callbackOutputs, isExtraction } from './result';
import { type CallbackToken, checkSecret, TOKEN_HEADER, verifyToken } from './token';

/** The result in a callback that another node has received. */
export async function readReceived(item: Item): Promise<() => Output[]> {
  const settings = readOutputSettings(item);
  const headers = readHeaders(item);
  const token = readToken(item, headers(TOKEN_HEADER));
  const { payload, text } = await readBody(item, headers);
  if (token.event === 'contentExtraction' && !isExtraction(payload))
    throw item.refusal('body', 'is not a result of content extraction', WHOLE_BODY);
  return () => callbackOutputs(payload, token, settings, deliveryKey(token, payload, text), item.run.secrets);
}

/** The text of a header by its name; empty if it is not there. */
type Headers = (name: string) => string;

function readHeaders(item: Item): Headers {
  if (item.value('headers') === undefined) {
    throw new ValidationError(
      'The item has no headers of a callback',
      'This node reads what another one has received, e.g. a Webhook node or a queue: put it behind that node. If headers ' +
        'and body are elsewhere in its output, change the expressions in "Headers" and "Body".',
    );
  }
  const headers = Object.entries(item.jsonObject('headers', { isSent: false }));
  return (wanted) => {
    const found = headers.filter(([name]) => name.toLowerCase() === wanted.toLowerCase());
    return found.map(([, value]) => asText([value].flat()[0])?.trim() ?? '').find((text) => text !== '') ?? '';
  };
}

function readToken(item: Item, header: string): CallbackToken {
  if (header === '') {
    throw new ValidationError(
      `The callback has no header "${TOKEN_HEADER}"`,
      'Pass on all headers with which the service called in "Headers". Without the token anyone could have sent the callback.',
    );
  }
  const { callbackSecrets } = item.run;
  checkSecret(callbackSecrets[0]);
  const token = verifyToken(header, callbackSecrets);
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
      ? 'An execution waits for this result, and only a trigger can pass it on. Enter the URL of a Document Processing ' +
          'Trigger as "Fallback URL", or start the process with the delivery "To a URL" to read its result here.'
      : 'It only asks whether a trigger is listening.',
  );
}

async function readBody(item: Item, headers: Headers): Promise<{ payload: unknown; text: string }> {
  const body = item.value('body');
  const bytes = bytesIn(body) ?? (isEmpty(body) ? await bytesOfOnlyFile(item) : undefined);
  const value = bytes ? await textOfBytes(item, headers, bytes) : body;
  if (isEmpty(value)) throw item.refusal('body', 'is empty', WHERE_THE_BODY_IS);
  if (isTooDeep(value)) throw item.refusal('body', 'is nested too deeply', 'It is no callback.');
  const given = typeof value === 'string' ? value.replace(/^\uFEFF/, '') : (JSON.stringify(value) ?? '');
  const once = typeof value === 'string' ? parseExactJson(given) : { value };
  // A queue may have made JSON of the JSON.
  const text = 'value' in once && typeof once.value === 'string' ? once.value : given;
  const parsed = text === given ? once : parseExactJson(text);
  if ('value' in parsed && typeof parsed.value === 'object' && parsed.value !== null)
    return { payload: parsed.value, text };
  throw item.refusal('body', 'is not the JSON of a callback', WHOLE_BODY);
}

function isEmpty(body: unknown): boolean {
  if (typeof body === 'string') return /^(?:\{\s*\}|\[\s*\])?$/.test(body.trim());
  return body === undefined || (typeof body === 'object' && body !== null && hasNothing(body));
}

/** n8n's Webhook node has an empty body, and a file, of what it does not parse or is told to keep as a file. */
async function bytesOfOnlyFile(item: Item): Promise<Buffer | undefined> {
  const [name, ...others] = item.files.names;
  if (name === undefined || others.length > 0) return undefined;
  const { size, content } = await item.files.read(name);
  if (size > LARGEST_BODY)
    throw item.refusal('body', `is empty, and the file "${name}" is too large for a callback`, WHERE_THE_BODY_IS);
  return typeof content === 'function' ? await collect(await content(size)) : Buffer.from(content, 'base64');
}

/** Of a message of a queue n8n may have the bytes, in JSON as `{"type": "Buffer", "data": […]}`, or with them in base64. */
function bytesIn(value: unknown): Buffer | undefined {
  if (Buffer.isBuffer(value)) return value;
  const { type, data } = asObject(value);
  if (type !== 'Buffer') return undefined;
  if (typeof data === 'string') return Buffer.from(data, 'base64');
  return Array.isArray(data) ? Buffer.from(data) : undefined;
}

async function textOfBytes(item: Item, headers: Headers, bytes: Buffer): Promise<string> {
  const read = async (contentEncoding: string) => await bodyReader(headers('content-type'), contentEncoding)(bytes);
  const encoding = headers('content-encoding');
  try {
    return await read(encoding).catch(async (caught: unknown) => {
      // Who received the callback may have undone the compression and left the header as it was.
      const text = await read('').catch(() => '');
      if ('value' in parseExactJson(text)) return text;
      throw caught;
    });
  } catch (caught) {
    throw item.refusal(
      'body',
      `has bytes that cannot be read: ${(caught as Error).message}`,
      'Pass on the headers and the body of the same callback, both unchanged: "content-type" and "content-encoding" say ' +
        'how to read the bytes.',
    );
  }
}

const WHERE_THE_BODY_IS =
  "n8n's Webhook node puts a body that it does not parse into a file, and so do nodes that download. This node reads the " +
  'only file of its item in place of an empty body: pass that file on, and no other. If there is none, nothing was sent.';

const WHOLE_BODY = 'Pass on the whole body with which the service called, as an object or as text.';
