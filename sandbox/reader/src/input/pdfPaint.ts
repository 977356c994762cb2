import { OPS, Util, type PDFPageProxy, type PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Edges, TextItem } from '../reading.ts';
import { isAccent, withAccents } from './pdfAccents.ts';
import { PageFonts, signOf, type FontCodes, type Glyph, type PrintedFont } from './pdfFonts.ts';
import {
  BAR,
  DARKENING,
  Grounds,
  isInside,
  isWhite,
  LOWEST_GROUND,
  middleOf,
  MOST_GROUNDS,
  OPAQUE,
  PLAIN,
  type Colour,
  type InkedWord,
  type PrintedWord,
} from './pdfGrounds.ts';
import { Rulings } from './pdfCells.ts';
import { lineOf, shapesOf, wider } from './pdfPath.ts';
import { Strikes } from './pdfStrikes.ts';
import { noteDrawn, type Drawn } from './pdfTicks.ts';

/** `pixels`: across, null where pdf.js was told not to decode it. */
export type PlacedPicture = {
  edges: Edges;
  area: number;
  width: number;
  pixels: number | null;
  annotation: string | null;
};

/** What the operators of a page paint; `outlined`: where outlines stand in a row as letters do, or text that is in no layer. */
export type Painted = {
  words: PrintedWord[];
  pictures: PlacedPicture[];
  outlined: Edges[];
  /** Those of them that are single strokes. */
  plotted: Edges[];
  suspects: TextItem[][];
  drawn: Drawn[];
  rulings: Rulings;
};

type Matrix = number[];

/** Outlines, strokes or pictures that follow each other as letters do. */
type Row = { edges: Edges; letters: number };

/** Where letters of a line stand, and their font. */
type Shown = { toPage: Matrix; from: number; to: number; isGuess: boolean } & PrintedFont;

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Of all texts of a page, and of its words or letters, the first are looked at: in the smallest print it has some thousands. */
export const MOST_WORDS = 20_000;
/** In points: a smaller text is a mark for machines, a smaller or larger outline no letter. */
const SMALLEST_TEXT = 1;
const LETTERS = { least: 3, most: 40, inRow: 3 };
/** In ems: a wider gap within a word parts it. */
const GAP = 0.12;
/** How sure a word is that is cut off, and in sizes how much of its height is seen at least, and of its last letter unseen at most. */
const CUT_OFF = { confidence: 0.6, height: 0.5, end: 0.1 };
/** And one whose codes are taken for letters: beyond these, each table of letters has others. */
const GUESSED = { confidence: 0.85, from: 0x80 };
/** What is less opaque than this cannot be seen. */
const TRANSPARENT = 0.08;
const OUTLINED_FILLS = new Set([...[OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]]);
const FILLS = new Set([...OUTLINED_FILLS, OPS.fill, OPS.eoFill]);
const STROKES = new Set([OPS.stroke, OPS.closeStroke]);
/** What is lighter is the ground of a box, and no mark in it. */
const PALE = 170;
/** What these operators set. */
const SETTINGS: Partial<Record<number, keyof typeof START>> = {
  [OPS.setTextRenderingMode]: 'mode',
  [OPS.setLeading]: 'leading',
  [OPS.setTextRise]: 'rise',
  [OPS.setCharSpacing]: 'letterSpace',
  [OPS.setWordSpacing]: 'wordSpace',
  [OPS.setLineWidth]: 'lineWidth',
};

const START = {
  ...{ matrix: IDENTITY, clip: [0, 0, 0, 0] as Edges, colour: [0, 0, 0] as Colour, stroke: [0, 0, 0] as Colour },
  ...{ alpha: 1, strokeAlpha: 1, blend: PLAIN, isMasked: false, isVague: false, lineWidth: 1 },
  ...{ font: '', size: 0, mode: 0, leading: 0, rise: 0, letterSpace: 0, wordSpace: 0, stretch: 1 },
};

