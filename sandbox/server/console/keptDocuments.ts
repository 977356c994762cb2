import { randomUUID } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../upload/source.ts';

type KeptDocumentsLimits = { folder: string; documents: number; documentBytes: number; memoryBytes: number };

/** The type of a file system whose files are in memory, as the system tells it. */
const TMPFS = 0x01021994;

/**
 * The documents of the last requests, for the console; the oldest make room, also on a small disk: twice of what they take is
 * left to new ones. One is a second name for its file, which is removed when the sandbox ends.
 */
export class KeptDocuments {
  readonly #limits: KeptDocumentsLimits;
  readonly #documents = new Map<string, SourceFile>();
  #bytes = 0;

  constructor(limits: KeptDocumentsLimits) {
    this.#limits = limits;
    mkdirSync(limits.folder, { recursive: true });
  }

  keep(requestId: string, source: SourceFile): void {
    const { folder, documents, documentBytes, memoryBytes } = this.#limits;
    if (documents === 0 || this.#documents.has(requestId)) return;
    const path = join(folder, randomUUID());
    // A process has taken the file of its request, and keeps it itself.
    const size = statSync(source.path, { throwIfNoEntry: false })?.size ?? Infinity;
    if (size > documentBytes || !tryLink(source.path, path)) return;
    this.#documents.set(requestId, { ...source, path, size });
    this.#bytes += size;
    for (const id of this.#documents.keys()) {
      const { type, bavail, bsize } = statfsSync(folder);
      const most = Math.min(documentBytes, (bavail * bsize) / 2, type === TMPFS ? memoryBytes / 4 : Infinity);
      if (this.#documents.size <= documents && this.#bytes <= most) break;
      this.#forget(id);
    }
  }

  of(requestId: string): SourceFile | null {
    return this.#documents.get(requestId) ?? null;
  }

  clear(): void {
    for (const id of this.#documents.keys()) this.#forget(id);
  }

  #forget(id: string): void {
    const { path, size } = this.#documents.get(id) as SourceFile;
    rmSync(path, { force: true });
    this.#documents.delete(id);
    this.#bytes -= size;
  }
}

/** Some file systems have no links. */
function tryLink(from: string, to: string): boolean {
  for (const make of [linkSync, copyFileSync])
    try {
      make(from, to);
      return true;
    } catch {
      // The other way, or not at all: the console then shows no picture.
    }
  return false;
}
