import { createCanvas } from '@napi-rs/canvas';
import { OPS, Util, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
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

type BrowserContext = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvasContext']>;

/** Draws a page on white. */
export async function renderPage(page: PDFPageProxy, dotsPerInch: number): Promise<Pixels> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(dotsPerInch / POINTS_PER_INCH, MAXIMUM_SIDE / Math.max(natural.width, natural.height));
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  // pdfjs is typed for a browser's canvas; this one has the same methods.
  await page.render({ canvasContext: context as unknown as BrowserContext, canvas: null, viewport }).promise;
  return { data: context.getImageData(0, 0, width, height).data, width, height };
}
