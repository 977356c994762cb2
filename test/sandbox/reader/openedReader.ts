import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { openReader } from '../../../sandbox/reader/src/reader.ts';
import { emptyFolder } from '../emptyFolder.ts';

const folder = emptyFolder();
export const PDF = 'application/pdf';

/** A file to read, of these bytes. */
export function fileOf(bytes: Buffer, format = PDF) {
  const path = join(folder, randomUUID());
  writeFileSync(path, bytes);
  return { path, format, password: null };
}

const opened: ReturnType<typeof openReader>[] = [];
afterAll(() => Promise.all(opened.map((reader) => reader.close())));

/** A reader with one process, closed after the last test of a file. */
export function openedReader(settings: Parameters<typeof openReader>[0] = {}) {
  const reader = openReader({ workers: 1, ...settings });
  opened.push(reader);
  return reader;
}
