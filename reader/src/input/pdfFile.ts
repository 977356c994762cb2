import { open, type FileHandle } from 'node:fs/promises';
import { PDFDataRangeTransport } from 'pdfjs-dist/legacy/build/pdf.mjs';

const FIRST_PIECE = 65_536;

/** Lets pdfjs read the parts of a file that it needs, so that a large PDF is never whole in memory. */
export class RangesOfFile extends PDFDataRangeTransport {
  readonly #file: FileHandle;
  /** Rejects when the file cannot be read; pdfjs has no way to be told and would wait for ever. */
  readonly failed: Promise<never>;
  #fail: (error: unknown) => void = () => {};

  static async open(path: string): Promise<RangesOfFile> {
    const file = await open(path);
    const { size } = await file.stat();
    return new RangesOfFile(file, size, await piece(file, 0, Math.min(FIRST_PIECE, size)));
  }

  private constructor(file: FileHandle, size: number, start: Uint8Array) {
    super(size, start);
    this.#file = file;
    this.failed = new Promise((_, reject) => (this.#fail = reject));
    this.failed.catch(() => {});
  }

  override requestDataRange(begin: number, end: number): void {
    piece(this.#file, begin, end).then((bytes) => this.onDataRange(begin, bytes), this.#fail);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function piece(file: FileHandle, begin: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - begin);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, begin);
  return bytes.subarray(0, bytesRead);
}
