import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Pixels } from '../reading.ts';

const POINTS_PER_INCH = 72;
/** A page may call itself a kilometre wide. */
const LONGEST_SIDE = 5000;

type BrowserContext = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvasContext']>;

export async function renderPage(page: PDFPageProxy, dotsPerInch: number): Promise<Pixels> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(dotsPerInch / POINTS_PER_INCH, LONGEST_SIDE / Math.max(natural.width, natural.height));
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
