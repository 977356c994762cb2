import { createHash } from 'node:crypto';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { TSchema } from '@sinclair/typebox';
import { ServiceError, tooLarge, wrongParameter } from '../errors.ts';
import { Upload, type UploadFolder } from './upload.ts';

/** One part as it arrived, for the request log. */
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

/**
 * Reads a form and writes its files to disk as they arrive; all other parameters together have a limit in bytes. A
 * parameter sent several times becomes a list.
 */
export async function readForm(
  parts: AsyncIterable<Multipart>,
  folder: UploadFolder,
  limit = Infinity,
): Promise<ReceivedForm> {
  const form: ReceivedForm = { values: Object.create(null) as Record<string, unknown>, parts: [] };
  let textBytes = 0;
  try {
    for await (const part of parts) {
      add(form, part.fieldname, await readPart(part, folder, form.parts));
      if (part.type === 'field') textBytes += form.parts.at(-1)?.size ?? 0;
      if (textBytes > limit) throw tooLarge('body', `more than ${limit} bytes besides the files`);
    }
  } catch (error) {
    throw asFormError(error as Error & { code?: string });
  }
  return form;
}

function add({ values }: ReceivedForm, name: string, value: unknown): void {
  const earlier = values[name];
  if (earlier !== undefined && [earlier, value].flat().some((one) => one instanceof Upload))
    throw wrongParameter(name, `two parts are called "${name}": a request has one file`);
  values[name] = earlier === undefined ? value : [earlier, value].flat();
}

const readPart = async (part: Multipart, folder: UploadFolder, parts: ReceivedPart[]) =>
  part.type === 'file' ? readFile(part, folder, parts) : readField(part, parts);

/** Errors of the parser have no code or one of Fastify's; those of the disk or the connection have a system code. */
function asFormError(error: Error & { code?: string }): Error {
  if (error instanceof ServiceError || (error.code && !error.code.startsWith('FST_'))) return error;
  return wrongParameter('body', `the form cannot be read (${error.message})`);
}

async function readFile(part: MultipartFile, folder: UploadFolder, parts: ReceivedPart[]): Promise<Upload> {
  const file = folder.newFile();
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) file.write(chunk);
  } catch (error) {
    file.abandon();
    throw error;
  }
  const upload = file.end();
  const { size, sha256 } = upload;
  parts.push({ name: part.fieldname, filename: part.filename ?? null, contentType: part.mimetype, size, sha256 });
  if (part.file.truncated) throw tooLarge(part.fieldname, `${part.fieldname} is larger than the sandbox allows`);
  return upload;
}

type FieldPart = Extract<Multipart, { type: 'field' }>;

function readField(part: FieldPart, parts: ReceivedPart[]): string {
  // @fastify/multipart parses fields with a JSON content type; here a form parameter is text. A cut form leaves no value.
  const text = typeof part.value === 'string' ? part.value : (JSON.stringify(part.value) ?? '');
  parts.push(textPart(part.fieldname, text, part.mimetype));
  if (part.valueTruncated) throw wrongParameter(part.fieldname, `${part.fieldname} is too long`);
  return text;
}

/** A parameter that is no file, for the request log. */
export function textPart(name: string, text: string, contentType: string): ReceivedPart {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const shown = bytes.length <= LONGEST_SHOWN ? { value: text } : {};
  return { name, filename: null, contentType, size: bytes.length, sha256, ...shown };
}

/** Converts the text of a form to the types of its schema. An empty text counts as not sent. */
export function convertForm(values: Record<string, unknown>, schema: TSchema): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  const converted = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) {
    if (value === '' && Object.hasOwn(properties, name)) continue;
    converted[name] = convert(value, Object.hasOwn(properties, name) ? properties[name]?.type : undefined);
  }
  return converted;
}

function convert(value: unknown, type: string | undefined): unknown {
  if (type === 'array') return [value].flat();
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
