import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { DAMAGED_PICTURES } from '../../../sandbox/accuracy/hostile/damaged.ts';
import { HOSTILE_PDFS, pdfOfPages } from '../../../sandbox/accuracy/hostile/pdfs.ts';
import { openReader, type DocumentReader } from '../../../sandbox/reader/src/reader.ts';
import type { PageReading } from '../../../sandbox/reader/src/reading.ts';

/** Draws ten million squares. */
const ENDLESS = '/X0 Do';
const TEXT = 'BT /F1 12 Tf 50 700 Td (Name: Ana Example) Tj ET';

let folder = '';
let reader: DocumentReader;
/** In milliseconds, by what reading a page takes here, whatever else this machine does. */
let timeoutMs = 0;
const PDF = { format: 'application/pdf', password: null };

async function file(bytes: Buffer): Promise<string> {
  const path = join(folder, `${Math.random()}`);
  await writeFile(path, bytes);
  return path;
}

const outcomeOf = ({ number, text, isPartial }: PageReading) => [number, text, isPartial];

const COMPRESSION = 259;

/** A TIFF of which one page, counted from 1, claims a compression that nobody knows. */
function withUnknownCompression(tiff: Buffer, page: number): Buffer {
  let directory = tiff.readUInt32LE(4);
  for (let at = 1; at < page; at++) directory = tiff.readUInt32LE(directory + 2 + 12 * tiff.readUInt16LE(directory));
  for (let entry = directory + 2; ; entry += 12) {
    if (tiff.readUInt16LE(entry) === COMPRESSION) return tiff.fill(0xee, entry + 8, entry + 10);
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-'));
  const path = await file(pdfOfPages([TEXT]));
  const first = openReader({ workers: 1, networks: false });
  const begun = performance.now();
  await first.readDocument({ path, ...PDF });
  timeoutMs = Math.max(12_000, 10 * (performance.now() - begun));
  await first.close();
  reader = openReader({ workers: 1, timeoutMs, networks: false });
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

describe('a page that takes too much', () => {
  test('fails by itself, and the next document is read', async () => {
    // Of several pages, each has a share of what the others left.
    const hasty = openReader({ workers: 1, timeoutMs: timeoutMs / 3, networks: false });
    const path = await file(pdfOfPages([ENDLESS]));
    await expect(hasty.readDocument({ path, ...PDF })).rejects.toMatchObject({ code: 'timeout' });
    const { pages } = await hasty.readDocument({ path: await file(pdfOfPages([TEXT])), ...PDF });
    await hasty.close();
    expect(pages.map(outcomeOf)).toEqual([[1, expect.stringContaining('Ana Example'), false]]);
  });

  test('is read without its graphics where it has text, and does not keep the other pages from being read', async () => {
    const path = await file(pdfOfPages([TEXT, ENDLESS, `${TEXT} ${ENDLESS}`, TEXT.replace('Ana', 'Eva')]));
    const { pages, documents } = await reader.readDocument({ path, ...PDF });
    expect(pages.map(outcomeOf)).toEqual([
      [1, expect.stringContaining('Ana Example'), false],
      [2, '', true],
      [3, expect.stringContaining('Ana Example'), true],
      [4, expect.stringContaining('Eva Example'), false],
    ]);
    expect(pages.map(({ missing }) => missing)).toEqual([
      null,
      'it could not be read',
      'only its text layer was read: its graphics take too much time or memory',
      null,
    ]);
    expect(documents.some(({ isPartial }) => isPartial)).toBe(true);
  });

  test('is the text read until then', async () => {
    // Enough for some lines of a picture, and not for all.
    const networks = openReader({ workers: 1, timeoutMs: 1.5 * timeoutMs });
    await networks.warm();
    const card = DAMAGED_PICTURES.find(({ name }) => name === 'card of fine print, 1200 pixels wide');
    const path = await file((await card?.make()) as Buffer);
    const { pages } = await networks.readDocument({ path, format: 'image/jpeg', password: null });
    expect(pages.map(({ isPartial }) => isPartial)).toEqual([true]);
    expect(pages[0]?.text).toContain('EXAMPLE');
    await networks.close();
  });

  test('is drawn as far as memory allows, if it has pictures without end', async () => {
    const groups = HOSTILE_PDFS.find(({ name }) => name === 'a hundred groups as large as their page');
    const path = await file((await groups?.make()) as Buffer);
    const patient = openReader({ workers: 1, networks: false });
    const { pages } = await patient.readDocument({ path, ...PDF });
    expect(pages.map(({ isPartial }) => isPartial)).toEqual([true]);
    await patient.close();
  });

  test('fails when it needs more memory than allowed', async () => {
    const small = openReader({ workers: 1, memoryMb: 100, networks: false });
    const path = await file(pdfOfPages([ENDLESS]));
    await expect(small.readDocument({ path, ...PDF })).rejects.toMatchObject({ code: 'failed' });
    await small.close();
  });
});

describe('a page that cannot be read', () => {
  test('is unread, in a PDF whose tree of pages is broken', async () => {
    const path = await file(pdfOfPages([TEXT, null]));
    const { pages } = await reader.readDocument({ path, ...PDF });
    expect(pages.map(outcomeOf)).toEqual([
      [1, expect.stringContaining('Ana Example'), false],
      [2, '', true],
    ]);
    const broken = await file(pdfOfPages([null]));
    await expect(reader.readDocument({ path: broken, ...PDF })).rejects.toMatchObject({ code: 'format' });
  });

  test('is unread, in a TIFF whose other pages are read', async () => {
    const raw = { width: 200, height: 600, channels: 3 as const, pageHeight: 200 };
    const tiff = await sharp(Buffer.alloc(200 * 600 * 3, 200), { raw })
      .tiff()
      .toBuffer();
    const path = await file(withUnknownCompression(tiff, 2));
    // The first picture waits for its engines, on a busy machine longer than the other documents may take.
    const patient = openReader({ workers: 1, networks: false });
    const { pages } = await patient.readDocument({ path, format: 'image/tiff', password: null });
    await patient.close();
    expect(pages.map(({ number, isPartial }) => [number, isPartial])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
  });
});

test('a document that is not there is said without its path, also without the beginning of a relative one', async () => {
  for (const path of [join(folder, 'none.pdf'), 'folder/none.pdf'])
    await expect(reader.readDocument({ path, ...PDF })).rejects.toThrow(/ '?the file'?/);
});
