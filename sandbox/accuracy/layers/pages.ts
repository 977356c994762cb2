import { deflateSync } from 'node:zlib';
import { createCanvas, SvgExportFlag, type Canvas } from '@napi-rs/canvas';
import { canvasFont } from '../drawing/canvasFont.ts';
import { fontData } from '../drawing/fonts.ts';
import { object, packed, pdfOf, stream } from '../drawing/pdfObjects.ts';
import { dayBetween, printed } from '../synthetic/dates.ts';
import type { PrintedForm, TruePair } from '../forms/sheet.ts';
import { amount, asCnpj, cnpj } from '../synthetic/numbers.ts';
import { randomFrom, type Random } from '../synthetic/random.ts';

/** What is written on a page: its lines, and the fields they are read as. */
type Written = { lines: string[]; pairs: TruePair[] };

const CLIENTS = ['Mercado Azul Ltda', 'Oficina Nova Ltda', 'Padaria Central Ltda', 'Livraria Horizonte Ltda'];
const CAPTIONS = ['Numero do pedido', 'Vencimento', 'Cliente', 'CNPJ', 'Valor total'];
const TITLE = 'FICHA DE COBRANCA';
const PROSE = 'Pague ate o vencimento em qualquer agencia da sua cidade.';

function written(random: Random): Written {
  const [order, day, client] = [
    random.digits(5).replace(/^0/, '4'),
    dayBetween(random, 2023, 2026),
    random.pick(CLIENTS),
  ];
  const [company, total] = [cnpj(random), random.whole(100_000, 999_999) / 100];
  const values = [order, printed(day), client, asCnpj(company), `R$ ${amount(total)}`];
  const read = [order, day, client, company, total.toFixed(2)];
  const names = ['numero_do_pedido', 'vencimento', 'cliente', 'cnpj', 'valor_total'];
  return {
    lines: CAPTIONS.map((caption, at) => `${caption}: ${values[at]}`),
    pairs: names.map((name, at) => ({ name, value: read[at] as string, accepted: [], optional: false })),
  };
}

const PAGE = { width: 595, height: 842 };
const [LEFT, TOP, LEADING, SIZE] = [72, 740, 24, 12];
/** Where what nobody sees stands; and an area around it. */
const HIDDEN = { x: LEFT, y: 400 };
const AREA = '60 280 400 140 re';

type Place = { x?: number; y?: number; size?: number; before?: string };

/** Lines below each other. */
const text = (lines: string[], { x = LEFT, y = TOP, size = SIZE, before = '' }: Place = {}): string =>
  `BT ${before} /F1 ${size} Tf ${x} ${y} Td ${lines.map((line) => `(${line}) Tj 0 -${LEADING} Td `).join('')} ET\n`;

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

type Parts = { resources?: string; catalogue?: string; page?: string; font?: string; more?: Buffer[] };

/** A PDF with one page; further objects are numbered from 5. */
function pdfWith(
  content: string | Buffer,
  { resources = '', catalogue = '', page = '', font = FONT, more = [] }: Parts = {},
  packing = '',
) {
  const entries = `/MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R ${page}`;
  return pdfOf([
    object(`<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`),
    object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    object(`<< /Type /Page /Parent 2 0 R ${entries} /Resources << /Font << /F1 ${font} >> ${resources} >> >>`),
    packed(Buffer.from(content), packing),
    ...more,
  ]);
}

const POINTS = { width: 1240, scale: 1240 / PAGE.width };

type Look = { ink?: string; ground?: string; turned?: number };

/** Lines as a picture of the whole page. */
function pictureOf(lines: string[], { ink = '#111', ground = '#fff', turned = 0 }: Look = {}): Canvas {
  const canvas = createCanvas(POINTS.width, Math.round(PAGE.height * POINTS.scale));
  const context = canvas.getContext('2d');
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(POINTS.scale, POINTS.scale);
  context.rotate(turned);
  context.fillStyle = ink;
  context.font = `${SIZE}px ${canvasFont('roboto')}`;
  lines.forEach((line, at) => context.fillText(line, LEFT, PAGE.height - TOP + at * LEADING));
  return canvas;
}

function imageOf(canvas: Canvas): Buffer {
  const jpeg = canvas.toBuffer('image/jpeg', 85);
  const size = `/Width ${canvas.width} /Height ${canvas.height}`;
  return stream(
    jpeg,
    `/Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
  );
}

const WHOLE_PAGE = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /I0 Do Q\n`;

const withPicture = (content: string, picture: Canvas) =>
  pdfWith(content, { resources: '/XObject << /I0 5 0 R >>', more: [imageOf(picture)] });

/** The picture as strips of grey pixels within the content of the page. */
function inlineStrips(canvas: Canvas, count: number): Buffer {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const grey = Uint8Array.from({ length: width * height }, (_, at) => data[4 * at] as number);
  const strips = Array.from({ length: count }, (_, at) => {
    const [from, to] = [at, at + 1].map((end) => Math.round((end * height) / count)) as [number, number];
    const place = `${PAGE.width} 0 0 ${(PAGE.height * (to - from)) / height} 0 ${PAGE.height * (1 - to / height)} cm`;
    const begin = `q ${place} BI /W ${width} /H ${to - from} /CS /G /BPC 8 /F /Fl ID `;
    const pixels = deflateSync(grey.subarray(from * width, to * width));
    return Buffer.concat([Buffer.from(begin), pixels, Buffer.from('\nEI Q\n')]);
  });
  return Buffer.concat(strips);
}

const layer = (state: string, rest = '', begin = '/OC /G BDC'): ((seen: string, unseen: string) => Buffer) => {
  const group = `<< /Type /OCG /Name (Copy) ${rest} >>`;
  return (seen, unseen) =>
    pdfWith(`${seen}${begin} ${unseen} EMC`, {
      resources: '/Properties << /G 5 0 R /M 6 0 R >>',
      catalogue: `/OCProperties << /OCGs [5 0 R] /D << ${state} >> >>`,
      more: [object(group), object('<< /Type /OCMD /OCGs [5 0 R] /P /AllOn >>')],
    });
};

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
      stream(
        look && `/Tx BMC BT ${look} Tj ET EMC`,
        `/Type /XObject /Subtype /Form /BBox [0 0 260 20] /Resources << /Font << /F1 ${FONT} >> >>`,
      ),
    ],
  });

