import type { PageReading, Pixels, ReadingTask, TextItem } from '../reading.ts';
import { OpenPdf } from './openPdf.ts';
import { readPage } from '../page.ts';
import { resolutionOfScan } from './pdfPicture.ts';
import { renderPage } from './pdfRender.ts';
import { textItems } from './pdfText.ts';

/** Dots per inch in which pages are drawn. */
const [COARSEST, USUAL, FINEST] = [150, 200, 300];

export async function* readPdfPages(task: ReadingTask): AsyncGenerator<PageReading> {
  const pdf = await OpenPdf.open(task);
  try {
    for (let number = 1; number <= pdf.numPages; number++) yield await readPdfPage(pdf, number, task);
  } finally {
    await pdf.close();
  }
}

async function readPdfPage(pdf: OpenPdf, number: number, task: ReadingTask): Promise<PageReading> {
  const page = await pdf.wordsOf(number);
  const { width } = page.getViewport({ scale: 1 });
  const [items, scan] = [await textItems(page), await resolutionOfScan(page)];
  let drawn: Promise<Pixels> | null = null;
  const draw = async () => {
    // A picture without writing is decoded already and has no letters to draw.
    const drawing = scan !== null && items.length === 0 ? page : await pdf.drawingOf(number);
    return renderPage(drawing, resolutionFor(items, scan)).finally(() => drawing.cleanup());
  };
  const reading = await readPage(
    { number, width, items, isScan: scan !== null, pixels: () => (drawn ??= draw()) },
    task,
  );
  page.cleanup();
  return reading;
}

/** A scan as it is stored, within reason; drawn writing without a text layer as finely as scans should be. */
function resolutionFor(items: TextItem[], scan: number | null): number {
  if (scan !== null) return Math.min(FINEST, Math.max(COARSEST, scan));
  return items.length > 0 ? USUAL : FINEST;
}
