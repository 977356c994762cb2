import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { ValidationError } from '../common/errors';
import { extensionOf } from '../common/file-type';

/** A stream as n8n gives it of what it has stored. */
export type StoredStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/**
 * A file whose bytes n8n holds, or that is opened only when it is sent, and opened again when the request is repeated.
 */
export class FileSource {
  constructor(
    readonly fileName: string,
    readonly mimeType: string,
    /** Bytes. */
    readonly size: number,
    /** Its bytes, or what opens it to be read in pieces of so many bytes. */
    readonly content: Uint8Array | ((piece: number) => Promise<StoredStream>),
  ) {}
}

export const fileOfBytes = (fileName: string, mimeType: string, bytes: Uint8Array): FileSource =>
  new FileSource(fileName, mimeType, bytes.length, bytes);

/**
 * A file of n8n's binary data, wherever n8n keeps it: read from there when it is sent, or in memory where it already
 * is.
 */
export async function openBinary(
  context: IExecuteFunctions,
  index: number,
  parameter: string | IBinaryData,
  binary: IBinaryData,
): Promise<FileSource> {
  // A part without a file name is no file to the service.
  const name = binary.fileName || `document.${binary.fileExtension || extensionOf(binary.mimeType)}`;
  const file = binary.id
    ? await openStored(context, binary.id, name, binary.mimeType)
    : fileOfBytes(name, binary.mimeType, await context.helpers.getBinaryDataBuffer(index, parameter));
  if (file.size === 0)
    throw new ValidationError(`The file "${name}" is empty`, 'Look at the node that gives it: it has 0 bytes.');
  return file;
}

async function openStored(context: IExecuteFunctions, id: string, name: string, mimeType: string): Promise<FileSource> {
  const { fileSize } = await context.helpers.getBinaryMetadata(id);
  // Memory is taken for a whole piece, however little is read into it.
  return new FileSource(
    name,
    mimeType,
    fileSize,
    async (piece) => await context.helpers.getBinaryStream(id, Math.min(piece, fileSize)),
  );
}
