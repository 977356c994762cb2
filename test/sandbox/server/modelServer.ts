import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Json } from './client.ts';

export type ReceivedRequest = { url: string; headers: IncomingHttpHeaders; body: Json };
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** An endpoint with the chat-completions protocol over HTTP. A test sets its answers, one for each request. */
export class ModelServer {
  readonly requests: ReceivedRequest[] = [];
  answers: Answer[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    this.requests.push(request);
    (this.answers[this.requests.length - 1] ?? status(500))(response, request);
  });

  async listen(): Promise<string> {
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Forgets the requests so far, and gives these answers from now on. */
  next(...answers: Answer[]): void {
    this.requests.length = 0;
    this.answers = answers;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const json = (response: ServerResponse, code: number, body: unknown) =>
  void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const completion =
  (content: string, more: object = {}): Answer =>
  (response) =>
    json(response, 200, {
      id: 'c-1',
      object: 'chat.completion',
      model: 'test',
      choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
    });

export const reading = (value: unknown): Answer => completion(JSON.stringify(value));

/** Like real endpoints, it repeats the key in its error message. */
export const status =
  (code: number): Answer =>
  (response, { headers }) =>
    json(response, code, { error: { message: `Incorrect API key provided: ${headers.authorization}` } });

export const body =
  (text: string): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
export const noAnswer: Answer = () => {};
export const closedConnection: Answer = (response) => void response.socket?.destroy();
export const redirect =
  (to: string): Answer =>
  (response) =>
    void response.writeHead(302, { location: to }).end();
export const cutOff: Answer = (response) =>
  json(response, 200, { choices: [{ message: { content: '{"sections":[' }, finish_reason: 'length' }] });
