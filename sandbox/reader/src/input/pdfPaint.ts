import { OPS, Util, type PDFPageProxy, type PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from '../reading.ts';

/** A word as it is printed; `annotation` is the stamp, note or field it belongs to. */
export type PrintedWord = TextItem & {
  isSeen: boolean;
  /** Whether a picture is where it stands, which may show the same. */
  isOnPicture: boolean;
  annotation: string | null;
};

/** `pixels`: across, null where pdf.js was told not to decode it. */
export type PlacedPicture = { area: number; width: number; pixels: number | null; annotation: string | null };

/** What the operators of a page paint; `shapes` are outlines as large as letters. */
export type Painted = { words: PrintedWord[]; pictures: PlacedPicture[]; shapes: number };

type Matrix = number[];
type Edges = [left: number, top: number, right: number, bottom: number];
type Colour = number[] | null;

/** What a colour or picture lies on; `at`: the number of words before it. An unknown colour is null. */
type Ground = { edges: Edges; colour: Colour; covers: boolean; isPicture: boolean; at: number };

type Glyph = { unicode: string; width: number; isSpace: boolean } | number;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const WHITE = [255, 255, 255];
/** Of all words of a page the first are looked at, and of the grounds under and over them. */
const MOST_WORDS = 20_000;
const MOST_GROUNDS = 1000;
/** In points: a lower ground is a ruling, a smaller text a mark for machines, a smaller or larger outline no letter. */
const LOWEST_GROUND = 4;
export const SMALLEST_TEXT = 1;
const LETTERS = { least: 3, most: 40 };
/** In ems: a wider gap within a word parts it, and how far the middle of letters is above their baseline. */
const [GAP, MIDDLE] = [0.12, 0.3];
/** Colours that differ less, and what is less opaque than this, cannot be seen. */
const LEAST_CONTRAST = 40;
const [TRANSPARENT, OPAQUE] = [0.08, 0.95];
const FILLS = new Set([
  ...[OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke],
]);
/** How pdf.js writes a rectangle: four points and the way back. */
const RECTANGLE = 13;

const START = {
  ...{ matrix: IDENTITY, clip: [0, 0, 0, 0] as Edges, colour: [0, 0, 0] as Colour, alpha: 1, isPlain: true },
  ...{ font: '', size: 0, mode: 0, leading: 0, rise: 0, letterSpace: 0, wordSpace: 0, stretch: 1 },
};

/** Follows the operators of a page, in the units of the viewport, to tell what of its text can be seen. */
export async function paintedOn(
  page: PDFPageProxy,
  viewport: PageViewport,
  layers: () => Promise<{ isVisible(group: unknown): boolean }> = async () => ({ isVisible: () => true }),
): Promise<Painted> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const hasLayers = fnArray.some((operation, at) => isLayer(operation, argsArray[at]));
  const shown = hasLayers ? await layers() : null;
  const painter = new Painter(page, viewport, (group) => !shown || shown.isVisible(group));
  fnArray.forEach((operation, at) => painter.paint(operation, argsArray[at] ?? []));
  return painter.painted();
}

const isLayer = (operation: number, args: unknown[] | null) =>
  operation === OPS.beginMarkedContentProps && args?.[0] === 'OC';

class Painter {
  readonly #page: PDFPageProxy;
  readonly #isShown: (group: unknown) => boolean;
  readonly #start: typeof START;
  readonly #words: (PrintedWord & { colour: Colour })[] = [];
  readonly #grounds: Ground[] = [];
  readonly #pictures: PlacedPicture[] = [];
  readonly #saved: (typeof START)[] = [];
  readonly #hidden: boolean[] = [];
  #state: typeof START;
  #line: Matrix = IDENTITY;
  #text: Matrix = IDENTITY;
  #annotation: string | null = null;
  #clips = false;
  /** Whether nothing was painted since the matrix changed. */
  #isUnused = false;
  #shapes = 0;

  constructor(page: PDFPageProxy, { transform, width, height }: PageViewport, isShown: (group: unknown) => boolean) {
    this.#page = page;
    this.#isShown = isShown;
    this.#start = { ...START, matrix: transform as Matrix, clip: [0, 0, width, height] };
    this.#state = { ...this.#start };
  }

