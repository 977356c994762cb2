// Where the text of a page stands: in its layer, in what it shows, or in both.
import { findAllCodes } from './codes/codes.ts';
import { hasInk, preparePage } from './pagePicture.ts';
import {
  edgesOf,
  HANG,
  RISE,
  type Edges,
  type PageImage,
  type PageReading,
  type PageSource,
  type ReadingOptions,
  type TextItem,
} from './reading.ts';
import type { LineBox } from './recognition/lineCrop.ts';
import { detectPage } from './recognition/lineDetection.ts';
import { readMrz } from './recognition/mrz/mrzRecognition.ts';
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
  lostOf,
  mayBeNumbers,
  unreadPrint,
} from './recognition/scannedLayer.ts';
import { scaleItem, scaleToPoints, withoutWritten } from './recognition/textItems.ts';

export type FoundCodes = Awaited<ReturnType<typeof findAllCodes>>;

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
const [PICTURED, ILLUSTRATED] = [0.04, 0.35];
export const SCANNED = 0.6;
const NO_TEXT = 'what it shows was not read as text';
export const NO_CODES: FoundCodes = { codes: [], outside: [] };

/**
 * Where the text of a page stands: in its layer, in what it shows, or in both. What nobody sees is no text of the page, and
 * a layer does not stand for pictures beside it. Only the parts of the page that leave a doubt are looked at.
 */
export async function textOf(page: PageSource, { crops, imageQuality }: Required<ReadingOptions>): Promise<PageText> {
  const isShown = crops || imageQuality !== null;
  if (page.items.length === 0 && page.veiled.length === 0) return recognisedText(page, isShown);
  const layer = textOfLayer(page);
  const legible = page.items.filter(isLegible);
  const doubted = legible.filter((item) => !mayBeNumbers(item));
  const veiled = page.veiled.filter(isLegible);
  // Of a line, what cannot be read in its layer is read in the picture, and with it the rest.
  const wrong = [...page.items, ...page.veiled].filter((item) => !isLegible(item));
  const isPictured = page.pictured > Math.max(PICTURED, Math.min(ILLUSTRATED, page.written));
  const mayShowMore =
    isPictured || page.marks.length + page.suspects.length + veiled.length + wrong.length + doubted.length > 0;
  if (page.missing || !mayShowMore) return layer;

  const image = await layer.image();
  if (!(await areShown(doubted, { image, beside: legible }))) wrong.push(...legible);
  for (const ofFont of page.suspects) if (!(await areShown(ofFont, { image, beside: legible }))) wrong.push(...ofFont);
  const doubts = [...page.marks, ...[...veiled, ...wrong].map(edgesOf)];
  const strips = isPictured ? [WHOLE] : stripsOf(doubts);
  const drawn = legible.filter((item) => isDrawn(item, image));
  let [items, missing] = [drawn, null as string | null];
  for (const strip of strips) {
    const within = {
      items: items.filter((item) => isIn(strip, item)),
      veiled: veiled.filter((item) => isIn(strip, item)),
    };
    const seen = await lookAt({ ...page, ...within }, { strip, image, wrong });
    if (seen.isScan) return recognisedText({ ...page, items: seen.items }, isShown);
    items = [...items.filter((item) => !isIn(strip, item)), ...seen.items];
    missing ??= seen.missing;
  }
  items = items.map((item) => lessSure(item, page.plotted ?? []));
  const read = items.filter(({ confidence }) => confidence !== undefined);
  const source = read.length < items.length / 2 ? 'text-layer' : 'ocr';
  return { ...layer, items, source, image: async () => image, recognition: targetedInText(items), missing };
}

/** A part of a page from top to bottom, in the units of the text items. */
type Strip = { top: number; bottom: number };

const WHOLE: Strip = { top: -Infinity, bottom: Infinity };
/** In points: what is looked at around a mark, and how near to each other two marks are looked at together. */
const [AROUND, TOGETHER] = [12, 24];
/** So many texts that cannot be right tell whether the layer is wrong. */
const MOST_DOUBTED = 3;

function stripsOf(edges: Edges[]): Strip[] {
  const strips: Strip[] = [];
  for (const [, top, , bottom] of edges.toSorted((a, b) => a[1] - b[1])) {
    const last = strips.at(-1);
    if (last && top - AROUND < last.bottom + TOGETHER) last.bottom = Math.max(last.bottom, bottom + AROUND);
    else strips.push({ top: top - AROUND, bottom: bottom + AROUND });
  }
  return strips;
}

