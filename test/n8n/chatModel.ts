// A local stand-in for a chat model with an OpenAI-compatible interface. It knows no answers: it picks tools by the words
// in their names, fills in their arguments from the user's words and the tools' schemas, and replies with what it received.
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Schema {
  properties?: Record<string, Schema>;
}

interface Tool {
  function: { name: string; description: string; parameters: Schema };
}

interface Message {
  role: string;
  content: string | null | Array<{ text?: string }>;
}

interface ChatRequest {
  messages: Message[];
  tools?: Tool[];
  stream?: boolean;
}

export interface ChatModel {
  url: string;
  /** What the agent sent, in order. */
  requests: ChatRequest[];
  /** The tools as the model was told of them. */
  tools(): Array<Tool['function']>;
  /** What the model received from the tools it called last. */
  results(): string[];
  close(): Promise<void>;
}

export async function startChatModel(): Promise<ChatModel> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      requests.push(body);
      const message = { role: 'assistant', ...replyTo(body) };
      const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
      const base = { id: `chat-${requests.length}`, created: 0, model: 'stand-in' };
      if (body.stream === true) {
        const delta = { index: 0, delta: message, finish_reason };
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = { ...base, object: 'chat.completion.chunk', choices: [delta] };
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
        return;
      }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.writeHead(200, { 'content-type': 'application/json' });
      const choices = [{ index: 0, message, finish_reason }];
      response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    tools: () => (requests.at(-1)?.tools ?? []).map((tool) => tool.function),
    results: () => resultsIn(requests.at(-1)?.messages ?? []),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readJson(request: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest;
}

const textOf = ({ content }: Message): string =>
  Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : (content ?? '');

/** What tools returned since the user spoke last: an agent with a memory sends earlier results too. */
const resultsIn = (messages: Message[]): string[] =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
    .filter(({ role }) => role === 'tool')
    .map(textOf);

function replyTo({ messages, tools = [] }: ChatRequest): object {
  const results = resultsIn(messages);
  if (results.length > 0) return { content: `The tools say: ${results.join(' ')}` };
  const asked = textOf(messages.findLast(({ role }) => role === 'user') ?? { role: 'user', content: '' });
  const calls = asked
    .split('\n')
    .map((line) => ({ line, tool: toolFor(line, tools) }))
    .flatMap(({ line, tool }, index) => (tool ? [callOf(tool, line, index)] : []));
  return calls.length > 0 ? { content: null, tool_calls: calls } : { content: 'No tool fits.' };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** The tool whose name has all its words in the request; of several the longest. */
const toolFor = (line: string, tools: Tool[]): Tool | undefined =>
  tools
    .filter((tool) => wordsOf(tool.function.name).every((word) => wordsOf(line).includes(word)))
    .sort((one, other) => other.function.name.length - one.function.name.length)[0];

function callOf({ function: { name, parameters } }: Tool, line: string, index: number): object {
  const call = { name, arguments: JSON.stringify(argumentsFor(parameters, line)) };
  return { index, id: `call_${index}`, type: 'function', function: call };
}

/** n8n puts the parameters of a tool that a person reviews into one of its own. */
function argumentsFor({ properties = {} }: Schema, line: string): object {
  const [url] = /https?:\/\/\S+/.exec(line) ?? [];
  const [, quoted] = /"([^"]*)"/.exec(line) ?? [];
  const given = Object.entries(properties).flatMap(([property, schema]): Array<[string, unknown]> => {
    if (schema.properties) return [[property, argumentsFor(schema, line)]];
    const value = wordsOf(property.replaceAll('_', ' ')).includes('url') ? url : quoted;
    return value === undefined ? [] : [[property, value]];
  });
  return Object.fromEntries(given);
}
