import { OPS, Util, type PDFPageProxy, type PageViewport } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Edges, TextItem } from '../reading.ts';
import { mayBeWords } from '../text/language.ts';
import { isHoled, lineOf, shapesOf, wider } from './pdfPath.ts';
import { noteDrawn, type Drawn } from './pdfTicks.ts';

/** A word as it is printed; `annotation` is the stamp, note or field it belongs to. */
export type PrintedWord = TextItem & {
  isSeen: boolean;
  /** Whether only the drawn page tells what is seen there: a picture may show the same, or what hides it is not followed. */
  isInDoubt: boolean;
  /** Whether something covers some of its letters: then it is not seen, and what is left of it is not read. */
  isCut: boolean;
  annotation: string | null;
};

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
  /** Whether some blanks have no width, which are none. */
  hasFalseBlanks: boolean;
};

/**
 * Of a font, the codes of its digits in the order in which they appear first; `ascii`: how many more of its other
 * characters have their own code than another one; `isOther`: a digit is drawn without its hole, or with one that it has not.
 */
type Codes = { digits: Map<string, number>; ascii: number; isOther: boolean };

/** By the name of each font of a file. */
export type FontCodes = Map<string, Codes>;

type Matrix = number[];
type Colour = number[] | null;

/**
 * What a colour or picture lies on; `at`: the number of words before it, `isLow`: no ground, but several of them may cover
 * a text. Of an unknown colour, and of what may cover or not, it is null.
 */
type Ground = {
  edges: Edges;
  colour: Colour;
  covers: boolean | null;
  isPicture: boolean;
  isLow: boolean;
  at: number;
};

/** A word with its font and the colours it is printed in; `isVague`: whether something hides it that is not followed. */
type InkedWord = PrintedWord & { font: string; inks: Colour[]; isVague: boolean };

/** Outlines, strokes or pictures that follow each other as letters do. */
type Row = { edges: Edges; letters: number };

/** What may cross words out; `isLine`: at an angle, too; `share`: the part of their width that it covers at least. */
type Line = { edges: Edges; thickness: number; isLine: boolean; share?: number };

type Glyph = { unicode: string; originalCharCode: number; fontChar: string; width: number; isSpace: boolean } | number;

/** Where letters of a line stand, and their font. */
type Shown = { toPage: Matrix; from: number; to: number } & PrintedFont;

/** `isBlank`: none of its letters paints more than its width, as in fonts for text that was recognised; `isOdd`: not to be followed. */
type PrintedFont = { unit: number; bold: boolean; isBlank: boolean; isOdd: boolean; signs: string | null };

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const WHITE = [255, 255, 255];
/** Of all words of a page the first are looked at, and of the grounds under and over them. */
const MOST_WORDS = 20_000;
const MOST_GROUNDS = 4000;
/** In points: a lower ground is a ruling, a smaller text a mark for machines, a smaller or larger outline no letter. */
const LOWEST_GROUND = 4;
/** In points, too: a bar of this size may cover a part of a text. */
const BAR = { length: 12, height: 1.2 };
const SMALLEST_TEXT = 1;
/** The least part of vowels among the letters of a font whose codes are no characters, where there are so many. */
const WORDS = { letters: 16, vowels: 0.2 };
const LETTERS = { least: 3, most: 40, inRow: 3 };
/** In ems: a wider gap within a word parts it, and how far the middle of letters is above their baseline. */
const [GAP, MIDDLE] = [0.12, 0.3];
/**
 * A line crosses out the words over whose width it runs to this part, in the middle of their letters (in ems above the
 * baseline, in the mean), no thicker than a part of them nor steeper. A ruling sticks out more than this.
 */
