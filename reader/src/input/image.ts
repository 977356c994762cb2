import sharp from 'sharp';
import { ReadingError, type PageSource, type Pixels, type SourceDocument } from '../reading.ts';

const MAXIMUM_PIXELS = 100_000_000;

/** The pages of an image: one, or several of a TIFF. */
export async function* imagePages({ path, format }: SourceDocument): AsyncGenerator<PageSource> {
  const { pages = 1, width } = await orFormatError(() => sharp(path, { limitInputPixels: MAXIMUM_PIXELS }).metadata());
  const count = format === 'image/tiff' ? pages : 1;
  for (let page = 0; page < count; page++) {
    // Decoded even if nobody needs the pixels, to find out whether the image is broken.
    const pixels = await orFormatError(() => decode(path, page));
    yield { number: page + 1, width, items: [], isScan: true, pixels: () => Promise.resolve(pixels) };
  }
}

/** Turned as the camera's orientation tag says. */
async function decode(path: string, page: number): Promise<Pixels> {
  const image = sharp(path, { page, limitInputPixels: MAXIMUM_PIXELS }).rotate().toColourspace('srgb').ensureAlpha();
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
}

async function orFormatError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ReadingError('format', `the image cannot be decoded (${(error as Error).message})`);
  }
}
