import { createCanvas } from '@napi-rs/canvas';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { getDocument, VerbosityLevel, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pictureOn, type Picture } from '../drawing/pictures.ts';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

type BrowserContext = NonNullable<Parameters<PDFPageProxy['render']>[0]['canvasContext']>;

/** Renders the pages of a PDF. */
export async function renderPages(pdf: Buffer, dotsPerInch: number): Promise<Picture[]> {
  const document = await getDocument({
    data: new Uint8Array(pdf),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: `${home}/standard_fonts/`,
    wasmUrl: `${home}/wasm/`,
    isEvalSupported: false,
  }).promise;
  const pictures: Picture[] = [];
  for (let number = 1; number <= document.numPages; number++)
    pictures.push(await renderPage(await document.getPage(number), dotsPerInch / 72));
  await document.destroy();
  return pictures;
}

async function renderPage(page: PDFPageProxy, scale: number): Promise<Picture> {
  const viewport = page.getViewport({ scale });
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  // pdfjs is typed for a browser's canvas; this one has the same methods.
  await page.render({ canvasContext: context as unknown as BrowserContext, canvas: null, viewport }).promise;
  return pictureOn(canvas);
}
