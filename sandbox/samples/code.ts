import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** A code as PNG, made by the same library that reads it, with its binary from the package. */
export async function makeCode(text: string, format: 'QRCode' | 'Code128' = 'QRCode', scale = 4): Promise<Buffer> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const { image, error } = await writeBarcode(text, { format, scale });
  if (!image) throw new Error(`The code could not be written: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}
