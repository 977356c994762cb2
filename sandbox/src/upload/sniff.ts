import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { unsupportedFormat } from '../errors.ts';

const IMAGES = ['image/jpeg', 'image/png', 'image/tiff', 'image/webp'];
/** Readers of PDF accept a little rubbish before the header. */
const PDF_HEADER_WITHIN = 1024;
/** What a TIFF says of itself often stands at its end, where file-type would look for it. */
const TIFF_BEGINNINGS = ['II*\0', 'MM\0*'];

/** What the file is by its content; its name and declared type say nothing. */
export async function sniffFormat(path: string): Promise<string> {
  const start = await firstBytes(path, 4200);
  if (start.subarray(0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'application/pdf';
  if (TIFF_BEGINNINGS.includes(start.subarray(0, 4).toString('latin1'))) return 'image/tiff';
  const found = (await fileTypeFromBuffer(start))?.mime;
  if (found && IMAGES.includes(found)) return found;
  throw unsupportedFormat(`${found ?? 'content of an unknown format'} (PDF, JPEG, PNG, TIFF and WebP are read)`);
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
