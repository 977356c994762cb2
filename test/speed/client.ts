// The baseline: a bare client that sends the same bytes with the same concurrency.
import { createReadStream, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** The body of a request: text, or the path of a file to send in a form or as base64 in JSON. */
export type Body = { text: string } | { form: string } | { json: string };

export interface Work {
  url: string;
  bodies: Body[];
  /** Number of concurrent requests. */
  width: number;
}

interface Framed {
  type: string;
  head: string;
  file?: string;
  tail: string;
}

const BOUNDARY = '----------------baseline';
// A multiple of three, so that the base64 of the chunks is the base64 of the file.
const CHUNK_SIZE = 3 * 2 ** 16;

class ToBase64 extends Transform {
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    done(null, Buffer.from(chunk.toString('base64'), 'latin1'));
  }
}

function frame(body: Body): Framed {
  if ('text' in body) return { type: 'application/json', head: body.text, tail: '' };
  if ('json' in body) return { type: 'application/json', head: '{"fileBase64":"', file: body.json, tail: '"}' };
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="document.pdf"\r\nContent-Type: ` +
    'application/pdf\r\n\r\n';
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, head, file: body.form, tail: `\r\n--${BOUNDARY}--\r\n` };
}

function fileLength(body: Body): number {
  if ('text' in body) return 0;
  return 'form' in body ? statSync(body.form).size : 4 * Math.ceil(statSync(body.json).size / 3);
}

const open = (body: Body, file: string) =>
  'json' in body ? createReadStream(file, { highWaterMark: CHUNK_SIZE }).pipe(new ToBase64()) : createReadStream(file);

function send(url: string, body: Body, agent: Agent): Promise<void> {
  const { type, head, file, tail } = frame(body);
  const headers = { 'content-type': type, 'content-length': head.length + fileLength(body) + tail.length };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          JSON.parse(Buffer.concat(chunks).toString());
          resolve();
        });
    });
    sent.on('error', reject).write(head);
    if (file === undefined) sent.end(tail);
    else
      open(body, file)
        .on('end', () => sent.end(tail))
        .pipe(sent, { end: false });
  });
}

/** Sends all requests, and returns the time in milliseconds. */
export async function run({ url, bodies, width }: Work): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  const queue = bodies.values();
  const worker = async () => {
    for (const body of queue) await send(url, body, agent);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: width }, worker));
  const milliseconds = performance.now() - begun;
  agent.destroy();
  return milliseconds;
}
