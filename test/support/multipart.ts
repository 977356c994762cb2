import type { IncomingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyHeaders } from '@fastify/busboy';

export interface Part {
  name: string;
  filename?: string;
  contentType: string;
  /** Empty where bodies are not kept. */
  data: Buffer;
}

async function readPart(part: Part, content: Readable, keep: boolean): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (keep) chunks.push(chunk);
  }
  part.data = Buffer.concat(chunks);
}

/** Takes a multipart body apart while it arrives: write the body into `into`, then await `parts`. */
export function multipartReader(
  headers: IncomingHttpHeaders,
  keep: boolean,
): { into: Writable; parts: Promise<Part[]> } {
  const parts: Part[] = [];
  const reading: Promise<void>[] = [];
  // Every part as a stream of bytes: busboy would decode those without a file name.
  const busboy = new Busboy({
    headers: headers as BusboyHeaders,
    isPartAFile: () => true,
    limits: { fileSize: Infinity },
  });
  busboy.on('file', (name, content, filename: string | undefined, _encoding, contentType) => {
    const part: Part = {
      name,
      ...(filename !== undefined && { filename }),
      contentType,
      data: Buffer.alloc(0),
    };
    parts.push(part);
    reading.push(readPart(part, content, keep));
  });
  const finished = new Promise<Part[]>((resolve, reject) => {
    busboy.on('error', reject);
    busboy.on('finish', () => void Promise.all(reading).then(() => resolve(parts), reject));
  });
  return { into: busboy, parts: finished };
}
