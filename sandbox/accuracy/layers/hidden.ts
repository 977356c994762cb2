import { object, stream } from '../drawing/pdfObjects.ts';
import { form, pictured, type Parts } from '../drawing/pdfPage.ts';
import {
  ADVANCE,
  AREA,
  COURIER,
  FONT,
  HIDDEN,
  LEADING,
  LEFT,
  othersThan,
  pageForm,
  pdfWith,
  pictureOf,
  printsOf,
  SIZE,
  state,
  text,
  TOP,
  total,
  totalOf,
  WHOLE_PAGE,
  type Print,
} from './content.ts';
import { BLANK_FONT, WHITE_FONT } from './fonts.ts';
import { stamped } from './pictures.ts';
import { imageOf } from '../drawing/pdfPage.ts';

/** What stands before and behind text that nobody sees, the mode that it is printed in, where and how large, and what the page needs. */
type Hiding = {
  before?: string;
  after?: string;
  mode?: string;
  place?: { y?: number; size?: number };
  parts?: () => Parts;
};

const hiddenBy =
  ({ before = '', after = '', mode = '', place, parts }: Hiding): Print =>
  (seen, unseen) =>
    pdfWith(text(seen) + before + text(unseen, { ...HIDDEN, ...place, before: mode }) + after, parts?.());

type HidingPage = (seen: string, unseen: string) => Buffer;
const hidden =
  (print: HidingPage): Print =>
  (seen, unseen) =>
    print(text(seen), text(unseen, HIDDEN));

const layer = (state: string, rest = '', begin = '/OC /G BDC'): Hiding => ({
  before: `${begin} `,
  after: ' EMC',
  parts: () => ({
    resources: '/Properties << /G 5 0 R /M 6 0 R >>',
    catalogue: `/OCProperties << /OCGs [5 0 R] /D << ${state} >> >>`,
    more: [object(`<< /Type /OCG /Name (Copy) ${rest} >>`), object('<< /Type /OCMD /OCGs [5 0 R] /P /AllOn >>')],
  }),
});

const tiles = (content: string, entries: string): Parts => ({
  resources: '/Pattern << /P 5 0 R >>',
  more: [stream(content, `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 ${entries}`)],
});
const pattern = (content: string) => tiles(content, '/BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>');

/** What is painted with `/G gs` shows where this is bright. */
const mask = (content: string, entries = '', more: Buffer[] = []): Parts => ({
  resources: `/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R ${entries} >> >> >> /XObject << /I0 6 0 R >>`,
  more: [form(content, `${pageForm} /Group << /S /Transparency /CS /DeviceGray >>`), ...more],
});

/** A page with a part of its content in a form. */
const inForm =
  (entries: string, catalogue = ''): HidingPage =>
  (seen, unseen) =>
    pdfWith(`${seen}/X Do`, {
      resources: '/XObject << /X 5 0 R >>',
      catalogue,
      more: [
        form(unseen, `/Resources << /Font << /F1 ${FONT} >> >> ${entries}`),
        object('<< /Type /OCG /Name (Copy) >>'),
      ],
    });

