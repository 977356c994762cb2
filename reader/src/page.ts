import { PageContent } from './documents/classification/documentRules.ts';
import { classify } from './documents/classify.ts';
import { languageOf } from './text/language.ts';
import { findCrops } from './crops/crops.ts';
import type { PageImage, PageReading, PageSource, ReadingTask, TextItem } from './reading.ts';
import { encodeJpeg } from './preprocessing/jpeg.ts';
import { readLayout } from './layout/layout.ts';
import { detectPage } from './recognition/lineDetection.ts';
import {
  recogniseText,
  targetedInImage,
  targetedInText,
  type TargetedRecognition,
} from './recognition/pageRecognition.ts';
import { scaleToPoints, scaleItem, mergeWithTextLayer } from './recognition/textItems.ts';
import { findAllCodes } from './codes/codes.ts';
import { straighten } from './preprocessing/straighten.ts';

/** Codes of a picture help to read it and are looked for at once; what a text layer says needs no second voice. */
type Text = {
  items: TextItem[];
  source: PageReading['source'];
  recognition: TargetedRecognition;
  sheet(): Promise<PageImage>;
  codes: FoundCodes | null;
};
type FoundCodes = Awaited<ReturnType<typeof findAllCodes>>;

/** Letters of a stamp, a signature's note, a page number. */
const MOST_OF_A_STAMP = 200;
const NO_CODES = { codes: [], outside: [] };

/** The one path every page goes: straighten, codes, text, layout, kind of document with its fields, pictures. */
export async function readPage(page: PageSource, task: ReadingTask): Promise<PageReading> {
  if (task.codesOnly) return onlyCodes(page);
  const { items, source, recognition, sheet, ...found } = hasLayer(page) ? textLayer(page) : await recognised(page);
  const { text, sections } = readLayout(items, page.number);
  const { codes, outside } =
    found.codes ?? (task.barcodes || task.crops ? await findAllCodes(await sheet(), () => page.pixels()) : NO_CODES);
  const document = await classify(
    new PageContent({ text, items, sections, codes: [...codes, ...outside], recognition }),
    task.tags,
  );
  return {
    number: page.number,
    text,
    language: languageOf(text),
    sections,
    source,
    barcodes: barcodesOf({ codes, outside }, page),
    document,
    crops: task.crops
      ? await findCrops(await sheet(), { items, codes, documentType: document?.documentType.id ?? null })
      : [],
    image: task.imageQuality === null ? null : await encodeJpeg((await sheet()).pixels, task.imageQuality),
  };
}

async function onlyCodes(page: PageSource): Promise<PageReading> {
  const pixels = await page.pixels();
  const found = await findAllCodes(hasLayer(page) ? { pixels, scale: 1 } : await straighten(pixels), () =>
    Promise.resolve(pixels),
  );
  return {
    number: page.number,
    text: '',
    language: null,
    sections: [],
    source: null,
    barcodes: barcodesOf(found, page),
    document: null,
    crops: [],
    image: null,
  };
}

const barcodesOf = ({ codes, outside }: FoundCodes, { number }: PageSource) =>
  [...codes, ...outside].map(({ type, value }) => ({ type, value, pageNumber: number }));

/** On a scan few words are a stamp that was put over it; the page is in the picture. */
function hasLayer({ items, isScan }: PageSource): boolean {
  const letters = items.reduce((sum, { text }) => sum + text.trim().length, 0);
  return letters > (isScan ? MOST_OF_A_STAMP : 0);
}

/** A page with a text layer is straight already; its pixels are made only if somebody needs them. */
function textLayer(page: PageSource): Text {
  let made: Promise<PageImage> | null = null;
  const make = async () => {
    const pixels = await page.pixels();
    return { pixels, scale: pixels.width / page.width };
  };
  return {
    items: page.items,
    source: 'text-layer',
    recognition: targetedInText(page.items),
    sheet: () => (made ??= make()),
    codes: null,
  };
}

async function recognised(page: PageSource): Promise<Text> {
  const pixels = await page.pixels();
  const straight = await straighten(pixels);
  // The text is read in threads of its own, so that both go on at the same time.
  const detecting = detectPage(straight.pixels);
  const [detected, read, codes] = await Promise.all([
    detecting,
    detecting.then(recogniseText),
    findAllCodes(straight, () => Promise.resolve(pixels)),
  ]);
  // Where the picture was moved the layer no longer lies over it; but then its words are in the picture too.
  const layer =
    straight.pixels === pixels
      ? page.items.map((item) => scaleItem(item, pixels.width / page.width / straight.scale))
      : [];
  const { sheet, items } = scaleToPoints(straight, mergeWithTextLayer(read, layer));
  return {
    items,
    source: items.length > 0 ? 'ocr' : null,
    recognition: targetedInImage(detected, sheet.scale),
    sheet: () => Promise.resolve(sheet),
    codes,
  };
}
