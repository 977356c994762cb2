import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { CodeFormat } from '../groundTruth.ts';

let ready: Promise<unknown> | null = null;

/** A bar code or QR code as PNG, without a quiet zone. */
export async function drawBarcode(value: string, format: CodeFormat): Promise<Buffer> {
  ready ??= prepare();
  await ready;
  const { image, error } = await writeBarcode(value, {
    format,
    scale: 6,
    ...(format === 'QRCode' ? { ecLevel: 'M' } : {}),
    addQuietZones: false,
  });
  if (!image) throw new Error(`The code could not be written: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}

async function prepare(): Promise<void> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