const stamped = (content: string, flags: number, look: string | Canvas) => {
  const isText = typeof look === 'string';
  const resources = isText ? `/Font << /F1 ${FONT} >>` : '/XObject << /I0 7 0 R >>';
  const place = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /I0 Do Q`;
  return pdfWith(content, {
    page: '/Annots [5 0 R]',
    more: [
      object(
        `<< /Type /Annot /Subtype /Stamp /Rect [0 0 ${PAGE.width} ${PAGE.height}] /F ${flags} /AP << /N 6 0 R >> >>`,
      ),
      stream(
        isText ? look : place,
        `/Type /XObject /Subtype /Form /BBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << ${resources} >>`,
      ),
      ...(isText ? [] : [imageOf(look)]),
    ],
  });
};

/** A map of the characters of a font to others. */
function toUnicode(to: (code: number) => number): Buffer {
  const codes = Array.from({ length: 95 }, (_, at) => 32 + at);
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  const map = codes.map((code) => `<${hex(code, 2)}> <${hex(to(code), 4)}>`).join('\n');
  return stream(
    `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange\n` +
      `${codes.length} beginbfchar\n${map}\nendbfchar endcmap end`,
  );
}

/** A font that draws what it should, and says other characters. */
const mappedFont = (to: (code: number) => number, type = 'Type1'): Parts => ({
  font: FONT.replace('>>', '/ToUnicode 5 0 R >>').replace('Type1', type),
  more: [toUnicode(to)],
});

/** A second font, within the file, that says other characters. */
function embeddedFont(to: (code: number) => number): Parts {
  const context = createCanvas(1, 1).getContext('2d');
  context.font = `1000px ${canvasFont('roboto')}`;
  const widths = Array.from({ length: 95 }, (_, at) =>
    Math.round(context.measureText(String.fromCharCode(32 + at)).width),
  );
  const data = fontData('roboto') as Buffer;
  return {
    font:
      `${FONT} /F2 << /Type /Font /Subtype /TrueType /BaseFont /Roboto /FirstChar 32 /LastChar 126 /Widths [${widths.join(' ')}] ` +
      '/Encoding /WinAnsiEncoding /ToUnicode 5 0 R /FontDescriptor 6 0 R >>',
    more: [
      toUnicode(to),
      object(
        '<< /Type /FontDescriptor /FontName /Roboto /Flags 32 /FontBBox [-700 -300 1200 1100] /ItalicAngle 0 /Ascent 900 ' +
          '/Descent -300 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>',
      ),
      stream(data, `/Length1 ${data.length}`),
    ],
  };
}

const otherDigit = (code: number) => (code < 48 || code > 57 ? code : 48 + ((code - 45) % 10));
const valueOf = (line = '') => line.split(': ').at(-1) ?? '';

/** Contents as pictures are packed: what differs from the bytes above. */
function differences(content: string): Buffer {
  const [columns, up] = [10, 2];
  const rows = content.match(/[^]{1,10}/g)?.map((row) => Buffer.from(row.padEnd(columns))) ?? [];
  const lines = rows.map((row, at) => [up, ...row.map((byte, column) => byte - (rows[at - 1]?.[column] ?? 0))]);
  return pdfWith(Buffer.from(lines.flat()), {}, `/DecodeParms << /Predictor 12 /Columns ${columns} >>`);
}

/** Letter by letter, each printed so far aside, one time after the other. */
function letterByLetter(lines: string[], asides: number[]): string[] {
  return lines.flatMap((line, row) =>
    [...line].flatMap((letter, column) =>
      asides.map((by) => `1 0 0 1 ${LEFT + column * ADVANCE + by} ${TOP - row * LEADING} Tm (${letter}) Tj`),
    ),
  );
}

const SHADING =
  '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 595 0] /Extend [true true] ' +
  '/Function << /FunctionType 2 /Domain [0 1] /C0 [0.9] /C1 [0.7] /N 1 >> >>';

/** A second font, whose letters paint no more than their width. */
const BLANK_FONT: Parts = {
  font:
    `${FONT} /F2 << /Type /Font /Subtype /Type3 /FontBBox [0 0 600 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 ` +
    `/LastChar 126 /Widths [${'600 '.repeat(95)}] /Encoding << /Differences [32 ${'/blank '.repeat(95)}] >> ` +
    '/CharProcs << /blank 6 0 R >> /ToUnicode 5 0 R >>',
  more: [
    stream(
      'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange endcmap',
    ),
    stream('600 0 0 0 600 700 d1'),
  ],
};

/** Letters as white blocks. */
const WHITE_FONT: Parts = {
  font: (BLANK_FONT.font as string).replaceAll('blank', 'white'),
  more: [...(BLANK_FONT.more ?? []).slice(0, 1), stream('600 0 d0 1 g 50 0 500 600 re f')],
};

/** Letters in black that fill the height of a white picture. */
function letterOn(canvas: Canvas, letters: string): Canvas {
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  context.font = `${0.6 * canvas.height}px ${canvasFont('roboto')}`;
  context.fillText(letters, 0, 0.75 * canvas.height);
  return canvas;
}

/** Letters as paths, as programs write them that keep no text: `from` is where their baseline begins. */
function outlinesOf(letters: string, from: { x: number; y: number }): string {
  const canvas = createCanvas(PAGE.width, PAGE.height, SvgExportFlag.ConvertTextToPaths);
  const context = canvas.getContext('2d');
  context.font = `${SIZE}px ${canvasFont('roboto')}`;
  context.fillText(letters, from.x, PAGE.height - from.y);
  const [, path = ''] = / d="([^"]*)"/.exec(canvas.getContent().toString()) ?? [];
  const operators = path.replace(/([MLQZ])([^MLQZ]*)/g, (_, operator: string, points: string) => {
    const [x = '', y = '', ...end] = points.trim().split(/[ ,]/);
    if (operator === 'Q') return `${x} ${y} ${end.join(' ')} v `;
    return operator === 'Z' ? 'h ' : `${x} ${y} ${operator.toLowerCase()} `;
  });
  return `q 1 0 0 -1 0 ${PAGE.height} cm ${operators} f Q\n`;
}

/** A font whose letters are pictures, as programs make it that know no outlines. */
function pictureFont(): Parts {
  const codes = Array.from({ length: 95 }, (_, at) => 32 + at);
  const [width, height] = [24, 40];
  const letters = codes.map((code) => {
    const { data } = letterOn(createCanvas(width, height), String.fromCharCode(code))
      .getContext('2d')
      .getImageData(0, 0, width, height);
    const bits = Buffer.alloc((width * height) / 8);
    for (let at = 0; at < width * height; at++)
      if ((data[4 * at] as number) > 128) bits[at >> 3] = (bits[at >> 3] as number) | (128 >> (at & 7));
    const begin = `14 0 0 -10 24 30 d1 24 0 0 40 0 -10 cm BI /W ${width} /H ${height} /IM true /BPC 1 ID `;
    return stream(Buffer.concat([Buffer.from(begin), bits, Buffer.from('\nEI')]));
  });
  const [map] = BLANK_FONT.more as [Buffer];
  return {
    font:
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 -10 24 30] /FontMatrix [0.04 0 0 0.04 0 0] /FirstChar 32 /LastChar 126 ` +
      `/Widths [${'14 '.repeat(95)}] /Encoding << /Differences [32 ${codes.map((code) => `/g${code}`).join(' ')}] >> ` +
      `/CharProcs << ${codes.map((code, at) => `/g${code} ${6 + at} 0 R`).join(' ')} >> /ToUnicode 5 0 R >>`,
    more: [map, ...letters],
  };
}

