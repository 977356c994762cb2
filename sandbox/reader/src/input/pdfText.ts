import { Util, type PageViewport, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { edgesOf, type Edges, type PageSource, type TextItem } from '../reading.ts';
import { median } from '../statistics.ts';
import { annotationsOf, filledIn } from './pdfForm.ts';
import { Rulings } from './pdfCells.ts';
import { isBold, type FontCodes } from './pdfFonts.ts';
import type { PrintedWord } from './pdfGrounds.ts';
import { MOST_WORDS, paintedOn, SLANTED, type Painted } from './pdfPaint.ts';
import { inkBeside, ticksOn } from './pdfTicks.ts';

type RawItem = { str: string; transform: number[]; width: number; fontName: string };

/** The height of a line, in ems. */
const LEADING = 1.6;

const TURNED = 'it has text that runs another way, which was not read';
const CUT = 'something covers a part of its text';

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
  const raw = all.slice(0, MOST_WORDS);
  const rotation = uprightRotation(raw, page);
  // pdf.js tells the widths of texts in the unit of the page.
  const viewport = page.getViewport({ scale: 1 / page.userUnit, rotation });
  const isCut = all.length > MOST_WORDS;
  const painted =
    isCut || !codes ? NOTHING : await paintedOn(page, viewport, codes, () => pdf.getOptionalContentConfig());
  const isUnseen = painted === NOTHING || painted.words.length >= MOST_WORDS;
  const upright = raw.map((item) => asItem(item, viewport.transform, page));
  const layer = upright.filter((item) => item !== null);
  const onPage = painted.words.filter((word) => word.annotation === null);
  const onNotes = painted.words.filter((word) => word.annotation !== null);
  const annotations = hasForms || onNotes.length > 0 ? await annotationsOf(page, onNotes) : [];
  const stamps = onNotes.filter((word) => word.isSeen && !annotations.some(({ id }) => id === word.annotation));
  const printedOf = () => [
    ...(isUnseen ? printedOnce(layer) : seenOnce(onPage, layer)),
    ...joined(printedOnce(stamps)),
  ];
  const filled =
    annotations.length === 0
      ? []
      : painted.rulings
          .withCells(filledIn(annotations, viewport, printedOf()))
          .map((item) => ({ ...item, isSeen: true }));
  const ticks = ticksOn([...painted.words, ...filled], painted.drawn);
  // What marks a box to tick is no text any more.
  const printed = printedOf();
  const wide = painted.pictures.filter(({ edges }) => hasFormOfLines(edges));
  const texts = [...printed, ...filled.filter(({ isSeen }) => isSeen), ...ticks];
  const ink = inkBeside(texts, [...painted.drawn, ...wide.map(({ edges }) => ({ edges, full: 0 }))]);
  const area = viewport.width * viewport.height;
  const pictured = Math.min(1, painted.pictures.reduce((sum, picture) => sum + picture.area, 0) / area);
  const lines = new Map(printed.map(({ y, size }) => [Math.round(y / size), size]));
  const usual = median(printed.map(({ size }) => size)) ?? 0;
  const isTurned = raw.some(({ str }, at) => !upright[at] && /[\p{L}\d]/u.test(str));
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
  rulings: new Rulings(),
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

/** What is seen, once. */
function seenOnce(words: PrintedWord[], layer: TextItem[]): TextItem[] {
  const seen = printedOnce(words.filter(({ isSeen }) => isSeen));
  const letters = layer.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
  if (letters >= 2 * layer.length) return joined(seen);
  // Where each letter is marked by itself, in whatever order, pdf.js puts none together.
  return joined(seen.map((word) => ({ ...word, isApart: false })).toSorted((a, b) => a.y - b.y || a.x - b.x));
}

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

/**
 * In ems: words that follow each other on a line with less between them are one text, with more than the other a blank. One
 * that is printed may be narrower, unless its width is taken back, as where a word may be broken; elsewhere, no blank is
 * narrower than the last, but the gap between two columns may be.
 */
const [NEAR, BLANK, PRINTED, NARROWEST] = [0.65, 0.12, 0.04, 0.2];
/**
 * Letters that are set apart: so many places on either side tell how far; some are so much farther apart than others; in ems,
 * how far they are in words that are farther apart for that; and so many letters may be kerned, the next one too.
 */
const SPACED = { beside: 4, uneven: 2.3, most: 0.5, kerned: 4 };

/** Words or letters put together to texts, as they follow each other. */
function joined(words: PrintedWord[]): TextItem[] {
  const items: TextItem[] = [];
  for (const [at, { text, x, y, width, size, bold, isStruck, confidence, cell, band, isApart }] of words.entries()) {
    const last = items.at(-1);
    const gap = gapBefore(words, at);
    const spacing = gap > BLANK ? spacingAt(words, at) : 0;
    const isInWord = gap < (isApart ? PRINTED : Math.max(BLANK, SPACED.uneven * spacing));
    const isNear =
      gap > -NEAR / 2 && (isApart || isInWord || gap > NARROWEST) && gap < NEAR + 2 * Math.min(spacing, SPACED.most);
    const isSame =
      last?.bold === bold && last.isStruck === isStruck && last.confidence === confidence && last.cell === cell;
    const place: [number, number] = [x, x + width];
    if (last?.wordPlaces && isSame && isNear) {
      const end = last.wordPlaces.at(-1);
      if (isInWord && end) end[1] = x + width;
      else last.wordPlaces.push(place);
      Object.assign(last, { text: `${last.text}${isInWord ? '' : ' '}${text}`, width: x + width - last.x });
    } else {
      const known = { ...(confidence ? { confidence } : {}), wordPlaces: [place] };
      items.push({ text, x, y, width, size, bold, isStruck, cell, band, ...known });
    }
  }
  return items;
}

/** In ems; not a number if the word before is none of its line. */
function gapBefore(words: PrintedWord[], at: number): number {
  const [last, word] = [words[at - 1], words[at]];
  const isNext = last && word && Math.abs(word.y - last.y) < word.size / 4 && Math.abs(word.size / last.size - 1) < 0.2;
  return isNext ? (word.x - last.x - last.width) / word.size : NaN;
}

/** How far letters are set apart around a place beside one, in ems. Those of longer words are not. */
function spacingAt(words: PrintedWord[], at: number): number {
  const lengthAt = (index: number) => words[index]?.text.length ?? 0;
  if (Math.min(lengthAt(at - 1), lengthAt(at)) > 1 || lengthAt(at - 1) + lengthAt(at) > SPACED.kerned) return 0;
  const gaps: number[] = [];
  for (let index = at - SPACED.beside; index <= at + SPACED.beside; index++) {
    const longer = Math.max(lengthAt(index - 1), lengthAt(index));
    const gap = index === at || words[index]?.isApart ? NaN : gapBefore(words, index);
    if (!isNaN(gap) && (longer === 1 || longer > SPACED.kerned)) gaps.push(longer === 1 ? gap : 0);
  }
  return gaps.length < 2 ? 0 : (median([0, ...gaps]) as number);
}
