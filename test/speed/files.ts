// Files to upload, in a temporary folder.
import { randomFillSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guard } from '../n8n/processes.ts';

export interface Files {
  /** A glob pattern that matches them. */
  pattern: string;
  paths: string[];
  remove: () => void;
}

const NUMBER_OFFSET = 16;

function pdfOf(size: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(size));
  bytes.write('%PDF-1.7\n');
  return bytes;
}

export function makeFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-files-'));
  const cleanup = guard('rm -rf "$1"', folder);
  let made = 0;
  /** The files differ, because n8n stores equal files only once. */
  const make = (count: number, size: number): Files => {
    const own = join(folder, String(++made));
    mkdirSync(own);
    const paths = Array.from({ length: count }, (_, index) => join(own, `document-${index}.pdf`));
    const bytes = pdfOf(size);
    for (const [index, path] of paths.entries()) {
      bytes.writeUInt32BE(index, NUMBER_OFFSET);
      writeFileSync(path, bytes);
    }
    return { pattern: join(own, '*.pdf'), paths, remove: () => rmSync(own, { recursive: true, force: true }) };
  };
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    cleanup.dismiss();
  };
  return { folder, make, remove };
}
