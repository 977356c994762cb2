import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { ServiceError, tooLarge, wrongParameter } from '../errors.ts';
import { orNull } from '../schemas/shorthand.ts';
import { Upload, type UploadFolder, type UploadWriter } from './upload.ts';

/** One part as it arrived, for the request log. */
export type ReceivedPart = Static<typeof receivedPart>;
export const receivedPart = Type.Object({
  name: Type.String(),
  filename: orNull(Type.String()),
  contentType: Type.String(),
  size: Type.Number(),
  sha256: Type.String(),
  value: Type.Optional(Type.String()),
});

export type ReceivedForm = { given: [name: string, value: string | Upload][]; parts: ReceivedPart[] };

export type FormLimits = { textBytes: number; fileBytes?: number };

const LONGEST_SHOWN = 8192;
export const MOST_PARTS = 2000;
const LIMITS = { fieldNameSize: 1000, fields: MOST_PARTS, files: 10, parts: MOST_PARTS };
const LONGEST_FIELD = 1024 * 1024;
/** In memory, what describes it. */
const SMALLEST_PART = 1000;

export const mediaTypeOf = ({ 'content-type': type }: IncomingHttpHeaders) =>
  type?.split(';', 1)[0]?.trim().toLowerCase();
export const isForm = ({ 'content-type': type = '' }: IncomingHttpHeaders) => /^\s*multipart\/form-data\b/i.test(type);

/**
 * Reads a form and writes its files to disk as they arrive; all other parameters together have a limit in bytes. After a
 * failure nothing more of the body is read here.
 */
export async function readForm(
  body: Readable,
  { headers, folder }: { headers: IncomingHttpHeaders; folder: UploadFolder },
  { textBytes, fileBytes = Infinity }: FormLimits,
): Promise<ReceivedForm> {
  /** `at` is the place of a part: one that follows a file may be read before the file has ended. */
  const kept: { at: number; part: ReceivedPart; value: string | Upload }[] = [];
  let begun = 0;
  const unfinished = new Set<UploadWriter>();
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  /** What a listener throws would end the process. */
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      reject(error as Error);
    }
  };
  const fieldSize = Math.min(LONGEST_FIELD, textBytes);
  /** The parser holds a text until its end, which may never come. */
  let held = 0;
  const hold = (chunk: Buffer) =>
    attempt(() => {
      const more = Math.min(chunk.length, fieldSize - held);
      folder.takeMemory(2 * more);
      held += more;
    });
  const release = () => {
    folder.giveMemory(2 * held);
    held = 0;
  };
  let textLeft = textBytes;
  const keep = (at: number, part: ReceivedPart, value: string | Upload) => {
    const isText = typeof value === 'string';
    folder.takeMemory(SMALLEST_PART + (isText ? 2 * part.size : 0));
    if (isText && (textLeft -= part.size) < 0) throw tooLarge('body', `more than ${textBytes} bytes besides the files`);
    kept.push({ at, part, value });
  };
  const keepFile = (name: string, file: Readable, filename: string | undefined, contentType: string) => {
    const [at, writer] = [begun++, folder.newFile()];
    unfinished.add(writer);
    file.on('data', (chunk: Buffer) => {
      release();
      attempt(() => unfinished.has(writer) && writer.write(chunk));
    });
    file.on('limit', () => reject(tooLarge(name, `${name} is larger than the sandbox allows`)));
    // The form ends within it.
    file.on('error', reject);
    file.on('end', () =>
      attempt(() => {
        if (!unfinished.delete(writer)) return;
        const upload = writer.end();
        const { size, sha256 } = upload;
        keep(at, { name, filename: filename ?? null, contentType, size, sha256 }, upload);
      }),
    );
  };
  try {
    const limits = { ...LIMITS, fieldSize, fileSize: fileBytes };
    const parser = new Busboy({ headers: headers as BusboyHeaders, limits });
    // Without a name in the form it is undefined, whatever its type says.
    parser.on('field', (name = '', text, _isNameCut, isCut, _encoding, contentType) =>
      attempt(() => {
        release();
        if (isCut) throw tooLarge(name, `${name} is larger than the sandbox allows`);
        keep(begun++, textPart(name, text, contentType), text);
      }),
    );
    parser.on('file', (name = '', file, filename, _encoding, contentType) =>
      attempt(() => keepFile(name, file, filename, contentType)),
    );
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      parser.on(limit, () => reject(new Error('it has more parts than the sandbox reads')));
    parser.on('finish', resolve).on('error', reject);
    body.on('error', reject);
    body.on('close', () => body.readableEnded || reject(new Error('the request ended before its body was complete')));
    body.on('data', hold).pipe(parser);
    await finished;
    kept.sort((one, other) => one.at - other.at);
    return {
      given: kept.map(({ part, value }) => [part.name, value]),
      parts: kept.map(({ part }) => part),
    };
  } catch (error) {
    throw asFormError(error as Error & { code?: string });
  } finally {
    body.off('data', hold).unpipe();
    release();
    for (const writer of unfinished) writer.abandon();
    unfinished.clear();
  }
}

/** Errors of the parser have no code; those of the disk or the connection have one of the system. */
const asFormError = (error: Error & { code?: string }): Error =>
  error instanceof ServiceError || error.code
    ? error
    : wrongParameter('body', `the form cannot be read (${error.message})`);

/** A parameter sent several times becomes a list; a request has one file. */
export function valuesOf({ given }: ReceivedForm): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of given) {
    const earlier = values[name];
    if (earlier !== undefined && [earlier, value].flat().some((one) => one instanceof Upload))
      throw wrongParameter(name, `two parts are called "${name}": a request has one file`);
    values[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return values;
}

function textPart(name: string, text: string, contentType: string): ReceivedPart {
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