  painted(): Painted {
    for (const [at, word] of this.#words.entries()) Object.assign(word, this.#sightOf(word, at));
    return { words: this.#words, pictures: this.#pictures, shapes: this.#shapes };
  }

  paint(operation: number, args: unknown[]): void {
    const numbers = args as number[];
    const [first, second] = args;
    switch (operation) {
      case OPS.save:
        return void this.#saved.push({ ...this.#state });
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        return this.#restore();
      case OPS.transform:
        return this.#transform(numbers);
      case OPS.paintFormXObjectBegin:
        this.#saved.push({ ...this.#state });
        if (first) this.#transform(first as Matrix);
        return this.#clipTo(second as Edges | null);
      case OPS.beginAnnotation:
        [this.#annotation, this.#state] = [first as string, { ...this.#start }];
        this.#clipTo(second as Edges | null);
        this.#transform(args[2] as Matrix);
        return this.#transform(args[3] as Matrix);
      case OPS.endAnnotation:
        return void (this.#annotation = null);
      case OPS.beginMarkedContent:
        return void this.#hidden.push(false);
      case OPS.beginMarkedContentProps:
        return void this.#hidden.push(first === 'OC' && !this.#isShown(second));
      case OPS.endMarkedContent:
        return void this.#hidden.pop();
      case OPS.setGState:
        return (first as [string, unknown][]).forEach(([key, value]) => this.#set(key, value));
      case OPS.setFillRGBColor:
        return this.#change({ colour: (String(first).match(/[\da-f]{2}/gi) ?? []).map((part) => parseInt(part, 16)) });
      case OPS.setFillColorN:
        return this.#change({ colour: null });
      case OPS.setFont:
        return this.#change({ font: first as string, size: second as number });
      case OPS.setTextRenderingMode:
        return this.#change({ mode: first as number });
      case OPS.setLeading:
        return this.#change({ leading: first as number });
      case OPS.setTextRise:
        return this.#change({ rise: first as number });
      case OPS.setCharSpacing:
        return this.#change({ letterSpace: first as number });
      case OPS.setWordSpacing:
        return this.#change({ wordSpace: first as number });
      case OPS.setHScale:
        return this.#change({ stretch: (first as number) / 100 });
      case OPS.beginText:
        return void (this.#text = this.#line = IDENTITY);
      case OPS.setTextMatrix:
        return void (this.#text = this.#line = [...(first as Float32Array)]);
      case OPS.setLeadingMoveText:
        this.#change({ leading: -(second as number) });
        return this.#move(first as number, second as number);
      case OPS.moveText:
        return this.#move(first as number, second as number);
      case OPS.nextLine:
        return this.#move(0, -this.#state.leading);
      case OPS.showText:
        return this.#show(first as Glyph[]);
      case OPS.clip:
      case OPS.eoClip:
        return void (this.#clips = true);
      case OPS.constructPath:
        return this.#path(first as number, (second as [Float32Array | null])[0], args[2] as Edges | null);
      case OPS.shadingFill:
        return void this.#lay(this.#state.clip, { colour: null, covers: false });
      case OPS.paintImageXObject:
        return this.#picture(second as number);
      case OPS.paintImageMaskXObject:
      case OPS.paintInlineImageXObject:
        return this.#picture((first as { width: number }).width);
    }
  }

  #change(change: Partial<typeof START>): void {
    Object.assign(this.#state, change);
  }

  #set(key: string, value: unknown): void {
    if (key === 'ca') this.#change({ alpha: value as number });
    if (key === 'BM' || key === 'SMask') this.#change({ isPlain: value === 'source-over' || value === false });
    if (key === 'Font') this.paint(OPS.setFont, value as unknown[]);
  }

  #restore(): void {
    this.#leaveOutPicture();
    this.#state = this.#saved.pop() ?? this.#state;
  }

  #transform(by: Matrix): void {
    this.#leaveOutPicture();
    this.#change({ matrix: Util.transform(this.#state.matrix, by) as Matrix });
    this.#isUnused = true;
  }

  /** pdf.js leaves out pictures that it may not decode, but not what places them. */
  #leaveOutPicture(): void {
    if (this.#isUnused) this.#picture(null);
  }

  #picture(pixels: number | null): void {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state.matrix;
    this.#isUnused = false;
    const edges = this.#lay(this.#within([0, 0, 1, 1]), { colour: null, covers: true, isPicture: true });
    if (edges && !this.#hidden.includes(true))
      this.#pictures.push({
        ...{ area: Math.abs(a * d - b * c), width: Math.hypot(a, b), pixels, annotation: this.#annotation },
      });
  }

  #path(operation: number, path: Float32Array | null, extent: Edges | null): void {
    this.#isUnused = false;
    if (path && extent && FILLS.has(operation)) {
      const { colour } = this.#state;
      const isRectangle = path.length === RECTANGLE && path[3] === 1 && path[6] === 1 && path[9] === 1;
      const edges = this.#within(extent);
      const height = edges[3] - edges[1];
      if (!isRectangle && height > LETTERS.least && height < LETTERS.most) this.#shapes++;
      this.#lay(edges, { colour: isRectangle ? colour : null, covers: isRectangle && colour !== null });
    }
    if (this.#clips && extent) this.#clipTo(extent);
    this.#clips = false;
  }

  /** Remembers what is laid over this part of the page, if it is large enough to be a ground for text. */
  #lay(edges: Edges, ground: { colour: Colour; covers: boolean; isPicture?: boolean }): Edges | null {
    const isLow = Math.min(edges[2] - edges[0], edges[3] - edges[1]) < LOWEST_GROUND;
    if (isLow || this.#grounds.length >= MOST_GROUNDS || this.#hidden.includes(true)) return null;
    const { alpha, isPlain } = this.#state;
    const isOpaque = alpha > OPAQUE && isPlain;
    const { colour, covers, isPicture = false } = ground;
    this.#grounds.push({
      ...{ edges, colour: isOpaque ? colour : null, covers: covers && isOpaque, isPicture, at: this.#words.length },
    });
    return edges;
  }

  #clipTo(extent: Edges | null): void {
    if (extent) this.#change({ clip: this.#within(extent) });
  }

  /** What of these edges is inside of the clip, on the page. */
  #within([left, top, right, bottom]: Edges): Edges {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = this.#state.matrix;
    const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom];
    const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
    const [x0, y0, x1, y1] = this.#state.clip;
    return [
      Math.max(x0, e + Math.min(...xs)),
      Math.max(y0, f + Math.min(...ys)),
      Math.min(x1, e + Math.max(...xs)),
      Math.min(y1, f + Math.max(...ys)),
    ];
  }

