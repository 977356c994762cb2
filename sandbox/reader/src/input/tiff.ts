import { open, type FileHandle } from 'node:fs/promises';

const SUBFILE_TYPE = 254;
/** Bits of its value: a smaller copy of another picture, and a mask of one. */
const [REDUCED, MASK] = [1, 4];
/** A longer chain of pictures is one that leads back into itself. */
const MOST_PICTURES = 10_000;

/** The numbers of a TIFF: 4 bytes for an offset and 2 for a count, or 8 for both in the large kind. */
class Numbers {
  readonly #file: FileHandle;
  readonly #isLittle: boolean;
  readonly offset: number;
  readonly count: number;

  constructor(file: FileHandle, header: Buffer) {
    this.#file = file;
    this.#isLittle = header.toString('latin1', 0, 2) === 'II';
    const isLarge = header.readUInt8(this.#isLittle ? 2 : 3) === 43;
    [this.offset, this.count] = isLarge ? [8, 8] : [4, 2];
  }

  /** An unsigned number of so many bytes; 0 behind the end of the file. */
  async at(position: number, bytes: number): Promise<number> {
    const read = await this.#file.read(Buffer.alloc(bytes), 0, bytes, position);
    const ordered = this.#isLittle ? read.buffer.toReversed() : read.buffer;
    return ordered.reduce((sum, byte) => 256 * sum + byte, 0);
  }
}

/** Which pictures of a TIFF are its pages, from 0: not thumbnails and masks, which stand beside them. */
export async function pagesOfTiff(path: string, pictures: number): Promise<number[]> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const numbers = new Numbers(file, buffer);
    const { offset, count } = numbers;
    const pages: number[] = [];
    let at = await numbers.at(offset === 8 ? 8 : 4, offset);
    for (let picture = 0; picture < Math.min(pictures, MOST_PICTURES); picture++) {
      const entries = await numbers.at(at, count);
      const entry = 4 + 2 * offset;
      // Entries are in the order of their tags, so that it is the first one.
      const isTyped = (await numbers.at(at + count, 2)) === SUBFILE_TYPE;
      const type = isTyped ? await numbers.at(at + count + 4 + offset, 4) : 0;
      if (!(type & (REDUCED | MASK))) pages.push(picture);
      at = await numbers.at(at + count + entries * entry, offset);
    }
    return pages.length > 0 ? pages : [0];
  } finally {
    await file.close();
  }
}
