import { findAllCodes } from './codes/codes.ts';
import { findCrops } from './crops/crops.ts';
import { pageContent } from './documents/classification/documentRules.ts';
import { classify } from './documents/classify.ts';
import { DOCUMENT_TYPES } from './documents/types.ts';
import { readLayout } from './layout/layout.ts';
import { dewarp, enlargeSmall, previewOf } from './preprocessing/dewarp.ts';
import { encodeJpeg, isBlank, toLuma, type Grey } from './preprocessing/images.ts';
import { detectPageOutline } from './preprocessing/pageDetection/pageDetection.ts';
import {
  unreadPage,
  type PageImage,
  type PageReading,
  type PageSource,
  type PairingStep,
  type Pixels,
  type PlacedText,
  type ReadingOptions,
  type TextItem,
} from './reading.ts';
import { isPageBudgetSpent, pageTime, reasonLeftOut, startPageBudget } from './pageBudget.ts';
import type { LineBox } from './recognition/lineCrop.ts';
import { detectPage } from './recognition/lineDetection.ts';
import { readMrz } from './recognition/mrz/mrzRecognition.ts';
import { findLines, findOrientation } from './recognition/orientation.ts';
import {
  recogniseText,
  targetedInImage,
  targetedInText,
  type TargetedRecognition,
} from './recognition/pageRecognition.ts';
import {
  agreementWith,
  confirmedLayer,
  isLegible,
  isWritten,
  itemsAt,
  mayBeNumbers,
  mayBeWords,
  unreadPrint,
} from './recognition/scannedLayer.ts';
import { hasTextBeside } from './recognition/textBeside.ts';
import { scaleItem, scaleToPoints, withoutWritten } from './recognition/textItems.ts';
import { languageOf } from './text/language.ts';
import { plainText } from './text/normalise.ts';

type FoundCodes = Awaited<ReturnType<typeof findAllCodes>>;

/** The text of a page, where it comes from, and the ways back to its image. */
type PageText = {
  items: TextItem[];
  source: PageReading['source'];
  recognition: TargetedRecognition;
  image(): Promise<PageImage>;
  /** Null if they were not needed for the text. */
  codes: FoundCodes | null;
  /** In words, what of its print was not read. */
  missing?: string | null;
};

/**
 * The part of a page from which on pictures are worth a look: at least, and beside a text that has more of its height; and
 * from which on the page is a scan.
 */
const [PICTURED, ILLUSTRATED, SCANNED] = [0.04, 0.35, 0.6];
/** Of a page that took longer, in milliseconds, what is known is told before the next step. */
const LONG = 5000;
const NO_TEXT = 'what it shows was not read as text';
const NO_CODES: FoundCodes = { codes: [], outside: [] };

/** The path of every page: text (from its layer, or recognised), codes, layout, document type and fields, crops. */
export async function readPage(
  page: PageSource,
  task: Required<ReadingOptions> & { pageTimeMs?: number },
  tellSoFar: (soFar: PageReading) => void = () => {},
): Promise<PageReading> {
  startPageBudget(task.pageTimeMs);
  if (task.codesOnly) return readCodesOnly(page);
  const { source, recognition, image, ...found } = await textOf(page, task);
  const standing = found.items.filter(({ isStruck }) => !isStruck);
  const items = standing.map((item) => ({ ...item, text: plainText(item.text) }));
  const steps: PairingStep[] = [];
  const trace = task.explain ? (step: PairingStep) => void steps.push(step) : undefined;
  const { text, sections } = readLayout(items, page.number, trace);
  const reading: PageReading = {
    ...unreadPage(page.number),
    text,
    language: languageOf(text),
    sections,
    source,
    isPartial: false,
    missing: null,
    ...(trace ? { pairing: steps, items } : {}),
  };
  if (pageTime() > LONG) tellSoFar(reading);
  const needsCodes = task.barcodes || task.crops;
  const { codes, outside } =
    found.codes ?? (needsCodes ? await findAllCodes(lumaOf(await image()), null, { text: items }) : NO_CODES);
  reading.barcodes = barcodesOf({ codes, outside }, page);
  const content = pageContent({ text, items, sections, codes: [...codes, ...outside], recognition, trace });
  reading.document = await classify(content, task.tags);
  if (!reading.document || reading.document.documentType.id === DOCUMENT_TYPES.receipt.id)
    reading.receipt = content.receipt();
  if (pageTime() > LONG) tellSoFar(reading);
  const documentType = reading.document?.documentType.id ?? null;
  if (task.crops && !isPageBudgetSpent())
    reading.crops = await findCrops(await image(), { items, codes, documentType });
  if (task.imageQuality !== null) {
    const shown = await image();
    reading.image = await encodeJpeg(shown.pixels, task.imageQuality);
    reading.placed = items.map((item) => placeIn(shown, item));
  }
  const missing = page.missing ?? reasonLeftOut() ?? found.missing ?? page.unread ?? null;
  return { ...reading, isPartial: missing !== null, missing };
}