const STRIKE = { share: 0.7, lowest: 0.14, highest: 0.55, thickness: 0.35, steepness: 1.2, excess: 2, typed: 0.3 };
/** What is typed over a text to cross it out; it covers less of it than a line. */
const OVER = /^(?:[-–—*=#/~]{3,}|x{3,})$/i;
/** How sure a word is that is cut off, and in sizes how much of its height is seen at least. */
const CUT_OFF = { confidence: 0.6, height: 0.5 };
/** Colours that differ less, and what is less opaque than this, cannot be seen. */
const LEAST_CONTRAST = 40;
const [TRANSPARENT, OPAQUE] = [0.08, 0.85];
const OUTLINED_FILLS = new Set([...[OPS.fillStroke, OPS.eoFillStroke, OPS.closeFillStroke, OPS.closeEOFillStroke]]);
const FILLS = new Set([...OUTLINED_FILLS, OPS.fill, OPS.eoFill]);
const STROKES = new Set([OPS.stroke, OPS.closeStroke]);
/** What is blended so is never lighter than without. */
const DARKENING = new Set(['source-over', 'multiply', 'darken']);
/** What is lighter is the ground of a box, and no mark in it. */
const PALE = 170;
/** A ground of this colour hides text, even where it lets it through. */
const DARK = 96;
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
  ...{ alpha: 1, strokeAlpha: 1, blend: 'source-over', isMasked: false, isVague: false, lineWidth: 1 },
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
  readonly #page: PDFPageProxy;
  readonly #codes: FontCodes;
  readonly #isShown: (group: unknown) => boolean;
  readonly #start: typeof START;
  readonly #words: InkedWord[] = [];
  readonly #grounds: Ground[] = [];
  readonly #lines: Line[] = [];
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
  #hasFalseBlanks = false;
  #row: Row | null = null;

  constructor(
    page: PDFPageProxy,
    { transform, width, height }: PageViewport,
    codes: FontCodes,
    isShown: (group: unknown) => boolean,
  ) {
    this.#page = page;
    this.#codes = codes;
    this.#isShown = isShown;
    this.#start = { ...START, matrix: transform as Matrix, clip: [0, 0, width, height] };
    this.#state = { ...this.#start };
  }

  painted(): Painted {
    this.#leaveOutPicture();
    const sights = this.#words.map((word, at) => this.#sightOf(word, at));
    this.#words.forEach((word, at) => Object.assign(word, sights[at]));
    for (const [at, { isErasing }] of sights.entries()) if (isErasing) this.#erase(at);
    for (const line of this.#lines) this.#strike(line);
    const suspects = [...this.#codes].map(([name, codes]) => {
      const words = this.#words.filter(({ font, isSeen }) => font === name && isSeen);
      if (codes.ascii < 0 && !mayBeWords(words, WORDS)) return words;
      return mayBeOthers(codes) ? words.filter(({ text }) => /\d/.test(text)) : [];
    });
    return {
      words: this.#words,
      pictures: this.#pictures,
      outlined: this.#outlined,
      plotted: this.#plotted,
      suspects: suspects.filter((words) => words.length > 0),
      drawn: this.#drawn,
      hasFalseBlanks: this.#hasFalseBlanks,
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
    const edges = this.#lay(placed, { colour: null, covers: true, isPicture: true });
    if (edges && !this.#hidden.includes(true))
      this.#pictures.push({
        ...{ edges, area: Math.abs(a * d - b * c), width: Math.hypot(a, b), pixels, annotation: this.#annotation },
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
        const isWhite = colour !== null && differenceOf(colour, WHITE) < LEAST_CONTRAST;
        // Drawn as white on black.
        const [left, top, right, bottom] = this.#drawn.at(-1)?.edges ?? placed;
        const isAround = left < placed[0] && top < placed[1] && right > placed[2] && bottom > placed[3];
        if (isWhite && isFull && isAround) this.#drawn.pop();
        const isPale = colour !== null && lumaOf(colour) > PALE;
        const isBox = isPale && (OUTLINED_FILLS.has(operation) || (isWhite && isFull));
        if (isBox || !isPale) this.#note({ edges: placed, full }, isBox);
        this.#lay(placed, { colour: isFull ? colour : null, covers: isFull || null });
        if (isFull && alpha > TRANSPARENT) this.#rule({ edges: placed, thickness: height, isLine: false });
      }
    }
    const [a = 0, b = 0, c = 0, d = 0] = this.#state.matrix;
    const thickness = lineWidth * Math.sqrt(Math.abs(a * d - b * c));
    if (STROKES.has(operation) && strokeAlpha > TRANSPARENT)
      for (const { edges, isFull, ...shape } of shapes) {
        const placed = this.#within(edges);
        this.#note({ edges: placed, full: shape.full }, true);
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
    if (!this.#hidden.includes(true) && this.#drawn.length < MOST_GROUNDS) noteDrawn(this.#drawn, shape, isOutline);
  }

  /** Remembers what is laid over this part of the page, if it is large enough to be a ground for text or to cover some. */
  #lay(
    edges: Edges,
    { colour, covers, isPicture = false }: { colour: Colour; covers: boolean | null; isPicture?: boolean },
    alpha = this.#state.alpha,
  ): Edges | null {
    const [width, height] = [edges[2] - edges[0], edges[3] - edges[1]];
    const isLow = Math.min(width, height) < LOWEST_GROUND;
    if ((isLow && (width < BAR.length || height < BAR.height)) || this.#hidden.includes(true)) return null;
    if (this.#grounds.length >= MOST_GROUNDS) return null;
    const { blend, isMasked, isVague } = this.#state;
    const isOpaque = alpha > OPAQUE && blend === START.blend;
    const isClear = isOpaque && !isMasked && !isVague;
    const isDark = colour !== null && Math.max(...colour) < DARK;
    const mayCover = alpha > OPAQUE && (blend === START.blend || !DARKENING.has(blend) || isDark) && covers !== false;
    this.#grounds.push({
      ...{ edges, colour: isClear ? colour : null, covers: isClear && !isLow ? covers : mayCover && null },
      ...{ isPicture, isLow, at: this.#words.length },
    });
    return isLow ? null : edges;
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
    if (!isWord || this.#outlined.length >= MOST_GROUNDS || this.#hidden.includes(true)) return;
    this.#outlined.push(row.edges);
    if (isStroke) this.#plotted.push(row.edges);
  }

  #rule(line: Line): void {
    const last = this.#lines.at(-1);
    const { edges, thickness } = line;
    if (thickness >= LOWEST_GROUND || this.#hidden.includes(true)) return;
    // Some are drawn letter by letter.
    const isSame = last && Math.abs(edges[1] - last.edges[1]) + Math.abs(edges[3] - last.edges[3]) < 1;
    if (isSame && Math.abs(edges[0] - last.edges[2]) < LETTERS.least) last.edges[2] = edges[2];
    else if (edges[2] > edges[0] && this.#lines.length < MOST_GROUNDS) this.#lines.push({ ...line, edges: [...edges] });
  }

  #strike({ edges: [left, top, right, bottom], thickness, isLine, share = STRIKE.share }: Line): void {
    const crossed = this.#words.filter(({ x, y, width, size }) => {
      const above = (y - (top + bottom) / 2) / size;
      const isThin = thickness < STRIKE.thickness * size && (!isLine || bottom - top < STRIKE.steepness * size);
      const shared = Math.min(x + width, right) - Math.max(x, left);
      return above > STRIKE.lowest && above < STRIKE.highest && isThin && shared > share * width;
    });
    const begin = Math.min(...crossed.map(({ x, size }) => x - STRIKE.excess * size));
    const end = Math.max(...crossed.map(({ x, width, size }) => x + width + STRIKE.excess * size));
    const isRule = crossed.length === 1 && OVER.test(crossed[0]?.text ?? '');
    if (left > begin && right < end && !isRule)
      for (const word of crossed) Object.assign(word, { isStruck: true, isSeen: true, isInDoubt: false });
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
    const printed = this.#fontOf(font);
    const codes = this.#codesOf(font);
    const ems = Util.transform(this.#text, [size * stretch, 0, 0, size, 0, rise]) as Matrix;
    const toPage = Util.transform(this.#state.matrix, ems) as Matrix;
    let [text, from, x] = ['', 0, 0];
    const endWord = () => {
      if (text.trim() !== '') this.#addWord(text.trim(), { toPage, from, to: x, ...printed });
      text = '';
    };
    const isOpen = () => text === '(' || text === '[';
    for (const [at, glyph] of glyphs.entries()) {
      if (typeof glyph === 'number') {
        if (-glyph / 1000 > GAP && !isOpen()) endWord();
        x -= glyph / 1000;
        continue;
      }
      const isBlank = glyph.unicode.trim() === '';
      // Some programs write a blank where a hyphen or break may be, and take back its width.
      const hasNoWidth = isBlank && Math.abs(Number(glyphs[at + 1]) - 1000 * glyph.width * printed.unit) < 1;
      this.#hasFalseBlanks ||= hasNoWidth;
      if (isBlank && !hasNoWidth && !isOpen()) endWord();
      else if (text === '') from = x;
      const end = x + glyph.width * printed.unit;
      text += printed.signs ? signOf(glyph.originalCharCode, printed.signs) : glyph.unicode.trim();
      this.#noteCode(codes, glyph);
      x = end + (letterSpace + (glyph.isSpace ? wordSpace : 0)) / size;
    }
    endWord();
    this.#text = Util.transform(this.#text, [1, 0, 0, 1, x * size * stretch, 0]) as Matrix;
  }

  #addWord(text: string, { toPage, from, to, bold, isBlank, ...font }: Shown): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = toPage;
    const [x, y, width, size] = [e + a * from, f + b * from, Math.hypot(a, b) * (to - from), Math.hypot(c, d)];
    if (Math.abs(b) > SLANTED * size || size === 0 || a < 0 || d > 0) return;
    const { clip, isMasked, isVague } = this.#state;
    const letter = width / text.length;
    const [begin, end] = [Math.max(0, Math.round((clip[0] - x) / letter)), Math.round((clip[2] - x) / letter)];
    const shown = text.slice(begin, Math.max(0, end)) || text;
    const isCut = shown !== text || Math.min(clip[3], y) - Math.max(clip[1], y - size) < CUT_OFF.height * size;
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
      ...(isCut ? { confidence: CUT_OFF.confidence } : {}),
    };
    const isSeen = isPainted && isLarge && !this.#hidden.includes(true) && isInside(clip, middleOf(placed));
    const last = this.#words.at(-1);
    // What is left of a text whose next words are cut off is no surer than a part of a word.
    if (end <= 0 && clip[2] < x + letter && last?.y === y && x - last.x - last.width < size)
      last.confidence = CUT_OFF.confidence;
    const middle = y - MIDDLE * size;
    if (isSeen && OVER.test(text))
      this.#rule({ edges: [x, middle, x + width, middle], thickness: 0, isLine: false, share: STRIKE.typed });
    const isOdd = isMasked || isVague || font.isOdd || inks.includes(null);
    const { font: name } = this.#state;
    this.#words.push({
      ...placed,
      isSeen,
      isInDoubt: false,
      isCut: false,
      isStruck: false,
      font: name,
      inks,
      isVague: isOdd,
    });
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

  #codesOf(font: string): Codes {
    const known = this.#codes.get(font) ?? { digits: new Map<string, number>(), ascii: 0, isOther: false };
    this.#codes.set(font, known);
    return known;
  }

  #noteCode(codes: Codes, { unicode, originalCharCode, fontChar }: Exclude<Glyph, number>): void {
    const isDigit = unicode.length === 1 && unicode >= '0' && unicode <= '9';
    if (!isDigit) codes.ascii += unicode.charCodeAt(0) === originalCharCode ? 1 : -1;
    else if (!codes.digits.has(unicode)) {
      codes.digits.set(unicode, originalCharCode);
      const id = `${this.#state.font}_path_${fontChar}`;
      const { commonObjs } = this.#page;
      const outline = commonObjs.has(id) ? (commonObjs.get(id) as { path: Float32Array } | null) : null;
      // A four may be open.
      if (outline && unicode !== '4') codes.isOther ||= isHoled(shapesOf(outline.path)) !== /[0689]/.test(unicode);
    }
  }

  #fontOf(name: string): PrintedFont {
    const { commonObjs } = this.#page;
    const font = commonObjs.has(name) ? (commonObjs.get(name) as FontOfPdf) : {};
    const drawings = font.charProcOperatorList ? Object.values(font.charProcOperatorList) : [];
    const isBlank = drawings.length > 0 && drawings.every(({ fnArray }) => fnArray.length === 1);
    // Nothing is left of letters that are pictures, which pdf.js was told not to decode.
    const isOdd = drawings.some(({ fnArray }) => fnArray.length === 0 || fnArray.includes(OPS.setFillRGBColor));
    const [signs = null] = /dingbats|wingdings/i.exec(font.name ?? '') ?? [];
    return { unit: font.fontMatrix?.[0] ?? 0.001, bold: isBold(font), isBlank, isOdd, signs };
  }

  /** What the colour of its ground is printed over is gone, or in part: its own copy leaves nothing. */
  #erase(at: number): void {
    const over = this.#words[at] as InkedWord;
    for (const word of this.#words.slice(0, at)) {
      const shared = Math.min(word.x + word.width, over.x + over.width) - Math.max(word.x, over.x);
      const [aside, apart] = [Math.abs(word.x - over.x), Math.abs(word.y - over.y)];
      if (shared <= Math.min(word.width, over.width) / 2 || apart > word.size / 2) continue;
      const isCopy = word.text === over.text && Math.max(aside, apart) < GAP * word.size;
      Object.assign(word, { isSeen: false, isInDoubt: (word.isSeen || word.isInDoubt) && !isCopy });
    }
  }

  /** By what lies under a word, and what was laid over it later. */
  #sightOf(word: InkedWord, at: number) {
    const middle = middleOf(word);
    const letter = word.width / word.text.length;
    let { isSeen, isVague } = word;
    let [isInDoubt, isCut, under] = [false, false, WHITE as Colour];
    isVague ||= this.#grounds.length >= MOST_GROUNDS;
    for (const { edges, colour, covers, isPicture, ...ground } of this.#grounds) {
      if (middle.y <= edges[1] || middle.y >= edges[3]) continue;
      const isOver = ground.at > at;
      const shared = Math.min(edges[2], word.x + word.width) - Math.max(edges[0], word.x);
      // A letter that is covered says something else than the word does without it.
      if (isOver && covers !== false ? shared <= letter / 2 : !isInside(edges, middle)) continue;
      isCut ||= isSeen && isOver && covers === true && shared < word.width - letter / 2;
      // What a shading or picture covers it may show too.
      isInDoubt ||= isPicture || (isOver && covers === true && colour === null);
      if (!isOver && !ground.isLow) under = colour;
      if (isOver && covers === null) isVague = true;
      if (isOver && covers) isSeen = false;
    }
    // White on a picture is how some programs hide what they recognised in it.
    const contrasts = word.inks.map((ink) => (ink ? differenceOf(ink, under ?? WHITE) : LEAST_CONTRAST));
    const isKnown = under !== null || isInDoubt;
    const isErasing = isSeen && isKnown && Math.max(...contrasts) < LEAST_CONTRAST;
    isSeen &&= !isErasing;
    return { isErasing, isSeen: isSeen && !isVague, isInDoubt: isInDoubt || (isSeen && isVague), isCut };
  }
}

