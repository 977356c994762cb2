import type {
  IBinaryKeyData,
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  IWebhookFunctions,
} from 'n8n-workflow';
import { extensionOf, sniffMimeType } from '../common/file-type';
import type { Output, OutputFile } from '../common/output';

type BinaryContext = IExecuteFunctions | IWebhookFunctions;

/** n8n's items out of outputs: files become binary data, and each item is linked to the one it came from. */
export async function toItems(context: BinaryContext, outputs: Output[], item: number): Promise<INodeExecutionData[]> {
  const items: INodeExecutionData[] = [];
  for (const output of outputs) {
    const pairedItem = output.pairedItems?.map((one) => ({ item: one })) ?? { item };
    const data: INodeExecutionData = { json: output.json as IDataObject, pairedItem };
    if (output.files && output.files.length > 0) data.binary = await toBinary(context, output.files);
    items.push(data);
  }
  return items;
}

/** One after another: each file is in memory only while it is stored. */
async function toBinary(context: BinaryContext, files: OutputFile[]): Promise<IBinaryKeyData> {
  const binary: IBinaryKeyData = {};
  for (const file of files) {
    const bytes = Buffer.from(file.base64, 'base64');
    const mimeType = sniffMimeType(bytes) ?? file.mimeType ?? 'application/octet-stream';
    const name = `${(file.name ?? file.field).replace(/[^\p{L}\p{N}_-]+/gu, '_')}.${extensionOf(mimeType)}`;
    binary[file.field] = await context.helpers.prepareBinaryData(bytes, name, mimeType);
  }
  return binary;
}
