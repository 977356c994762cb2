import type { Canvas } from '@napi-rs/canvas';
import { object, packed, pdfOf, stream } from './pdfObjects.ts';

export const PAGE = { width: 595, height: 842 };

/** A font that every PDF reader has, by its name and what its dictionary has besides. */
export const builtIn = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`;

/** What a page has besides its content; further objects are numbered from 5. `font` may be followed by others. */
export type Parts = { font?: string; resources?: string; catalogue?: string; page?: string; more?: Buffer[] };

/** A PDF with one page, whose font is /F1. */
export const pageWith = (
  content: string | Buffer,
  { font = builtIn('Courier'), resources = '', catalogue = '', page = '', more = [] }: Parts = {},
  packing = '',
): Buffer =>
  pdfOf([
    object(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`),
    object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R ${page} ` +
        `/Resources << /Font << /F1 ${font} >> ${resources} >> >>`,
    ),
    packed(Buffer.from(content), packing),
    ...more,
  ]);

/** A drawing that pages and notes put where they want. */
export const form = (content: string, entries: string) => stream(content, `/Type /XObject /Subtype /Form ${entries}`);

export function imageOf(canvas: Canvas, quality = 85): Buffer {
  const size = `/Width ${canvas.width} /Height ${canvas.height}`;
  return stream(
    canvas.toBuffer('image/jpeg', quality),
    `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
  );
}

/** A picture, which the content of the page draws as /I0. */
export const pictured = (canvas: Canvas, quality?: number): Parts => ({
  resources: '/XObject << /I0 5 0 R >>',
  more: [imageOf(canvas, quality)],
});

/** A line of a page, in points. */
export const lineOf = (text: string, y: number) => `BT /F1 10 Tf 60 ${y} Td (${text}) Tj ET `;
