import { OPS, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const POINTS_PER_INCH = 72;
/** Letterheads and photographs in a text are smaller. */
const FILLS = 0.6;

type Placed = { area: number; dotsPerInch: number };
type Matrix = number[];

/** How finely the pictures are stored that fill a page, as scanners make them; null if pictures do not fill it. */
export async function resolutionOfScan(page: PDFPageProxy): Promise<number | null> {
  const { width, height } = page.getViewport({ scale: 1 });
  const placed = placedPictures(await page.getOperatorList());
  // Some scanners cut a page into many pictures.
  const covered = placed.reduce((sum, { area }) => sum + area, 0);
  const [largest] = placed.toSorted((a, b) => b.area - a.area);
  return largest && covered > FILLS * width * height ? largest.dotsPerInch : null;
}

/** Follows the page's drawing to where its pictures go: each into the unit square of its time. */
function placedPictures({ fnArray, argsArray }: { fnArray: number[]; argsArray: unknown[][] }): Placed[] {
  const placed: Placed[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  fnArray.forEach((operation, at) => {
    const args = argsArray[at] ?? [];
    if (operation === OPS.save || operation === OPS.paintFormXObjectBegin) saved.push(matrix);
    if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    const change = operation === OPS.transform ? args : operation === OPS.paintFormXObjectBegin ? args[0] : null;
    if (change) matrix = Util.transform(matrix, change as Matrix) as Matrix;
    const pixels = pixelsAcross(operation, args);
    if (pixels) placed.push(placedAt(matrix, pixels));
  });
  return placed;
}

function pixelsAcross(operation: number, args: unknown[]): number | null {
  if (operation === OPS.paintImageXObject) return Number(args[1]);
  const isInline = operation === OPS.paintImageMaskXObject || operation === OPS.paintInlineImageXObject;
  return isInline ? (args[0] as { width: number }).width : null;
}

function placedAt([a = 0, b = 0, c = 0, d = 0]: Matrix, pixels: number): Placed {
  return { area: Math.abs(a * d - b * c), dotsPerInch: (pixels / Math.hypot(a, b)) * POINTS_PER_INCH };
}
