import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { imagePages } from '../../../sandbox/reader/src/input/image.ts';
import type { PageSource } from '../../../sandbox/reader/src/reading.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { fileOf } from './openedReader.ts';

const [WIDTH, HEIGHT] = [300, 200];
const noisy = (width = WIDTH, height = HEIGHT) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

const jpeg = await noisy().jpeg().toBuffer();
const tiff = await noisy().tiff({ compression: 'none' }).toBuffer();

async function pagesOf(bytes: Buffer, format: string): Promise<PageSource[]> {
  const pages: PageSource[] = [];
  for await (const page of imagePages({ ...fileOf(bytes, format), firstPage: 1, textOnlyPage: null }, () => {}))
    pages.push(page);
  return pages;
}

async function sizeOf(bytes: Buffer, format: string) {
  const [page] = await pagesOf(bytes, format);
  const { width, height, data } = await (page as PageSource).pixels();
  return { width, height, isWhole: data.length === 4 * width * height, missing: page?.missing };
}

/** An uncompressed bitmap of 24 bits. */
function bitmap(width: number, height: number): Buffer {
  const row = Math.ceil((3 * width) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, 180);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

describe('pictures', () => {
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 40]), Buffer.from('Exif\0\0'), Buffer.alloc(32, 0xee)]);

  test.each<[string, string, () => Buffer | Promise<Buffer>, isDamaged?: boolean]>([
    ['of a camera', 'image/jpeg', () => jpeg],
    ['with few colours', 'image/gif', () => noisy().gif().toBuffer()],
    ['without compression', 'image/bmp', () => bitmap(WIDTH, HEIGHT)],
    ['behind stray bytes', 'image/jpeg', () => Buffer.concat([Buffer.from('\r\n\r\n'), jpeg])],
    ['that are cut off and so damaged', 'image/jpeg', () => jpeg.subarray(0, 0.99 * jpeg.length), true],
    ['with a broken EXIF block', 'image/jpeg', () => Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])],
  ])('%s are opened', async (_what, format, make, isDamaged = false) => {
    expect(await sizeOf(await make(), format)).toEqual({
      ...{ width: WIDTH, height: HEIGHT, isWhole: true },
      missing: isDamaged ? 'its picture is damaged' : null,
    });
  });

  test('with stray bytes in the middle are opened', async () => {
    const damaged = Buffer.from(jpeg);
    damaged.set([0xff, 0x01, 0x17, 0x99], jpeg.length >> 1);
    expect(await sizeOf(damaged, 'image/jpeg')).toMatchObject({ width: WIDTH, isWhole: true });
  });

  test('of 40 megapixels are made smaller while they are decoded', async () => {
    const large = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { width, height } = await sizeOf(large, 'image/png');
    expect(width * height).toBeLessThanOrEqual(12_000_000);
    expect(width / height).toBeCloseTo(1.6, 2);
  });

  test('that claim to be huge, or are cut to nothing, are rejected', async () => {
    const claim = bitmap(4, 4);
    claim.writeInt32LE(40_000, 18);
    claim.writeInt32LE(40_000, 22);
    await expect(pagesOf(claim, 'image/bmp')).rejects.toThrow(/pixel limit/);
    const nothing = pagesOf(Buffer.from('\xff\xd8\xffnothing', 'latin1'), 'image/jpeg');
    await expect(nothing).rejects.toMatchObject({ code: 'format' });
    await expect(pagesOf(tiff.subarray(0, 100), 'image/tiff')).rejects.toMatchObject({ code: 'format' });
  });

  test.each([{ bigtiff: false }, { bigtiff: true }])(
    'of a TIFF are its pages, not the smaller copies of them: %o',
    async (kind) => {
      const pyramid = noisy(1200, 800).tiff({ ...kind, pyramid: true, tile: true });
      const [of, ...more] = await pagesOf(await pyramid.toBuffer(), 'image/tiff');
      expect([of?.width, more]).toEqual([1200, []]);
      const twoPages = sharp([jpeg, jpeg], { join: { animated: true } }).tiff(kind);
      expect(await pagesOf(await twoPages.toBuffer(), 'image/tiff')).toHaveLength(2);
    },
  );

  test('that cannot be decoded are rejected without the path that the decoder names', async () => {
    const path = join(emptyFolder(), 'missing.webp');
    await expect(sharp(path).metadata()).rejects.toThrow(path);
    const task = { path, format: 'image/webp', password: null, firstPage: 1, textOnlyPage: null };
    const opening = imagePages(task, () => {}).next();
    await expect(opening).rejects.toThrow('Input file is missing: the file');
  });
});
