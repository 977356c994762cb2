import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { afterEach } from '@jest/globals';
import { generate } from 'selfsigned';
import type { Json } from './client.ts';
import { until } from './surroundings.ts';

export type Received = {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  clientCertificate: string | null;
};

export const bodyOf = ({ body }: Received): Json => JSON.parse(body);

const started: { close(): void }[] = [];
afterEach(() => {
  for (const receiver of started.splice(0)) receiver.close();
});

/** Starts a server that receives callbacks, which is closed after the test. */
export async function startReceiver(status = 200, tls?: ServerOptions) {
  const received: Received[] = [];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '', headers, socket } = request;
    const body = await text(request);
    const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : null;
    const clientCertificate = (certificate?.subject?.CN as string | undefined) ?? null;
    received.push({ url, headers, body, clientCertificate });
    response.writeHead(status).end('taken');
  };
  const server = tls
    ? createSecureServer({ requestCert: true, rejectUnauthorized: false, ...tls }, listener)
    : createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver = {
    received,
    /** Once so many have come. */
    waitFor: (count: number): Promise<Received[]> => until(() => received.length >= count && received),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  started.push(receiver);
  const { port } = server.address() as AddressInfo;
  return { receiver, url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}` };
}

/** Of a receiver that signs for itself. */
export async function ownCertificate(dates: { notBeforeDate?: Date; notAfterDate?: Date } = {}, names: string[] = []) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: names[0] ?? '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [{ type: 7, ip: '127.0.0.1' }, ...names.map((value) => ({ type: 2 as const, value }))],
      },
    ],
    ...dates,
  });
  return { cert, key };
}
