import { object, pdfOf, stream } from '../../../sandbox/accuracy/drawing/pdfObjects.ts';

/**
 * A page of 595 × 842 points with this content; further objects are numbered from 5. The font is known by its name and what
 * its dictionary has besides.
 */
export const pageWith = (
  content: string | Buffer,
  { font = 'Courier', catalogue = '', entries = '', resources = '', more = [] as Buffer[] } = {},
) =>
  pdfOf([
    object(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`),
    object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ${entries} /Resources << /Font << ` +
        `/F1 << /Type /Font /Subtype /Type1 /BaseFont /${font} >> >> ${resources} >> >>`,
    ),
    stream(content),
    ...more,
  ]);
/** In the resources and the further objects of a page, where the content draws it as /I. */
export const withPicture = (jpeg: Buffer, width: number, height: number) => ({
  resources: '/XObject << /I 5 0 R >>',
  more: [
    stream(
      jpeg,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 ` +
        '/Filter /DCTDecode',
    ),
  ],
});

export const lineOf = (text: string, y: number) => `BT /F1 10 Tf 60 ${y} Td (${text}) Tj ET `;