/** Letters rise above the baseline and hang below it by these parts of their size. */
const [RISE, HANG] = [0.8, 0.25];

function placeIn({ pixels, scale }: PageImage, { text, x, y, width, size }: TextItem): PlacedText {
  const [acrossPage, downPage] = [scale / pixels.width, scale / pixels.height];
  return {
    text,
    left: x * acrossPage,
    top: (y - RISE * size) * downPage,
    width: width * acrossPage,
    height: (RISE + HANG) * size * downPage,
  };
}

async function readCodesOnly(page: PageSource): Promise<PageReading> {
  const image =
    page.items.length > 0 && page.pictured < SCANNED
      ? { pixels: await page.pixels(), scale: 1, original: null }
      : await pageImage(page);
  const found = 'empty' in image ? NO_CODES : await findAllCodes(lumaOf(image), image.original);
  const missing = { isPartial: Boolean(page.missing), missing: page.missing ?? null };
  return { ...unreadPage(page.number), barcodes: barcodesOf(found, page), ...missing };
}

const barcodesOf = ({ codes, outside }: FoundCodes, { number }: PageSource) =>
  [...codes, ...outside].map(({ type, value }) => ({ type, value, pageNumber: number }));

/**
 * Where the text of a page stands: in its layer, in what it shows, or in both. What nobody sees is no text of the page, and
 * a layer does not stand for pictures beside it.
 */
async function textOf(page: PageSource, { crops, imageQuality }: Required<ReadingOptions>): Promise<PageText> {
  const isShown = crops || imageQuality !== null;
  if (page.items.length === 0 && page.veiled.length === 0) return recognisedText(page, isShown);
  const legible = page.items.filter(isLegible);
  const isPlausible = mayBeWords(legible) && mayBeNumbers(legible);
  const isPictured = page.hasMarks || page.pictured > Math.max(PICTURED, Math.min(ILLUSTRATED, page.written));
  const mayShowMore = isPictured || page.veiled.length > 0 || legible.length < page.items.length;
  if (page.missing || (!mayShowMore && isPlausible)) return textOfLayer(page);

  const { pixels, scale } = await textOfLayer(page).image();
  const drawn = legible.filter((item) => isDrawn(item, { pixels, scale }));
  const layer = { ...textOfLayer({ ...page, items: drawn }), image: async () => ({ pixels, scale }) };
  const { picture, boxes } = await detectPage(pixels);
  const inPixels = (items: TextItem[]) => items.map((item) => scaleItem(item, scale));
  const said = inPixels(drawn);
  const isShownSo = isPlausible || !boxes || (await agreementWith(said, picture, boxes)).isShown;
  const written = isShownSo ? said : [];
  const veiled = inPixels(page.veiled);
  const isDoubtful = (box: LineBox) => itemsAt(box, veiled).length > 0;
  const others = boxes && boxes.filter((box) => isDoubtful(box) || !isWritten(box, written));
  if (others?.length === 0) return layer;
  const scanned = others ? await confirmedLayer(veiled, { picture, lines: others, beside: written }) : [];
  const isScan = page.pictured > SCANNED && (!boxes || !others || others.length > boxes.length / 2);
  if (isScan && scanned.length === 0) return recognisedText({ ...page, items: isShownSo ? drawn : [] }, isShown);
  const isRefuted = (box: LineBox) => isDoubtful(box) && itemsAt(box, scanned).length === 0;
  const unread = others && others.filter((box) => isRefuted(box) || !isWritten(box, [...written, ...scanned]));
  const recognised = await recogniseText({ picture, boxes: unread }, null, { isEnlarged: false });
  // Of a line that was read anew, nothing is left from the layer.
  const kept = written.filter((item) => !unread?.some((box) => isRefuted(box) && itemsAt(box, [item]).length > 0));
  const more = [...scanned, ...withoutWritten(recognised, [...kept, ...scanned])];
  const items = [...kept, ...more].map((item) => scaleItem(item, 1 / scale));
  const source = kept.length > more.length ? 'text-layer' : 'ocr';
  const missing = boxes && unreadPrint(boxes, inPixels(items));
  return { ...layer, items, source, recognition: targetedInText(items), missing };
}

/** Colours whose parts differ less in sum cannot be told from each other. */
const LEAST_CONTRAST = 60;

/** Whether the page shows more than one colour where a text of its layer stands. */
function isDrawn({ x, y, width, size }: TextItem, { pixels, scale }: PageImage): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (let down = Math.floor((y - RISE * size) * scale); down < y * scale; down++)
    for (let across = Math.floor(x * scale); across < (x + width) * scale; across++) {
      const at = 4 * (down * pixels.width + across);
      const sum = (pixels.data[at] ?? 0) + (pixels.data[at + 1] ?? 0) + (pixels.data[at + 2] ?? 0);
      [least, most] = [Math.min(least, sum), Math.max(most, sum)];
    }
  return most - least >= LEAST_CONTRAST;
}

