import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterEach } from '@jest/globals';

export type Received = {
  at: number;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  clientCertificate: string | null;
};

/** A server that receives callbacks. */
class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #secure: boolean;

  constructor(status = 200, tls?: ServerOptions) {
    this.#secure = tls !== undefined;
    const listener = async (
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
    ) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const certificate = this.#secure ? (request.socket as TLSSocket).getPeerCertificate() : null;
      const clientCertificate = (certificate?.subject?.CN as string | undefined) ?? null;
      this.received.push({
        at: performance.now(),
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        clientCertificate,
      });
      response.writeHead(status).end('taken');
    };
    this.#server = tls
      ? createSecureServer({ requestCert: true, rejectUnauthorized: false, ...tls }, listener)
      : createServer(listener);
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
  }

  onConnection(listener: (socket: Socket) => void): void {
    this.#server.on('connection', listener);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `${this.#secure ? 'https' : 'http'}://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async waitFor(count: number, milliseconds = 60_000): Promise<Received[]> {
    const end = performance.now() + milliseconds;
    while (this.received.length < count) {
      if (performance.now() > end) throw new Error(`${this.received.length} callbacks came, not ${count}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.received;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const started: Receiver[] = [];
afterEach(() => {
  for (const receiver of started.splice(0)) receiver.close();
});

/** Starts a receiver, which is closed after the test. */
export async function startReceiver(
  ...given: ConstructorParameters<typeof Receiver>
): Promise<{ receiver: Receiver; url: string }> {
  const receiver = new Receiver(...given);
  started.push(receiver);
  return { receiver, url: await receiver.listen() };
}
