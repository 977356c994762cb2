import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { sentence, ValidationError } from '../common/errors';
import { extensionOf } from '../common/file-type';

export type StoredStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** A file to send: bytes in memory, or a stored file that is opened when it is sent, and again for each repetition. */
export class FileSource {
  constructor(
    readonly fileName: string,
    readonly mimeType: string,
    /** Bytes. */
    readonly size: number,
    /** Its bytes, or a function that opens it, to be read in pieces of the given size. */
    readonly content: Uint8Array | ((piece: number) => Promise<StoredStream>),
  ) {}
}

export const fileOfBytes = (fileName: string, mimeType: string, bytes: Uint8Array): FileSource =>
  new FileSource(fileName, mimeType, bytes.length, bytes);

/** A file of n8n's binary data. A stored one is read when it is sent. */
export async function openBinary(
  context: IExecuteFunctions,
  index: number,
  parameter: string | IBinaryData,
  binary: IBinaryData,
): Promise<FileSource> {
  // The service takes a part without a file name for a text.
  // A file that a Code node has made may lack its type.
  const mimeType = (binary.mimeType as string | undefined) ?? '';
  const name = binary.fileName || `document.${binary.fileExtension || extensionOf(mimeType)}`;
  const file = binary.id
    ? await openStored(context, binary.id, name, mimeType)
    : fileOfBytes(name, mimeType, await context.helpers.getBinaryDataBuffer(index, parameter));
  if (file.size === 0)
    throw new ValidationError(
      sentence`The file "${name}" is empty`,
      'Check the node that provides it: the file has 0 bytes.',
    );
  return file;
}

async function openStored(context: IExecuteFunctions, id: string, name: string, mimeType: string): Promise<FileSource> {
  const { fileSize } = await context.helpers.getBinaryMetadata(id);
  // The stream allocates a whole piece, however small the file is.
  return new FileSource(
    name,
    mimeType,
    fileSize,
    async (piece) => await context.helpers.getBinaryStream(id, Math.min(piece, fileSize)),
  );
}
