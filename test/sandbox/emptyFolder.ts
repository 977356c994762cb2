import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** A folder of recordings has its key beside it. */
const paths: string[] = [];
afterAll(() => paths.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** Is gone after the last test of a file. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  paths.push(folder, `${folder}.key`);
  return folder;
}
