import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withFile } from './temporaryFile.ts';

const run = promisify(execFile);
/** In milliseconds. */
const LONGEST = 60_000;

/**
 * The seconds that Tesseract's command line takes to read a picture, with its start, as everybody who calls it has; null
 * where it is not installed, or rejects the picture.
 */
export const secondsOfTesseract = (bytes: Buffer): Promise<number | null> =>
  withFile(bytes, async (path) => {
    const began = performance.now();
    await run('tesseract', [path, `${path}-text`], { timeout: LONGEST });
    return (performance.now() - began) / 1000;
  }).catch(() => null);
