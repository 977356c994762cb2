import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ReadingError } from '../reading.ts';
import type { Message, ModelEndpoint } from './prompt.ts';

const LARGEST_REPLY = 8 * 1024 * 1024;

/**
 * Asks the model for a reading of a document, once more if the answer is not of the schema. Both have the same time.
 */
export async function askModel(endpoint: ModelEndpoint, messages: Message[]): Promise<Reply> {
  const signal = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    return await ask(endpoint, messages, signal);
  } catch (error) {
    if (!(error instanceof InvalidReply)) throw error;
    return await askAgain(endpoint, messages, signal);
  }
}

async function askAgain(endpoint: ModelEndpoint, messages: Message[], signal: AbortSignal): Promise<Reply> {
  try {
    return await ask(endpoint, messages, signal);
  } catch (error) {
    if (error instanceof InvalidReply)
      throw new ReadingError('failed', `the generative endpoint gave no valid reading twice (${error.message})`);
    throw error;
  }
}

async function ask(endpoint: ModelEndpoint, messages: Message[], signal: AbortSignal): Promise<Reply> {
  const body = await post(endpoint, messages, signal).catch((error: unknown) => {
    throw asFailure(error, endpoint, signal);
  });
  return replyIn(body);
}

async function post({ url, model, key }: ModelEndpoint, messages: Message[], signal: AbortSignal): Promise<string> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({
      model,
      messages,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'document_reading', strict: true, schema: replySchema },
      },
    }),
    // Elsewhere the key is nobody's business.
    redirect: 'manual',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    // Its own words are not passed on: some endpoints repeat the key in them.
    throw new ReadingError(
      'failed',
      response.status === 401 || response.status === 403
        ? `the generative endpoint refused the key (HTTP ${response.status})`
        : `the generative endpoint answered HTTP ${response.status}`,
    );
  }
  return boundedText(response);
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_REPLY)
      throw new ReadingError('failed', `the generative endpoint answered more than ${LARGEST_REPLY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Of a failing connection only its code is said. */
function asFailure(error: unknown, { timeoutMs }: ModelEndpoint, signal: AbortSignal): Error {
  if (signal.aborted)
    return new ReadingError('timeout', `the generative endpoint took longer than ${timeoutMs / 1000} seconds`);
  if (error instanceof ReadingError) return error;
  const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
  return new ReadingError(
    'failed',
    `the generative endpoint cannot be reached${code && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''}`,
  );
}

const closed = { additionalProperties: false };
const text = Type.Union([Type.String(), Type.Null()]);
const named = Type.Object({ name: Type.String(), value: text }, closed);
const table = Type.Object({ name: Type.String(), rows: Type.Array(Type.Array(named)) }, closed);
const section = Type.Object({ name: Type.String(), fields: Type.Array(named), tables: Type.Array(table) }, closed);

/** What a model answers; sent along as the schema of its output, and held against what comes. */
const replySchema = Type.Object({ sections: Type.Array(section) }, closed);
export type Reply = Static<typeof replySchema>;

/** An answer that is not what was asked for; it is asked for once more. */
class InvalidReply extends Error {
  override name = 'InvalidReply';
}

/** The reading in the body of a chat completion. */
function replyIn(body: string): Reply {
  const content = contentOf(parsed(body, 'the answer is not JSON'));
  const reply = parsed(content, 'the content is not JSON');
  if (Value.Check(replySchema, reply)) return reply;
  const [first] = Value.Errors(replySchema, reply);
  throw new InvalidReply(`the content is not of the schema at ${first?.path || '/'}`);
}

function parsed(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidReply(complaint);
  }
}

type Completion = {
  choices?: { message?: { content?: unknown; refusal?: unknown }; finish_reason?: unknown }[];
} | null;

function contentOf(completion: unknown): string {
  const [choice] = Array.isArray((completion as Completion)?.choices)
    ? ((completion as Completion)?.choices ?? [])
    : [];
  if (choice?.finish_reason === 'length') throw new InvalidReply('the content was cut off at its length');
  if (choice?.message?.refusal) throw new InvalidReply('the model refused to read the document');
  if (typeof choice?.message?.content !== 'string') throw new InvalidReply('the answer holds no content');
  return choice.message.content;
}
