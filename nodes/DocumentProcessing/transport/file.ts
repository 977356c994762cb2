import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { extensionOf, sniffMimeType } from '../common/file-type';
import { readBase64 } from './base64';

export type StoredStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/**
 * A file to send: base64 that is in memory and is decoded while it is sent, or a stored file that is opened when it is sent,
 * and again for each repetition.
 */
export class FileSource {
  constructor(
    readonly fileName: string,
    readonly mimeType: string,
    /** Bytes. */
    readonly size: number,
    /** Its base64, or a function that opens it, to be read in pieces of the given size. */
    readonly content: string | ((piece: number) => Promise<StoredStream>),
  ) {}
}

/** As many digits as tell the type of a file. */
const FIRST_DIGITS = 4096;

export function fileFromBase64(base64: string): FileSource {
  const mimeType = sniffMimeType(Buffer.from(base64.slice(0, FIRST_DIGITS), 'base64')) ?? 'application/octet-stream';
  return fileInMemory(`document.${extensionOf(mimeType)}`, mimeType, base64);
}

const fileInMemory = (name: string, mimeType: string, base64: string): FileSource =>
  new FileSource(name, mimeType, Buffer.byteLength(base64, 'base64'), base64);

/** A file of n8n's binary data. A stored one is read when it is sent. */
export async function openBinary(context: IExecuteFunctions, binary: IBinaryData): Promise<FileSource> {
  // The service takes a part without a file name for a text.
  // A file that a Code node has made may lack its type.
  const mimeType = (binary.mimeType as string | undefined) ?? '';
  const name = binary.fileName || `document.${binary.fileExtension || extensionOf(mimeType)}`;
  const file = binary.id
    ? await openStored(context, binary.id, name, mimeType)
    : fileInMemory(name, mimeType, base64InMemory(binary.data, name));
  if (file.size === 0)
    throw new ValidationError(`The file "${name}" is empty`, 'Check the node that provides it: the file has 0 bytes.');
  return file;
}

/** What a Code node has made may be no base64, and n8n would make other bytes of it. */
function base64InMemory(data: string, name: string): string {
  const base64 = readBase64(data);
  if (base64 !== undefined) return base64;
  throw new ValidationError(`The content of the file "${name}" is not base64`, ENCODE_CONTENT);
}

/** For whoever has made binary data in a Code node. */
export const ENCODE_CONTENT =
  'A Code node has to encode it, e.g. data: Buffer.from(content).toString("base64"), or with this.helpers.prepareBinaryData(). ' +
  'Of a file that it copies, it has to copy the whole binary field, with its "id".';

/** For whoever has a file that n8n has lost. */
export const NOT_FOUND =
  'n8n deletes a file with the execution that it came from. With several processes of n8n, each has to reach the files: in ' +
  'a folder that they share, or in its database.';

async function openStored(context: IExecuteFunctions, id: string, name: string, mimeType: string): Promise<FileSource> {
  const { fileSize } = await context.helpers.getBinaryMetadata(id).catch((caught: unknown) => {
    throw new ValidationError(`The file "${name}" could not be read: ${(caught as Error).message}`, NOT_FOUND);
  });
  // The stream allocates a whole piece, however small the file is.
  return new FileSource(
    name,
    mimeType,
    fileSize,
    async (piece) => await context.helpers.getBinaryStream(id, Math.min(piece, fileSize)),
  );
}
