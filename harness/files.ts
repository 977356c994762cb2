import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { prepareBinaryData } from 'n8n-core/dist/execution-engine/node-execution-context/utils/binary-helper-functions.js';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startHost } from './host.ts';
import type { BinaryMode } from './host.ts';

export interface FileOptions {
  fileName?: string;
  mimeType?: string;
  json?: IDataObject;
  /** The name of the binary property, `data` unless said otherwise. */
  property?: string;
  binaryMode?: BinaryMode;
}

/** An item with a file, stored as an earlier node would have stored it. */
export async function fileItem(source: string | Buffer, options: FileOptions = {}): Promise<INodeExecutionData> {
  await startHost(options.binaryMode);
  const { json = {}, property = 'data', mimeType } = options;
  const fileName = options.fileName ?? (typeof source === 'string' ? basename(source) : undefined);
  const bytes = typeof source === 'string' ? createReadStream(source) : source;
  const binary = await prepareBinaryData(bytes, 'earlier', 'workflow', fileName, mimeType);
  return { json, binary: { [property]: binary } };
}

/** The bytes behind binary data, wherever they are kept. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
  return await Container.get(BinaryDataService).getAsBuffer(binary);
}
