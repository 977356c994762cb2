import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { prepareBinaryData } from 'n8n-core/dist/execution-engine/node-execution-context/utils/binary-helper-functions.js';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { initializeN8n } from './n8n.ts';
import type { BinaryMode } from './n8n.ts';

export interface FileOptions {
  fileName?: string;
  mimeType?: string;
  json?: IDataObject;
  /** Name of the binary property, `data` by default. */
  property?: string;
  binaryMode?: BinaryMode;
}

/** An item with a file (a path or its bytes), stored as an earlier node would have stored it. */
export async function fileItem(source: string | Buffer, options: FileOptions = {}): Promise<INodeExecutionData> {
  await initializeN8n(options.binaryMode);
  const { json = {}, property = 'data', mimeType } = options;
  const fileName = options.fileName ?? (typeof source === 'string' ? basename(source) : undefined);
  const bytes = typeof source === 'string' ? createReadStream(source) : source;
  const binary = await prepareBinaryData(bytes, 'earlier', 'workflow', fileName, mimeType);
  return { json, binary: { [property]: binary } };
}

/** Ends the next stream of a stored file with neither its end nor an error, as a storage does that is cut off. */
export function breakOffNextFile(): void {
  jest.spyOn(Container.get(BinaryDataService), 'getAsStream').mockImplementationOnce(async () => {
    const stream = new Readable({ read: () => setImmediate(() => stream.destroy()) });
    return stream;
  });
}

/** Gives nothing of stored files, and does not end, as a storage does whose connection is half open. */
export const stallFiles = (): jest.SpyInstance =>
  jest
    .spyOn(Container.get(BinaryDataService), 'getAsStream')
    .mockImplementation(async () => new Readable({ read() {} }));

/** Does not store the next file, as on a disk that is full. */
export function refuseNextFile(reason: string): void {
  jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValueOnce(new Error(reason));
}

/** The bytes of binary data, from disk or from memory. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
  return await Container.get(BinaryDataService).getAsBuffer(binary);
}