/** By code: boxes, ticked boxes, and marks of Wingdings. Those of Dingbats are in the order of their codes. */
const WINGDINGS: [string, string][] = [
  ['☐', 'o¨q¡£'],
  ['☒', 'þýxRS'],
  ['✓', 'üûnlPO'],
];
const DINGBATS = 0x26e0;

function signOf(code: number, font: string): string {
  const letter = String.fromCharCode(code & 0xff);
  if (/^w/i.test(font)) return WINGDINGS.find(([, letters]) => letters.includes(letter))?.[0] ?? letter;
  return String.fromCharCode(DINGBATS + code);
}

const DIGIT = /^\d$/;

/**
 * Whether digits may be others than a font of the file says: the codes are those of other digits, or neither in their order
 * nor in that in which they appear, as where a font has only what is used of it.
 */
function mayBeOthers({ digits, ascii, isOther }: Codes): boolean {
  if (isOther) return true;
  const inOrder = [...digits].toSorted(([a], [b]) => a.localeCompare(b));
  if (ascii >= 0 && inOrder.every(([, code]) => DIGIT.test(String.fromCharCode(code))))
    return inOrder.some(([digit, code]) => digit.charCodeAt(0) !== code);
  return !isAscending([...digits.values()]) && !isAscending(inOrder.map(([, code]) => code));
}

