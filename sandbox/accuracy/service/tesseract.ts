import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** In milliseconds. */
const LONGEST = 60_000;

/**
 * What Tesseract's command line reads of a picture, and the seconds it takes with its start, as everybody who calls it has;
 * null for a PDF, which it does not read, and where it is not installed.
 */
export async function readWithCommandLine(bytes: Buffer, extension: string) {
  if (extension === 'pdf') return null;
  const folder = await mkdtemp(join(tmpdir(), 'tesseract-'));
  try {
    const path = join(folder, `page.${extension}`);
    await writeFile(path, bytes);
    const began = performance.now();
    await run('tesseract', [path, join(folder, 'text')], { timeout: LONGEST });
    const seconds = (performance.now() - began) / 1000;
    return { seconds, text: await readFile(join(folder, 'text.txt'), 'utf8') };
  } catch {
    // It is not installed, or rejects the picture.
    return null;
  } finally {
    await rm(folder, { recursive: true });
  }
}
