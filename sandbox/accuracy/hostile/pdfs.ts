import { object, packed, pdfOf, stream } from '../drawing/pdfObjects.ts';
import { builtIn, form, pageWith } from '../drawing/pdfPage.ts';
import { many } from '../drawing/pictures.ts';
import { cutOff, file, type HostileFile } from './files.ts';

const CATALOGUE = object('<< /Type /Catalog /Pages 2 0 R >>');

/** Bold, because only then the reader looks at the graphics of a page for its text. */
const BOLD = builtIn('Helvetica-Bold');

/** One page; further objects are numbered from 5. */
const onePage = (content: string | Buffer, resources = '', more: Buffer[] = [], page = ''): Buffer =>
  pageWith(content, { font: BOLD, resources, more, page });

const TEXT = 'BT /F1 12 Tf 50 800 Td (Name: Ana Example) Tj ET\n';

/** Forms that each draw the next one several times; `first` is the number of the first one. */
const repeatedForms = (levels: number, times: number, first: number): Buffer[] =>
  Array.from({ length: levels }, (_, at) =>
    form(
      at + 1 < levels ? '/X0 Do '.repeat(times) : '0 0 1 1 re f',
      `/BBox [0 0 9 9] /Resources << /XObject << /X0 ${first + 1 + at} 0 R >> >>`,
    ),
  );

/** A PDF of several pages; `/X0 Do` on a page draws ten million squares. A page of `null` is no page object. */
export const pdfOfPages = (contents: (string | null)[]): Buffer => {
  const first = 3 + contents.length;
  const forms = first + contents.length;
  return pdfOf([
    CATALOGUE,
    object(
      `<< /Type /Pages /Kids [${contents.map((_, at) => `${3 + at} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    ),
    ...contents.map((content, at) =>
      object(
        content === null
          ? '(no page)'
          : `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + at} 0 R ` +
              `/Resources << /Font << /F1 ${BOLD} >> /XObject << /X0 ${forms} 0 R >> >> >>`,
      ),
    ),
    ...contents.map((content) => stream(content ?? '')),
    ...repeatedForms(7, 10, forms),
  ]);
};

const image = (width: number, height: number, entries: string, bytes: Buffer) =>
  packed(bytes, `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}`);

const withImages = (images: Buffer[], text = '') =>
  onePage(
    text + images.map((_, at) => `q 500 0 0 700 40 40 cm /I${at} Do Q\n`).join(''),
    `/XObject << ${images.map((_, at) => `/I${at} ${5 + at} 0 R`).join(' ')} >>`,
    images,
  );

/** A page filled with a pattern of tiles of this size. */
const tiled = (size: number, step: number) =>
  onePage('/Pattern cs /P0 scn 0 0 595 842 re f', '/Pattern << /P0 5 0 R >>', [
    stream(
      '0 0 1 1 re f',
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ' +
        `/BBox [0 0 ${size} ${size}] /XStep ${step} /YStep ${step} /Resources << >>`,
    ),
  ]);

const anyLine = (at: number) => `${at % 595} ${at % 842} m ${at % 99} ${at % 77} l S\n`;

const BITS = '/ColorSpace /DeviceGray /BitsPerComponent 1';
const RGB = '/ColorSpace /DeviceRGB /BitsPerComponent 8';

const pdf = (name: string, make: HostileFile['make']) => file(name, 'pdf', make);

