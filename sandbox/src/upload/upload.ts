import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that was received and now lies on disk. Its name in the request is never used as a path. */
export class Upload {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** What makes it useless, for example text that is not base64. Said only when the file is really needed. */
  readonly problem: string | null;

  constructor(path: string, size: number, sha256: string, problem: string | null = null) {
    this.path = path;
    this.size = size;
    this.sha256 = sha256;
    this.problem = problem;
  }
}

/** The folder of one request's files; made when first needed, removed when the request is over. */
export class UploadFolder {
  readonly #folder: string;
  #made = false;

  constructor(parent: string) {
    this.#folder = join(parent, randomUUID());
  }

  newPath(): string {
    if (!this.#made) mkdirSync(this.#folder, { recursive: true });
    this.#made = true;
    return join(this.#folder, randomUUID());
  }

  async remove(): Promise<void> {
    if (this.#made) await rm(this.#folder, { recursive: true, force: true });
  }
}