/** Networks know printed letters: of single strokes, a straight one is overlooked. Nothing that is read of them is sure. */
const MOST_PLOTTED = 0.85;

function lessSure(item: TextItem, plotted: Edges[]): TextItem {
  const isPlotted = plotted.some((edges) => areOver(edges, edgesOf(item)));
  return item.confidence && isPlotted ? { ...item, confidence: Math.min(item.confidence, MOST_PLOTTED) } : item;
}

export const areOver = (a: Edges, b: Edges) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

const isIn = ({ top, bottom }: Strip, { y, size }: TextItem) => y + HANG * size > top && y - RISE * size < bottom;

/** The lines of text in a strip, and texts as they stand in its pixels. */
async function detectIn({ top, bottom }: Strip, { pixels, scale }: PageImage) {
  const { data, width, height } = pixels;
  const from = Math.max(0, Math.floor(Math.min(top * scale, height - 1)));
  const to = Math.min(height, Math.max(from + 1, Math.ceil(bottom * scale)));
  const strip = { data: data.subarray(4 * from * width, 4 * to * width), width, height: to - from };
  const down = from / scale;
  return {
    ...(await detectPage(strip)),
    inPixels: (items: TextItem[]) => items.map((item) => scaleItem({ ...item, y: item.y - down }, scale)),
    onPage: (items: TextItem[]) =>
      items.map((item) => scaleItem(item, 1 / scale)).map((item) => ({ ...item, y: item.y + down })),
  };
}

/** Whether the page shows texts that cannot be right as its layer says them: wrong numbers of the author's own. */
async function areShown(doubted: TextItem[], { image, beside }: { image: PageImage; beside: TextItem[] }) {
  const edges = doubted.map(edgesOf);
  const asked: TextItem[] = [];
  // The words of a font may be single letters: what they are part of is asked for.
  for (const item of beside.toSorted((a, b) => b.text.length - a.text.length)) {
    if (asked.length === MOST_DOUBTED || doubted.length === 0) break;
    if (edges.some((one) => areOver(one, edgesOf(item)))) asked.push(item);
  }
  for (const strip of stripsOf(asked.map(edgesOf))) {
    const { picture, boxes, inPixels } = await detectIn(strip, image);
    const lines = boxes?.filter((box) => itemsAt(box, inPixels(asked)).length > 0);
    if (lines && !(await agreementWith(inPixels(beside), picture, lines)).isShown) return false;
  }
  return true;
}

/** What a part of the page shows beside what its layer says there, and instead of it. */
async function lookAt(
  page: Pick<PageSource, 'items' | 'veiled' | 'pictured'>,
  { strip, image, wrong }: { strip: Strip; image: PageImage; wrong: TextItem[] },
): Promise<{ items: TextItem[]; isScan: boolean; missing: string | null }> {
  const { picture, boxes, inPixels, onPage } = await detectIn(strip, image);
  const written = inPixels(page.items);
  const veiled = inPixels(page.veiled);
  const lost = inPixels(wrong);
  const isWrong = (box: LineBox) => itemsAt(box, lost).length > 0;
  const isDoubtful = (box: LineBox) => isWrong(box) || itemsAt(box, veiled).length > 0;
  const others = boxes && boxes.filter((box) => isDoubtful(box) || !isWritten(box, written));
  if (others?.length === 0) return { items: page.items, isScan: false, missing: null };
  const scanned = others ? await confirmedLayer(veiled, { picture, lines: others, beside: written }) : [];
  const isScan = page.pictured > SCANNED && (!boxes || !others || others.length > boxes.length / 2);
  if (isScan && scanned.length === 0) return { items: page.items, isScan, missing: null };
  const isRefuted = (box: LineBox) => isWrong(box) || (isDoubtful(box) && itemsAt(box, scanned).length === 0);
  const unread = others && others.filter((box) => isRefuted(box) || !isWritten(box, [...written, ...scanned]));
  const recognised = await recogniseText({ picture, boxes: unread }, null, { enlarged: image.pixels.enlarged ?? 1 });
  // Of a line that was read anew, nothing is left from the layer.
  const isReadAnew = (item: TextItem) => unread?.some((box) => isRefuted(box) && itemsAt(box, [item]).length > 0);
  const kept = [...written, ...scanned].filter((item) => !isReadAnew(item));
  const items = [...kept, ...withoutWritten(recognised, kept)];
  return {
    items: onPage(items),
    isScan: false,
    missing: boxes && (unreadPrint(boxes, items) ?? lostOf(veiled, boxes, items)),
  };
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
