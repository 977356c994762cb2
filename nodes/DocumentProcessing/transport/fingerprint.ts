import { createHash, type Hash } from 'crypto';
import { textOf } from '../common/shape';
import { stripBase64 } from './base64';
import { FileSource, type StoredStream } from './file';
import { entriesOf, type ServiceRequest } from './request';
import { serviceUrl } from './url';

const PIECE = 192 * 1024;
// Four digits are three bytes.
const DIGITS = (PIECE / 3) * 4;

/**
 * What a request asks for: the same for the same content of a file, wherever it comes from and whatever it is called, with
 * the same parameters of the same operation of the same service. A URL stands for itself, since it is not downloaded here.
 * A password only opens the file, and nothing is to be kept of it. The signal ends the reading of a file that stalls.
 */
export async function fingerprintOf(
  baseUrl: string,
  { path, body }: ServiceRequest,
  signal: AbortSignal,
): Promise<string> {
  const entries: Array<[name: string, value: string]> = [];
  for (const [name, value] of entriesOf(body)) {
    if (name === 'filePassword' || value === undefined) continue;
    if (value instanceof FileSource) entries.push(['file', await hashOfFile(value, signal)]);
    else if (name === 'fileBase64') entries.push(['file', hashOfBase64(textOf(value))]);
    else entries.push([name, textOf(value)]);
  }
  const asked = JSON.stringify([serviceUrl(baseUrl, path), entries.sort(([one], [other]) => (one < other ? -1 : 1))]);
  return createHash('sha256').update(asked).digest('base64url');
}

async function hashOfFile({ content }: FileSource, signal: AbortSignal): Promise<string> {
  if (typeof content === 'string') return hashOfBase64(content);
  const hash = createHash('sha256');
  await readInto(hash, await content(PIECE), signal);
  return hash.digest('base64url');
}

/** An async iterator would be shorter, but leaves garbage by which n8n's memory grows. */
const readInto = async (hash: Hash, stream: StoredStream, signal: AbortSignal): Promise<void> =>
  await new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => stream.destroy());
    // While a slow storage opened it.
    if (signal.aborted) stream.destroy();
    stream.on('data', (chunk: Uint8Array) => hash.update(chunk));
    stream.on('end', resolve);
    stream.on('error', reject);
    // A storage that is cut off may end a stream with neither.
    stream.on('close', () => reject(new Error('The file could be read only in part')));
  });

function hashOfBase64(text: string): string {
  const base64 = stripBase64(text);
  const hash = createHash('sha256');
  for (let start = 0; start < base64.length; start += DIGITS)
    hash.update(Buffer.from(base64.slice(start, start + DIGITS), 'base64'));
  return hash.digest('base64url');
}
