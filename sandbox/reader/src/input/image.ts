import { open, readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { orFormatError, type BeginPage, type PageSource, type Pixels, type SourcePages } from '../reading.ts';
import { pixelsOf } from '../preprocessing/images.ts';
import { findPicture, MOST_STRAY } from './signatures.ts';
import { pagesOfTiff } from './tiff.ts';

/** A picture with more pixels is not decoded: a small file may claim any size. */
const MOST_PIXELS = 100_000_000;
/** Larger pictures are made smaller while they are decoded; an A4 page with 300 dpi has 9 million. */
const READ_PIXELS = 12_000_000;
const READ_LENGTH = 20_000;
/** Animations and faxes of many pages. */
const MOST_PAGES = 1000;
const UNDECODED = 'the image cannot be decoded';

/** The engines keep nothing between documents: no picture comes twice. */
sharp.cache(false);

/** What a decoder takes: a path, or the bytes of a picture that does not begin with its file. */
type Input = string | Buffer;

/** The pages of an image: one, or several of a TIFF. */
export async function* imagePages(
  { path, format, firstPage }: SourcePages,
  begin: BeginPage,
): AsyncGenerator<PageSource> {
  const input = await orFormatError(UNDECODED, () => pictureIn(path, format));
  const pages = format === 'image/tiff' ? await orFormatError(UNDECODED, () => tiffPages(path)) : [0];
  const count = Math.min(MOST_PAGES, pages.length);
  for (let page = firstPage - 1; page < count; page++) {
    begin(page + 1, count);
    const work = () => (format === 'image/bmp' ? decodeBitmap(path) : decode(input, pages[page] as number));
    yield await decodedPage(page + 1, work);
  }
}

const tiffPages = async (path: string) => pagesOfTiff(path, (await opened(path, 0, 'none').metadata()).pages ?? 1);

type DecodedPicture = { pixels: Pixels; missing: string | null };

/**
 * Decoded even if nobody needs the pixels, to find out whether the image is broken. They are given away, once, so that they
 * are in memory only as long as they are needed.
 */
async function decodedPage(number: number, work: () => Promise<DecodedPicture>): Promise<PageSource> {
  const { pixels, missing } = await orFormatError(UNDECODED, work);
  let held: Pixels | null = pixels;
  const give = async (): Promise<Pixels> => {
    const given = held;
    held = null;
    if (!given) throw new Error('the picture was given away');
    return given;
  };
  return { number, width: pixels.width, ...WITHOUT_TEXT, missing, pixels: give };
}

const WITHOUT_TEXT = { items: [], veiled: [], suspects: [], pictured: 1, written: 0, marks: [] };

/** Pictures behind stray bytes are read into memory from where they begin. */
async function pictureIn(path: string, format: string): Promise<Input> {
  if (!/jpeg|png|gif/.test(format)) return path;
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_STRAY), 0, MOST_STRAY, 0).finally(() => file.close());
  const offset = findPicture(buffer.subarray(0, bytesRead))?.offset ?? 0;
  return offset === 0 ? path : (await readFile(path)).subarray(offset);
}

type Damage = NonNullable<NonNullable<Parameters<typeof sharp>[1]>['failOn']>;

const opened = (input: Input, page: number, failOn: Damage): Sharp =>
  sharp(input, { page, limitInputPixels: MOST_PIXELS, failOn });

/** Of a damaged picture, what can be decoded; the rest is grey. */
async function decode(input: Input, page: number): Promise<DecodedPicture> {
  try {
    return { pixels: await decodeWith(input, page, 'warning'), missing: null };
  } catch {
    return { pixels: await decodeWith(input, page, 'none'), missing: 'its picture is damaged' };
  }
}

/** Turned as the camera's orientation tag says. */
async function decodeWith(input: Input, page: number, failOn: Damage): Promise<Pixels> {
  const { width, height } = await opened(input, page, failOn).metadata();
  const image = opened(input, page, failOn).rotate();
  const scale = readingScale(width, height);
  // Fitted into a square, so that a turned picture needs no other numbers.
  const longest = Math.floor(Math.max(width, height) * scale);
  const bounded = scale < 1 ? image.resize({ width: longest, height: longest, fit: 'inside' }) : image;
  return pixelsOf(bounded.toColourspace('srgb').ensureAlpha());
}

const readingScale = (width: number, height: number) =>
  Math.min(1, Math.sqrt(READ_PIXELS / (width * height)), READ_LENGTH / Math.max(width, height));

/** Where the sides of a BMP stand. */
const [BITMAP_WIDTH, BITMAP_HEIGHT, BITMAP_HEADER] = [18, 22, 26];

/** BMP, which sharp does not read. Its sides are checked first, because the decoder has no limit. */
async function decodeBitmap(path: string): Promise<DecodedPicture> {
  const bytes = await readFile(path);
  if (bytes.length < BITMAP_HEADER) throw new Error('its header is not complete');
  const [width, height] = [bytes.readInt32LE(BITMAP_WIDTH), Math.abs(bytes.readInt32LE(BITMAP_HEIGHT))];
  if (width <= 0 || height === 0 || width * height > MOST_PIXELS) throw new Error('it exceeds the pixel limit');
  const image = await loadImage(bytes);
  const scale = readingScale(image.width, image.height);
  const size = [image.width, image.height].map((side) => Math.max(1, Math.floor(side * scale))) as [number, number];
  const context = createCanvas(...size).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, ...size);
  context.drawImage(image, 0, 0, ...size);
  const { data, width: across, height: down } = context.getImageData(0, 0, ...size);
  return { pixels: { data, width: across, height: down }, missing: null };
}
