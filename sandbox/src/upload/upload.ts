import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A received file on disk. Its name in the request is never used as a path. */
export class Upload {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Why it cannot be used, for example text that is not base64. Reported only if an operation needs the file. */
  readonly problem: string | null;

  constructor(path: string, size: number, sha256: string, problem: string | null = null) {
    this.path = path;
    this.size = size;
    this.sha256 = sha256;
    this.problem = problem;
  }
}

/** The folder of one request's files, created when first needed and removed after the request. */
export class UploadFolder {
  readonly #folder: string;
  #isCreated = false;

  constructor(parent: string) {
    this.#folder = join(parent, randomUUID());
  }

  newPath(): string {
    if (!this.#isCreated) mkdirSync(this.#folder, { recursive: true });
    this.#isCreated = true;
    return join(this.#folder, randomUUID());
  }

  async remove(): Promise<void> {
    // A client that goes away can leave a file that is just being created.
    if (this.#isCreated) await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}
