import { createCanvas, type Canvas, type ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isPageBudgetSpent, leaveOut } from '../pageBudget.ts';
import type { Pixels } from '../reading.ts';
import { paintedOn } from './pdfPaint.ts';

const POINTS_PER_INCH = 72;
/** In pixels; a page may claim to be a kilometre wide. */
const MAXIMUM_SIDE = 5000;

/** The resolution of the largest picture on a page; null if there is none. */
export async function scanResolution(page: PDFPageProxy): Promise<number | null> {
  const { pictures } = await paintedOn(page, page.getViewport({ scale: 1 }));
  const [largest] = pictures.toSorted((a, b) => b.area - a.area);
  return largest?.pixels ? (largest.pixels / largest.width) * POINTS_PER_INCH : null;
}

/**
 * In bytes: the pictures of patterns, masks and groups on one page. The canvas draws only in the end, and keeps all of them
 * until then.
 */
const MOST_DRAWN = 300_000_000;
/** In bytes, too: of fewer, collecting them takes longer than it is worth. */
const MUCH = 2 ** 24;
const BYTES_PER_PIXEL = 4;

type Picture = { canvas: Canvas | null; context: SKRSContext2D | null };

/** Makes the pictures that pdf.js puts a page together of, and counts their bytes. */
export class CanvasFactory {
  static drawn = 0;
  readonly #opacities = new WeakMap<Canvas, { area: number[]; canvas: Canvas }>();

  create(width: number, height: number) {
    CanvasFactory.drawn += width * height * BYTES_PER_PIXEL;
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const drawImage = context.drawImage.bind(context) as (picture: Canvas, ...area: number[]) => void;
    const draw = (picture: Canvas, ...area: number[]) => {
      const mask = FilterFactory.taken();
      if (!mask) return drawImage(picture, ...area);
      const [left = 0, top = 0, across = 0, down = 0, ...place] = area;
      drawImage(this.#opacityOf(picture, [left, top, across, down], mask), 0, 0, across, down, ...place);
    };
    return { canvas, context: Object.assign(context, { drawImage: draw }) };
  }

  /** Made once for all that a mask is laid over. */
  #opacityOf(picture: Canvas, area: [number, number, number, number], mask: Mask): Canvas {
    const made = this.#opacities.get(picture);
    if (made?.area.every((edge, at) => edge === area[at])) return made.canvas;
    const { canvas, context } = this.create(area[2], area[3]);
    context.putImageData(asOpacity(picture.getContext('2d').getImageData(...area), mask), 0, 0);
    this.#opacities.set(picture, { area, canvas });
    return canvas;
  }

  reset({ canvas }: { canvas: Canvas }, width: number, height: number): void {
    CanvasFactory.drawn += width * height * BYTES_PER_PIXEL;
    [canvas.width, canvas.height] = [width, height];
  }

  destroy(made: Picture): void {
    if (made.canvas) [made.canvas.width, made.canvas.height] = [0, 0];
    [made.canvas, made.context] = [null, null];
  }
}

/** A mask: what its brightness, or else its opacity, stands for. */
type Mask = { isBright: boolean; opacity: Uint8Array | null };

/** pdf.js takes the opacity of a mask by a filter, which this canvas has not: the next picture it draws is made so instead. */
export class FilterFactory {
  static #next: Mask | null = null;

  static taken(): Mask | null {
    const mask = FilterFactory.#next;
    FilterFactory.#next = null;
    return mask;
  }

  addLuminosityFilter(opacity: Uint8Array | null = null): string {
    FilterFactory.#next = { isBright: true, opacity };
    return NO_FILTER;
  }

  addAlphaFilter(opacity: Uint8Array): string {
    FilterFactory.#next = { isBright: false, opacity };
    return NO_FILTER;
  }

  addFilter = (): string => NO_FILTER;
  destroy(): void {}
}

const NO_FILTER = 'none';
/** How much of the brightness of a colour its red and green are; the rest is blue. */
const [RED, GREEN] = [0.3, 0.59];

function asOpacity(image: ImageData, { isBright, opacity }: Mask): ImageData {
  const { data } = image;
  for (let at = 0; at < data.length; at += BYTES_PER_PIXEL) {
    const [red, green, blue, alpha] = [data[at], data[at + 1], data[at + 2], data[at + 3]] as [
      number,
      number,
      number,
      number,
    ];
    const brightness = RED * red + GREEN * green + (1 - RED - GREEN) * blue;
    const value = Math.round(isBright ? (brightness * alpha) / 255 : alpha);
    data[at + 3] = opacity?.[value] ?? value;
  }
  return image;
}

type BrowserContext = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvasContext']>;

type Drawing = { dotsPerInch: number; rotation: number };

/** Draws a page on white, rotated by so many degrees. One with too many pictures is drawn smaller, or in part. */
export async function renderPage(page: PDFPageProxy, { dotsPerInch, rotation }: Drawing): Promise<Pixels> {
  const whole = await draw(page, { dotsPerInch, rotation });
  if (whole.isComplete) return whole.pixels;
  const smaller = isPageBudgetSpent() ? whole : await draw(page, { dotsPerInch: dotsPerInch / 2, rotation });
  if (!smaller.isComplete) leaveOut('drawing it takes too much time or memory');
  return smaller.pixels;
}

async function draw(
  page: PDFPageProxy,
  { dotsPerInch, rotation }: Drawing,
): Promise<{ pixels: Pixels; isComplete: boolean }> {
  const natural = page.getViewport({ scale: 1, rotation });
  const scale = Math.min(dotsPerInch / POINTS_PER_INCH, MAXIMUM_SIDE / Math.max(natural.width, natural.height));
  const viewport = page.getViewport({ scale, rotation });
  const [width, height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  CanvasFactory.drawn = 0;
  let isComplete = true;
  // pdfjs is typed for a browser's canvas; this one has the same methods.
  const task = page.render({ canvasContext: context as unknown as BrowserContext, canvas: null, viewport });
  task.onContinue = (goOn: () => void) => {
    isComplete = CanvasFactory.drawn <= MOST_DRAWN && !isPageBudgetSpent();
    if (isComplete) goOn();
    else task.cancel();
  };
  await task.promise.catch((error: unknown) => {
    if (isComplete) throw error;
  });
  page.cleanup();
  // The pictures are collected before the page is: together with it, those of a scan take most of a worker's memory.
  if (CanvasFactory.drawn > MUCH) globalThis.gc?.();
  // A copy, because these bytes are the canvas's own; `getImageData` takes several times as long.
  const data = new Uint8ClampedArray(context.canvas.data());
  if (!isComplete) {
    // What was drawn is freed between two turns of the event loop.
    context.canvas.width = 0;
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { pixels: { data, width, height }, isComplete };
}
