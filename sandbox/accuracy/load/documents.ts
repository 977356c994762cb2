import sharp from 'sharp';
import { textList } from '../../reader/src/text/pattern.ts';
import { generateDocument, planDocuments, type Plan, type SyntheticDocument } from '../documents.ts';
import { Paper } from '../drawing/paper.ts';
import { A4 } from '../groundTruth.ts';

/** In megapixels. */
const LARGEST_PHOTO = 40;

const WANTED = textList(`
  letter-form-pdf | cnh-front-scan150 | nfse-boxes-photo | nfse-boxes-pdf | card-flat-low | passport-brazil-photo |
  letter-form-scan300 | danfe-portrait-pdf | card-flat-photo | cnh-front-photo
`);

/** One of each sort of page, so that all engines work: text layers, scans, photographs, one of them very large. */
export async function mixedPages(): Promise<SyntheticDocument[]> {
  const known = planDocuments({ groups: ['known'] });
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
  const paper = new Paper();
  for (let page = 1; page <= pages; page++) {
    paper.addPage(A4, '');
    paper.picture(picture, 60, 440, 460, 307);
    const lines = Array.from({ length: 20 }, (_, at) => `Item ${page}.${at + 1}: value ${page * (at + 1)}`);
    paper.lines(60, 58, 18, lines, PRINT);
  }
  return paper.finish();
}

/** A PDF of 2 kB with a page of text; no two have the same number. */
export function smallPdf(number: number): Promise<Buffer> {
  const paper = new Paper();
  paper.addPage(A4, '');
  paper.text(60, 60, `Order: ${number}`, PRINT);
  const lines = Array.from({ length: 12 }, (_, at) => `Position ${at + 1}: ${(number * (at + 1)) % 997} pieces`);
  paper.lines(60, 100, 20, lines, PRINT);
  return paper.finish();
}

const PRINT = '11 arial';
