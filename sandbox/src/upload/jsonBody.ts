import { FileSplitter } from './fileSplitter.ts';
import type { UploadFolder } from './upload.ts';

/**
 * Reads a JSON body of any size: the value of the top-level member `fileBase64` is decoded to disk as it comes, the
 * rest is
 * kept (up to a limit) and parsed as usual. A whole file would otherwise be in memory three times: bytes, text,
 * decoded.
 */
export async function receiveJson(
  chunks: AsyncIterable<Buffer>,
  folder: UploadFolder,
  limit: number,
): Promise<unknown> {
  const splitter = new FileSplitter(folder, limit);
  try {
    for await (const chunk of chunks) splitter.write(chunk);
  } catch (error) {
    splitter.abandon();
    throw error;
  }
  return splitter.end();
}
