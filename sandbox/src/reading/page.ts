import { cropCodes, findCodes } from './codes.ts';
import type { PageReading, Pixels, ReadingTask, TextItem } from './document.ts';
import { readLayout } from './layout/layout.ts';
import { encodeJpeg } from './jpeg.ts';
import { recogniseText } from './recognition.ts';

/** Where a page came from: text with positions when the file has it, pixels when somebody needs them. */
export type PageSource = { number: number; width: number; items: TextItem[]; pixels(): Promise<Pixels> };

export async function readPage(page: PageSource, task: ReadingTask): Promise<PageReading> {
  const items = page.items.length > 0 ? page.items : await recogniseText(page);
  const { text, sections } = readLayout(items, page.number);
  const codes = task.barcodes || task.crops ? await findCodes(await page.pixels()) : [];
  return {
    number: page.number,
    text,
    sections,
    barcodes: codes.map(({ type, value }) => ({ type, value, pageNumber: page.number })),
    codeCrops: task.crops ? await cropCodes(await page.pixels(), codes) : [],
    image: task.imageQuality === null ? null : await encodeJpeg(await page.pixels(), task.imageQuality),
  };
}
