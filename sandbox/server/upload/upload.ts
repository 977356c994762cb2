import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { wrongParameter } from '../errors.ts';
import type { Memory } from '../memory.ts';

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

/**
 * Writes a file as it arrives. It waits for each write: handing a small file to another thread and back takes several
 * times as long as writing it.
 */
export class UploadWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'w', 0o600);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    // Goes on from where it is. `writeSync` writes a part where the disk has room for no more, and does not fail.
    writeFileSync(this.#file, bytes);
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  end(problem: string | null = null): Upload {
    closeSync(this.#file);
    return new Upload(this.#path, this.#size, this.#hash.digest('hex'), problem);
  }

  /** Closes the file of an incomplete body. */
  abandon(): void {
    closeSync(this.#file);
  }
}

const SMALL_ANSWER = 2 ** 16;
/** In milliseconds. */
const LONGEST_TURN = 5;

/**
 * The files of one request, and its room in memory, until it is over. They share a folder, because creating one takes as
 * long as a file.
 */
export class UploadFolder {
  /** The one that was opened to be read. */
  document: { path: string; format: string; size: number; password: string | null } | null = null;
  readonly #folder: string;
  readonly #paths: string[] = [];
  #memory: Memory | null;
  #bytesTaken = 0;
  #answerBytes = 0;
  #isRemoved = false;

  constructor(folder: string, memory: Memory | null = null) {
    this.#folder = folder;
    this.#memory = memory;
  }

  newFile(): UploadWriter {
    // The parts of a form that were read already still arrive after its client went away.
    if (this.#isRemoved) throw isOver();
    const path = join(this.#folder, randomUUID());
    this.#paths.push(path);
    return new UploadWriter(path);
  }

  /** A file with a text in pieces; none is left where the disk has no room for it. */
  async write(pieces: Iterable<string>): Promise<Upload> {
    const file = this.newFile();
    const began = performance.now();
    try {
      for (const piece of pieces) {
        file.write(Buffer.from(piece));
        if (performance.now() - began > LONGEST_TURN) await pause();
      }
      return file.end();
    } catch (error) {
      file.abandon();
      rmSync(this.#paths.pop() as string, { force: true });
      throw error;
    }
  }

  /** What it has taken and takes is counted there from now on. */
  countIn(memory: Memory): void {
    this.#memory?.free(this.#bytesTaken);
    this.#memory = memory;
    memory.hold(this.#bytesTaken);
  }

  /** Takes room in memory for what is no file, until the request is over. */
  takeMemory(bytes: number): void {
    // What was taken now would never be given back.
    if (this.#isRemoved) throw isOver();
    this.#memory?.take(bytes);
    this.#bytesTaken += bytes;
  }

  /** Gives back some of it earlier. */
  giveMemory(bytes: number): void {
    if (this.#isRemoved) return;
    this.#memory?.free(bytes);
    this.#bytesTaken -= bytes;
  }

  /** Takes room for the answer, until it is sent. A small one is never refused: it may say what was done. */
  takeForAnswer(bytes: number): void {
    if (bytes <= SMALL_ANSWER || this.#isRemoved) return;
    this.takeMemory(bytes);
    this.#answerBytes = bytes;
  }

  /** Counts an answer that is there, until it is sent. */
  holdAnswer(bytes: number): void {
    const more = bytes - this.#answerBytes;
    if (more <= 0 || this.#isRemoved) return;
    this.#memory?.hold(more);
    this.#bytesTaken += more;
  }

  /** A process may have moved a file, to keep it. Another thread would take several times as long to remove one. */
  remove(): void {
    this.#isRemoved = true;
    this.#memory?.free(this.#bytesTaken);
    this.#bytesTaken = 0;
    for (const path of this.#paths) rmSync(path, { force: true });
  }
}

const isOver = () => wrongParameter('body', 'the request is over');
