import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Upload } from './upload/upload.ts';

/** Each waits for a turn of this process, which may have much else to do. */
const PIECE = 2 ** 18;

/** What came of an answer before it failed: its head may be one that no parser takes. */
export type FailedRequest = NodeJS.ErrnoException & { received?: string };

const lookUps = new Map<string, Promise<LookupAddress[]>>();

/**
 * One look-up of a name at a time, for all who ask for it: each holds one of few threads until a name server answers, which
 * may be never.
 */
export function addressesOf(name: string, options: LookupOptions = {}): Promise<LookupAddress[]> {
  const key = JSON.stringify([name, options.family, options.hints]);
  const asked = lookUps.get(key) ?? lookup(name, { ...options, all: true }).finally(() => lookUps.delete(key));
  lookUps.set(key, asked);
  return asked;
}

const lookUp: LookupFunction = (name, options, callback) => {
  addressesOf(name, options).then(
    (found) => (options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
    (error: NodeJS.ErrnoException) => callback(error, ''),
  );
};

/**
 * Resolves with the head of the answer; only a communication failure rejects. Redirects are not followed, because they
 * would send the credentials elsewhere. `fetch` gives up after five minutes, and at a 100 that nobody has asked for. The
 * body goes from the disk to the receiver. That it takes no more of it may be its answer.
 */
export async function sendRequest(
  url: URL,
  options: RequestOptions & { headers: OutgoingHttpHeaders },
  body?: Upload,
): Promise<IncomingMessage> {
  // Imported as modules they take a tenth of the start.
  const { request } = await (url.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // The receiver may just close a connection that is used again: then the request is lost. One who is told that this is not
  // may close it at once, before all of an answer is read, where the request was not.
  const headers = { ...options.headers, connection: 'keep-alive' };
  const outgoing = request(url, { ...options, headers, agent: false, lookup: lookUp }, (incoming) => {
    if ((incoming.statusCode ?? 0) >= 200) return resolve(incoming);
    outgoing.destroy(new Error(`HTTP ${incoming.statusCode}: this is no status of an answer`));
  });
  let received = '';
  outgoing.on('socket', (socket) => socket.prependOnceListener('data', (data) => (received = data.toString())));
  // What comes after the head cannot make it undone.
  outgoing.on('error', (error) => reject(Object.assign(error, { received })));
  // Neither an answer nor an error follows it.
  outgoing.on('upgrade', (_incoming, socket) => {
    socket.destroy();
    reject(new Error('HTTP 101: the receiver wants another protocol'));
  });
  try {
    if (!body) outgoing.end();
    else {
      outgoing.flushHeaders();
      pipeline(createReadStream(body.path, { highWaterMark: PIECE }), outgoing).catch(() => {});
    }
  } catch (error) {
    // A header that Node refuses only now. What is left of the request would fail when nobody waits for it.
    outgoing.destroy(error as Error);
  }
  return promise;
}