/** A page with a text layer is straight already; its image is made only when it is needed. */
function textOfLayer(page: PageSource): PageText {
  let image: Promise<PageImage> | null = null;
  const render = async () => {
    const pixels = await page.pixels();
    return { pixels, scale: pixels.width / page.width };
  };
  return {
    items: page.items,
    source: page.items.length > 0 ? 'text-layer' : null,
    recognition: targetedInText(page.items),
    image: () => (image ??= render()),
    codes: null,
  };
}

async function recognisedText(page: PageSource, isShown: boolean): Promise<PageText> {
  const prepared = await preparePage(page, isShown);
  if ('empty' in prepared)
    return { ...textOfLayer({ ...page, pixels: () => Promise.resolve(prepared.empty) }), codes: NO_CODES };
  const { detected, luma, ...rectified } = prepared;
  // What the page was made of is collected before codes and text take their memory.
  globalThis.gc?.();
  const mrz = rectified.hasFillers ? await readMrz(detected) : null;
  // Text is recognised in threads of its own, so codes can be read at the same time.
  const [recognised, codes] = await Promise.all([
    recogniseText(detected, mrz, rectified),
    findAllCodes({ ...rectified, luma }, rectified.original, { mrz: mrz?.boxes ?? [] }),
  ]);
  // A text layer no longer fits a picture that was dewarped; but then its words are in the picture too.
  const layer = rectified.isUnchanged
    ? page.items.map((item) => scaleItem(item, rectified.pixels.width / page.width / rectified.scale))
    : [];
  const written = [...layer, ...withoutWritten(recognised, layer)];
  const { image, items } = scaleToPoints(rectified, written);
  const isEmpty = items.length === 0 && codes.codes.length === 0;
  return {
    missing: isEmpty && hasInk(luma) ? NO_TEXT : unreadPrint(detected.boxes ?? [], written),
    items,
    source: items.length > 0 ? 'ocr' : null,
    recognition: targetedInImage(detected, image.scale, mrz),
    image: () => Promise.resolve(image),
    codes,
  };
}

/** The page image as it is read, in grey; with its colours, four times as much memory, only if it is shown later. */
async function preparePage(page: PageSource, isShown: boolean) {
  const image = await pageImage(page);
  if ('empty' in image) return image;
  const prepared = { ...lumaOf(image), detected: await detectPage(image.pixels) };
  return isShown ? prepared : { ...prepared, pixels: { ...image.pixels, data: new Uint8ClampedArray() } };
}

/** The least part of a picture that is dark where something is printed on it; specks and the edges of a scan are less. */
const INK = { darkest: 128, share: 0.005 };

function hasInk({ data }: Grey): boolean {
  let dark = 0;
  for (const value of data) if (value < INK.darkest) dark++;
  return dark > INK.share * data.length;
}

const lumaOf = <I extends PageImage>(image: I) => ({ ...image, luma: toLuma(image.pixels) });

/** A page on which nothing is printed, as its picture shows. */
type EmptyPage = { empty: Pixels };

/** In a function of its own, so that nothing keeps the pixels of the picture while the page is read. */
async function pageImage(page: PageSource): Promise<Rectified | EmptyPage> {
  const pixels = await page.pixels();
  return isBlank(pixels) ? { empty: pixels } : rectify(pixels);
}

type Rectified = PageImage & {
  isUnchanged: boolean;
  isEnlarged: boolean;
  hasFillers: boolean;
  /** The whole picture, where the page was cut out of it or enlarged. */
  original: Grey | null;
};

/** The page in a photograph or scan: cut out, upright, level and without perspective. */
export async function rectify(pixels: Pixels): Promise<Rectified> {
  const whole = await previewOf(pixels, null);
  // The network computes in another process, so the page can be found at the same time.
  const [found, around] = await Promise.all([detectPageOutline(pixels), findLines(whole)]);
  const isPage = found && !hasTextBeside(found.corners, around.boxes ?? [], whole.width / pixels.width);
  const inside = isPage ? await findOrientation(await findLines(await previewOf(pixels, found))) : null;
  // A frame without a line of text is a portrait or a window, not the page.
  const outline = inside && inside.lines > 0 ? found : null;
  const orientation = outline && inside ? inside : await findOrientation(around);
  const flat = dewarp(pixels, outline, orientation);
  const image = await enlargeSmall(flat);
  return {
    ...image,
    isUnchanged: image.pixels === pixels,
    isEnlarged: image !== flat,
    hasFillers: orientation.hasFillers,
    original: outline || image !== flat ? toLuma(pixels) : null,
  };
}