/** Follows the operators of a page, in the units of the viewport, to tell what of its text can be seen. */
export async function paintedOn(
  page: PDFPageProxy,
  viewport: PageViewport,
  codes: FontCodes = new Map(),
  layers: () => Promise<{ isVisible(group: unknown): boolean }> = async () => ({ isVisible: () => true }),
): Promise<Painted> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const hasLayers = fnArray.some((operation, at) => isLayer(operation, argsArray[at]));
  const shown = hasLayers ? await layers() : null;
  const painter = new Painter(page, viewport, codes, (group) => !shown || shown.isVisible(group));
  fnArray.forEach((operation, at) => painter.paint(operation, argsArray[at] ?? []));
  return painter.painted();
}

const isLayer = (operation: number, args: unknown[] | null) =>
  operation === OPS.beginMarkedContentProps && args?.[0] === 'OC';

class Painter {
  readonly #fonts: PageFonts;
  readonly #isShown: (group: unknown) => boolean;
  readonly #start: typeof START;
  readonly #words: InkedWord[] = [];
  readonly #grounds = new Grounds();
  readonly #strikes = new Strikes();
  readonly #rulings = new Rulings();
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
  readonly #outlined: Edges[] = [];
  readonly #plotted: Edges[] = [];
  readonly #drawn: Drawn[] = [];
  #isApart = false;
  #row: Row | null = null;

  constructor(
    page: PDFPageProxy,
    { transform, width, height }: PageViewport,
    codes: FontCodes,
    isShown: (group: unknown) => boolean,
  ) {
    this.#fonts = new PageFonts(page, codes);
    this.#isShown = isShown;
    this.#start = { ...START, matrix: transform as Matrix, clip: [0, 0, width, height] };
    this.#state = { ...this.#start };
  }

  painted(): Painted {
    this.#leaveOutPicture();
    this.#grounds.see(this.#words);
    this.#strikes.crossOut(this.#words);
    const words = this.#rulings.withCells(withAccents(this.#words));
    return {
      words,
      pictures: this.#pictures,
      outlined: this.#outlined,
      plotted: this.#plotted,
      suspects: this.#fonts.suspects(words.filter(({ isSeen }) => isSeen)),
      drawn: this.#drawn,
      rulings: this.#rulings,
    };
  }

  paint(operation: number, args: unknown[]): void {
    const numbers = args as number[];
    const [first, second] = args;
    const setting = SETTINGS[operation];
    if (setting) return this.#change({ [setting]: first });
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
      case OPS.beginGroup:
        // What masks other things is not painted itself.
        this.#hidden.push(Boolean((first as { smask?: unknown }).smask));
        return this.#beginGroup();
      case OPS.endGroup:
        this.#restore();
        return void this.#hidden.pop();
      case OPS.endMarkedContent:
        return void this.#hidden.pop();
      case OPS.setGState:
        return (first as [string, unknown][]).forEach(([key, value]) => this.#set(key, value));
      case OPS.setFillRGBColor:
        return this.#change({ colour: colourOf(first) });
      case OPS.setStrokeRGBColor:
        return this.#change({ stroke: colourOf(first) });
      case OPS.setFillColorN:
        // Text in a pattern is in no layer.
        if ((args[2] as { fnArray?: number[] } | undefined)?.fnArray?.includes(OPS.showText))
          this.#outlined.push(this.#state.clip);
        return this.#change({ colour: null });
      case OPS.setStrokeColorN:
        return this.#change({ stroke: null });
      case OPS.setFont:
        return this.#change({ font: first as string, size: second as number });
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
        return void this.#lay(this.#state.clip, { colour: null, covers: true });
      case OPS.paintImageXObject:
        return this.#picture(second as number);
      case OPS.paintImageMaskXObjectGroup:
        return (first as { transform: Matrix; width: number }[]).forEach(({ transform, width }) => {
          this.#saved.push({ ...this.#state });
          this.#transform(transform);
          this.#picture(width);
          this.#restore();
        });
      case OPS.paintImageMaskXObject:
      case OPS.paintInlineImageXObject:
        return this.#picture((first as { width: number }).width);
    }
  }