const isAscending = (codes: number[]) => codes.every((code, at) => at === 0 || code > (codes[at - 1] as number));

const LIGATURES = /[\ufb00-\ufb06]/g;
/** Text that runs at an angle, as a part of its size, is a watermark or a stamp. */
export const SLANTED = 0.05;

type FontOfPdf = {
  name?: string;
  bold?: boolean;
  black?: boolean;
  fontMatrix?: number[];
  charProcOperatorList?: Record<string, { fnArray: number[] }>;
};

export const isBold = ({ name = '', bold, black }: FontOfPdf) =>
  Boolean(bold || black || /bold|black|heavy|demi/i.test(name));

const middleOf = ({ x, y, width, size }: Pick<TextItem, 'x' | 'y' | 'width' | 'size'>) => ({
  x: x + width / 2,
  y: y - MIDDLE * size,
});

const isInside = ([left, top, right, bottom]: Edges, { x, y }: { x: number; y: number }) =>
  x > left && x < right && y > top && y < bottom;

const differenceOf = (a: number[], b: number[]) => Math.max(...a.map((part, at) => Math.abs(part - (b[at] as number))));

const lumaOf = ([red = 0, green = 0, blue = 0]: number[]) => 0.3 * red + 0.6 * green + 0.1 * blue;

const colourOf = (hex: unknown): Colour => (String(hex).match(/[\da-f]{2}/gi) ?? []).map((part) => parseInt(part, 16));
