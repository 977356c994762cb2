// A stand-in for the webhook of a chat: it keeps every message sent to it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChatServer {
  url: string;
  messages: unknown[];
  close: () => Promise<void>;
}

export async function startChatServer(): Promise<ChatServer> {
  const messages: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    messages,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