  get #isHidden(): boolean {
    return this.#hidden.includes(true);
  }

  #change(change: Partial<typeof START>): void {
    Object.assign(this.#state, change);
  }

  #set(key: string, value: unknown): void {
    if (key === 'ca') this.#change({ alpha: value as number });
    if (key === 'CA') this.#change({ strokeAlpha: value as number });
    if (key === 'LW') this.#change({ lineWidth: value as number });
    if (key === 'BM') this.#change({ blend: value as string });
    if (key === 'SMask') this.#change({ isMasked: value !== false });
    if (key === 'Font') this.paint(OPS.setFont, value as unknown[]);
  }

  /** What is in a group sets its own transparency, and that of the group comes on top. */
  #beginGroup(): void {
    this.#saved.push({ ...this.#state });
    const { alpha, blend, isMasked, isVague } = this.#state;
    const { alpha: full, strokeAlpha, blend: plain } = START;
    this.#change({ alpha: full, strokeAlpha, blend: plain, isMasked: false });
    this.#change({ isVague: isVague || isMasked || blend !== plain || alpha <= OPAQUE });
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
    const placed = this.#within([0, 0, 1, 1]);
    this.#rule({ edges: placed, thickness: placed[3] - placed[1], isLine: false });
    this.#outline(placed);
    if (this.#lay(placed, { colour: null, covers: true, isPicture: true }))
      this.#pictures.push({
        ...{
          edges: placed,
          area: Math.abs(a * d - b * c),
          width: Math.hypot(a, b),
          pixels,
          annotation: this.#annotation,
        },
      });
  }

  #path(operation: number, path: Float32Array | null, extent: Edges | null): void {
    this.#isUnused = false;
    if (!path || !extent) return void (this.#clips = false);
    const { colour, stroke, lineWidth, alpha, strokeAlpha } = this.#state;
    const shapes = shapesOf(path);
    const isRectangle = shapes.length === 1 && shapes[0]?.isFull === true;
    if (FILLS.has(operation)) {
      for (const { edges, isFull, full } of shapes) {
        const placed = this.#within(edges);
        const height = placed[3] - placed[1];
        if (!isFull) this.#outline(placed);
        // Drawn as white on black.
        const [left, top, right, bottom] = this.#drawn.at(-1)?.edges ?? placed;
        const isAround = left < placed[0] && top < placed[1] && right > placed[2] && bottom > placed[3];
        if (isWhite(colour) && isFull && isAround) this.#drawn.pop();
        const isPale = colour !== null && lumaOf(colour) > PALE;
        const isBox = isPale && (OUTLINED_FILLS.has(operation) || (isWhite(colour) && isFull));
        if (isBox || !isPale) this.#note({ edges: placed, full }, isBox);
        this.#lay(placed, { colour: isFull ? colour : null, covers: isFull || null });
        if (isFull && alpha > TRANSPARENT) this.#rule({ edges: placed, thickness: height, isLine: false });
        if (alpha > TRANSPARENT && !isWhite(colour, 0) && !this.#isHidden)
          this.#rulings.note(placed, false, isWhite(colour));
      }
    }
    const [a = 0, b = 0, c = 0, d = 0] = this.#state.matrix;
    const thickness = lineWidth * Math.sqrt(Math.abs(a * d - b * c));
    if (STROKES.has(operation) && strokeAlpha > TRANSPARENT)
      for (const { edges, isFull, ...shape } of shapes) {
        const placed = this.#within(edges);
        this.#note({ edges: placed, full: shape.full }, true);
        if ((isFull || shape.isLine) && !isWhite(stroke) && !this.#isHidden) this.#rulings.note(placed, true);
        const isLine = shape.isLine || shape.isScribble;
        this.#outline(placed, { isStroke: true, isSimple: isFull || isLine });
        const crosses = isLine || shape.isZigzag;
        const height = crosses ? 0 : placed[3] - placed[1];
        this.#rule({ edges: placed, thickness: thickness + height, isLine: crosses });
      }
    if (STROKES.has(operation) && thickness >= BAR.height) {
      const line = lineOf(extent, lineWidth);
      const edges = this.#within(line ?? wider(extent, lineWidth / 2));
      if (line || thickness > LOWEST_GROUND)
        this.#lay(edges, { colour: stroke, covers: line ? true : null }, strokeAlpha);
    }
    if (this.#clips) this.#clipTo(extent);
    if (this.#clips && !isRectangle) this.#change({ isVague: true });
    this.#clips = false;
  }

  #note(shape: { edges: Edges; full: number }, isOutline: boolean): void {
    if (!this.#isHidden && this.#drawn.length < MOST_GROUNDS) noteDrawn(this.#drawn, shape, isOutline);
  }

  /** What is laid over this part of the page; whether it is a ground. */
  #lay(edges: Edges, laid: Parameters<Grounds['lay']>[1], alpha = this.#state.alpha): boolean {
    return !this.#isHidden && this.#grounds.lay(edges, laid, { ...this.#state, alpha }, this.#words.length);
  }

  #rule(line: Parameters<Strikes['note']>[0]): void {
    if (!this.#isHidden) this.#strikes.note(line);
  }

  /** `isSimple`: as rulings and boxes are, too; it is a letter only among others. */
  #outline(edges: Edges, { isStroke = false, isSimple = false } = {}): void {
    const [left, top, right, bottom] = edges;
    if (bottom - top <= LETTERS.least || bottom - top >= LETTERS.most) return;
    const row = this.#row;
    const height = row ? row.edges[3] - row.edges[1] : 0;
    const isNext =
      row && left > row.edges[0] && left - row.edges[2] < height && Math.abs(bottom - row.edges[3]) < height / 2;
    if (!isNext) return void (this.#row = isSimple ? null : { edges: [...edges], letters: 1 });
    if (right > row.edges[2] && !isSimple) row.letters++;
    row.edges[1] = Math.min(row.edges[1], top);
    row.edges[2] = Math.max(row.edges[2], right);
    row.edges[3] = Math.max(row.edges[3], bottom);
    const isWord = row.letters === LETTERS.inRow && !isSimple;
    if (!isWord || this.#outlined.length >= MOST_GROUNDS || this.#isHidden) return;
    this.#outlined.push(row.edges);
    if (isStroke) this.#plotted.push(row.edges);
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
    const printed = this.#fonts.printed(font);
    const ems = Util.transform(this.#text, [size * stretch, 0, 0, size, 0, rise]) as Matrix;
    const toPage = Util.transform(this.#state.matrix, ems) as Matrix;
    let [text, from, to, x, isGuess, isOdd] = ['', 0, 0, 0, false, printed.isOdd];
    const endWord = () => {
      if (text.trim() !== '') this.#addWord(text.trim(), { toPage, from, to, isGuess, ...printed, isOdd });
      [text, isGuess, isOdd] = ['', false, printed.isOdd];
    };
    const isOpen = () => text === '(' || text === '[';
    for (const [at, glyph] of glyphs.entries()) {
      if (typeof glyph === 'number') {
        if (-glyph / 1000 > GAP && !isOpen()) endWord();
        x -= glyph / 1000;
        continue;
      }
      const isBlank = glyph.unicode.trim() === '';
      const standsApart = isAccent(glyph.unicode) && [glyphs[at - 1], glyphs[at + 1]].some(movesBack);
      const isBetween = isBlank && !isOpen();
      if (standsApart || isBetween) endWord();
      this.#isApart ||= isBetween;
      if (text === '') from = x;
      to = x + glyph.width * printed.unit;
      text += printed.signs ? signOf(glyph.unicode, printed.signs) : glyph.unicode.trim();
      this.#fonts.note(font, glyph);
      isOdd ||= !isBlank && printed.isPicture(glyph);
      const code = glyph.originalCharCode;
      isGuess ||= printed.isDrawn && code >= GUESSED.from && glyph.unicode.charCodeAt(0) === code;
      x = to + (letterSpace + (glyph.isSpace ? wordSpace : 0)) / size;
      if (standsApart || letterSpace / size > GAP) endWord();
    }
    endWord();
    this.#text = Util.transform(this.#text, [1, 0, 0, 1, x * size * stretch, 0]) as Matrix;
  }

  #addWord(text: string, { toPage, from, to, isGuess, bold, isBlank, ...font }: Shown): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = toPage;
    const [x, y, width, size] = [e + a * from, f + b * from, Math.hypot(a, b) * (to - from), Math.hypot(c, d)];
    if (Math.abs(b) > SLANTED * size || size === 0 || a < 0 || d > 0) return;
    const { clip, isMasked, isVague } = this.#state;
    const letter = width / text.length;
    const [begin, end] = [Math.max(0, Math.round((clip[0] - x) / letter)), Math.round((clip[2] - x) / letter)];
    const shown = text.slice(begin, Math.max(0, end)) || text;
    const isCut =
      shown !== text ||
      x + width - clip[2] > CUT_OFF.end * size ||
      Math.min(clip[3], y) - Math.max(clip[1], y - size) < CUT_OFF.height * size;
    const inks = this.#inks();
    const isPainted = inks.length > 0 && !isBlank;
    const isLarge = Math.min(size, Math.hypot(a, b)) >= SMALLEST_TEXT;
    const placed = {
      text: shown.replace(LIGATURES, (letters) => letters.normalize('NFKC')),
      x: shown === text ? x : x + begin * letter,
      y,
      width: shown.length * letter,
      size,
      bold,
      annotation: this.#annotation,
      ...(isCut || isGuess ? { confidence: (isCut ? CUT_OFF : GUESSED).confidence } : {}),
    };
    const isSeen = isPainted && isLarge && !this.#isHidden && isInside(clip, middleOf(placed));
    const last = this.#words.at(-1);
    // What is left of a text whose next words are cut off is no surer than a part of a word.
    if (end <= 0 && clip[2] < x + letter && last?.y === y && x - last.x - last.width < size)
      last.confidence = CUT_OFF.confidence;
    if (isSeen) this.#strikes.noteWord({ text, x, y, width, size });
    const isOdd = isMasked || isVague || font.isOdd || inks.includes(null);
    const { font: name } = this.#state;
    this.#words.push({
      ...placed,
      isSeen,
      isInDoubt: false,
      isCut: false,
      isStruck: false,
      isApart: this.#isApart,
      font: name,
      inks,
      isVague: isOdd,
    });
    this.#isApart = false;
  }

  /** The colours that letters are printed in, those of their outlines too. */
  #inks(): Colour[] {
    const { colour, stroke, alpha, strokeAlpha, mode, blend } = this.#state;
    if (!DARKENING.has(blend)) return [null];
    const [isFilled, isOutlined] = [mode % 2 === 0, mode % 4 === 1 || mode % 4 === 2];
    return [
      ...(isFilled && alpha > TRANSPARENT ? [colour] : []),
      ...(isOutlined && strokeAlpha > TRANSPARENT ? [stroke] : []),
    ];
  }
}

/** Whether the next letter is printed over this one, or whether there is none. */
const movesBack = (next: Glyph | undefined) => next === undefined || (typeof next === 'number' && next > 1000 * GAP);

const LIGATURES = /[\ufb00-\ufb06]/g;
/** Text that runs at an angle, as a part of its size, is a watermark or a stamp. */
export const SLANTED = 0.05;

const lumaOf = ([red = 0, green = 0, blue = 0]: number[]) => 0.3 * red + 0.6 * green + 0.1 * blue;

const colourOf = (hex: unknown): Colour => (String(hex).match(/[\da-f]{2}/gi) ?? []).map((part) => parseInt(part, 16));
