import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';
import type { Box, Pixels } from '../document.ts';

export type Code = { type: string; value: string; box: Box };

let ready: Promise<unknown> | null = null;

/** Reads QR and bar codes. */
export async function findCodes(pixels: Pixels): Promise<Code[]> {
  ready ??= prepare();
  await ready;
  const found = await readBarcodes(pixels as unknown as Parameters<typeof readBarcodes>[0], { tryHarder: true, maxNumberOfSymbols: 32 });
  return found.filter((code) => code.isValid).map((code) => ({ type: code.format, value: code.text, box: boxOf(code) }));
}

/** Without the binary the library would fetch it from a CDN. */
async function prepare(): Promise<void> {
  const path = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const bytes = await readFile(path);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

function boxOf({ position }: ReadResult): Box {
  const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Each code with a little of its surroundings, as base64 JPEG. */
export async function cropCodes({ data, width, height }: Pixels, codes: Code[]): Promise<string[]> {
  const cut = async ({ box }: Code) => {
    const margin = 8;
    const left = Math.max(0, Math.floor(box.left - margin));
    const top = Math.max(0, Math.floor(box.top - margin));
    const area = {
      left,
      top,
      width: Math.max(1, Math.min(width - left, Math.ceil(box.width + 2 * margin))),
      height: Math.max(1, Math.min(height - top, Math.ceil(box.height + 2 * margin))),
    };
    const image = sharp(data, { raw: { width, height, channels: 4 } }).extract(area).flatten({ background: '#ffffff' });
    return (await image.jpeg({ quality: 85 }).toBuffer()).toString('base64');
  };
  return Promise.all(codes.map(cut));
}
