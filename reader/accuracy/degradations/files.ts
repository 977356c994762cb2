import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './render.ts';

export type FileForm = 'jpg' | 'png' | 'tif' | 'pdf';

export const imageOf = ({ data, width, height }: Picture): Sharp =>
  sharp(data, { raw: { width, height, channels: 3 } });

/** Pages as a file of the form a scanner or a telephone would write. */
export async function writeFile(
  pages: Picture[],
  form: FileForm,
  { quality, dotsPerInch }: { quality: number; dotsPerInch: number },
): Promise<Buffer> {
  const [first] = pages;
  if (!first) throw new Error('A file needs a page');
  if (form === 'pdf') return pdfOf(pages, quality, dotsPerInch);
  const image = imageOf(first).withMetadata({ density: dotsPerInch });
  if (form === 'png') return image.png({ compressionLevel: 3 }).toBuffer();
  if (form === 'tif') return image.tiff({ compression: 'deflate' }).toBuffer();
  return image.jpeg({ quality }).toBuffer();
}

async function pdfOf(pages: Picture[], quality: number, dotsPerInch: number): Promise<Buffer> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    info: { CreationDate: new Date('2025-01-15T12:00:00Z') },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) =>
    pdf
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject),
  );
  for (const page of pages) {
    const size: [number, number] = [(page.width * 72) / dotsPerInch, (page.height * 72) / dotsPerInch];
    pdf
      .addPage({ size, margin: 0 })
      .image(await imageOf(page).jpeg({ quality }).toBuffer(), 0, 0, { width: size[0], height: size[1] });
  }
  pdf.end();
  return done;
}
