import type { IWebhookFunctions } from 'n8n-workflow';
import { parseExactJson, structureOf } from '../common/json';
import { charsetOf, encodingOf, TextReader } from '../transport/charset';
import { WebhookRejection } from './webhook-response';

/** More bytes than any callback has a reason to have, before and after it is decompressed. */
export const LARGEST_BODY = 100 * 1024 * 1024;

/** Of the characters outside of texts: many small values take up to forty times their size in memory. */
const LARGEST_STRUCTURE = LARGEST_BODY / 4;

type Compression = ConstructorParameters<typeof DecompressionStream>[0];

/** By the name in `Content-Encoding`. Only the newest versions of Node know brotli. */
const COMPRESSIONS = new Map<string, string>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'brotli'],
]);

/** The compressions n8n undoes if it reads the body itself, in exactly this form. */
const DECOMPRESSED_BY_N8N = ['gzip', 'deflate'];

/** The text of a callback's body, read here if n8n has not read it. */
export async function readText(context: IWebhookFunctions): Promise<string> {
  const request = context.getRequestObject();
  const { 'content-type': contentType = '', 'content-encoding': encoding = '' } = request.headers;
  const isRead = request.readableEnded;
  const read = bodyReader(contentType, isRead && DECOMPRESSED_BY_N8N.includes(encoding) ? '' : encoding);
  if (isRead && !request.rawBody) return JSON.stringify(context.getBodyData());
  return await read(isRead ? request.rawBody : await collect(request as AsyncIterable<Buffer>));
}

/** Makes text of the bytes of a body, as its `Content-Type` and `Content-Encoding` say. What they name has to be known. */
export function bodyReader(contentType: string, contentEncoding: string): (bytes: Buffer) => Promise<string> {
  const decode = decoderFor(contentType);
  const compression = compressionOf(contentEncoding);
  return async (bytes) => decode(compression === undefined ? bytes : await decompress(bytes, compression));
}

/** The JSON object, or list, in a callback's body. */
export function readPayload(text: string): unknown {
  if (structureOf(text).size > LARGEST_STRUCTURE) throw tooLarge();
  const parsed = parseExactJson(text.replace(/^\uFEFF/, ''));
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null)
    throw new WebhookRejection(400, 'The body of this callback is not a JSON object');
  if (hasNothing(parsed.value)) throw new WebhookRejection(400, 'The body of this callback has nothing in it');
  return parsed.value;
}

/** Whether an object, or a list, is empty. A member that is null may be all that there is to say. */
export const hasNothing = (payload: object): boolean => Object.keys(payload).length === 0;

/** All of a stream, unless that is too much for a callback. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw tooLarge();
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}

const tooLarge = () => new WebhookRejection(413, 'The callback is too large');

function compressionOf(contentEncoding: string): string | undefined {
  const name = contentEncoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const compression = COMPRESSIONS.get(name);
  if (compression !== undefined) return compression;
  throw unknownCompression();
}

const unknownCompression = () =>
  new WebhookRejection(415, 'The Content-Encoding of this callback is not known here', {
    'Accept-Encoding': 'gzip, deflate, identity',
  });

async function decompress(bytes: Buffer, compression: string): Promise<Buffer> {
  const body = new Blob([new Uint8Array(bytes)]).stream();
  const decompressed = body.pipeThrough(decompressionStream(bytes, compression));
  return await collect(decompressed as AsyncIterable<Uint8Array>).catch((caught: unknown) => {
    if (caught instanceof WebhookRejection) throw caught;
    throw new WebhookRejection(400, 'The body of this callback cannot be decompressed');
  });
}

function decompressionStream(bytes: Buffer, compression: string): DecompressionStream {
  const format = compression === 'deflate' && !hasZlibHeader(bytes) ? 'deflate-raw' : compression;
  try {
    return new DecompressionStream(format as Compression);
  } catch {
    throw unknownCompression();
  }
}

/** Some clients send "deflate" without the header that the standard asks for. */
const hasZlibHeader = ([first = 0, second = 0]: Buffer): boolean =>
  (first & 15) === 8 && (first * 256 + second) % 31 === 0;

/** Decodes bytes in the charset of a `Content-Type`: UTF-8 unless that, or a byte order mark, says otherwise. */
function decoderFor(contentType: string): (bytes: Buffer) => string {
  const charset = charsetOf(contentType) ?? 'utf-8';
  if (encodingOf(charset) === undefined)
    throw new WebhookRejection(415, 'The charset of this callback is not known here');
  return (bytes) => {
    const reader = new TextReader(charset);
    const text = reader.read(bytes) + reader.end();
    // With replacement characters in it, a name or an amount would be wrong, and nobody would know.
    if (reader.isGarbled)
      throw new WebhookRejection(
        400,
        'The body of this callback is not in its charset, or not in UTF-8 if it names none',
      );
    return text;
  };
}
