import { notProcessed } from '../../../sandbox/src/errors.ts';
import type { Message } from './prompt.ts';
import { InvalidReply, replyIn, replySchema, type Reply } from './reply.ts';
import type { EndpointSettings } from '../../../sandbox/src/generativeSettings.ts';

const LARGEST_REPLY = 8 * 1024 * 1024;

/**
 * Asks the model for a reading of a document, once more if the answer is not of the schema. Both have the same time.
 */
export async function askModel(endpoint: EndpointSettings, messages: Message[]): Promise<Reply> {
  const signal = AbortSignal.timeout(endpoint.timeoutMs);
  try {
    return await ask(endpoint, messages, signal);
  } catch (error) {
    if (!(error instanceof InvalidReply)) throw error;
    return await askAgain(endpoint, messages, signal);
  }
}

async function askAgain(endpoint: EndpointSettings, messages: Message[], signal: AbortSignal): Promise<Reply> {
  try {
    return await ask(endpoint, messages, signal);
  } catch (error) {
    if (error instanceof InvalidReply)
      throw notProcessed(`the generative endpoint gave no valid reading twice (${error.message})`);
    throw error;
  }
}

async function ask(endpoint: EndpointSettings, messages: Message[], signal: AbortSignal): Promise<Reply> {
  const body = await post(endpoint, messages, signal).catch((error: unknown) => {
    throw asFailure(error, endpoint, signal);
  });
  return replyIn(body);
}

async function post({ url, model, key }: EndpointSettings, messages: Message[], signal: AbortSignal): Promise<string> {
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
    throw notProcessed(
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
    if (size > LARGEST_REPLY) throw notProcessed(`the generative endpoint answered more than ${LARGEST_REPLY} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Of a failing connection only its code is said. */
function asFailure(error: unknown, { timeoutMs }: EndpointSettings, signal: AbortSignal): Error {
  if (signal.aborted) return notProcessed(`the generative endpoint took longer than ${timeoutMs / 1000} seconds`);
  if ((error as Error).name === 'ServiceError') return error as Error;
  const code = ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code;
  return notProcessed(`the generative endpoint cannot be reached${code && /^[A-Z_]+$/.test(code) ? ` (${code})` : ''}`);
}
