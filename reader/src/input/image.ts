import sharp from 'sharp';
import { ReadingError, type PageReading, type Pixels, type ReadingTask } from '../reading.ts';
import { readPage } from '../page.ts';

const MOST_PIXELS = 100_000_000;

/** A picture is a document of one page; a TIFF may have several. */
export async function* readImagePages(task: ReadingTask): AsyncGenerator<PageReading> {
  const { pages = 1, width } = await understood(() => sharp(task.path, { limitInputPixels: MOST_PIXELS }).metadata());
  const count = task.format === 'image/tiff' ? pages : 1;
  for (let page = 0; page < count; page++) {
    // Decoded once even if nobody needs the pixels: a picture that is broken is not a picture.
    const pixels = await understood(() => decode(task.path, page));
    yield await readPage(
      { number: page + 1, width, items: [], isScan: true, pixels: () => Promise.resolve(pixels) },
      task,
    );
  }
}

/** Upright, as the camera meant it. */
async function decode(path: string, page: number): Promise<Pixels> {
  const image = sharp(path, { page, limitInputPixels: MOST_PIXELS }).rotate().toColourspace('srgb').ensureAlpha();
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
}

async function understood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ReadingError('format', `the image cannot be decoded (${(error as Error).message})`);
  }
}
