import { recogniseDocument } from '../kinds/recognise.ts';
import { findCrops } from './crops/crops.ts';
import type { PageReading, Pixels, ReadingTask, Sheet, TextItem } from './document.ts';
import { encodeJpeg } from './jpeg.ts';
import { readLayout } from './layout/layout.ts';
import { lookAtSheet, lookAtText, type CloserLook } from './recognition/look.ts';
import { inPoints } from './recognition/points.ts';
import { recogniseText } from './recognition/recognise.ts';
import { findAllCodes } from './sheet/codes.ts';
import { straighten } from './sheet/straighten.ts';

/** Where a page came from: text with positions when the file has it, pixels when somebody needs them. */
export type PageSource = { number: number; width: number; items: TextItem[]; pixels(): Promise<Pixels> };

type Text = { items: TextItem[]; source: PageReading['source']; look: CloserLook; sheet(): Promise<Sheet> };

const NO_CODES = { codes: [], outside: [] };

/** The one path every page goes: straighten, codes, text, layout, kind of document with its fields, pictures. */
export async function readPage(page: PageSource, task: ReadingTask): Promise<PageReading> {
  const { items, source, look, sheet } = page.items.length > 0 ? textLayer(page) : await recognised(await page.pixels());
  const { text, sections } = readLayout(items, page.number);
  // A picture's codes help to read it; what a text layer says needs no second voice.
  const isPicture = page.items.length === 0;
  const { codes, outside } = isPicture || task.barcodes || task.crops ? await findAllCodes(await sheet(), () => page.pixels()) : NO_CODES;
  const document = await recogniseDocument({ text, items, sections, codes: [...codes, ...outside], look }, task.tags);
  return {
    number: page.number,
    text,
    sections,
    source,
    barcodes: [...codes, ...outside].map(({ type, value }) => ({ type, value, pageNumber: page.number })),
    document,
    crops: task.crops ? await findCrops(await sheet(), { items, codes, kind: document?.kind ?? null }) : [],
    image: task.imageQuality === null ? null : await encodeJpeg((await sheet()).pixels, task.imageQuality),
  };
}

/** A page with a text layer is straight already; its pixels are made only if somebody needs them. */
function textLayer(page: PageSource): Text {
  let made: Promise<Sheet> | null = null;
  const make = async () => {
    const pixels = await page.pixels();
    return { pixels, scale: pixels.width / page.width };
  };
  return { items: page.items, source: 'text-layer', look: lookAtText(page.items), sheet: () => (made ??= make()) };
}

async function recognised(pixels: Pixels): Promise<Text> {
  const straight = await straighten(pixels);
  const { sheet, items } = inPoints(straight, await recogniseText(straight));
  return { items, source: items.length > 0 ? 'ocr' : null, look: lookAtSheet(sheet), sheet: () => Promise.resolve(sheet) };
}