const pattern = (content: string): Parts => ({
  resources: '/Pattern << /P 5 0 R >>',
  more: [
    stream(
      content,
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
    ),
  ],
});

/** What is painted with `/G gs` shows where this is bright. */
const masked = (content: string, mask: string, entries = '', more: Buffer[] = []) =>
  pdfWith(content, {
    resources: `/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R ${entries} >> >> >> /XObject << /I0 6 0 R >>`,
    more: [
      stream(mask, '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceGray >>'),
      ...more,
    ],
  });

/** Many small boxes, as charts have. */
const BOXES = Array.from(
  { length: 1100 },
  (_, at) => `${10 + (at % 40) * 14} ${20 + Math.floor(at / 40) * 8} 5 5 re f`,
);

/** A page with a part of its content in a form. */
const withForm = (content: string, inForm: string, entries: string, catalogue = '') =>
  pdfWith(`${content}/X Do`, {
    resources: '/XObject << /X 5 0 R >>',
    catalogue,
    more: [
      stream(inForm, `/Type /XObject /Subtype /Form /Resources << /Font << /F1 ${FONT} >> >> ${entries}`),
      object('<< /Type /OCG /Name (Copy) >>'),
    ],
  });

const COURIER = FONT.replace('Helvetica', 'Courier');
/** Of its letters, in points. */
const ADVANCE = 7.2;

/** The old amount and the new one beside each other, with something drawn over the old one. */
const struck =
  (over: (edges: { from: number; to: number; y: number }) => string): Print =>
  (seen, unseen) => {
    const old = unseen.at(-1) as string;
    const from = LEFT + ADVANCE * old.indexOf(valueOf(old));
    const edges = { from, to: LEFT + ADVANCE * old.length, y: TOP - (seen.length - 1) * LEADING };
    const content = text([...seen.slice(0, -1), `${old}  ${valueOf(seen.at(-1))}`]);
    return pdfWith(content + over(edges), { font: COURIER });
  };

type Draw = (left: number, bottom: number) => string;

