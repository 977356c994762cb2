// Speaks with an account: sends requests on to it, and takes its answers and callbacks.
import { createReadStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { ServiceError, tooLarge, unknownEncoding, wrongParameter } from '../errors.ts';
import { sendRequest } from '../outgoing.ts';
import { OWN_HEADER, OWN_REQUEST } from '../settings.ts';
import type { Upload } from '../upload/upload.ts';
import { CHARSET } from './concealment.ts';

/** An answer of the account, to be passed on. One for which there is no memory goes on as it comes, unread. */
export type AccountAnswer = {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
  text: string;
  unread: Readable | null;
};

/**
 * Headers of one connection, and what the HTTP client sets itself. A browser sends cookies to every port of this machine:
 * those of n8n are no business of the account, which sets none here.
 */
const OF_CONNECTION =
  /^(host|connection|cookie|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|x-sandbox-.*)$/;
/** Who has sent the request may wait less long: what the account has billed is recorded all the same. */
const LONGEST_ANSWER_MS = 60 * 60 * 1000;

/** What any HTTP client takes for another folder. */
const HAS_DOTS = /[/\\](\.|%2e){1,2}(?![^/\\])/i;

/** Sends a request on, with this body in place of its own. `take` fails where there is no memory for the answer. */
export async function askAccount(
  account: string,
  request: FastifyRequest,
  body: Upload | undefined,
  take: Take,
): Promise<AccountAnswer> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || OF_CONNECTION.test(name) ? [] : [[name, String(value)]],
  );
  if (HAS_DOTS.test(request.url.split('?', 1)[0] as string))
    throw wrongParameter('path', 'the account would be sent another path: write it without . and ..');
  const options = {
    method: request.method,
    headers: {
      ...Object.fromEntries(headers),
      ...OWN_REQUEST,
      // What cannot be unpacked here is for the client to unpack.
      'accept-encoding': PACKED.filter((one) => request.headers['accept-encoding']?.includes(one)).join() || 'identity',
      ...(body && { 'content-length': body.size }),
    },
    signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
  };
  try {
    const url = new URL(`${account}${request.url}`);
    const incoming = await sendRequest(url, options, body);
    if (OWN_HEADER in incoming.headers) throw isNoAccount();
    const isHead = request.method === 'HEAD';
    const received = await receive(incoming, take);
    const { unread } = received;
    // It may have no end. One that is read to its end was paid for, and is recorded.
    if (unread) void request.answered.then(() => incoming.destroy());
    const unpacked = await unpack(received.bytes, incoming.headers, take);
    const answered = Object.entries(incoming.headers).flatMap(([name, value]) =>
      (OF_CONNECTION.test(name) && !(isHead && name === 'content-length')) ||
      name === 'set-cookie' ||
      (unpacked && name === 'content-encoding')
        ? []
        : [[name, String(value)]],
    );
    const bytes = unpacked ?? received.bytes;
    return {
      status: incoming.statusCode ?? 0,
      headers: Object.fromEntries(answered),
      ...{ bytes, unread },
      text: decode(bytes, incoming.headers['content-type']),
    };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ServiceError('502', 502, `The account at ${account} did not answer (${code ?? message})`);
  }
}

/** What a sandbox passes on comes to another one that records, or to itself, again and again. */
export const isNoAccount = () =>
  new ServiceError(
    '400',
    400,
    'The address that was given as --upstream leads to a sandbox that records, perhaps to this one, so nothing was passed ' +
      'on. Give it that of the account',
  );

/** As bytes, as text, and concealed. */
export const TIMES_IN_MEMORY = 4;

/** Takes room in memory; fails if there is none. */
export type Take = (bytes: number) => void;

/** Null of what cannot be unpacked here: it is passed on as it has come, like what is not packed. */
async function unpack(
  packed: Buffer,
  { 'content-encoding': encoding }: IncomingHttpHeaders,
  take: Take,
): Promise<Buffer | null> {
  const decoder = DECODERS.get(encoding?.trim().toLowerCase() ?? '');
  if (!decoder || packed.length === 0) return null;
  const chunks: Buffer[] = [];
  try {
    await pipeline([packed], decoder(), async (unpacked: AsyncIterable<Buffer>) => {
      for await (const chunk of unpacked) {
        take(TIMES_IN_MEMORY * chunk.length);
        chunks.push(chunk);
      }
    });
    return Buffer.concat(chunks);
  } catch {
    return null;
  }
}

/** An answer, as far as there is memory for it. */
async function receive(answer: Readable, take: Take): Promise<Pick<AccountAnswer, 'bytes' | 'unread'>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    try {
      take(TIMES_IN_MEMORY * chunk.length);
    } catch {
      return { bytes: Buffer.alloc(0), unread: Readable.from(chain(chunks, answer)) };
    }
  }
  return { bytes: Buffer.concat(chunks), unread: null };
}

async function* chain(...parts: (Iterable<Uint8Array> | AsyncIterable<Uint8Array>)[]) {
  for (const part of parts) yield* part;
}

/** What is asked for, if the client reads it. */
const PACKED = ['gzip', 'br'];
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** In bytes. A compressed one may have no end. */
export const LONGEST_CALLBACK = 2 ** 27;

/** A callback is kept, and passed on, as text. */
export async function textOfCallback(path: string, headers: IncomingHttpHeaders): Promise<string> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const decoder = DECODERS.get(encoding);
  if (!decoder && encoding !== 'identity') throw unknownEncoding(encoding);
  const chunks: Buffer[] = [];
  const take = async (decoded: AsyncIterable<Buffer>) => {
    let size = 0;
    for await (const chunk of decoded) {
      size += chunk.length;
      if (size > LONGEST_CALLBACK) throw tooLarge('body', `more than ${LONGEST_CALLBACK} bytes`);
      chunks.push(chunk);
    }
  };
  try {
    await pipeline(createReadStream(path), decoder?.() ?? new PassThrough(), take);
    return new TextDecoder(charsetIn(headers['content-type']), { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw wrongParameter('body', `the callback is no text, so it was not passed on (${(error as Error).message})`);
  }
}

const charsetIn = (contentType: string | undefined) => CHARSET.exec(contentType ?? '')?.[1];

function decode(bytes: Buffer, contentType: string | undefined): string {
  try {
    return new TextDecoder(charsetIn(contentType)).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
