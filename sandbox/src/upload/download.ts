import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { wrongParameter } from '../errors.ts';
import { Upload } from './upload.ts';

const MOST_REDIRECTS = 5;

export type DownloadLimits = { bytes: number; timeoutMs: number };

/** Fetches `fileUrl`. Redirects are followed one by one, so that each stays http(s) and the chain stays short. */
export async function download(url: string, path: string, limits: DownloadLimits): Promise<Upload> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await follow(new URL(url), signal);
    return await save(response, path, limits.bytes);
  } catch (error) {
    throw wrongParameter('fileUrl', `fileUrl could not be downloaded (${reasonOf(error, signal)})`);
  }
}

async function follow(url: URL, signal: AbortSignal, left = MOST_REDIRECTS): Promise<Response> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error(`the scheme ${url.protocol} is not http or https`);
  const response = await fetch(url, { signal, redirect: 'manual' });
  const target = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || !target) return response;
  await response.body?.cancel();
  if (left === 0) throw new Error('too many redirects');
  return follow(new URL(target, url), signal, left - 1);
}

async function save(response: Response, path: string, most: number): Promise<Upload> {
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  if (!response.body) throw new Error('the answer is empty');
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw new Error(`the file is larger than ${most} bytes`);
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(response.body, measure, createWriteStream(path));
  if (size === 0) throw new Error('the answer is empty');
  return new Upload(path, size, hash.digest('hex'));
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it took too long';
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}