/** The client is ticked of two, in boxes of ten points. */
const ticked =
  (box: Draw, mark: Draw): Print =>
  (seen, unseen, random) => {
    const [own, other] = [valueOf(seen[2]), valueOf(unseen[2])];
    const options = random.pick([
      [own, other],
      [other, own],
    ]);
    const [y, columns] = [TOP - 2 * LEADING, [140, 310]] as const;
    const placed = columns.map((x, at) => box(x, y - 1) + text([options[at] as string], { x: x + 15, y }));
    const content =
      text(seen.with(2, 'Cliente:')) + placed.join('') + mark(columns[options.indexOf(own)] as number, y - 1);
    return pdfWith(content, { font: `${FONT} /F2 << /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>` });
  };
const square: Draw = (left, bottom) => `0.7 w ${left} ${bottom} 10 10 re S\n`;
const crossed: Draw = (x, y) =>
  `1 w ${x + 1} ${y + 1} m ${x + 9} ${y + 9} l ${x + 1} ${y + 9} m ${x + 9} ${y + 1} l S\n`;
const checked: Draw = (x, y) => `1.2 w ${x - 1} ${y + 6} m ${x + 3} ${y + 1} l ${x + 13} ${y + 14} l S\n`;
const circle =
  (radius: number, operator: string): Draw =>
  (left, bottom) => {
    const [x, y, by] = [left + 5, bottom + 5, 0.55 * radius];
    const quarters = [
      [radius, by, by, radius, 0, radius],
      [-by, radius, -radius, by, -radius, 0],
      [-radius, -by, -by, -radius, 0, -radius],
      [by, -radius, radius, -by, radius, 0],
    ].map((points) => `${points.map((point, at) => point + (at % 2 ? y : x)).join(' ')} c`);
    return `${x + radius} ${y} m ${quarters.join(' ')} ${operator}\n`;
  };
const sign =
  (letter: string, font = '/F2'): Draw =>
  (left, bottom) =>
    text([letter], { x: left + 1, y: bottom + 1, size: 10 }).replace('/F1', font);

/** From the lower left of a box. */
const CHECK: [number, number][] = [
  [-1, 6],
  [3, 1],
  [12, 14],
];

/** The same as a picture, with boxes before or behind the words. */
const tickedScan =
  (mark: [number, number][], { side = 10, before = true, turned = 0 } = {}): Print =>
  (seen, unseen, random) => {
    const options = random.pick([
      [seen, unseen],
      [unseen, seen],
    ]);
    const picture = pictureOf(seen.with(2, 'Cliente:'), { turned });
    const context = picture.getContext('2d');
    const y = PAGE.height - TOP + 2 * LEADING;
    options.forEach((lines, at) => {
      const [x, option] = [140 + 170 * at, valueOf(lines[2])];
      const left = before ? x : x + 5 + context.measureText(option).width;
      context.fillText(option, before ? x + side + 5 : x, y);
      context.strokeRect(left, y - side + 1, side, side);
      if (lines === seen) mark.forEach(([across, down]) => context.lineTo(left + across, y + 1 - down));
    });
    context.stroke();
    return withPicture(WHOLE_PAGE, picture);
  };

const NOTE = ['Assinado eletronicamente por MARIA EXEMPLO DA SILVA em 10/03/2025'];
const note = text(NOTE, { x: 40, y: 40, size: 8 });
const invisible = (lines: string[], place: Place = {}) => text(lines, { ...place, before: '3 Tr' });

type Print = (seen: string[], unseen: string[], random: Random) => Buffer;

const hidden =
  (print: (seen: string, unseen: string) => Buffer): Print =>
  (seen, unseen) =>
    print(text(seen), text(unseen, HIDDEN));

