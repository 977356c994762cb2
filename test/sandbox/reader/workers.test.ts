import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { DAMAGED_PICTURES } from '../../../sandbox/accuracy/hostile/damaged.ts';
import { HOSTILE_PDFS, pdfOfPages } from '../../../sandbox/accuracy/hostile/pdfs.ts';
import { openReader } from '../../../sandbox/reader/src/reader.ts';
import type { PageReading } from '../../../sandbox/reader/src/reading.ts';
import { emptyFolder } from '../emptyFolder.ts';
import { fileOf, openedReader, PDF } from './openedReader.ts';

/** Draws ten million squares. */
const ENDLESS = '/X0 Do';
const TEXT = 'BT /F1 12 Tf 50 700 Td (Name: Ana Example) Tj ET';

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

const first = openReader({ workers: 1, networks: false });
const begun = performance.now();
await first.readDocument(fileOf(pdfOfPages([TEXT])));
await first.close();
/** In milliseconds, by what reading a page takes here, whatever else this machine does. */
const timeoutMs = Math.max(12_000, 10 * (performance.now() - begun));
const reader = openedReader({ timeoutMs, networks: false });
/** The first picture waits for its engines, on a busy machine longer than the other documents may take. */
const patient = openedReader({ networks: false });

test('the pictures of a document have a bound: those of further pages are left out, and their text is read', async () => {
  const bounded = openedReader({ networks: false, pictureBytes: 60_000 });
  const { pages } = await bounded.readDocument(fileOf(pdfOfPages([TEXT, TEXT, TEXT])), { imageQuality: 90 });
  expect(pages.map(outcomeOf)).toEqual([1, 2, 3].map((page) => [page, expect.stringContaining('Ana'), page > 1]));
  expect(pages.map(({ image, missing }) => [image !== null, missing])).toEqual([
    [true, null],
    [false, expect.stringContaining('pictures')],
    [false, expect.stringContaining('pictures')],
  ]);
});

describe('a page that takes too much', () => {
  test('fails by itself, and the next document is read', async () => {
    // Of several pages, each has a share of what the others left.
    const hasty = openedReader({ timeoutMs: timeoutMs / 3, networks: false });
    await expect(hasty.readDocument(fileOf(pdfOfPages([ENDLESS])))).rejects.toMatchObject({ code: 'timeout' });
    const { pages } = await hasty.readDocument(fileOf(pdfOfPages([TEXT])));
    expect(pages.map(outcomeOf)).toEqual([[1, expect.stringContaining('Ana Example'), false]]);
  });

  test('is read without its graphics where it has text, and does not keep the other pages from being read', async () => {
    const file = fileOf(pdfOfPages([TEXT, ENDLESS, `${TEXT} ${ENDLESS}`, TEXT.replace('Ana', 'Eva')]));
    const read = (allowed: number) => openedReader({ timeoutMs: allowed, networks: false }).readDocument(file);
    let { pages, documents } = await read(timeoutMs);
    // On a machine that became busy meanwhile, what two such pages leave is not enough for the others.
    if (pages.at(-1)?.isPartial) ({ pages, documents } = await read(4 * timeoutMs));
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
    const scores = pages.map(({ sections }) => sections.flatMap(({ fields }) => fields.map(({ score }) => score)));
    expect(scores).toEqual([[0.99], [], [0.85], [0.99]]);
    expect(documents.some(({ isPartial }) => isPartial)).toBe(true);
  }, 600_000);

  test('is the text read until then', async () => {
    const card = DAMAGED_PICTURES.find(({ name }) => name === 'card of fine print, 1200 pixels wide');
    const file = fileOf((await card?.make()) as Buffer, 'image/jpeg');
    // Enough for some lines of the picture, and not for all: how long that is depends on what else this machine does.
    for (let allowed = timeoutMs; ; allowed *= 1.5) {
      const networks = openReader({ workers: 1, timeoutMs: allowed });
      await networks.warm();
      const page = await networks.readDocument(file).then(
        ({ pages }) => pages[0],
        () => null,
      );
      await networks.close();
      if (!page?.text) continue;
      expect(page.isPartial).toBe(true);
      return expect(page.text).toContain('EXAMPLE');
    }
  }, 600_000);

  test('is drawn as far as memory allows, if it has pictures without end', async () => {
    const groups = HOSTILE_PDFS.find(({ name }) => name === 'a hundred groups as large as their page');
    const { pages } = await patient.readDocument(fileOf((await groups?.make()) as Buffer));
    expect(pages.map(({ isPartial }) => isPartial)).toEqual([true]);
  });

  test('fails when it needs more memory than allowed', async () => {
    const small = openedReader({ memoryMb: 100, networks: false });
    await expect(small.readDocument(fileOf(pdfOfPages([ENDLESS])))).rejects.toMatchObject({ code: 'failed' });
  });
});

describe('a page that cannot be read', () => {
  test('is unread, in a PDF whose tree of pages is broken', async () => {
    const { pages } = await reader.readDocument(fileOf(pdfOfPages([TEXT, null])));
    expect(pages.map(outcomeOf)).toEqual([
      [1, expect.stringContaining('Ana Example'), false],
      [2, '', true],
    ]);
    await expect(reader.readDocument(fileOf(pdfOfPages([null])))).rejects.toMatchObject({ code: 'format' });
  });

  test('is unread, in a TIFF whose other pages are read', async () => {
    const raw = { width: 200, height: 600, channels: 3 as const, pageHeight: 200 };
    const tiff = await sharp(Buffer.alloc(200 * 600 * 3, 200), { raw })
      .tiff()
      .toBuffer();
    const { pages } = await patient.readDocument(fileOf(withUnknownCompression(tiff, 2), 'image/tiff'));
    expect(pages.map(({ number, isPartial }) => [number, isPartial])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
  });
});

test('a document that is not there is said without its path, also without the beginning of a relative one', async () => {
  for (const path of [join(emptyFolder(), 'none.pdf'), 'folder/none.pdf'])
    await expect(reader.readDocument({ path, format: PDF, password: null })).rejects.toThrow(/ '?the file'?/);
});
