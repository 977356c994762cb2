import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import { ServiceError, tooLarge, wrongParameter } from '../errors.ts';
import { Upload, type UploadFolder } from './upload.ts';

/** One part as it arrived, for the journal. */
export type ReceivedPart = {
  name: string;
  filename: string | null;
  contentType: string;
  size: number;
  sha256: string;
  value?: string;
};

export type ReceivedForm = { values: Record<string, unknown>; parts: ReceivedPart[] };

const LONGEST_SHOWN = 8192;

/** Reads a form; files go to disk as they come. A parameter sent several times becomes a list. */
export async function receiveForm(parts: AsyncIterable<Multipart>, folder: UploadFolder): Promise<ReceivedForm> {
  const form: ReceivedForm = { values: Object.create(null) as Record<string, unknown>, parts: [] };
  try {
    for await (const part of parts) add(form, part.fieldname, await receivePart(part, folder, form.parts));
  } catch (error) {
    throw asFormError(error as Error & { code?: string });
  }
  return form;
}

function add({ values }: ReceivedForm, name: string, value: unknown): void {
  const earlier = values[name];
  values[name] = earlier === undefined ? value : [earlier, value].flat();
}

const receivePart = async (part: Multipart, folder: UploadFolder, parts: ReceivedPart[]) =>
  part.type === 'file' ? receiveFile(part, folder, parts) : receiveField(part, parts);

/** The parser's own complaints carry no code; what the disk or the connection says does. */
function asFormError(error: Error & { code?: string }): Error {
  if (error instanceof ServiceError || (error.code && !error.code.startsWith('FST_'))) return error;
  return wrongParameter('body', `the form cannot be read (${error.message})`);
}

async function receiveFile(part: MultipartFile, folder: UploadFolder, parts: ReceivedPart[]): Promise<Upload> {
  const path = folder.newPath();
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(part.file, measure, createWriteStream(path));
  const sha256 = hash.digest('hex');
  parts.push({ name: part.fieldname, filename: part.filename ?? null, contentType: part.mimetype, size, sha256 });
  if (part.file.truncated) throw tooLarge(part.fieldname, `${part.fieldname} is over the limit of the sandbox`);
  return new Upload(path, size, sha256);
}

type FieldPart = Extract<Multipart, { type: 'field' }>;

function receiveField(part: FieldPart, parts: ReceivedPart[]): string {
  // @fastify/multipart parses fields that call themselves JSON; a form parameter is text here.
  const text = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const shown = bytes.length <= LONGEST_SHOWN ? { value: text } : {};
  parts.push({
    name: part.fieldname,
    filename: null,
    contentType: part.mimetype,
    size: bytes.length,
    sha256,
    ...shown,
  });
  if (part.valueTruncated) throw wrongParameter(part.fieldname, `${part.fieldname} is too long`);
  return text;
}
