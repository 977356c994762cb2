import { inflateSync } from 'node:zlib';

/**
 * pdfjs inflates each stream of a PDF with a DecompressionStream, which passes pieces to another thread and back. Most
 * streams have a few kilobytes, for which that takes several times as long as inflating them. This class does it in
 * one piece; where it fails, as on a damaged stream, pdfjs inflates what it can by itself.
 */
class WholeInflate {
  #compressed = new Uint8Array();

  readonly writable = {
    getWriter: () => ({
      write: async (bytes: Uint8Array<ArrayBuffer>) => void (this.#compressed = bytes),
      close: async () => {},
    }),
  };

  constructor(format: string) {
    if (format !== 'deflate') throw new TypeError(`${format} is not deflate`);
  }

  async *[Symbol.asyncIterator]() {
    yield inflateSync(this.#compressed);
  }

  readonly readable = this;
}

/** From now on, in this process. */
export function inflateWhole(): void {
  Object.assign(globalThis, { DecompressionStream: WholeInflate });
}
