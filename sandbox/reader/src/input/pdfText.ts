import { Util, type PageViewport, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { edgesOf, type Edges, type PageSource, type TextItem } from '../reading.ts';
import { median } from '../statistics.ts';
import { annotationsOf, filledIn } from './pdfForm.ts';
import { isBold, type FontCodes } from './pdfFonts.ts';
import type { PrintedWord } from './pdfGrounds.ts';
import { paintedOn, SLANTED, type Painted } from './pdfPaint.ts';
import { inkBeside, ticksOn } from './pdfTicks.ts';

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

/** The height of a line, in ems. */
const LEADING = 1.6;

/** What a text that runs another way may change in the others: numbers, and that the document does not count. */
const SAYS_MUCH = /\d|cancel|anulad|estornad|sem valor|storn|\bvoid/i;
const TURNED = 'it has text that runs another way, which was not read';
const CUT = 'something covers a part of its text';

/** Of more texts, the first are read: a page of the smallest print has some thousands. */
const MOST_ITEMS = 20_000;

/** `rotation`: of the page in degrees, so that most of its text is upright. */
type TextLayer = Pick<
  PageSource,
  'items' | 'veiled' | 'suspects' | 'pictured' | 'written' | 'marks' | 'plotted' | 'ink' | 'unread' | 'isUnseen'
> & {
  isCut: boolean;
  viewport: PageViewport;
  rotation: number;
};

/**
 * The text layer of a page, with what was filled into its forms: each text with its position, size and weight. Only
 * what the page paints, which is not looked at without `codes`, tells what of it can be seen, and what is bold.
 */
export async function textLayer(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  { hasForms, codes }: { hasForms: boolean; codes: FontCodes | null },
): Promise<TextLayer> {
  const { items } = await page.getTextContent();
  const all = items.filter((item) => 'str' in item && item.str.trim() !== '') as RawItem[];
  const raw = all.slice(0, MOST_ITEMS);
  const rotation = uprightRotation(raw, page);
  // pdf.js tells the widths of texts in the unit of the page.
  const viewport = page.getViewport({ scale: 1 / page.userUnit, rotation });
  const isCut = all.length > MOST_ITEMS;
  const isUnseen = isCut || !codes;
  const painted = isUnseen ? NOTHING : await paintedOn(page, viewport, codes, () => pdf.getOptionalContentConfig());
  const layer = raw.map((item) => asItem(item, viewport.transform, page)).filter((item) => item !== null);
  const onPage = painted.words.filter((word) => word.annotation === null);
  const onNotes = painted.words.filter((word) => word.annotation !== null);
  const annotations = hasForms || onNotes.length > 0 ? await annotationsOf(page, onNotes) : [];
  const stamps = onNotes.filter((word) => word.isSeen && !annotations.some(({ id }) => id === word.annotation));
  const printedOf = (isTicked: boolean) => [
    ...seenOnce(layer, onPage, isTicked || painted.areBetter),
    ...joined(printedOnce(stamps)),
  ];
  const filled = filledIn(annotations, viewport, printedOf(false)).map((item) => ({ ...item, isSeen: true }));
  const ticks = ticksOn([...painted.words, ...filled], painted.drawn);
  const printed = printedOf(ticks.length > 0);
  const wide = painted.pictures.filter(({ edges }) => hasFormOfLines(edges));
  const texts = [...printed, ...filled.filter(({ isSeen }) => isSeen), ...ticks];
  const ink = inkBeside(texts, [...painted.drawn, ...wide.map(({ edges }) => ({ edges, full: 0 }))]);
  const area = viewport.width * viewport.height;
  const pictured = Math.min(1, painted.pictures.reduce((sum, picture) => sum + picture.area, 0) / area);
  const lines = new Map(printed.map(({ y, size }) => [Math.round(y / size), size]));
  const usual = median(printed.map(({ size }) => size)) ?? 0;
  const isTurned =
    raw.length > layer.length &&
    raw.some((item) => SAYS_MUCH.test(item.str) && !asItem(item, viewport.transform, page));
  const cut = onPage.some(({ isCut }) => isCut) ? CUT : null;
  return {
    items: texts,
    ink,
    veiled: joined(onPage.filter((word) => !word.isSeen && word.isInDoubt)),
    suspects: painted.suspects,
    pictured,
    written: (LEADING * [...lines.values()].reduce((sum, size) => sum + size, 0)) / viewport.height,
    plotted: [...painted.plotted, ...ink],
    marks: [
      ...ink,
      ...painted.outlined,
      ...painted.pictures.flatMap(({ annotation, edges }) =>
        annotation !== null || mayBeLine(edges, usual) || mayBeLines(edges, viewport) ? [edges] : [],
      ),
      ...painted.words.filter(({ isSeen, isInDoubt }) => isSeen && isInDoubt).map(edgesOf),
    ],
    // A scan is read from its picture.
    unread: isTurned && layer.length > 0 && pictured < 0.5 ? TURNED : cut,
    isUnseen,
    isCut,
    viewport,
    rotation,
  };
}

/** In sizes of most of a page's text: the height of a picture that may be a line of it; and in its heights, its least width. */
const LINE = { lowest: 0.6, highest: 2.5, longer: 1.5 };

const mayBeLine = ([left, top, right, bottom]: Edges, size: number): boolean =>
  right - left > LINE.longer * (bottom - top) &&
  bottom - top > LINE.lowest * size &&
  bottom - top < LINE.highest * size;

/** Pictures across more of a page, and of such a form, may be lines of text; logos and photographs are less wide, and bar codes lower. */
const LINES = { share: 0.3, least: 2.2, most: 6 };

const mayBeLines = (edges: Edges, { width }: PageViewport): boolean =>
  edges[2] - edges[0] > LINES.share * width && hasFormOfLines(edges);

function hasFormOfLines([left, top, right, bottom]: Edges): boolean {
  const form = (right - left) / (bottom - top);
  return form > LINES.least && form < LINES.most;
}

const NOTHING: Painted = {
  words: [],
  pictures: [],
  outlined: [],
  plotted: [],
  suspects: [],
  drawn: [],
  areBetter: false,
};

/** The rotation of the page itself, unless most letters run in another direction: down a page, as wide tables do. */
function uprightRotation(items: RawItem[], page: PDFPageProxy): number {
  const view = page.getViewport({ scale: 1 }).transform;
  const letters = [0, 0, 0, 0];
  for (const { str, transform } of items) {
    const [a = 1, b = 0, c = 0, d = 0] = Util.transform(view, transform) as number[];
    const isMirrored = a * d - b * c > 0;
    if (isMirrored) continue;
    const quarter = (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
    letters[quarter] = (letters[quarter] ?? 0) + str.length;
  }
  const most = letters.indexOf(Math.max(...letters));
  return (page.rotate - 90 * most + 360) % 360;
}

function asItem({ str, transform, width, fontName }: RawItem, view: number[], page: PDFPageProxy): TextItem | null {
  const [a = 0, slant = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(view, transform) as number[];
  const size = Math.hypot(c, d);
  const isHorizontal = Math.abs(slant) < SLANTED * size && a > 0 && d < 0;
  const bold = page.commonObjs.has(fontName) && isBold(page.commonObjs.get(fontName) as object);
  return isHorizontal && size > 0 ? { text: str, x, y, width, size, bold } : null;
}

/** The layer as pdf.js puts it together, unless it has more than what is seen, or stands, or is otherwise: then what is seen, once. */
function seenOnce(layer: TextItem[], words: PrintedWord[], isOther: boolean): TextItem[] {
  const items = printedOnce(layer);
  const seen = printedOnce(words.filter(({ isSeen }) => isSeen));
  const isMore = seen.length < words.length && lettersIn(items) > lettersIn(seen);
  if (isOther || isMore || seen.some(({ isStruck, confidence }) => isStruck || confidence)) return joined(seen);
  // Where each letter is marked by itself, in whatever order, pdf.js puts none together.
  return lettersIn(items) < 2 * items.length ? joined(items.toSorted((a, b) => a.y - b.y || a.x - b.x)) : items;
}

const lettersIn = (items: TextItem[]) => items.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);

/**
 * In parts of its width and of its size: how far the shadow of a text is from it at most. On the same baseline, a letter whose
 * like is kerned to it is as near.
 */
const SHADOW = { across: 0.9, beside: 0.55, down: 0.6, level: 0.02 };

/** Some programs print a text twice, slightly apart, to make it look bold or give it a shadow. */
function printedOnce<T extends TextItem>(items: T[]): T[] {
  const kept = new Map<string, T[]>();
  return items.filter((item) => {
    const same = kept.get(item.text) ?? [];
    const twin = same.findLast((other) => isShadow(other, item));
    if (twin) twin.bold = true;
    else if (same.push(item) === 1) kept.set(item.text, same);
    return !twin;
  });
}

function isShadow(a: TextItem, b: TextItem): boolean {
  const size = Math.min(a.size, b.size);
  const down = Math.abs(a.y - b.y);
  const across = down < SHADOW.level * size ? SHADOW.beside : SHADOW.across;
  return down < SHADOW.down * size && Math.abs(a.x - b.x) < across * Math.min(a.width, b.width);
}

/** In ems: words that follow each other on a line with less between them are one text, with more than the other a blank. */
const [NEAR, BLANK] = [0.6, 0.12];

/** Words or letters put together to texts, as they follow each other. */
function joined(words: TextItem[]): TextItem[] {
  const items: TextItem[] = [];
  for (const { text, x, y, width, size, ...style } of words) {
    const { bold, isStruck, confidence } = style;
    const last = items.at(-1);
    const gap = last ? (x - last.x - last.width) / size : 0;
    const isNext = last && Math.abs(y - last.y) < size / 4 && Math.abs(size / last.size - 1) < 0.2;
    const isOther =
      gap < -NEAR / 2 ||
      gap > NEAR ||
      last?.bold !== bold ||
      last.isStruck !== isStruck ||
      last.confidence !== confidence;
    if (!isNext || isOther)
      items.push({ text, x, y, width, size, bold, isStruck, ...(confidence ? { confidence } : {}) });
    else Object.assign(last, { text: `${last.text}${gap > BLANK ? ' ' : ''}${text}`, width: x + width - last.x });
  }
  return items;
}