/** How layer and page differ: what is seen in one of them only, how much of the page the layer covers, and how well it says it. */
export const LAYERS: Record<string, Print> = {
  'a layer that is off': hidden(layer('/OFF [5 0 R]')),
  'all layers off': hidden(layer('/BaseState /OFF')),
  'a layer of a group, within others': hidden(layer('/OFF [5 0 R]', '', '/OC /M BDC /Span BMC EMC')),
  'a layer for print only': hidden(
    layer('/AS [<< /Event /View /Category [/View] /OCGs [5 0 R] >>]', '/Usage << /View << /ViewState /OFF >> >>'),
  ),
  'white on white': hidden((seen, unseen) => pdfWith(`${seen}1 g ${unseen}`)),
  'the colour of its ground': hidden((seen, unseen) => pdfWith(`${seen}0 0 1 rg ${AREA} f ${unseen}`)),
  'covered by a rectangle': hidden((seen, unseen) => pdfWith(`${seen}${unseen}1 g ${AREA} f`)),
  'covered by a picture': hidden((seen, unseen) =>
    withPicture(`${seen}${unseen}q 400 0 0 140 60 280 cm /I0 Do Q`, pictureOf([])),
  ),
  'covered by a thick line': hidden((seen, unseen) => pdfWith(`${seen}${unseen}1 G 140 w 60 350 m 460 350 l S`)),
  'covered by a shape with round corners': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}60 290 m 60 280 70 280 70 280 c 460 280 l 460 410 l 460 420 450 420 450 420 c 60 420 l f`),
  ),
  'covered by a shading': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}q ${AREA} W n /S sh Q`, { resources: `/Shading << /S ${SHADING} >>` }),
  ),
  'covered by what is nearly opaque': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}/G gs 1 g ${AREA} f`, { resources: '/ExtGState << /G << /ca 0.9 >> >>' }),
  ),
  'black on a black picture': hidden((seen, unseen) =>
    withPicture(`${seen}q 400 0 0 140 60 280 cm /I0 Do Q ${unseen}`, pictureOf([], { ground: '#000' })),
  ),
  'a form that is off': hidden((seen, unseen) =>
    withForm(seen, unseen, '/BBox [0 0 595 842] /OC 6 0 R', '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>'),
  ),
  'a form outside of its box': hidden((seen, unseen) => withForm(seen, unseen, '/BBox [0 0 50 50]')),
  'a font that draws nothing': hidden((seen, unseen) => pdfWith(seen + unseen.replace('/F1', '/F2'), BLANK_FONT)),
  'letters that are pictures': (seen) => pdfWith(text(seen), pictureFont()),
  'letters without width': (seen, unseen) => pdfWith(text(seen) + text(unseen, { ...HIDDEN, before: '0 Tz' })),
  'a white outline': (seen, unseen) => pdfWith(`${text(seen)}1 G ${text(unseen, { ...HIDDEN, before: '1 Tr' })}`),
  'a pattern of white': hidden((seen, unseen) =>
    pdfWith(`${seen}/Pattern cs /P scn ${unseen}`, pattern('1 g 0 0 9 9 re f')),
  ),
  'a pattern of black': hidden((seen) => pdfWith(`/Pattern cs /P scn ${seen}`, pattern('0 0 9 9 re f'))),
  'white letters of a font': hidden((seen, unseen) => pdfWith(seen + unseen.replace('/F1', '/F2'), WHITE_FONT)),
  'outlines that are transparent': (seen, unseen) =>
    pdfWith(`${text(seen)}/G gs ${text(unseen, { ...HIDDEN, before: '1 Tr' })}`, {
      resources: '/ExtGState << /G << /CA 0 >> >>',
    }),
  'white with white outlines': (seen, unseen) =>
    pdfWith(`${text(seen)}1 g 1 G ${text(unseen, { ...HIDDEN, before: '2 Tr' })}`),
  'letters next to no width': (seen, unseen) => pdfWith(text(seen) + text(unseen, { ...HIDDEN, before: '0.5 Tz' })),
  'covered by stripes': hidden((seen, unseen) =>
    pdfWith(
      `${seen}${unseen}1 g ${Array.from({ length: 50 }, (_, at) => `60 ${280 + 2.9 * at} 400 3 re f`).join(' ')}`,
    ),
  ),
  'covered by one path of many parts': hidden((seen, unseen) =>
    pdfWith(
      `${seen}${unseen}1 g ${Array.from({ length: 15 }, (_, at) => `60 ${280 + 10 * at} 400 10 re`).join(' ')} f`,
    ),
  ),
  'covered by a shape with corners': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}1 g 60 420 m 460 420 l 460 280 l 60 280 l 60 20 l 30 20 l 30 420 l h f`),
  ),
  'covered by a curved line': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}1 G 160 w 60 350 m 200 355 300 345 460 350 c S`),
  ),
  'covered by black bars': (seen, unseen) =>
    pdfWith(
      text(seen) +
        text(unseen, { ...HIDDEN, size: 8 }) +
        `9 w ${unseen.map((_, at) => `60 ${HIDDEN.y + 3 - LEADING * at} m 460 ${HIDDEN.y + 3 - LEADING * at} l S`).join(' ')}`,
    ),
  'covered by a black shape': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}60 280 m 460 280 l 460 420 l 60 420 l b`),
  ),
  'covered with an end of line of two characters': hidden((seen, unseen) => pdfWith(`${seen}${unseen}${AREA}\r\nf`)),
  'covered on a page of many boxes': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}0.9 g ${BOXES.join(' ')} 1 g ${AREA} f`),
  ),
  'covered by what a mask shows': hidden((seen, unseen) =>
    masked(`${seen}${unseen}/G gs 1 g ${AREA} f`, '1 g 0 0 595 842 re f'),
  ),
  'covered in part by a turned picture': hidden((seen, unseen) =>
    withPicture(`${seen}${unseen}q 300 300 -300 300 300 120 cm /I0 Do Q`, pictureOf([])),
  ),
  'clipped by corners': hidden((seen, unseen) => pdfWith(`${seen}q 0 0 5 5 re 590 837 5 5 re W n ${unseen} Q`)),
  'clipped to what is around it': hidden((seen, unseen) => pdfWith(`${seen}q 0 0 595 842 re ${AREA} W* n ${unseen} Q`)),
  'a group that is transparent': hidden((seen, unseen) =>
    pdfWith(`${seen}/G gs /X Do`, {
      resources: '/ExtGState << /G << /ca 0 >> >> /XObject << /X 5 0 R >>',
      more: [
        stream(
          `/H gs ${unseen}`,
          '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >> ' +
            `/Resources << /Font << /F1 ${FONT} >> /ExtGState << /H << /ca 1 >> >> >>`,
        ),
      ],
    }),
  ),
  'mirrored, as on the back of paper': hidden((seen, unseen) => pdfWith(`${seen}q -1 0 0 1 595 0 cm ${unseen} Q`)),
  'covered by black that darkens': hidden((seen, unseen) =>
    pdfWith(`${seen}${unseen}/G gs 0 g ${AREA} f`, { resources: '/ExtGState << /G << /BM /Multiply >> >>' }),
  ),
  'text in a pattern': (seen) =>
    pdfWith(`${text(seen.slice(0, -1))}/Pattern cs /P scn 0 500 595 300 re f`, {
      resources: '/Pattern << /P 5 0 R >>',
      more: [
        stream(
          text(seen.slice(-1), { y: TOP - 4 * LEADING }),
          `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 595 842] /XStep 595 /YStep 842 ` +
            `/Resources << /Font << /F1 ${FONT} >> >>`,
        ),
      ],
    }),
  'a picture where a value should be': (seen) =>
    withPicture(
      `${text([...seen.slice(0, -1), 'Valor total:'])}q 120 0 0 20 140 638 cm /I0 Do Q`,
      letterOn(createCanvas(480, 80), valueOf(seen.at(-1))),
    ),
  'a picture at the end of a row': (seen) =>
    withPicture(
      `${text([...seen.slice(0, -1), 'Valor total'])}q 120 0 0 20 300 638 cm /I0 Do Q`,
      letterOn(createCanvas(480, 80), valueOf(seen.at(-1))),
    ),
  'a picture far from any text': (seen) =>
    withPicture(
      `${text(seen.slice(0, -1))}q 240 0 0 20 72 200 cm /I0 Do Q`,
      letterOn(createCanvas(960, 80), seen.at(-1) as string),
    ),
  'a picture below its label': (seen) =>
    withPicture(
      `${text([...seen.slice(0, -1), 'Valor total'])}q 120 0 0 20 72 620 cm /I0 Do Q`,
      letterOn(createCanvas(480, 80), valueOf(seen.at(-1))),
    ),
  'a value of outlines': (seen) =>
    pdfWith(
      text([...seen.slice(0, -1), 'Valor total:']) + outlinesOf(valueOf(seen.at(-1)), { x: 150, y: TOP - 4 * LEADING }),
    ),
  'white that is seen as a difference': (seen) =>
    pdfWith(
      `1 g 0 0 595 842 re f 0 g ${text(seen.slice(0, -1))}/G gs 1 g ${text(seen.slice(-1), { y: TOP - 4 * LEADING })}`,
      {
        resources: '/ExtGState << /G << /BM /Difference >> >>',
      },
    ),
  'outlines that are seen as a difference': (seen) =>
    pdfWith(
      `1 g 0 0 595 842 re f 0 g ${text([...seen.slice(0, -1), 'Valor total:'])}/G gs 1 g ` +
        outlinesOf(valueOf(seen.at(-1)), { x: 150, y: TOP - 4 * LEADING }),
      { resources: '/ExtGState << /G << /BM /Difference >> >>' },
    ),
  'masked by black': hidden((seen, unseen) => masked(`${seen}/G gs ${unseen}`, '0 g 0 0 595 842 re f')),
  'masked by white, with a map that inverts': hidden((seen, unseen) =>
    masked(
      `/G gs ${seen}${unseen}`,
      '1 g 0 0 595 600 re f',
      '/TR << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>',
    ),
  ),
  'contents that are packed as differences': hidden((seen, unseen) => differences(`${seen}1 g ${unseen}`)),
  'a field that looks otherwise': (seen, unseen) =>
    filledForm(
      text([...seen.slice(0, -1), 'Valor total:']),
      valueOf(unseen.at(-1)),
      `/F1 ${SIZE} Tf 4 4 Td (${valueOf(seen.at(-1))})`,
    ),
  'a field that is white': (seen, unseen) =>
    filledForm(
      text(seen, { y: TOP + LEADING }),
      valueOf(unseen.at(-1)),
      `1 g /F1 ${SIZE} Tf 4 4 Td (${valueOf(unseen.at(-1))})`,
    ),
  'a field without a look': (seen) =>
    filledForm(text([...seen.slice(0, -1), 'Valor total:']), valueOf(seen.at(-1)), ''),
  'clipped away': hidden((seen, unseen) => pdfWith(`${seen}q 0 0 9 9 re W n ${unseen} Q`)),
  'outside of the page': (seen, unseen) => pdfWith(text(seen) + text(unseen, { y: -100 })),
  'outside of the crop box': (seen, unseen) =>
    pdfWith(text(seen) + text(unseen, { y: 200 }), { page: '/CropBox [0 300 595 842]' }),
  'a tenth of a point high': (seen, unseen) => pdfWith(text(seen) + text(unseen, { ...HIDDEN, size: 0.1 })),
  'a mode that paints nothing': (seen, unseen) => pdfWith(text(seen) + invisible(unseen, HIDDEN)),
  transparent: hidden((seen, unseen) =>
    pdfWith(`${seen}q /G gs ${unseen} Q`, { resources: '/ExtGState << /G << /ca 0 >> >>' }),
  ),
  'a stamp that is hidden': (seen, unseen) => stamped(text(seen), 2, text(unseen, HIDDEN)),
  'white at the end of a line': (seen, unseen) =>
    pdfWith(text(seen.slice(0, -1)) + text(seen.slice(-1), { y: 500 }).replace('Tj', `Tj 1 g ( ${unseen.at(-1)}) Tj`)),
  'printed over what was there': (seen, unseen) =>
    pdfWith(
      `${text([...seen.slice(0, -1), unseen.at(-1) as string])}1 g 60 638 400 18 re f 0 g ${text(seen.slice(-1), { y: 644 })}`,
    ),
  'white over the same in black': hidden((seen, unseen) => pdfWith(`${seen}${unseen}1 g ${unseen}`)),
  'white over other text in black': (seen, unseen) => {
    const x = LEFT + ADVANCE * 'Valor total: '.length;
    const white = text(['MWMWMWMWMWMWMWM'], { ...HIDDEN, x, before: '2 Tr 3 w 1 G' });
    return pdfWith(`${text(seen)}${text(unseen.slice(-1), HIDDEN)}1 g ${white}`, { font: COURIER });
  },
  'struck out by a line': struck(({ from, to, y }) => `0.6 w ${from} ${y + 3.5} m ${to} ${y + 3.5} l S`),
  'struck out by a line that is turned': struck(({ from, to, y }) => `1 w ${from} ${y} m ${to} ${y + 8} l S`),
  'struck out by a rectangle': struck(({ from, to, y }) => `${from} ${y + 3} ${to - from} 0.7 re f`),
  'struck out letter by letter': struck(
    ({ from, to, y }) =>
      `0.6 w ${Array.from({ length: Math.round((to - from) / ADVANCE) }, (_, at) => from + at * ADVANCE)
        .map((x) => `${x} ${y + 3.4} m ${x + ADVANCE} ${y + 3.4} l S`)
        .join(' ')}`,
  ),
  'struck out by a wave': struck(({ from, to, y }) => {
    const crests = Array.from(
      { length: 8 },
      (_, at) => `${from + ((at + 1) * (to - from)) / 8} ${y + 3 + 2 * (at % 2)} l`,
    );
    return `0.6 w ${from} ${y + 5} m ${crests.join(' ')} S`;
  }),
  'struck out by dashes typed over it': struck(({ from, to, y }) =>
    text(['-'.repeat((to - from) / ADVANCE)], { x: from, y }),
  ),
  'struck out by letters typed over it': struck(({ from, to, y }) =>
    text(['x'.repeat((to - from) / ADVANCE)], { x: from, y }),
  ),
  'cut off by its cell': (seen, unseen) => {
    const line = `${seen.at(-1)}  ${valueOf(unseen.at(-1))}`;
    const y = TOP - (seen.length - 1) * LEADING;
    const cell = `60 ${y - 6} ${LEFT - 60 + ADVANCE * ((seen.at(-1) as string).length + 1)} 20 re W n`;
    return pdfWith(`${text(seen.slice(0, -1))}q ${cell} ${text([line], { y })} Q`, { font: COURIER });
  },
  'struck out word by word': struck(
    ({ from, to, y }) => `2 w ${from} ${y + 4} m ${from + 14} ${y + 4} l ${from + 21} ${y + 4} m ${to} ${y + 4} l S`,
  ),
  'a box with a cross of lines': ticked(square, crossed),
  'a box with a check that reaches out of it': ticked(square, checked),
  'a box with a check of a font': ticked(square, sign('4')),
  'a box with an x typed into it': ticked(square, sign('X', '/F1')),
  'a box that is filled': ticked(square, (left, bottom) => `${left} ${bottom} 10 10 re f\n`),
  'a box of a font with a cross': ticked(sign('o'), crossed),
  'a box of white on black with a check': ticked(
    (x, y) => `${x} ${y} 10 10 re f 1 g ${x + 1} ${y + 1} 8 8 re f 0 g\n`,
    checked,
  ),
  'a box of single lines with a cross': ticked(
    (x, y) =>
      `${x} ${y} m ${x + 10} ${y} l S ${x + 10} ${y} m ${x + 10} ${y + 10} l S ` +
      `${x + 10} ${y + 10} m ${x} ${y + 10} l S ${x} ${y + 10} m ${x} ${y} l S\n`,
    crossed,
  ),
  'a box on a ground that is nearly white with a cross': ticked(
    (x, y) => `0.7 w 0.93 0.93 1 rg ${x} ${y} 10 10 re B 0 g\n`,
    crossed,
  ),
  'a box on a pale ground with a cross': ticked((x, y) => `0.7 w 0.75 0.85 1 rg ${x} ${y} 10 10 re B 0 g\n`, crossed),
  'a box around a pale ground with a cross': ticked(
    (x, y) => `${square(x, y)}0.75 0.85 1 rg ${x + 1} ${y + 1} 8 8 re f 0 g\n`,
    crossed,
  ),
  'a circle with a dot': ticked(circle(5, 'S'), circle(3, 'f')),
  'brackets with a check of lines': ticked((left, bottom) => text(['(  )'], { x: left, y: bottom + 1 }), checked),
  'brackets with an x typed into them': ticked(
    (left, bottom) => text(['(    )'], { x: left - 8, y: bottom + 1 }),
    sign('x', '/F1'),
  ),
  'underlined, in a table, on a ruling': (seen) => {
    const rows = seen.map((line, at) => ({ from: LEFT + 6 * (line.indexOf(':') + 2), y: TOP - at * LEADING }));
    const lines = rows.map(({ from, y }) => `${from} ${y - 2} m 400 ${y - 2} l`);
    const cells = rows.map(({ y }) => `60 ${y - 8} 400 ${LEADING} re`);
    return pdfWith(`${text(seen)}0.5 w ${[...lines, ...cells].join(' ')} 40 ${TOP + 4} m 560 ${TOP + 4} l S`);
  },
  'a scan in a mask': (seen) => masked(`/G gs ${WHOLE_PAGE}`, '1 g 0 0 595 842 re f', '', [imageOf(pictureOf(seen))]),
  'a scan with a note': (seen) => withPicture(WHOLE_PAGE + note, pictureOf(seen)),
  'a scan of boxes with a cross': tickedScan([
    [1, 1],
    [9, 9],
    [5, 5],
    [1, 9],
    [9, 1],
  ]),
  'a scan of boxes with a check that reaches out': tickedScan(CHECK),
  'a scan of boxes behind their words': tickedScan(CHECK, { before: false }),
  'a slanted scan of small boxes': tickedScan(CHECK, { side: 8, turned: 0.01 }),
  'a slanted scan with a note': (seen) => withPicture(WHOLE_PAGE + note, pictureOf(seen, { turned: 0.02 })),
  'inline strips with a note': (seen) => pdfWith(Buffer.concat([inlineStrips(pictureOf(seen), 8), Buffer.from(note)])),
  'a stamp': (seen) => stamped(text(seen.slice(0, 3)), 4, text(seen.slice(3), { y: TOP - 3 * LEADING })),
  'a stamp that is a picture': (seen) => stamped('', 4, pictureOf(seen)),
  'a picture in a text': (seen) =>
    withPicture(`${text(seen.slice(0, 3))}q 420 0 0 594 60 20 cm /I0 Do Q`, pictureOf(seen.slice(3))),
  'a scan with its recognised text': (seen) => withPicture(WHOLE_PAGE + invisible(seen), pictureOf(seen)),
  'a scan over its text': (seen) => withPicture(text(seen) + WHOLE_PAGE, pictureOf(seen)),
  'a scan with poor recognised text': (seen) =>
    withPicture(
      WHOLE_PAGE + invisible(seen.map((line) => line.replace(/[aeo]/g, '#').replace(/\d/g, '7'))),
      pictureOf(seen),
    ),
  'a scan with recognised text that has a letter wrong here and there': (seen) =>
    withPicture(
      WHOLE_PAGE + invisible(seen.map((line) => line.replace(/(?<=\p{L}{2})[aeo](?=\p{L})/u, '0'))),
      pictureOf(seen),
    ),
  'a scan with the text of another': (seen, unseen) => withPicture(WHOLE_PAGE + invisible(unseen), pictureOf(seen)),
  'a scan with text where it is empty': (seen, unseen) =>
    withPicture(WHOLE_PAGE + invisible(seen) + invisible(unseen, HIDDEN), pictureOf(seen)),
  'a scan with one number of its text wrong': (seen, unseen) =>
    withPicture(WHOLE_PAGE + invisible([...seen.slice(0, -1), unseen.at(-1) as string]), pictureOf(seen)),
  'a font without characters': (seen) =>
    pdfWith(
      text(seen),
      mappedFont((code) => (code === 32 ? code : 0xe000 + code)),
    ),
  'a font with other letters': (seen) =>
    pdfWith(
      text([TITLE, ...seen, PROSE]),
      mappedFont((code) => (code === 32 ? code : 33 + ((code - 4) % 94))),
    ),
  'some lines in a font with other letters': (seen) =>
    pdfWith(text(seen.slice(0, 2)) + text([...seen.slice(2), PROSE], { y: TOP - 2 * LEADING }).replace('/F1', '/F2'), {
      font: `${FONT} /F2 ${mappedFont(() => 0).font}`,
      more: [toUnicode((code) => (code < 61 ? code : code - 29))],
    }),
  'a font with other digits': (seen) => pdfWith(text(seen), mappedFont(otherDigit)),
  'a font with other digits, which are not valid': (seen) => pdfWith(text(seen), mappedFont(otherDigit, 'TrueType')),
  'a total in a font with other digits': (seen) =>
    pdfWith(
      text(seen.slice(0, -1)) + text(seen.slice(-1), { y: TOP - 4 * LEADING }).replace('/F1', '/F2'),
      embeddedFont(otherDigit),
    ),
  'letters printed twice': (seen, _, random) =>
    pdfWith(`BT /F1 ${SIZE} Tf ${letterByLetter(seen, [0, random.between(0.2, 3)]).join('\n')} ET`, { font: COURIER }),
  'letters in reverse order': (seen) =>
    pdfWith(`BT /F1 ${SIZE} Tf ${letterByLetter(seen, [0]).toReversed().join('\n')} ET`, { font: COURIER }),
  'letters marked one by one': (seen) =>
    pdfWith(
      letterByLetter(seen, [0])
        .map((letter) => `/Span << /MCID 0 >> BDC BT /F1 ${SIZE} Tf ${letter} ET EMC`)
        .join('\n'),
      { font: COURIER },
    ),
  'lines with a shadow': (seen, _, random) => {
    const by = random.between(0.5, 4);
    return pdfWith(`0.6 g ${text(seen, { x: LEFT + by, y: TOP - by })}0 g ${text(seen)}`);
  },
  'light on a dark page': (seen) => withPicture(WHOLE_PAGE, pictureOf(seen, { ink: '#eee', ground: '#123' })),
  'within a soft mask': (seen) =>
    pdfWith(`/G gs ${text(seen)}`, {
      resources: '/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>',
      more: [
        stream(
          '1 g 0 0 595 842 re f',
          '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceGray >>',
        ),
      ],
    }),
  'white on a stripe': (seen) =>
    pdfWith(
      `0.1 0.2 0.5 rg 60 700 400 60 re f 1 g ${text(seen.slice(0, 2))}0 g ${text(seen.slice(2), { y: TOP - 2 * LEADING })}`,
    ),
};

/** A page whose layer and drawing differ in this way, with the values that a person sees. */
export function printLayers(name: string, seed: string): PrintedForm {
  const random = randomFrom(`${name} ${seed}`);
  const [seen, unseen] = [written(random), written(random)];
  const print = LAYERS[name] as Print;
  return { pdf: print(seen.lines, unseen.lines, random), pairs: seen.pairs, captions: CAPTIONS };
}