  #move(x: number, y: number): void {
    this.#text = this.#line = Util.transform(this.#line, [1, 0, 0, 1, x, y]) as Matrix;
  }

  #show(glyphs: Glyph[]): void {
    this.#isUnused = false;
    const { size, stretch, rise, font, letterSpace, wordSpace } = this.#state;
    if (size === 0 || this.#words.length >= MOST_WORDS) return;
    const { unit, bold } = this.#fontOf(font);
    const ems = Util.transform(this.#text, [size * stretch, 0, 0, size, 0, rise]) as Matrix;
    const toPage = Util.transform(this.#state.matrix, ems) as Matrix;
    let [text, from, x] = ['', 0, 0];
    const endWord = () => {
      if (text.trim() !== '') this.#addWord(text.trim(), toPage, from, x, bold);
      text = '';
    };
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        if (-glyph / 1000 > GAP) endWord();
        x -= glyph / 1000;
        continue;
      }
      if (glyph.unicode.trim() === '') endWord();
      else if (text === '') from = x;
      const end = x + glyph.width * unit;
      text += glyph.unicode.trim();
      x = end + (letterSpace + (glyph.isSpace ? wordSpace : 0)) / size;
    }
    endWord();
    this.#text = Util.transform(this.#text, [1, 0, 0, 1, x * size * stretch, 0]) as Matrix;
  }

  #addWord(text: string, toPage: Matrix, from: number, to: number, bold: boolean): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = toPage;
    const [x, y, width, size] = [e + a * from, f + b * from, Math.hypot(a, b) * (to - from), Math.hypot(c, d)];
    if (Math.abs(b) > SLANTED * size || size === 0 || a < 0) return;
    const { colour, alpha, mode, clip } = this.#state;
    const isPainted = mode !== INVISIBLE && mode !== CLIPPING && alpha > TRANSPARENT && size >= SMALLEST_TEXT;
    const isSeen = isPainted && !this.#hidden.includes(true) && isInside(clip, middleOf({ x, y, width, size }));
    const placed = {
      text: text.replace(LIGATURES, (letters) => letters.normalize('NFKC')),
      x,
      y,
      width,
      size,
      bold,
      annotation: this.#annotation,
    };
    this.#words.push({ ...placed, isSeen, isOnPicture: false, colour: mode === 0 ? colour : null });
  }

  #fontOf(name: string): { unit: number; bold: boolean } {
    const { commonObjs } = this.#page;
    const font = commonObjs.has(name) ? (commonObjs.get(name) as FontOfPdf) : {};
    return { unit: font.fontMatrix?.[0] ?? 0.001, bold: isBold(font) };
  }

  /** By what lies under a word, and what was laid over it later. */
  #sightOf(word: PrintedWord & { colour: Colour }, at: number) {
    const middle = middleOf(word);
    let { isSeen, isOnPicture } = word;
    let under: Colour = WHITE;
    for (const ground of this.#grounds) {
      if (!isInside(ground.edges, middle)) continue;
      isOnPicture ||= ground.isPicture;
      if (ground.at <= at) under = ground.colour;
      else if (ground.covers) isSeen = false;
    }
    // White on a picture is how some programs hide what they recognised in it.
    const contrast = word.colour ? differenceOf(word.colour, under ?? WHITE) : LEAST_CONTRAST;
    const isKnown = under !== null || isOnPicture;
    return { isSeen: isSeen && (contrast >= LEAST_CONTRAST || !isKnown), isOnPicture };
  }
}

const LIGATURES = /[\ufb00-\ufb06]/g;
/** Text modes that paint nothing. */
const [INVISIBLE, CLIPPING] = [3, 7];
/** Text that runs at an angle, as a part of its size, is a watermark or a stamp. */
export const SLANTED = 0.05;

type FontOfPdf = { name?: string; bold?: boolean; black?: boolean; fontMatrix?: number[] };

export const isBold = ({ name = '', bold, black }: FontOfPdf) =>
  Boolean(bold || black || /bold|black|heavy|demi/i.test(name));

const middleOf = ({ x, y, width, size }: Pick<TextItem, 'x' | 'y' | 'width' | 'size'>) => ({
  x: x + width / 2,
  y: y - MIDDLE * size,
});

const isInside = ([left, top, right, bottom]: Edges, { x, y }: { x: number; y: number }) =>
  x > left && x < right && y > top && y < bottom;

const differenceOf = (a: number[], b: number[]) => Math.max(...a.map((part, at) => Math.abs(part - (b[at] as number))));
