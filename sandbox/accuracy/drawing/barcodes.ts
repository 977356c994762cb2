import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { CodeFormat } from '../groundTruth.ts';

/** The formats of codes on documents, and those that are drawn for their own sake. */
export type DrawnFormat = CodeFormat | 'DataMatrix' | 'Aztec' | 'PDF417' | 'Code39' | 'EAN13' | 'EAN8' | 'UPCA';

let ready: Promise<unknown> | null = null;

/**
 * A bar code or QR code as PNG, without a quiet zone unless asked for. `scale` is the size of a module in pixels; of a
 * GS1 code the value has its identifiers in parentheses.
 */
export async function drawBarcode(
  value: string,
  format: DrawnFormat,
  { scale = 6, quietZone = false, gs1 = false } = {},
): Promise<Buffer> {
  ready ??= prepare();
  await ready;
  const { image, error } = await writeBarcode(value, {
    format,
    scale,
    ...(format === 'QRCode' ? { ecLevel: 'M' } : {}),
    ...(gs1 ? { options: 'gs1' } : {}),
    addQuietZones: quietZone,
  });
  if (!image) throw new Error(`The code could not be written: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}

async function prepare(): Promise<void> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  const wasmBinary = new Uint8Array(bytes).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
