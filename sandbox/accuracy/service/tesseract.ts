import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** In milliseconds. */
const LONGEST = 60_000;

/**
 * The seconds that Tesseract's command line takes to read a picture, with its start, as everybody who calls it has; null
 * where it is not installed, or rejects the picture.
 */
export async function secondsOfTesseract(bytes: Buffer, extension: string): Promise<number | null> {
  const folder = await mkdtemp(join(tmpdir(), 'tesseract-'));
  try {
    const path = join(folder, `page.${extension}`);
    await writeFile(path, bytes);
    const began = performance.now();
    await run('tesseract', [path, join(folder, 'text')], { timeout: LONGEST });
    return (performance.now() - began) / 1000;
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true });
  }
}
