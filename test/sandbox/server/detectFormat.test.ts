import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { detectFormat } from '../../../sandbox/server/upload/source.ts';
import { emptyFolder } from '../emptyFolder.ts';

const folder = emptyFolder();

test('a TIFF is detected although its directory is after its pixels', async () => {
  const path = join(folder, 'scan');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  await writeFile(
    path,
    await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff', noise } })
      .tiff({ compression: 'deflate' })
      .toBuffer(),
  );
  expect(await detectFormat(path)).toBe('image/tiff');
});

test('text that begins like a TIFF is rejected', async () => {
  const path = join(folder, 'other');
  await writeFile(path, 'II is how this text begins, and there is no picture in it');
  await expect(detectFormat(path)).rejects.toThrow('Unsupported file format');
});
