import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** Everything that would differ from run to run is fixed, so that the same script writes the same bytes. */
const MADE = new Date('2025-01-15T12:00:00Z');

export type Draw = (document: PDFKit.PDFDocument) => void;

export async function makePdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 40,
    info: { CreationDate: MADE, Producer: 'sandbox samples' },
    ...options,
  });
  draw(document);
  document.end();
  return buffer(document);
}

export type Print = { size?: number; bold?: boolean; right?: number };

/** Writes a text at a place; with `right` it ends there. */
export function put(
  document: PDFKit.PDFDocument,
  x: number,
  y: number,
  text: string,
  { size = 10, bold = false, right }: Print = {},
): void {
  document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
  const left = right === undefined ? x : right - document.widthOfString(text);
  document.text(text, left, y, { lineBreak: false });
}

/** A row of texts under fixed columns; a null leaves its cell blank. Numbers end at their column's right edge. */
export function row(
  document: PDFKit.PDFDocument,
  y: number,
  columns: { x: number; right?: number }[],
  texts: (string | null)[],
  print: Print = {},
): void {
  texts.forEach((text, index) => {
    const column = columns[index];
    if (text !== null && column)
      put(document, column.x, y, text, { ...print, ...(column.right === undefined ? {} : { right: column.right }) });
  });
}