export const HOSTILE_PDFS: HostileFile[] = [
  pdf('page of a kilometre', () => onePage(TEXT, '', [], '/MediaBox [0 0 2834645 2834645]')),
  pdf('page one point high', () => onePage(TEXT, '', [], '/MediaBox [0 0 2000000 1]')),
  pdf('user unit of 75,000', () => onePage(TEXT, '', [], '/UserUnit 75000')),
  pdf('form that draws itself', () => {
    const itself = form('/X0 Do', '/BBox [0 0 9 9] /Resources << /XObject << /X0 5 0 R >> >>');
    return onePage('/X0 Do', '/XObject << /X0 5 0 R >>', [itself]);
  }),
  pdf('forms that draw ten million squares', () => pdfOfPages(['/X0 Do'])),
  pdf('image of 900 megapixels', () => withImages([image(30_000, 30_000, BITS, Buffer.alloc(30_000 * 3750, 255))])),
  pdf('ten images of 81 megapixels', () => {
    const pixels = Buffer.alloc(9000 * 1125, 170);
    return withImages(Array.from({ length: 10 }, () => image(9000, 9000, BITS, pixels)));
  }),
  pdf('text over twenty images of 25 megapixels', () => {
    const pixels = Buffer.alloc(5000 * 5000 * 3, 200);
    return withImages(
      Array.from({ length: 20 }, () => image(5000, 5000, RGB, pixels)),
      TEXT.repeat(20),
    );
  }),
  pdf('pattern of tiny tiles', () => tiled(1, 0.01)),
  pdf('pattern of huge tiles', () => tiled(1_000_000, 1_000_000)),
  pdf('a million letters', () => onePage(`BT /F1 1 Tf 1 1 Td ${'(abcdefghij) Tj '.repeat(100_000)} ET`)),
  pdf('half a million words apart', () =>
    onePage(many(100_000, (at) => `BT /F1 4 Tf ${at % 500} ${(at * 7) % 800} Td (w${at}) Tj ET\n`)),
  ),
  pdf('a million lines', () => onePage(many(1_000_000, anyLine))),
  pdf('text under half a million lines', () => onePage(TEXT.repeat(20) + many(500_000, anyLine))),
  pdf('arrays in arrays', () => onePage(`${'['.repeat(300_000)} 0 Tj`)),
  pdf('page tree that contains itself', () =>
    pdfOf([CATALOGUE, object('<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 100000 >>')]),
  ),
  pdf('a million pages that are not there', () =>
    pdfOf([CATALOGUE, object('<< /Type /Pages /Kids [] /Count 1000000 >>')]),
  ),
  pdf('shading by a calculator', () =>
    onePage('/S0 sh', '/Shading << /S0 5 0 R >>', [
      object('<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [595 0 0 842 0 0] /Function 6 0 R >>'),
      stream(
        `{ ${'dup mul sin exch sin '.repeat(2000)} dup }`,
        '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
      ),
    ]),
  ),
  pdf('content of 400 MB of blanks', () => onePage(Buffer.concat([Buffer.from(TEXT), Buffer.alloc(400_000_000, 32)]))),
  pdf('soft masks in soft masks', () => {
    const groups = Array.from({ length: 40 }, (_, at) =>
      form(
        '/G gs 0 0 595 842 re f',
        '/BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceRGB >> ' +
          `/Resources << /ExtGState << /G << /SMask << /S /Luminosity /G ${Math.min(44, 6 + at)} 0 R >> >> >> >>`,
      ),
    );
    return onePage('/G gs 0 0 595 842 re f', '/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>', groups);
  }),
  pdf('a hundred groups as large as their page', () =>
    onePage('/G gs /X0 Do '.repeat(100), '/ExtGState << /G << /ca 0.5 >> >> /XObject << /X0 5 0 R >>', [
      form(
        '0 0 1 rg 50 50 90 90 re f',
        '/BBox [0 0 595 842] /Resources << >> /Group << /S /Transparency /CS /DeviceRGB /I true >>',
      ),
    ]),
  ),
  pdf('page tree a hundred thousand levels deep', () =>
    pdfOf([
      CATALOGUE,
      ...Array.from({ length: 100_000 }, (_, at) => object(`<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`)),
      object('<< /Type /Page /MediaBox [0 0 595 842] >>'),
    ]),
  ),
  pdf('table of objects that continues in itself', () => {
    const pdf = onePage(TEXT).toString('latin1');
    const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    return Buffer.from(pdf.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${table}`), 'latin1');
  }),
  pdf('mesh of half a million triangles', () =>
    onePage(`${TEXT}/S0 sh`, '/Shading << /S0 5 0 R >>', [
      packed(
        Buffer.from(Array.from({ length: 12_000_000 }, (_, at) => (at % 8 === 0 ? 0 : (at * 2_654_435_761) >>> 24))),
        '/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 ' +
          '/Decode [0 595 0 842 0 1 0 1 0 1]',
      ),
    ]),
  ),
  pdf('text over forms that draw ten million squares', () => pdfOfPages([`${TEXT} /X0 Do`])),
  pdf('objects without a table', () =>
    Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from('1 0 obj << /A 2 0 R >> endobj\n'.repeat(400_000))]),
  ),
  ...cutOff('PDF', 'pdf', [0, 0.02, 0.1, 0.5, 0.95], () => pdfOfPages([TEXT])),
];
