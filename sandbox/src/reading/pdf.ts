import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { getDocument, PasswordResponses, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageReading, ReadingTask, TextItem } from './document.ts';
import { DocumentFailure } from './failure.ts';
import { readPage } from './page.ts';
import { RangesOfFile } from './pdfFile.ts';
import { resolutionOfScan } from './pdfPicture.ts';
import { renderPage } from './pdfRender.ts';
import { textItems } from './pdfText.ts';

/** Dots per inch in which pages are drawn. */
const [COARSEST, USUAL, FINEST] = [150, 200, 300];

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

export async function* readPdfPages(task: ReadingTask): AsyncGenerator<PageReading> {
  const file = await RangesOfFile.open(task.path);
  try {
    const document = await openPdf(file, task.password);
    for (let number = 1; number <= document.numPages; number++) yield await readPdfPage(document, number, task);
    await document.destroy();
  } finally {
    await file.close();
  }
}

async function readPdfPage(document: PDFDocumentProxy, number: number, task: ReadingTask): Promise<PageReading> {
  const page: PDFPageProxy = await document.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const [items, scan] = [await textItems(page), await resolutionOfScan(page)];
  let rendered: ReturnType<typeof renderPage> | null = null;
  const pixels = () => (rendered ??= renderPage(page, resolutionFor(items, scan)));
  const reading = await readPage({ number, width, items, isScan: scan !== null, pixels }, task);
  page.cleanup();
  return reading;
}

/** A scan as it is stored, within reason; drawn writing without a text layer as finely as scans should be. */
function resolutionFor(items: TextItem[], scan: number | null): number {
  if (scan !== null) return Math.min(FINEST, Math.max(COARSEST, scan));
  return items.length > 0 ? USUAL : FINEST;
}

async function openPdf(range: RangesOfFile, password: string | null): Promise<PDFDocumentProxy> {
  const loading = getDocument({
    range,
    ...(password === null ? {} : { password }),
    verbosity: VerbosityLevel.ERRORS,
    standardFontDataUrl: `${home}/standard_fonts/`,
    cMapUrl: `${home}/cmaps/`,
    wasmUrl: `${home}/wasm/`,
    iccUrl: `${home}/iccs/`,
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    enableXfa: false,
  });
  try {
    return await Promise.race([loading.promise, range.failed]);
  } catch (error) {
    throw asDocumentFailure(error as Error & { code?: number }, password);
  }
}

function asDocumentFailure(error: Error & { code?: number }, password: string | null): DocumentFailure {
  if (error.name !== 'PasswordException') return new DocumentFailure('format', `the PDF cannot be opened (${error.message})`);
  const missing = error.code === PasswordResponses.NEED_PASSWORD || password === null;
  return new DocumentFailure('password', missing ? 'the PDF is encrypted and needs filePassword' : 'filePassword does not open the PDF');
}
