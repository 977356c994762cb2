import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { extensionOf } from '../documents/file-type';
import { FileSource, fileOfBytes } from './file';
import { Refusal } from '../common/errors';

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
    throw new Refusal(`The file "${name}" is empty`, 'Look at the node that gives it: it has 0 bytes.');
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
