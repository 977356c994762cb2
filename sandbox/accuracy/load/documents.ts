import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { textList } from '../../reader/src/text/pattern.ts';
import { generateDocument, planDocuments, type Plan, type SyntheticDocument } from '../documents.ts';

/** In megapixels. */
const LARGEST_PHOTO = 40;

const WANTED = textList(`
  letter-form-pdf | cnh-front-scan150 | nfse-boxes-photo | nfse-boxes-pdf | card-flat-low | passport-brazil-photo |
  letter-form-scan300 | danfe-portrait-pdf | card-flat-photo | cnh-front-photo
`);

/** One of each sort of page, so that all engines work: text layers, scans, photographs, one of them very large. */
export async function mixedPages(): Promise<SyntheticDocument[]> {
  const known = planDocuments({ types: null, degradations: null, groups: ['known'], seeds: 1 });
  const plans = WANTED.map((wanted) => {
    return { ...(known.find(({ name }) => name === `${wanted}-1`) as Plan), name: `${wanted}-load` };
  });
  const documents = await Promise.all(plans.map(generateDocument));
  const photo = documents.findLast(({ degradation }) => degradation === 'photo') as SyntheticDocument;
  return [...documents, { ...photo, name: 'large-photo-load', bytes: await enlarged(photo.bytes, LARGEST_PHOTO) }];
}

async function enlarged(bytes: Buffer, megapixels: number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata();
  const factor = Math.sqrt((megapixels * 1_000_000) / (width * height));
  return sharp(bytes)
    .resize({ width: Math.round(width * factor) })
    .jpeg({ quality: 85 })
    .toBuffer();
}

const PICTURE = { width: 3000, height: 2000 };

/** A PDF with a text layer of 20 lines and a picture of 6 megapixels on each page. */
export async function illustratedPdf(pages: number): Promise<Buffer> {
  const { width, height } = PICTURE;
  const picture = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer();
  return pdfOf(pages, (pdf, page) => {
    pdf.image(picture, 60, 440, { width: 460 });
    for (let line = 1; line <= 20; line++)
      pdf.fontSize(11).text(`Item ${page}.${line}: value ${page * line}`, 60, 40 + 18 * line);
  });
}

/** A PDF of 2 kB with a page of text; no two have the same number. */
export const smallPdf = (number: number): Promise<Buffer> =>
  pdfOf(1, (pdf) => {
    pdf.fontSize(11).text(`Order: ${number}`, 60, 60);
    for (let line = 1; line <= 12; line++)
      pdf.text(`Position ${line}: ${(number * line) % 997} pieces`, 60, 80 + 20 * line);
  });

function pdfOf(pages: number, draw: (pdf: PDFKit.PDFDocument, page: number) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', autoFirstPage: false });
  for (let page = 1; page <= pages; page++) draw(pdf.addPage(), page);
  pdf.end();
  return buffer(pdf);
}