/** What is filled into a field, and what its appearance shows. */
const filledForm = (content: string, value: string, look: string) =>
  pdfWith(content, {
    page: '/Annots [5 0 R]',
    catalogue: '/AcroForm << /Fields [5 0 R] /DA (/F1 12 Tf 0 g) >>',
    more: [
      object(
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /V (${value}) /DA (/F1 12 Tf 0 g) ` +
          `/Rect [140 ${TOP - 100} 400 ${TOP - 80}] /F 4 /AP << /N 6 0 R >> >>`,
      ),
      form(look && `/Tx BMC BT ${look} Tj ET EMC`, `/BBox [0 0 260 20] /Resources << /Font << /F1 ${FONT} >> >>`),
    ],
  });

/** Contents as pictures are packed: what differs from the bytes above. */
function differences(content: string): Buffer {
  const [columns, up] = [10, 2];
  const rows = content.match(/[^]{1,10}/g)?.map((row) => Buffer.from(row.padEnd(columns))) ?? [];
  const lines = rows.map((row, at) => [up, ...row.map((byte, column) => byte - (rows[at - 1]?.[column] ?? 0))]);
  return pdfWith(Buffer.from(lines.flat()), {}, `/DecodeParms << /Predictor 12 /Columns ${columns} >>`);
}

const SHADING =
  '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 595 0] /Extend [true true] ' +
  '/Function << /FunctionType 2 /Domain [0 1] /C0 [0.9] /C1 [0.7] /N 1 >> >>';

/** Many small boxes, as charts have. */
const BOXES = Array.from(
  { length: 1100 },
  (_, at) => `${10 + (at % 40) * 14} ${20 + Math.floor(at / 40) * 8} 5 5 re f`,
);

const ALL_BRIGHT = '1 g 0 0 595 842 re f';
const SMALL_PICTURE = 'q 400 0 0 140 60 280 cm /I0 Do Q';
const rows = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at)).join(' ');

const HIDINGS: Record<string, Hiding> = {
  'a layer that is off': layer('/OFF [5 0 R]'),
  'all layers off': layer('/BaseState /OFF'),
  'a layer of a group, within others': layer('/OFF [5 0 R]', '', '/OC /M BDC /Span BMC EMC'),
  'a layer for print only': layer(
    '/AS [<< /Event /View /Category [/View] /OCGs [5 0 R] >>]',
    '/Usage << /View << /ViewState /OFF >> >>',
  ),
  'white on white': { before: '1 g ' },
  'the colour of its ground': { before: `0 0 1 rg ${AREA} f ` },
  'a pattern of white': { before: '/Pattern cs /P scn ', parts: () => pattern('1 g 0 0 9 9 re f') },
  'a white outline': { before: '1 G ', mode: '1 Tr' },
  'white with white outlines': { before: '1 g 1 G ', mode: '2 Tr' },
  'outlines that are transparent': { before: '/G gs ', mode: '1 Tr', parts: () => state('/CA 0') },
  'letters without width': { mode: '0 Tz' },
  'letters next to no width': { mode: '0.5 Tz' },
  'a mode that paints nothing': { mode: '3 Tr' },
  transparent: { before: 'q /G gs ', after: ' Q', parts: () => state('/ca 0') },
  'black on a black picture': {
    before: `${SMALL_PICTURE} `,
    parts: () => pictured(pictureOf([], { ground: '#000' })),
  },
  'covered by a rectangle': { after: `1 g ${AREA} f` },
  'covered by a picture': { after: SMALL_PICTURE, parts: () => pictured(pictureOf([])) },
  'covered in part by a turned picture': {
    after: 'q 300 300 -300 300 300 120 cm /I0 Do Q',
    parts: () => pictured(pictureOf([])),
  },
  'covered by a thick line': { after: '1 G 140 w 60 350 m 460 350 l S' },
  'covered by a curved line': { after: '1 G 160 w 60 350 m 200 355 300 345 460 350 c S' },
  'covered by a shape with round corners': {
    after: '60 290 m 60 280 70 280 70 280 c 460 280 l 460 410 l 460 420 450 420 450 420 c 60 420 l f',
  },
  'covered by a shape with corners': {
    after: '1 g 60 420 m 460 420 l 460 280 l 60 280 l 60 20 l 30 20 l 30 420 l h f',
  },
  'covered by a black shape': { after: '60 280 m 460 280 l 460 420 l 60 420 l b' },
  'covered by a shading': {
    after: `q ${AREA} W n /S sh Q`,
    parts: () => ({ resources: `/Shading << /S ${SHADING} >>` }),
  },
  'covered by what is nearly opaque': { after: `/G gs 1 g ${AREA} f`, parts: () => state('/ca 0.9') },
  'covered by black that darkens': { after: `/G gs 0 g ${AREA} f`, parts: () => state('/BM /Multiply') },
  'covered by what a mask shows': { after: `/G gs 1 g ${AREA} f`, parts: () => mask(ALL_BRIGHT) },
  'covered by stripes': { after: `1 g ${rows(50, (at) => `60 ${280 + 2.9 * at} 400 3 re f`)}` },
  'covered by one path of many parts': { after: `1 g ${rows(15, (at) => `60 ${280 + 10 * at} 400 10 re`)} f` },
  'covered with an end of line of two characters': { after: `${AREA}\r\nf` },
  'covered on a page of many boxes': { after: `0.9 g ${BOXES.join(' ')} 1 g ${AREA} f` },
  'clipped away': { before: 'q 0 0 9 9 re W n ', after: ' Q' },
  'clipped by corners': { before: 'q 0 0 5 5 re 590 837 5 5 re W n ', after: ' Q' },
  'clipped to what is around it': { before: `q 0 0 595 842 re ${AREA} W* n `, after: ' Q' },
  'mirrored, as on the back of paper': { before: 'q -1 0 0 1 595 0 cm ', after: ' Q' },
  'covered by black bars': {
    place: { size: 8 },
    after: `9 w ${rows(5, (at) => `60 ${HIDDEN.y + 3 - LEADING * at} m 460 ${HIDDEN.y + 3 - LEADING * at} l S`)}`,
  },
  'outside of the page': { place: { y: -100 } },
  'outside of the crop box': { place: { y: 200 }, parts: () => ({ page: '/CropBox [0 300 595 842]' }) },
  'a tenth of a point high': { place: { size: 0.1 } },
  'masked by black': { before: '/G gs ', parts: () => mask('0 g 0 0 595 842 re f') },
};

/** Text that nobody sees, on a page whose other text is seen. */
export const HIDDEN_KINDS: Record<string, Print> = {
  ...printsOf(HIDINGS, hiddenBy),
  'a form that is off': hidden(
    inForm('/BBox [0 0 595 842] /OC 6 0 R', '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>'),
  ),
  'a form outside of its box': hidden(inForm('/BBox [0 0 50 50]')),
  'a group that is transparent': hidden((seen, unseen) =>
    pdfWith(`${seen}/G gs /X Do`, {
      resources: '/ExtGState << /G << /ca 0 >> >> /XObject << /X 5 0 R >>',
      more: [
        form(
          `/H gs ${unseen}`,
          `${pageForm} /Group << /S /Transparency >> ` +
            `/Resources << /Font << /F1 ${FONT} >> /ExtGState << /H << /ca 1 >> >> >>`,
        ),
      ],
    }),
  ),
  'a font that draws nothing': hidden((seen, unseen) => pdfWith(seen + unseen.replace('/F1', '/F2'), BLANK_FONT)),
  'white letters of a font': hidden((seen, unseen) => pdfWith(seen + unseen.replace('/F1', '/F2'), WHITE_FONT)),
  'white over the same in black': hidden((seen, unseen) => pdfWith(`${seen}${unseen}1 g ${unseen}`)),
  'masked by white, with a map that inverts': hidden((seen, unseen) =>
    pdfWith(
      `/G gs ${seen}${unseen}`,
      mask('1 g 0 0 595 600 re f', '/TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>'),
    ),
  ),
  'contents that are packed as differences': hidden((seen, unseen) => differences(`${seen}1 g ${unseen}`)),
  'a field that looks otherwise': (seen, unseen) =>
    filledForm(othersThan(seen, 'Valor total:'), totalOf(unseen), `/F1 ${SIZE} Tf 4 4 Td (${totalOf(seen)})`),
  'a field that is white': (seen, unseen) =>
    filledForm(text(seen, { y: TOP + LEADING }), totalOf(unseen), `1 g /F1 ${SIZE} Tf 4 4 Td (${totalOf(unseen)})`),
  'a field without a look': (seen) => filledForm(othersThan(seen, 'Valor total:'), totalOf(seen), ''),
  'a stamp that is hidden': (seen, unseen) => stamped(text(seen), 2, text(unseen, HIDDEN)),
  'white at the end of a line': (seen, unseen) =>
    pdfWith(othersThan(seen) + text(seen.slice(-1), { y: 500 }).replace('Tj', `Tj 1 g ( ${unseen.at(-1)}) Tj`)),
  'printed over what was there': (seen, unseen) =>
    pdfWith(`${othersThan(seen, unseen.at(-1) as string)}1 g 60 638 400 18 re f 0 g ${total(seen)}`),
  'white over other text in black': (seen, unseen) => {
    const x = LEFT + ADVANCE * 'Valor total: '.length;
    const white = text(['MWMWMWMWMWMWMWM'], { ...HIDDEN, x, before: '2 Tr 3 w 1 G' });
    return pdfWith(`${text(seen)}${text(unseen.slice(-1), HIDDEN)}1 g ${white}`, { font: COURIER });
  },
  'cut off by its cell': (seen, unseen) => {
    const line = `${seen.at(-1)}  ${totalOf(unseen)}`;
    const y = TOP - (seen.length - 1) * LEADING;
    const cell = `60 ${y - 6} ${LEFT - 60 + ADVANCE * ((seen.at(-1) as string).length + 1)} 20 re W n`;
    return pdfWith(`${othersThan(seen)}q ${cell} ${text([line], { y })} Q`, { font: COURIER });
  },
};

/** What is seen in spite of what is drawn with it. */
export const SEEN: Record<string, Print> = {
  'a pattern of black': (seen) => pdfWith(`/Pattern cs /P scn ${text(seen)}`, pattern('0 0 9 9 re f')),
  'text in a pattern': (seen) =>
    pdfWith(
      `${othersThan(seen)}/Pattern cs /P scn 0 500 595 300 re f`,
      tiles(total(seen), `/BBox [0 0 595 842] /XStep 595 /YStep 842 /Resources << /Font << /F1 ${FONT} >> >>`),
    ),
  'underlined, in a table, on a ruling': (seen) => {
    const rows = seen.map((line, at) => ({ from: LEFT + 6 * (line.indexOf(':') + 2), y: TOP - at * LEADING }));
    const lines = rows.map(({ from, y }) => `${from} ${y - 2} m 400 ${y - 2} l`);
    const cells = rows.map(({ y }) => `60 ${y - 8} 400 ${LEADING} re`);
    return pdfWith(`${text(seen)}0.5 w ${[...lines, ...cells].join(' ')} 40 ${TOP + 4} m 560 ${TOP + 4} l S`);
  },
  'a scan in a mask': (seen) => pdfWith(`/G gs ${WHOLE_PAGE}`, mask(ALL_BRIGHT, '', [imageOf(pictureOf(seen))])),
  'within a soft mask': (seen) => pdfWith(`/G gs ${text(seen)}`, mask(ALL_BRIGHT)),
  'lines with a shadow': (seen, _, random) => {
    const by = random.between(0.5, 4);
    return pdfWith(`0.6 g ${text(seen, { x: LEFT + by, y: TOP - by })}0 g ${text(seen)}`);
  },
  'white on a stripe': (seen) =>
    pdfWith(
      `0.1 0.2 0.5 rg 60 700 400 60 re f 1 g ${text(seen.slice(0, 2))}0 g ${text(seen.slice(2), { y: TOP - 2 * LEADING })}`,
    ),
};
