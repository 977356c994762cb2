import { createHash } from 'crypto';
import { textOf } from '../common/shape';
import { streamOf } from './body-stream';
import { fileFromBase64, FileSource } from './file';
import { entriesOf, type ServiceRequest } from './request';
import { serviceUrl } from './url';

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
    const file = name === 'fileBase64' && typeof value === 'string' ? fileFromBase64(value) : value;
    entries.push(file instanceof FileSource ? ['file', await hashOf(file, signal)] : [name, textOf(value)]);
  }
  const asked = JSON.stringify([serviceUrl(baseUrl, path), entries.sort(([one], [other]) => (one < other ? -1 : 1))]);
  return createHash('sha256').update(asked).digest('base64url');
}

/** Of its bytes as they are sent. */
async function hashOf(file: FileSource, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  const reader = streamOf([{ file }]).getReader();
  signal.addEventListener('abort', () => void reader.cancel());
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  // What was read so far is no file.
  signal.throwIfAborted();
  return hash.digest('base64url');
}
