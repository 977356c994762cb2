import { inflateSync } from 'node:zlib';
import { verboseRegExp } from '../text/pattern.ts';

/** Operators that paint more than black text and rulings, or letter by letter. */
export const PAINTING = verboseRegExp()`
  (?<=[\s\])>])(?:Tr|g|rg|k|sc|scn|gs|Do|BI|W\*?|sh|BDC)(?!\S)
  |(?<!\S)[fFbB]\*?(?!\S)
  |(?<![.\d])(?:[4-9]|\d{2,})(?:\.\d*)?\s+w(?!\S)
  |[(<][^()<>]{1,4}[)>]\s*T[jJ]
`;
/** In bytes: longer contents paint more. */
const LONG = 100_000;

/** Whether streams that were inflated, or a file, may paint more than lines of black text. Most letters paint nothing else. */
export const painting = {
  isSeen: false,
  lookAt(bytes: Buffer): void {
    this.isSeen ||= bytes.length > LONG || PAINTING.test(bytes.toString('latin1'));
  },
};

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
    const bytes = inflateSync(this.#compressed);
    painting.lookAt(bytes);
    yield bytes;
  }

  readonly readable = this;
}

/** From now on, in this process. */
export function inflateWhole(): void {
  Object.assign(globalThis, { DecompressionStream: WholeInflate });
}
