import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Json } from './client.ts';
import { serve } from './surroundings.ts';

export type ReceivedRequest = { url: string; headers: IncomingHttpHeaders; body: Json };
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** An endpoint with the chat-completions protocol over HTTP. A test sets its answers, one for each request. */
export async function startModel() {
  const requests: ReceivedRequest[] = [];
  let answers: Answer[] = [];
  const { url } = await serve(async (incoming, response) => {
    const request = { url: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(await text(incoming)) };
    (answers[requests.push(request) - 1] ?? status(500))(response, request);
  });
  /** Forgets the requests so far, and gives these answers from now on. */
  const next = (...given: Answer[]) => {
    requests.length = 0;
    answers = given;
  };
  return { url: `${url}/v1`, requests, next };
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
