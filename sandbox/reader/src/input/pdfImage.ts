import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { OPS, Util, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isPageBudgetSpent, leaveOut } from '../pageBudget.ts';
import type { Pixels } from '../reading.ts';

const POINTS_PER_INCH = 72;
/** Images that cover more of the page than this are a scan; letterheads and photographs in a text are smaller. */
const SCAN_COVERAGE = 0.6;
/** In pixels; a page may claim to be a kilometre wide. */
const MAXIMUM_SIDE = 5000;

type PlacedImage = { area: number; dotsPerInch: number };
type Matrix = number[];

/** The resolution of the images that fill a page, as on scans; null if no images fill it. */
export async function scanResolution(page: PDFPageProxy): Promise<number | null> {
  const { width, height } = page.getViewport({ scale: 1 });
  const images = placedImages(await page.getOperatorList());
  // Some scanners cut a page into many images.
  const covered = images.reduce((sum, { area }) => sum + area, 0);
  const [largest] = images.toSorted((a, b) => b.area - a.area);
  return largest && covered > SCAN_COVERAGE * width * height ? largest.dotsPerInch : null;
}

/** Follows the transformations of a page: each image is drawn into the unit square of the current matrix. */
function placedImages({ fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[][] }): PlacedImage[] {
  const images: PlacedImage[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  fnArray.forEach((operation, at) => {
    const args = argsArray[at] ?? [];
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    const change = operation === OPS.transform ? args : operation === OPS.paintFormXObjectBegin ? args[0] : null;
    if (change) matrix = Util.transform(matrix, change as Matrix) as Matrix;
    const pixels = imageWidth(operation, args);
    if (pixels) {
      const [a = 0, b = 0, c = 0, d = 0] = matrix;
      images.push({ area: Math.abs(a * d - b * c), dotsPerInch: (pixels / Math.hypot(a, b)) * POINTS_PER_INCH });
    }
  });
  return images;
}

function imageWidth(operation: number, args: unknown[]): number | null {
  if (operation === OPS.paintImageXObject) return Number(args[1]);
  const isInline = operation === OPS.paintImageMaskXObject || operation === OPS.paintInlineImageXObject;
  return isInline ? (args[0] as { width: number }).width : null;
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

  create(width: number, height: number) {
    CanvasFactory.drawn += width * height * BYTES_PER_PIXEL;
    const canvas = createCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
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

type BrowserContext = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvasContext']>;

type Drawing = { dotsPerInch: number; rotation: number };

/** Draws a page on white, rotated by so many degrees. One with too many pictures is drawn smaller, or in part. */
export async function renderPage(page: PDFPageProxy, { dotsPerInch, rotation }: Drawing): Promise<Pixels> {
  const whole = await draw(page, { dotsPerInch, rotation });
  if (whole.isComplete) return whole.pixels;
  const smaller = isPageBudgetSpent() ? whole : await draw(page, { dotsPerInch: dotsPerInch / 2, rotation });
  if (!smaller.isComplete) leaveOut();
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
